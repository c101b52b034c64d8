import { sameValue } from './same-value.js';

/** The keys an assertion may have. An object with other keys is compared as a whole. */
export const MATCHER_KEYS: ReadonlySet<string> = new Set(['equals', 'contains', 'matches', 'exists', 'type', 'min', 'max']);

/** What must be true of one value. */
export interface Matcher {
  readonly equals?: unknown;
  /** Part of a text, element of a list, or fields of an object. */
  readonly contains?: unknown;
  /** Regular expression that a text must match. */
  readonly matches?: string;
  readonly exists?: boolean;
  /** `string`, `number`, `integer`, `boolean`, `array`, `object` or `null`. */
  readonly type?: string;
  /** Bounds of a number, of the length of a text or of a list. */
  readonly min?: number;
  readonly max?: number;
}

/** A plain value must be equal; an object with the keys of an assertion is one. */
export function matcherOf(given: unknown): Matcher {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { equals: given };
  const keys = Object.keys(given);
  return keys.length > 0 && keys.every((key) => MATCHER_KEYS.has(key)) ? given : { equals: given };
}

/** What does not hold: what was expected, in words. Empty when everything holds. */
export function mismatches(matcher: Matcher, value: unknown): string[] {
  const wrong: string[] = [];
  const there = value !== undefined;
  if (matcher.exists === false) return there ? ['nothing'] : [];
  if (!there) return [expectationOf(matcher)];
  if ('equals' in matcher && !sameValue(matcher.equals, value)) wrong.push(shown(matcher.equals));
  if ('contains' in matcher && !holds(value, matcher.contains)) wrong.push(`something that contains ${shown(matcher.contains)}`);
  if (matcher.matches !== undefined && !(isText(value) && new RegExp(matcher.matches).test(String(value))))
    wrong.push(`a text that matches /${matcher.matches}/`);
  if (matcher.type !== undefined && !hasType(value, matcher.type)) wrong.push(`the type ${matcher.type}`);
  const size = typeof value === 'number' ? value : typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN;
  if (matcher.min !== undefined && !(size >= matcher.min)) wrong.push(`${matcher.min} or more`);
  if (matcher.max !== undefined && !(size <= matcher.max)) wrong.push(`${matcher.max} or less`);
  return wrong;
}

/** The assertion in words. */
export function expectationOf(matcher: Matcher): string {
  if ('equals' in matcher) return shown(matcher.equals);
  if ('contains' in matcher) return `something that contains ${shown(matcher.contains)}`;
  if (matcher.matches !== undefined) return `a text that matches /${matcher.matches}/`;
  if (matcher.type !== undefined) return `the type ${matcher.type}`;
  if (matcher.min !== undefined || matcher.max !== undefined) return `${matcher.min ?? 'anything'} to ${matcher.max ?? 'anything'}`;
  return 'a value';
}

/** Long values are cut: a message is read on one line. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 197)}…` : text;
}

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function holds(value: unknown, wanted: unknown): boolean {
  if (typeof value === 'string') return value.includes(typeof wanted === 'string' ? wanted : JSON.stringify(wanted));
  if (Array.isArray(value))
    return value.some((element) => sameValue(element, wanted) || (isRecord(wanted) && isRecord(element) && holds(element, wanted)));
  return (
    isRecord(value) &&
    isRecord(wanted) &&
    Object.entries(wanted).every(
      ([key, part]) => Object.hasOwn(value, key) && (sameValue(value[key], part) || (isRecord(part) && holds(value[key], part))),
    )
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: isRecord,
  null: (value) => value === null,
};

export const TYPE_NAMES = Object.keys(TYPES);

const hasType = (value: unknown, type: string): boolean => TYPES[type]?.(value) ?? false;
