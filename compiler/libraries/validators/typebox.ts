import {
  defineHostType,
  defineLibrary,
  functions,
  jsonSchemaShape,
  openModule,
  type Call,
  type HostType,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { ANY, type Shape } from '@tool/ir';
import { argument } from '../support/fallback.js';
import { typed } from '../support/errors.js';

/*
 * A schema of TypeBox is a JSON Schema, an object of the program: whoever takes JSON Schema takes it. That a member may be missing is kept under
 * a symbol, as the library does it.
 */
export const OPTIONAL = Symbol('TypeBox.Optional');

const marked = (call: Call, schema: Value): boolean => schema.kind === 'object' && call.truthy(call.get(schema, OPTIONAL)) === true;
/** A schema that nobody knows may be an optional one. */
const mustBe = (call: Call, schema: Value): boolean =>
  call.alternatives(schema).every((each) => each.kind !== 'unknown' && !marked(call, each));
const copyOf = (call: Call, schema: Value, more: Readonly<Record<string, Value>> = {}): Value =>
  call.record({ ...Object.fromEntries(schema.kind === 'object' ? (call.entries(schema) ?? []) : []), ...more });
const optionsOf = (call: Call, index: number): Record<string, Value> => {
  const options = argument(call, index);
  return options.kind === 'object' ? Object.fromEntries(call.entries(options) ?? []) : {};
};
const simple =
  (type: string | null, more: Readonly<Record<string, string>> = {}): Transfer =>
  (call) =>
    call.record({
      ...(type !== null && { type: call.const(type) }),
      ...Object.fromEntries(Object.entries(more).map(([key, value]) => [key, call.const(value)])),
      ...optionsOf(call, 0),
    });

const propertiesOf = (call: Call, schema: Value): readonly (readonly [string, Value])[] => {
  if (schema.kind !== 'object') return [];
  const parts = call.elements(call.get(schema, 'allOf'));
  if (parts) return [...new Map(parts.flatMap((part) => propertiesOf(call, part)))];
  const properties = call.get(schema, 'properties');
  return properties.kind === 'object' ? (call.entries(properties) ?? []) : [];
};
const isRequired = (call: Call, schema: Value, name: string): boolean =>
  schema.kind === 'object' &&
  ((call.elements(call.get(schema, 'allOf')) ?? []).some((part) => isRequired(call, part, name)) ||
    (call.elements(call.get(schema, 'required')) ?? []).some((each) => call.text(each) === name));

function objectOf(call: Call, members: readonly (readonly [string, Value, boolean])[], options: Readonly<Record<string, Value>>): Value {
  const required = members.filter(([, , demanded]) => demanded).map(([name]) => call.const(name));
  return call.record({
    type: call.const('object'),
    properties: call.record(Object.fromEntries(members.map(([name, schema]) => [name, schema]))),
    ...(required.length > 0 && { required: call.list(required) }),
    ...options,
  });
}
const object: Transfer = (call) => {
  const given = argument(call, 0);
  const made = objectOf(
    call,
    (given.kind === 'object' ? (call.entries(given) ?? []) : []).map(([name, schema]) => [name, schema, mustBe(call, schema)]),
    optionsOf(call, 1),
  );
  if (call.isOpen(given)) call.markOpen?.(call.get(made, 'properties'));
  return made;
};
const membersOf = (call: Call, schema: Value): (readonly [string, Value, boolean])[] =>
  propertiesOf(call, schema).map(([name, member]) => [name, member, isRequired(call, schema, name)]);
const additional = (call: Call, schema: Value): Record<string, Value> => {
  const value = schema.kind === 'object' ? call.get(schema, 'additionalProperties') : call.const(undefined);
  return call.isUndefined(value) ? {} : { additionalProperties: value };
};
const demanded =
  (value: boolean): Transfer =>
  (call) =>
    objectOf(
      call,
      membersOf(call, argument(call, 0)).map(([name, member]) => [name, member, value]),
      { ...additional(call, argument(call, 0)), ...optionsOf(call, 1) },
    );

/** Names in `Type.Pick(T, ['a'])`, or of a union of literals. */
const namesOf = (call: Call, given: Value): readonly (string | null)[] => {
  const elements = call.elements(given);
  if (elements) return elements.map((each) => call.text(each));
  if (given.kind !== 'object') return [call.text(given)];
  const alternatives = call.elements(call.get(given, 'anyOf'));
  return alternatives ? alternatives.map((each) => call.text(call.get(each, 'const'))) : [call.text(call.get(given, 'const'))];
};
const chosen =
  (keep: boolean): Transfer =>
  (call) => {
    const names = namesOf(call, argument(call, 1));
    return objectOf(
      call,
      membersOf(call, argument(call, 0)).filter(([name]) => names.includes(name) === keep),
      { ...additional(call, argument(call, 0)), ...optionsOf(call, 2) },
    );
  };
const composite: Transfer = (call) =>
  objectOf(
    call,
    [
      ...new Map(
        (call.elements(argument(call, 0)) ?? []).flatMap((part) => membersOf(call, part)).map((member) => [member[0], member] as const),
      ).values(),
    ],
    optionsOf(call, 1),
  );
const combined =
  (key: 'anyOf' | 'allOf'): Transfer =>
  (call) =>
    call.record({ [key]: argument(call, 0), ...optionsOf(call, 1) });
/** `Type.Record(key, value, options)`: a member for each literal among the keys, or any that are called as the key says. */
const record: Transfer = (call) => {
  const names = namesOf(call, argument(call, 0)).filter((name) => name !== null);
  if (names.length > 0)
    return objectOf(
      call,
      names.map((name) => [name, argument(call, 1), !marked(call, argument(call, 1))]),
      optionsOf(call, 2),
    );
  return call.record({
    type: call.const('object'),
    patternProperties: call.record({ '^(.*)$': argument(call, 1) }),
    ...optionsOf(call, 2),
  });
};
const literal = (call: Call, value: Value): Value => {
  const constant = call.constant(value);
  return call.record({ const: value, ...(constant !== undefined && { type: call.const(typeof constant) }) });
};
const enumeration: Transfer = (call) => {
  const given = argument(call, 0);
  const elements = call.elements(given);
  const entries = given.kind === 'object' && !elements ? (call.entries(given) ?? []) : [];
  const reverse = new Set(
    entries.filter(([, value]) => typeof call.constant(value) === 'number').map(([, value]) => String(call.constant(value))),
  );
  const values = elements ?? entries.filter(([name]) => !reverse.has(name)).map(([, value]) => value);
  return call.record({ anyOf: call.list(values.map((value) => literal(call, value))), ...optionsOf(call, 1) });
};
const optional: Transfer = (call) => {
  const made = copyOf(call, argument(call, 0));
  const flag = call.constant(argument(call, 1)) !== false;
  call.set(made, OPTIONAL, call.const(flag));
  return made;
};
const tuple: Transfer = (call) => {
  const elements = call.elements(argument(call, 0)) ?? [];
  return call.record({
    type: call.const('array'),
    items: argument(call, 0),
    additionalItems: call.const(false),
    minItems: call.const(elements.length),
    maxItems: call.const(elements.length),
    ...optionsOf(call, 1),
  });
};
/** Values are converted behind the schema; what comes in is the schema. */
const transform: Transfer = (call) => {
  const schema = argument(call, 0);
  return call.record({ Decode: call.fn('Decode', (inner) => inner.record({ Encode: inner.fn('Encode', () => schema) })) });
};

const types: Readonly<Record<string, Transfer>> = {
  String: simple('string'),
  Number: simple('number'),
  Integer: simple('integer'),
  Boolean: simple('boolean'),
  Null: simple('null'),
  Any: simple(null),
  Unknown: simple(null),
  Undefined: simple(null),
  Void: simple(null),
  Never: simple(null),
  BigInt: simple('integer'),
  Date: simple('string', { format: 'date-time' }),
  Uint8Array: simple(null),
  Symbol: simple(null),
  Function: simple(null),
  Promise: simple(null),
  TemplateLiteral: simple('string'),
  This: simple(null),
  Unsafe: (call) => copyOf(call, argument(call, 0)),
  Object: object,
  Array: (call) => call.record({ type: call.const('array'), items: argument(call, 0), ...optionsOf(call, 1) }),
  Tuple: tuple,
  Record: record,
  Union: combined('anyOf'),
  Intersect: combined('allOf'),
  Composite: composite,
  Literal: (call) => copyOf(call, literal(call, argument(call, 0)), optionsOf(call, 1)),
  Enum: enumeration,
  Optional: optional,
  Readonly: (call) => argument(call, 0),
  ReadonlyOptional: optional,
  Partial: demanded(false),
  Required: demanded(true),
  Pick: chosen(true),
  Omit: chosen(false),
  KeyOf: (call) =>
    call.record({
      anyOf: call.list(propertiesOf(call, argument(call, 0)).map(([name]) => literal(call, call.const(name)))),
      ...optionsOf(call, 1),
    }),
  Index: (call) => {
    const name = namesOf(call, argument(call, 1))[0];
    return propertiesOf(call, argument(call, 0)).find(([key]) => key === name)?.[1] ?? call.record({});
  },
  RegExp: (call) =>
    call.record({
      type: call.const('string'),
      pattern: call.const(call.pattern(argument(call, 0))?.source ?? call.text(argument(call, 0)) ?? ''),
      ...optionsOf(call, 1),
    }),
  RegEx: (call) =>
    call.record({ type: call.const('string'), pattern: call.const(call.pattern(argument(call, 0))?.source ?? ''), ...optionsOf(call, 1) }),
  Ref: (call) => {
    const given = argument(call, 0);
    return given.kind === 'object' ? given : call.record({ $ref: given, ...optionsOf(call, 1) });
  },
  Recursive: (call) => copyOf(call, call.invoke(argument(call, 0), [call.record({})]), optionsOf(call, 1)),
  Const: (call) => (argument(call, 0).kind === 'const' ? literal(call, argument(call, 0)) : call.record({})),
  Transform: transform,
  Deref: (call) => argument(call, 0),
  Strict: (call) => argument(call, 0),
  Clone: (call) => copyOf(call, argument(call, 0)),
  Rest: (call) => call.get(argument(call, 0), 'anyOf'),
  Not: (call) => call.record({ not: argument(call, 0), ...optionsOf(call, 1) }),
  Extends: (call) => argument(call, 2),
};

const ERRORS: Shape = {
  kind: 'array',
  items: {
    kind: 'object',
    open: true,
    properties: [
      { name: 'path', shape: { kind: 'string' }, required: true },
      { name: 'message', shape: { kind: 'string' }, required: true },
      { name: 'value', shape: ANY },
    ],
  },
};
const verdict = (call: Call, schema: Value, value: Value): Value => {
  call.refine?.(value, jsonSchemaShape(call, schema), 'validator');
  return (
    call.oneOf?.([call.const(true), call.const(false)], 'the value passes the schema') ??
    call.unknown('whether the value passes the schema', { module: '@sinclair/typebox', path: 'Check()' })
  );
};
const checked = (call: Call, schema: Value, value: Value): Value => {
  if (call.mayThrow) {
    const base = call.global?.('Error');
    call.mayThrow(base ? call.construct(base, []) : call.record({}));
  }
  return call.refine?.(value, jsonSchemaShape(call, schema), 'validator') ?? value;
};

/** `TypeCompiler.Compile(T)`. */
const compiledType: HostType<{ readonly schema: Value }> = defineHostType<{ readonly schema: Value }>({
  name: 'TypeCheck',
  module: '@sinclair/typebox',
  inert: true,
  methods: {
    Check: (call) => verdict(call, compiledSchema(call), argument(call, 0)),
    Errors: (call) => typed(call, ERRORS, 'the errors of a validation'),
    Decode: (call) => checked(call, compiledSchema(call), argument(call, 0)),
    Parse: (call) => checked(call, compiledSchema(call), argument(call, 0)),
    Encode: (call) => argument(call, 0),
    Code: (call) => call.unknown('code', { module: '@sinclair/typebox', path: 'Code()' }),
    Schema: (call) => compiledSchema(call),
  },
});
const compiledSchema = (call: Call): Value => call.data(call.receiver, compiledType)?.schema ?? call.record({});

const value = (realm: Realm): Value =>
  realm.record(
    functions(realm, {
      Check: (call) => verdict(call, argument(call, 0), argument(call, call.args.length - 1)),
      Errors: (call) => typed(call, ERRORS, 'the errors of a validation'),
      ...Object.fromEntries(
        ['Parse', 'Decode', 'Assert'].map((name): [string, Transfer] => [
          name,
          (call) => checked(call, argument(call, 0), argument(call, call.args.length - 1)),
        ]),
      ),
      ...Object.fromEntries(
        ['Convert', 'Default', 'Clean', 'Cast', 'Encode', 'Clone'].map((name): [string, Transfer] => [
          name,
          (call) => argument(call, call.args.length - 1),
        ]),
      ),
    }),
  );

const model =
  (name: string) =>
  (realm: Realm): Value => {
    const own = functions(realm, types);
    const type = realm.record(own);
    return openModule(realm, name, {
      Type: type,
      default: type,
      ...own,
      OptionalKind: realm.const(OPTIONAL),
      FormatRegistry: realm.record(functions(realm, { Set: () => undefined, Has: (call) => call.const(true) })),
    });
  };
const compiler =
  (name: string) =>
  (realm: Realm): Value =>
    openModule(realm, name, {
      TypeCompiler: realm.record(functions(realm, { Compile: (call) => call.host(compiledType, { schema: argument(call, 0) }) })),
      Compile: realm.fn('Compile', (call) => call.host(compiledType, { schema: argument(call, 0) })),
    });
const values =
  (name: string) =>
  (realm: Realm): Value => {
    const own = value(realm);
    return openModule(realm, name, { Value: own, default: own });
  };

export const typeboxLibrary = defineLibrary({
  modules: {
    '@sinclair/typebox': model('@sinclair/typebox'),
    typebox: model('typebox'),
    '@sinclair/typebox/compiler': compiler('@sinclair/typebox/compiler'),
    'typebox/compile': compiler('typebox/compile'),
    'typebox/schema': compiler('typebox/schema'),
    '@sinclair/typebox/value': values('@sinclair/typebox/value'),
    'typebox/value': values('typebox/value'),
    // The provider is a type; the module hands the builder on.
    '@fastify/type-provider-typebox': (realm) =>
      openModule(realm, '@fastify/type-provider-typebox', {
        Type: realm.record(functions(realm, types)),
        TypeBoxValidatorCompiler: realm.fn('TypeBoxValidatorCompiler', (call) => call.unknown('a compiler of schemas')),
      }),
  },
});
