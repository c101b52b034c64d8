import { createRequire } from 'node:module';
import type { Kind, Kinds } from './kinds.js';
import { explain, type RawError, type ValidationError } from './explain.js';

export type { ValidationError };

export type Validation<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: readonly ValidationError[] };

interface Validator {
  (value: unknown): boolean;
  errors?: readonly RawError[] | null;
}

const require = createRequire(import.meta.url);
const loaded = new Map<Kind, Validator>();

/**
 * Whether a value is what the schema of its kind says. The value itself is returned, not a copy: fields that the schema
 * does not know stay, since a reader ignores what it does not know. A validator is loaded when its kind is first asked for.
 * @returns the value with its type, or all that is wrong with it, in the order of the value
 */
export function validate<K extends Kind>(kind: K, value: unknown): Validation<Kinds[K]> {
  let validator = loaded.get(kind);
  if (validator === undefined) {
    validator = require(`./generated/validate-${kind}.cjs`) as Validator;
    loaded.set(kind, validator);
  }
  if (validator(value)) return { ok: true, value: value as Kinds[K] };
  return { ok: false, errors: explain(kind, value, validator.errors ?? []) };
}
