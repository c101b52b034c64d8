import { ANY, type Json, type Shape } from '@tool/ir';
import { patternSource, type Call, type Condition, type Value } from '@tool/scanner-sdk';
import { errorOf, type ErrorClass } from '../support/errors.js';
import type { Model } from './sequelize-model.js';
import { comesFromRequest, member, typed } from './support/table.js';

/** Arguments of a validator: `len: [2, 10]`, `len: { args: [2, 10], msg }`, `min: 3`. */
function argumentsOf(call: Call, value: Value): readonly Value[] {
  const given =
    call.elements(value) === null && value.kind === 'object' && call.pattern(value) === null
      ? (member(call, value, 'args') ?? value)
      : value;
  return call.elements(given) ?? [given];
}

type Rule = (call: Call, args: readonly Value[]) => Partial<Shape>;
const number = (call: Call, value: Value | undefined): number | undefined => {
  const found = value && call.constant(value);
  return typeof found === 'number' ? found : undefined;
};
const limits = (found: Readonly<Record<string, number | undefined>>): Partial<Shape> =>
  Object.fromEntries(Object.entries(found).filter(([, limit]) => limit !== undefined));
const format =
  (name: string): Rule =>
  () => ({ format: name });
const matches: Rule = (call, [first, flags]) => {
  const text = first && call.text(first);
  const source = patternSource(
    (first && call.pattern(first)) ?? (text != null ? { source: text, flags: (flags && call.text(flags)) ?? '' } : null),
  );
  return source === undefined ? {} : { pattern: source };
};
const oneOf: Rule = (call, args) => {
  const values = (args.length === 1 ? call.elements(args[0]!) : null) ?? args;
  const known = values.map((value) => call.json(value));
  return known.length > 0 && known.every((value): value is Json => value !== undefined && value !== null) ? { enum: known } : {};
};

const RULES: Readonly<Record<string, Rule>> = {
  isEmail: format('email'),
  isUrl: format('uri'),
  isUUID: format('uuid'),
  isIP: format('ip'),
  isIPv4: format('ipv4'),
  isIPv6: format('ipv6'),
  len: (call, [least, most]) => limits({ minLength: number(call, least), maxLength: number(call, most) }),
  min: (call, [least]) => limits({ minimum: number(call, least) }),
  max: (call, [most]) => limits({ maximum: number(call, most) }),
  is: matches,
  regex: matches,
  isIn: oneOf,
  notEmpty: () => ({ minLength: 1 }),
};

/** What the `validate` of an attribute refuses; a member that is off says nothing. Exact numbers, that may come back as texts, are asked for as numbers. */
export function checkOf(call: Call, column: Shape, given: Value | null): Shape {
  const shape = column.kind === 'union' ? column.alternatives![0]! : column;
  let check: Shape = { kind: shape.kind };
  for (const [name, value] of (given?.kind === 'object' ? call.knownEntries?.(given) : null) ?? []) {
    const rule = RULES[name];
    if (!rule || call.constant(value) === false) continue;
    const said = rule(call, argumentsOf(call, value));
    const textual = said.minLength !== undefined || said.maxLength !== undefined || said.format !== undefined || said.pattern !== undefined;
    if (!textual || shape.kind === 'string') check = { ...said, ...check };
  }
  return check;
}

/** Some of the values come in with a request. */
const comesIn = (call: Call, value: Value): boolean =>
  call
    .alternatives(value)
    .some((each) =>
      each.kind === 'unknown'
        ? each.trace !== undefined && each.trace.part !== 'context' && !each.trace.derived
        : each.kind === 'object' && (call.isOpen(each) || (call.knownEntries?.(each) ?? []).some(([, inner]) => comesIn(call, inner))),
    );

const kind = (name: string, members: ErrorClass['members'] = {}, parent?: ErrorClass): ErrorClass => ({
  module: 'sequelize',
  path: [name],
  name: `Sequelize${name}`,
  members,
  ...(parent && { parent }),
});
const BASE = kind('BaseError');
const INVALID = kind('ValidationError', {}, BASE);
const TAKEN = kind('UniqueConstraintError', { fields: ANY }, INVALID);
const DATABASE = kind('DatabaseError', { sql: { kind: 'string' } }, BASE);
const UNBOUND = kind('ForeignKeyConstraintError', { table: { kind: 'string' }, fields: ANY, index: { kind: 'string' } }, DATABASE);
export const NO_RESULT = kind('EmptyResultError', {}, BASE);
export const ERRORS = [BASE, INVALID, TAKEN, DATABASE, UNBOUND, NO_RESULT];

/** An error with a list of what is wrong. */
const error = (call: Call, of: ErrorClass): Value => {
  const text = (what: string): Value => typed(call, { kind: 'string' }, what);
  const item = call.record({
    message: text('a message'),
    type: text('a kind of error'),
    path: text('an attribute'),
    value: call.unknown('a value'),
  });
  return errorOf(call, of, { errors: call.uniformList?.(item) ?? call.list([item]) });
};

/** What a write may be refused with. `changed`: only attributes that are given are looked at. */
export function mayRefuse(call: Call, model: Model, values: Value, which: 'all' | 'changed'): void {
  if (!call.mayThrow || !comesIn(call, values)) return;
  const columns = [...model.columns.values()].filter(({ check, demanded }) => (check && Object.keys(check).length > 1) || demanded);
  if (columns.length > 0) {
    const properties = columns.map(({ name, shape, check, demanded }) => ({
      name,
      shape: check ?? checkOf(call, shape, null),
      ...(demanded && which === 'all' && { required: true }),
    }));
    call.mayThrow(error(call, INVALID), [{ value: values, shape: { kind: 'object', properties } } satisfies Condition]);
  }
  const given = (name: string): boolean =>
    values.kind !== 'object' || call.isOpen(values) || (call.knownEntries?.(values) ?? []).some(([key]) => key === name);
  if ([...model.columns.values()].some(({ name, unique }) => unique && given(name))) call.mayThrow(error(call, TAKEN));
  if ([...model.columns.values()].some(({ name, references }) => references && comesFromRequest(call, member(call, values, name))))
    call.mayThrow(errorOf(call, UNBOUND));
}
