import { journal } from './journal.js';

export function note(line: string): void {
  journal.write(line);
}
