import type { z } from 'zod';
import { suggest } from '../project/suggest.js';
import { failure } from './failure.js';

/**
 * The arguments of a call, checked.
 * @throws UsageError `input/invalid` with everything that is wrong with them, and the nearest names for unknown ones
 */
export function checkInput<Input extends z.ZodObject>(schema: Input, given: unknown): z.output<Input> {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const known = Object.keys(schema.shape);
  const candidates: string[] = [];
  const problems = parsed.error.issues.map((issue) => {
    if (issue.code !== 'unrecognized_keys') return sentence(issue, given);
    const names = namesAt(schema, issue.path);
    candidates.push(...issue.keys.flatMap((key) => suggest(key, names)));
    if (issue.path.length > 0) return `${sentence(issue, given)}, but ${names.map((name) => `"${name}"`).join(', ')}`;
    return `there is no argument ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
  });
  const described = known.map((name) => {
    const fields = namesAt(schema, [name, 0]);
    return fields.length > 0 ? `${name} (a list of objects with ${fields.join(', ')})` : name;
  });
  throw failure('input/invalid', problems.join('; '), `Arguments: ${described.join(', ') || 'none'}.`, [...new Set(candidates)]);
}

/** The names of the fields of an object somewhere in the arguments. */
function namesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const place = path.reduce<unknown>((within, key) => {
    const { shape, element } = within as { readonly shape?: Readonly<Record<PropertyKey, unknown>>; readonly element?: unknown };
    return shape?.[key] ?? element;
  }, schema);
  return Object.keys((place as { readonly shape?: object } | undefined)?.shape ?? {});
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** What is wrong with one value, with what was given: the words of the schema library name neither. */
function sentence(issue: z.core.$ZodIssue, given: unknown): string {
  const place = issue.path.join('.') || 'the arguments';
  const value = issue.path.reduce<unknown>(
    (holder, key) => (holder as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key],
    given,
  );
  const shown =
    value !== null && typeof value === 'object' ? (Array.isArray(value) ? 'a list' : 'an object') : JSON.stringify(value)?.slice(0, 80);
  if (value === undefined) return `the argument "${place}" is missing`;
  switch (issue.code) {
    case 'invalid_type':
      return `${place} must be ${NOUNS[issue.expected] ?? issue.expected}, but is ${shown}`;
    case 'invalid_value':
      return `${place} must be one of ${issue.values.map((one) => JSON.stringify(one)).join(', ')}, but is ${shown}`;
    case 'too_small':
      return typeof value === 'number'
        ? `${place} must be ${String(issue.minimum)} or more, but is ${shown}`
        : `${place} must not be ${Number(issue.minimum) === 1 ? 'empty' : `shorter than ${String(issue.minimum)}`}`;
    case 'too_big':
      return typeof value === 'number'
        ? `${place} must be ${String(issue.maximum)} or less, but is ${shown}`
        : `${place} must not be longer than ${String(issue.maximum)}`;
    case 'unrecognized_keys':
      return `${place} has no field ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
    default:
      return `${place}: ${issue.message}`;
  }
}
