import { NORTH } from './north.js';
import { SOUTH } from './south.js';

export const nameOf = (at: number): string => [NORTH.path, SOUTH][at]!;
