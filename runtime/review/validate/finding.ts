import type { Model } from '../../../schemas/index.js';

/** Something that is wrong with a model, or that looks wrong. */
export interface Finding {
  /** Stable name, for machines: `unknown-scheme`. */
  readonly code: string;
  /** `error`: whoever works with the model gets wrong answers. `warning`: probably. */
  readonly severity: 'error' | 'warning';
  /** JSON pointer into the model. */
  readonly pointer: string;
  /** Whether the key at the pointer is meant, or its value. Default: the value. */
  readonly part?: 'key' | 'value';
  readonly message: string;
  /** What to do. */
  readonly help: string;
}

export interface ValidationContext {
  /** Number of lines of a file of the project; null when there is no such file, undefined when that cannot be known. */
  readonly linesOf: (file: string) => number | null | undefined;
}

/** One thing that is looked for. */
export type Check = (model: Model, report: (finding: Finding) => void, context: ValidationContext) => void;

/** A JSON pointer to a place in an endpoint. */
export const pointerTo = (...keys: readonly (string | number)[]): string =>
  keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
