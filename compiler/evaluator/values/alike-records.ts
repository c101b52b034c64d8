import type { Value } from '@tool/scanner-sdk';
import { Distinct } from './distinct.js';
import { ts } from '../language/syntax.js';
import { ABSENT, Obj, isNullish, oneOf, prop } from './values.js';

/** How deep members of such records are put together. */
const MAX_DEPTH = 3;
/** More of them are no alternatives but all that a table holds. */
const MAX_RECORDS = 64;
/** Lists that are longer are no tuples (`[error, result]`). */
const MAX_TUPLE = 4;
let depth = 0;

/** A literal of the program with nothing but named members, or a few elements, that are there for certain. */
const isRecord = (value: Value): value is Obj => {
  if (value.kind !== 'object') return false;
  const { cls, elements, entries, open, rest, merged, host, fn, internal, props } = value as Obj;
  if (entries || open || rest || merged || host || fn || internal) return false;
  if (elements) return cls === 'Array' && !props && isTuple(value as Obj);
  if (cls !== 'Object' || !props) return false;
  return [...props].every(([key, { get, set, conditional }]) => typeof key === 'string' && !get && !set && !conditional);
};

/** A list as it was written: one that grows stands for more than it holds now. */
function isTuple({ elements, origin, uniform, mayBeEmpty, counted }: Obj): boolean {
  const written = origin?.node;
  if (!written || !ts.isArrayLiteralExpression(written) || uniform || mayBeEmpty || counted !== null) return false;
  const { length } = elements!;
  return length > 0 && length <= MAX_TUPLE && length === written.elements.length && !elements!.some(mayBeAbsent);
}

const mayBeAbsent = (value: Value): boolean => value === ABSENT || (value.kind === 'oneOf' && value.values.includes(ABSENT));

/** What tells records apart: the names of their members, and what these are where it is such a constant; tuples also by what is missing in them. */
const kindOf = (record: Obj, tells: (type: string) => boolean): string =>
  membersOf(record)
    .map(([key, value]) =>
      value.kind === 'const' && (tells(typeof value.value) || (record.elements !== null && isNullish(value)))
        ? `${String(key)}=${String(value.value)}`
        : String(key),
    )
    .sort()
    .join('\n') + (record.proto ? '' : '\nnothing');

const membersOf = ({ elements, props }: Obj): readonly (readonly [PropertyKey, Value])[] =>
  elements ? elements.map((element, index) => [index, element]) : [...props!].map(([key, { value }]) => [key, value]);

/**
 * Records that look alike (`{ status: 400, body }` in one place and in another one), put together: one record of which each member is what it is in one
 * of them. Told apart by all their constants, else by numbers and truth values alone; null where they are still more than so many.
 */
export function alikeTogether(given: readonly Value[], most: number): readonly Value[] | null {
  if (given.length > MAX_RECORDS || depth >= MAX_DEPTH) return null;
  const values = listsTogether(given);
  if (values.length < given.length && values.length <= most) return values;
  const areTuples = isAmongTuples(values);
  const records = values.filter((value): value is Obj => isRecord(value) && (areTuples || value.elements === null));
  const others = values.length - records.length;
  if (records.length < 2 || others >= most) return null;
  const groups = grouped(records, () => true, most - others) ?? grouped(records, isPlainTeller, most - others);
  if (!groups) return null;
  depth++;
  try {
    const together = new Map([...groups.values()].map((group) => [group[0]!, group.length === 1 ? group[0]! : joined(group)]));
    const all = new Set<Value>(records);
    return values.flatMap((value) => (all.has(value) ? (together.get(value as Obj) ?? []) : [value]));
  } finally {
    depth--;
  }
}

/** Lists of any length are one list, of which an element is one of any of them. */
function listsTogether(values: readonly Value[]): readonly Value[] {
  const lists = values.filter(
    (value): value is Obj =>
      value.kind === 'object' &&
      (value as Obj).uniform &&
      (value as Obj).cls === 'Array' &&
      !(value as Obj).props &&
      !value.host &&
      (value as Obj).elements!.length === 1,
  );
  const [first] = lists;
  if (!first || lists.length < 2) return values;
  const made = new Obj(first.cls, first.proto, first.origin);
  const { open, uniform } = first;
  const mayBeEmpty = lists.some((each) => each.mayBeEmpty);
  depth++;
  try {
    const element = oneOf(
      lists.map(({ elements }) => elements![0]!),
      'an element',
    );
    Object.assign(made, { open, uniform, mayBeEmpty, elements: [element] });
  } finally {
    depth--;
  }
  const all = new Set<Value>(lists);
  return values.flatMap((value) => (value === first ? [made] : all.has(value) ? [] : [value]));
}

/** Lists of which none has a second element, or some have grown, are no tuples: they gather something (`errors = [error]`). */
function isAmongTuples(values: readonly Value[]): boolean {
  const lists = values.flatMap((value) => (value.kind === 'object' && (value as Obj).elements ? [value as Obj] : []));
  return lists.every(isTuple) && lists.some(({ elements }) => elements!.length > 1);
}

/** Values that are put together at a time. */
const AT_ONCE = 32;

/** One of any number of values: what a list holds, however long it is. */
export function oneOfMany(values: readonly Value[], condition: string): Value {
  const distinct = new Distinct();
  for (const value of values) distinct.add(value);
  const [first, ...others] = distinct.values;
  let together = oneOf([first ?? ABSENT, ...others.slice(0, AT_ONCE)], condition);
  for (let at = AT_ONCE; at < others.length; at += AT_ONCE)
    together = oneOf([together, oneOf(others.slice(at, at + AT_ONCE), condition)], condition);
  return together;
}

const isPlainTeller = (type: string): boolean => type === 'number' || type === 'boolean';

/** Null where there are more than so many. */
function grouped(records: readonly Obj[], tells: (type: string) => boolean, most: number): ReadonlyMap<string, Obj[]> | null {
  const groups = new Map<string, Obj[]>();
  for (const record of records) {
    const kind = kindOf(record, tells);
    const known = groups.get(kind);
    if (known && known[0]!.proto === record.proto) known.push(record);
    else {
      if (groups.size === most) return null;
      groups.set(known ? `${kind} ${String(groups.size)}` : kind, [record]);
    }
  }
  return groups;
}

function joined(records: readonly Obj[]): Obj {
  const first = records[0]!;
  const made = new Obj(first.cls, first.proto, first.origin);
  const each = (key: PropertyKey, of: (record: Obj) => Value): Value => oneOf(records.map(of), String(key));
  if (first.elements) made.elements = first.elements.map((_, index) => each(index, ({ elements }) => elements![index]!));
  else
    made.props = new Map(
      [...first.props!].map(([key, { enumerable }]) => [
        key,
        prop(
          each(key, ({ props }) => props!.get(key)!.value),
          enumerable,
        ),
      ]),
    );
  return made;
}
