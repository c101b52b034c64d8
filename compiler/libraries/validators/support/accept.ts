import type { Shape } from '@tool/ir';
import {
  meaningOf,
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
  const known = isSettings(call, value);
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
    if (isSettings(inner, given)) return passed;
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
function withoutDefault(call: Call, member: Value, name: string): Value {
  const source = member.kind === 'const' ? member.taint : null;
  const value = call.unknown(`${source ?? name}, which has no default`);
  return source === null ? value : configurable(value, source);
}

/** A value of the program itself, as the schema hands it on. */
function conformed(call: Call, shape: DraftShape, value: Value, readBoolean: ReadBoolean, name: string): Value {
  if (shape.deferred) return value;
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
    const made = missing
      ? withoutDefault(call, member, `${property.name} of ${name}`)
      : conformed(call, inner, member, readBoolean, property.name);
    call.set(record, property.name, inner.output && !missing ? inner.output(call, made) : made);
  }
  return record;
}
