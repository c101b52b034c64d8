import { shapes, type Shape } from './generated/shapes.js';
import type { Kind } from './kinds.js';

/** One thing that is wrong with a value. */
export interface ValidationError {
  /** JSON pointer to the value that is wrong, or to the object that lacks a field. `''` is the whole value. */
  readonly pointer: string;
  /** In plain language, with what was expected and what was found. */
  readonly message: string;
  /** The field of the object at `pointer` that the schema does not know. */
  readonly unknownKey?: string;
  /** The field that the object at `pointer` has to have. */
  readonly missingKey?: string;
  /** What the field could have been: the fields that the schema knows there. */
  readonly knownKeys?: readonly string[];
}

/** What ajv reports, as far as it is read here. */
export interface RawError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly propertyName?: string;
}

/** Brings the errors of a validator into plain language. Reports that only repeat another one are left out. */
export function explain(kind: Kind, value: unknown, errors: readonly RawError[]): ValidationError[] {
  const explained = new Map<string, ValidationError>();
  // A failed alternative reports each of its parts and then itself; a failed condition likewise.
  const alternatives = new Set(errors.filter((error) => error.keyword === 'anyOf').map((error) => error.instancePath));
  for (const error of errors) {
    if (error.keyword === 'if' || error.keyword === 'propertyNames') continue;
    if (error.keyword !== 'anyOf' && alternatives.has(error.instancePath)) continue;
    const found: ValidationError = { pointer: error.instancePath, ...sentence(kind, valueAt(value, error.instancePath), error) };
    explained.set(`${found.pointer}\n${found.message}`, found);
  }
  return [...explained.values()];
}

function sentence(kind: Kind, value: unknown, error: RawError): Omit<ValidationError, 'pointer'> {
  const { params } = error;
  const found = kind === 'memory' ? kindOf(value) : show(value); // memory holds credentials: no message repeats them
  if (error.propertyName !== undefined) return { message: `"${error.propertyName}" cannot be a key here${keyHint(error)}` };
  switch (error.keyword) {
    case 'required':
      return { message: `the field "${String(params['missingProperty'])}" is missing`, missingKey: String(params['missingProperty']) };
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      return { message: `there is no field "${key}"`, unknownKey: key, knownKeys: knownKeys(kind, error.instancePath) };
    }
    case 'type':
      return { message: `must be ${types(params['type'])}, but is ${found}` };
    case 'const':
      return { message: `must be ${show(params['allowedValue'])}, but is ${found}` };
    case 'enum':
      return { message: `must be one of ${(params['allowedValues'] as unknown[]).map(show).join(', ')}, but is ${found}` };
    case 'minLength':
      return { message: 'must not be empty' };
    case 'minimum':
      return { message: `must be ${String(params['limit'])} or more, but is ${found}` };
    case 'maximum':
      return { message: `must be ${String(params['limit'])} or less, but is ${found}` };
    case 'format':
      return { message: `must be a time such as "2026-01-31T12:00:00.000Z", but is ${found}` };
    case 'pattern':
      return { message: `${patterns[String(params['pattern'])] ?? `must match ${String(params['pattern'])}`}, but is ${found}` };
    case 'anyOf':
      return { message: `must be a string or an object with a "value", but is ${found}` };
    default:
      return { message: `is not valid (${error.keyword})` };
  }
}

/** What a key must look like, where the schema says it by a pattern. */
function keyHint(error: RawError): string {
  return error.params['pattern'] === '^header:.+$' ? `: write "header:${error.propertyName}"` : '';
}

/** The patterns of the schemas in words. A pattern that is not listed is shown as it is. */
const patterns: Readonly<Record<string, string>> = {
  '^[A-Z][A-Z-]*$': 'must be an HTTP method in upper case',
  '^/': 'must be a path that starts with a slash',
  '^https?://\\S+$': 'must be a URL that starts with http:// or https://',
  '^(/|$)': 'must be a JSON pointer, which starts with a slash',
  '^[a-z0-9-]+/[a-z0-9-]+$': 'must be a diagnostic code such as core/duplicate-route',
};

const names: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function types(type: unknown): string {
  const all = (Array.isArray(type) ? type : String(type).split(',')).map((name) => names[String(name)] ?? String(name));
  return all.length === 1 ? all[0]! : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}

/** Long values are named by their type: a message is read on one line. */
function show(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (value !== null && typeof value === 'object') return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}

const kindOf = (value: unknown): string => names[Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value] ?? 'missing';

/** The value that a JSON pointer leads to; undefined when there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let current = value;
  for (const key of pointerKeys(pointer)) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

const pointerKeys = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

function knownKeys(kind: Kind, pointer: string): string[] {
  const { root, definitions } = shapes[kind];
  const resolve = (shape: Shape | undefined): Shape => (shape?.ref === undefined ? (shape ?? {}) : (definitions[shape.ref] ?? {}));
  let shape = resolve(root);
  for (const key of pointerKeys(pointer)) shape = resolve(shape.properties?.[key] ?? shape.items ?? shape.values);
  return Object.keys(shape.properties ?? {});
}
