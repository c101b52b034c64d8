import type { Shape } from '@tool/ir';
import {
  meaningOf,
  objectShape,
  schemaOutput,
  settledShape,
  type Call,
  type DraftShape,
  type Meaning,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { oneOf, typed } from '../../support/errors.js';
import { isPlainObject, knownEntries } from '../../support/deep-merge.js';
import { configurable } from '../../support/fallback.js';
import { plainValue } from '../../support/plain-value.js';

/** How a library reads `false` and `1` in a text: `Boolean('false')` is true, joi and yup read the word. */
export type ReadBoolean = (text: string) => boolean;
export const wordBoolean: ReadBoolean = (text) => ['true', 'yes', 'on', '1'].includes(text.toLowerCase());

/**
 * A value passes a schema: what of it came in with a request is refined, settings of the program (`schema.parse(process.env)`) get the
 * schema's defaults and conversions. Returns the value behind the validator.
 */
export function accept(call: Call, meaning: Meaning, value: Value, readBoolean: ReadBoolean = wordBoolean): Value {
  const known = isSettings(call, value) || call.elements(value)?.some((each) => comesIn(call, each)) === false;
  if (!known && value.kind !== 'const' && call.refine)
    return schemaOutput(call, meaning.shape, call.refine(value, settledShape(call, meaning.shape), 'validator'));
  const behind = conformed(call, meaning.shape, value, readBoolean, 'the value');
  return meaning.shape.output ? meaning.shape.output(call, behind) : behind;
}

const ISSUES: Shape = {
  kind: 'array',
  items: {
    kind: 'object',
    open: true,
    properties: [
      { name: 'message', shape: { kind: 'string' }, required: true },
      { name: 'path', shape: { kind: 'array' } },
    ],
  },
};

/** `schema['~standard']`: what the schemas of all libraries have, for who checks with any of them (https://standardschema.dev). */
export const standard: Transfer = (call) => {
  const schema = call.receiver;
  const validate = call.fn('validate', (inner) => {
    const given = inner.args[0] ?? inner.const(undefined);
    const passed = inner.record({ value: accept(inner, meaningOf(schema)!, given) });
    if (surelyPasses(inner, given)) return passed;
    return oneOf(
      inner,
      [passed, inner.record({ issues: typed(inner, ISSUES, 'the issues of a validation') })],
      'the value passes the schema',
      () => passed,
    );
  });
  return call.record({ version: call.const(1), validate });
};

/** Settings of the program itself, of which no part came in with a request: a server that runs has passed them. */
export const isSettings = (call: Call, value: Value): boolean => isPlainObject(call, value) && !comesIn(call, value);

/** Settings, and of no member of them it is unknown what it is. */
export const surelyPasses = (call: Call, value: Value): boolean =>
  isSettings(call, value) && !knownEntries(call, value)?.some(([, member]) => isVague(member));

/** A part of it came in with a request. */
function comesIn(call: Call, value: Value, depth = 0): boolean {
  if (value.kind === 'unknown') return value.trace !== undefined;
  if (value.kind === 'oneOf') return call.alternatives(value).some((each) => comesIn(call, each, depth));
  if (value.kind === 'object' && value.rest?.trace) return true;
  return (
    value.kind === 'object' &&
    depth < 3 &&
    isPlainObject(call, value) &&
    (knownEntries(call, value) ?? []).some(([, member]) => comesIn(call, member, depth + 1))
  );
}

/** What a schema demands and nothing gives: a server that runs has it, and where it is a variable of the environment, is told by its name. */
function withoutDefault(call: Call, shape: DraftShape, member: Value, name: string): Value {
  const source = member.kind === 'const' ? member.taint : null;
  const why = `${source ?? name}, which has no default`;
  const value = shape.kind === 'any' ? call.unknown(why) : typed(call, settledShape(call, shape), why);
  return source === null ? value : configurable(value, source);
}

/** Nobody knows what it is, and nothing that made it tells. */
const isVague = (value: Value): boolean => value.kind === 'unknown' && !value.trace && (value.shape?.kind ?? 'any') === 'any';

const refusesNull = ({ kind, alternatives }: DraftShape): boolean => !alternatives && kind !== 'any' && kind !== 'null' && kind !== 'union';

/** What has passed where null does not is something: a column that may be empty. */
function withoutNull(value: Value): Value {
  const isNull = (each: Value): boolean => each.kind === 'const' && each.value === null;
  if (value.kind === 'oneOf') {
    const values = value.values.filter((each) => !isNull(each));
    return values.length === 0 || values.length === value.values.length ? value : values.length === 1 ? values[0]! : { ...value, values };
  }
  if (value.kind !== 'unknown' || value.trace || value.shape?.kind !== 'union') return value;
  const alternatives = value.shape.alternatives!.filter(({ kind }) => kind !== 'null');
  return alternatives.length === 0 || alternatives.length === value.shape.alternatives!.length
    ? value
    : { ...value, shape: alternatives.length === 1 ? alternatives[0]! : { ...value.shape, alternatives } };
}

/** It is what the schema says, and as much a setting's as it was. */
const described = (call: Call, shape: Shape, value: Value, name: string): Value =>
  value.kind === 'unknown' && value.taint !== null ? configurable(typed(call, shape, name), value.taint) : typed(call, shape, name);

/** Whether a record may be of this alternative: it has what that demands, and no member says that it is another (`type: 'new'`). */
const mayBe = (call: Call, value: Value, { properties }: Shape): boolean =>
  properties?.every(({ name, shape, required }) => {
    if (required !== true) return true;
    const member = call.get(value, name);
    const told = call.constant(member);
    return !call.isUndefined(member) && (told === undefined || !shape.enum || shape.enum.includes(told as string));
  }) ?? false;

/** A value of the program itself, as the schema hands it on: what nobody knows of it is what the schema lets through. */
function conformed(call: Call, shape: DraftShape, value: Value, readBoolean: ReadBoolean, name: string): Value {
  if (shape.deferred) return value;
  if (isVague(value)) return shape.kind === 'any' ? value : described(call, settledShape(call, shape), value, name);
  if (refusesNull(shape)) value = withoutNull(value);
  if (value.kind === 'oneOf') return { ...value, values: value.values.map((each) => conformed(call, shape, each, readBoolean, name)) };
  const items: DraftShape | undefined = shape.items;
  if (shape.kind === 'array' && items && call.elements(value)) {
    const each = call.fn('each', (inner) => {
      const made = conformed(inner, items, inner.args[0]!, readBoolean, name);
      return items.output ? items.output(inner, made) : made;
    });
    return call.invoke(call.get(value, 'map'), [each], value);
  }
  if (shape.alternatives && isPlainObject(call, value)) {
    const fitting = shape.alternatives.filter((each) => mayBe(call, value, each));
    return fitting.length === 0
      ? value
      : oneOf(
          call,
          fitting.map((each) => conformed(call, each, value, readBoolean, name)),
          'which of them it is',
          () => value,
        );
  }
  const taint = value.kind === 'const' && value.taint !== null ? value.taint : null;
  if (call.isUndefined(value))
    return shape.default === undefined
      ? value
      : taint === null
        ? plainValue(call, shape.default)
        : configurable(plainValue(call, shape.default), taint);
  if (value.kind === 'const' && typeof value.value === 'string') {
    if ((shape.kind === 'number' || shape.kind === 'integer') && value.value.trim() !== '' && Number.isFinite(Number(value.value)))
      return { ...value, value: Number(value.value) };
    if (shape.kind === 'boolean') return { ...value, value: readBoolean(value.value) };
    return value;
  }
  if (!shape.properties || !isPlainObject(call, value)) return value;
  const record = call.record({});
  if (shape.open) for (const [key, member] of knownEntries(call, value) ?? []) call.set(record, key, member);
  if (shape.open && call.isOpen(value)) call.markOpen?.(record);
  for (const property of shape.properties) {
    const member = call.get(value, property.name);
    const inner: DraftShape = property.shape;
    const missing = call.isUndefined(member) && inner.default === undefined && property.required === true;
    // It need not be there.
    const part = !property.required && isVague(member) && settledShape(call, objectShape([property]));
    const made = missing
      ? withoutDefault(call, inner, member, `${property.name} of ${name}`)
      : part
        ? call.get(typed(call, part, name), property.name)
        : conformed(call, inner, member, readBoolean, property.name);
    call.set(record, property.name, inner.output && !missing ? inner.output(call, made) : made);
  }
  return record;
}
