import type { ValueTransformer } from 'typeorm';

export class AsNumber implements ValueTransformer {
  to(value: number): number { return value; }
  from(value: string): number { return parseFloat(value); }
}

export const asWord = (words: Record<number, string>): ValueTransformer => ({
  to: (word: string) => Object.values(words).indexOf(word),
  from: (at: number) => words[at],
});
