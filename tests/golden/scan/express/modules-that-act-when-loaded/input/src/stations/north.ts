import { line } from '../lines.js';

// The value is wanted only when a request comes; the line is there from the beginning.
export const NORTH = line('/north', (request, response) => {
  response.json({ to: 'north' });
});
