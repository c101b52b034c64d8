import { ANY, NULL_SHAPE, type Json, type Shape, type ShapeProperty } from '@tool/ir';
import {
  deferredShape,
  defineHostType,
  defineLibrary,
  enumShape,
  functions,
  instancesOf,
  openModule,
  orNothing,
  orNull,
  unionShape,
  type Call,
  type HostType,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { membersOf } from './support/members.js';
import { toJSONSchema } from './zod-json-schema.js';
import { checkType, intersected, meaningIn, objectSchema, plainSchema, schemaValue, zodError, zodFormats } from './zod-schema.js';

const of =
  (shape: Shape, optional = false): Transfer =>
  (call) =>
    plainSchema(call, shape, optional);
const coerced =
  (shape: Shape, optional = false): Transfer =>
  (call) =>
    schemaValue(call, { meaning: { shape, optional }, coerces: true });
const DATE: Shape = { kind: 'string', format: 'date-time' };

/** A message or options for errors, and no schema. */
const object =
  (open: boolean): Transfer =>
  (call) => {
    const given = argument(call, 0);
    if (call.isUndefined(given)) return objectSchema(call, new Map(), open);
    const found = membersOf(call, given);
    return found ? objectSchema(call, found.members, open || found.open) : plainSchema(call, { kind: 'object', open: true });
  };

const list: Transfer = (call) =>
  schemaValue(call, {
    meaning: { shape: { kind: 'array', items: meaningIn(argument(call, 0)).shape }, optional: false },
    inner: argument(call, 0),
  });

const tuple: Transfer = (call) => {
  const elements = call.elements(argument(call, 0));
  if (!elements || call.isOpen(argument(call, 0))) return plainSchema(call, { kind: 'array' });
  const meanings = elements.map(meaningIn);
  const rest = call.data(argument(call, 1), checkType) ? undefined : argument(call, 1);
  const more = rest && rest.kind === 'object' && rest.host !== null ? meaningIn(rest) : null;
  const fixed = meanings.length - [...meanings].reverse().findIndex((meaning) => !meaning.optional);
  return plainSchema(call, {
    kind: 'array',
    items: unionShape([...meanings, ...(more ? [more] : [])].map((meaning) => meaning.shape)),
    minItems: meanings.every((meaning) => meaning.optional) ? 0 : fixed,
    ...(!more && { maxItems: meanings.length }),
  });
};

const union: Transfer = (call) => alternatives(call, argument(call, 0));
const alternatives = (call: Call, given: Value): Value => {
  const options = call.elements(given) ?? (given.kind === 'object' ? call.entries(given)?.map(([, value]) => value) : undefined);
  if (!options || call.isOpen(given)) return plainSchema(call, ANY, true);
  const meanings = options.map(meaningIn);
  return schemaValue(call, {
    meaning: { shape: unionShape(meanings.map((meaning) => meaning.shape)), optional: meanings.some((meaning) => meaning.optional) },
    options,
  });
};

const literal: Transfer = (call) => {
  const given = argument(call, 0);
  if (call.isUndefined(given)) return plainSchema(call, NULL_SHAPE, true);
  const values = (call.elements(given) ?? [given]).map((each) => call.json(each));
  return values.every((value): value is Json => value !== undefined)
    ? schemaValue(call, { meaning: { shape: enumShape(values), optional: false }, values: given })
    : plainSchema(call, ANY);
};

/** `z.enum(['a', 'b'])`, and of an object its values: those of a TypeScript enum with numbers without the names that stand for them. */
const enumeration: Transfer = (call) => {
  const given = argument(call, 0);
  const elements = call.elements(given);
  const entries = elements ? null : given.kind === 'object' ? call.entries(given) : null;
  if (call.isOpen(given) || (!elements && !entries)) return plainSchema(call, elements ? { kind: 'string' } : ANY);
  const reverse = new Set(
    (entries ?? []).filter(([, value]) => typeof call.constant(value) === 'number').map(([, value]) => String(call.constant(value))),
  );
  const values = (elements ?? entries!.filter(([name]) => !reverse.has(name)).map(([, value]) => value)).map((each) => call.json(each));
  if (!values.every((value): value is Json => value !== undefined)) return plainSchema(call, elements ? { kind: 'string' } : ANY);
  return schemaValue(call, { meaning: { shape: enumShape(values), optional: false }, values: given });
};

/** `z.record(z.enum(days), z.number())` has members of these names; which of them have to be there the version of zod says. */
const record: Transfer = (call) => {
  const names = meaningIn(argument(call, 0)).shape.enum;
  if (!names || call.args.length < 2) return plainSchema(call, { kind: 'object', open: true });
  const { shape } = meaningIn(argument(call, 1));
  return plainSchema(call, { kind: 'object', properties: names.map((name) => ({ name: String(name), shape })) });
};

/** What comes in is made into something else first. A function that gives a value for `undefined` makes the member optional. */
const preprocess: Transfer = (call) => {
  const meaning = meaningIn(argument(call, 1));
  let optional = meaning.optional;
  const run = (): void => {
    const value = call.invoke(argument(call, 0), [call.const(undefined)]);
    if (value.kind !== 'unknown' && !call.isUndefined(value)) optional = true;
  };
  if (call.isFunction(argument(call, 0))) {
    // One that throws where nothing comes in demands something.
    if (call.catching) call.catching(run, () => undefined);
    else call.attempt('a preprocessing function', run);
  }
  return plainSchema(call, meaning.shape, optional);
};

/** `z.instanceof(File)` takes what is uploaded. What is missing is no instance. */
const instance: Transfer = (call) => plainSchema(call, instancesOf(call, argument(call, 0)));
/** `z.custom<File>(check)`: what a type says; nobody knows what the check lets through. */
const custom: Transfer = (call) => plainSchema(call, call.typeArguments?.()[0]?.() ?? ANY, true);

const lazy: Transfer = (call) => {
  const getter = argument(call, 0);
  const meant = (inner: Call): ReturnType<typeof meaningIn> => meaningIn(inner.invoke(getter, []));
  return plainSchema(
    call,
    deferredShape(
      (inner) => meant(inner).shape,
      (inner) => meant(inner).optional,
    ),
  );
};

const formatted =
  (format: string): Transfer =>
  (call) =>
    plainSchema(call, { kind: 'string', format });
const between = (minimum: number, maximum: number): Transfer => of({ kind: 'integer', minimum, maximum });

const schemas: Readonly<Record<string, Transfer>> = {
  string: of({ kind: 'string' }),
  number: of({ kind: 'number' }),
  boolean: of({ kind: 'boolean' }),
  int: of({ kind: 'integer' }),
  int32: between(-2147483648, 2147483647),
  uint32: between(0, 4294967295),
  float32: of({ kind: 'number' }),
  float64: of({ kind: 'number' }),
  bigint: of({ kind: 'integer' }),
  int64: of({ kind: 'integer' }),
  uint64: of({ kind: 'integer' }),
  nan: of({ kind: 'number' }),
  date: of(DATE),
  stringbool: of({ kind: 'string' }),
  null: of(NULL_SHAPE),
  undefined: of(ANY, true),
  void: of(ANY, true),
  any: of(ANY, true),
  unknown: of(ANY, true),
  never: of(ANY),
  symbol: of(ANY),
  json: of(ANY, true),
  file: of({ kind: 'file' }),
  custom,
  instanceof: instance,
  function: of(ANY),
  promise: (call) => argument(call, 0),
  object: object(false),
  strictObject: object(false),
  looseObject: object(true),
  interface: object(false),
  array: list,
  tuple,
  set: list,
  map: of(ANY),
  record,
  partialRecord: record,
  looseRecord: record,
  union,
  xor: union,
  discriminatedUnion: (call) => alternatives(call, argument(call, 1)),
  intersection: (call) => intersected(call, meaningIn(argument(call, 0)), meaningIn(argument(call, 1))),
  literal,
  enum: enumeration,
  nativeEnum: enumeration,
  preprocess,
  effect: (call) => argument(call, 0),
  lazy,
  pipe: (call) => call.invoke(call.get(argument(call, 0), 'pipe'), [argument(call, 1)], argument(call, 0)),
  pipeline: (call) => call.invoke(call.get(argument(call, 0), 'pipe'), [argument(call, 1)], argument(call, 0)),
  optional: (call) => schemaValue(call, { meaning: orNothing(meaningIn(argument(call, 0))), inner: argument(call, 0) }),
  nullable: (call) =>
    schemaValue(call, {
      meaning: { ...meaningIn(argument(call, 0)), shape: orNull(meaningIn(argument(call, 0)).shape) },
      inner: argument(call, 0),
    }),
  nullish: (call) =>
    schemaValue(call, {
      meaning: orNothing({ shape: orNull(meaningIn(argument(call, 0)).shape), optional: true }),
      inner: argument(call, 0),
    }),
  keyof: (call) => call.invoke(call.get(argument(call, 0), 'keyof'), [], argument(call, 0)),
  templateLiteral: of({ kind: 'string' }),
  transform: of(ANY, true),
  readonly: (call) => argument(call, 0),
  codec: (call) => argument(call, 0),
  toJSONSchema,
  parse: (call) => call.invoke(call.get(argument(call, 0), 'parse'), [argument(call, 1)], argument(call, 0)),
  safeParse: (call) => call.invoke(call.get(argument(call, 0), 'safeParse'), [argument(call, 1)], argument(call, 0)),
  ...Object.fromEntries(Object.entries(zodFormats).map(([name, format]) => [name, formatted(format)])),
};
// `z.date()` is the type, `z.iso.date()` the text.
const types: Readonly<Record<string, Transfer>> = { ...schemas, date: of(DATE) };

/** Numbers that read texts. A missing text is `"undefined"`, a missing boolean false: they demand nothing. */
const coercions: Readonly<Record<string, Transfer>> = {
  string: coerced({ kind: 'string' }, true),
  number: coerced({ kind: 'number' }),
  boolean: coerced({ kind: 'boolean' }, true),
  bigint: coerced({ kind: 'integer' }),
  date: coerced(DATE),
};

/** Functions of zod/mini that do to a schema what the method of the same name does. */
const FUNCTIONAL = [
  'extend',
  'safeExtend',
  'merge',
  'pick',
  'omit',
  'partial',
  'required',
  'catchall',
  'strict',
  'strip',
  'loose',
  '_default',
  'prefault',
  'catch',
  'nonoptional',
  'brand',
  'describe',
  'clone',
  'parseAsync',
  'safeParseAsync',
  'decode',
  'safeDecode',
];
const CHECKS: Readonly<Record<string, string>> = {
  minLength: 'min',
  maxLength: 'max',
  length: 'length',
  regex: 'regex',
  includes: 'includes',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  gt: 'gt',
  gte: 'gte',
  lt: 'lt',
  lte: 'lte',
  minimum: 'gte',
  maximum: 'lte',
  positive: 'positive',
  negative: 'negative',
  nonnegative: 'nonnegative',
  nonpositive: 'nonpositive',
  multipleOf: 'multipleOf',
  refine: 'refine',
  trim: 'trim',
  toLowerCase: 'toLowerCase',
  toUpperCase: 'toUpperCase',
  overwrite: 'overwrite',
  superRefine: 'superRefine',
  check: 'refine',
};
const functional =
  (name: string): Transfer =>
  (call) => {
    const schema = argument(call, 0);
    return call.invoke(call.get(schema, name), call.args.slice(1), schema);
  };
const check =
  (method: string): Transfer =>
  (call) => {
    const { args } = call;
    return call.host(checkType, { apply: (inner, schema) => inner.invoke(inner.get(schema, method), args, schema) });
  };

/** What errors say of what was wrong, beside the list of issues. */
const saidOf = (call: Call, properties: readonly ShapeProperty[], open: boolean): Value | undefined =>
  call.typed?.({ kind: 'object', properties, ...(open && { open }) }, 'what a validation says');
const listOf = (name: string, required: boolean): readonly ShapeProperty[] => [
  { name, shape: { kind: 'array', items: { kind: 'string' } }, required },
];
const flattened: Transfer = (call) =>
  saidOf(call, [...listOf('formErrors', true), { name: 'fieldErrors', shape: { kind: 'object', open: true }, required: true }], false);
const formattedError: Transfer = (call) => saidOf(call, listOf('_errors', true), true);

function members(realm: Realm): Record<string, Value> {
  const nothing = realm.fn('nothing', () => undefined);
  return {
    ...functions(realm, {
      ...Object.fromEntries(FUNCTIONAL.map((name) => [name, functional(name)])),
      ...Object.fromEntries(Object.entries(CHECKS).map(([name, method]) => [name, check(method)])),
      ...types,
    }),
    coerce: realm.record(functions(realm, coercions)),
    iso: realm.record(
      functions(realm, {
        datetime: formatted('date-time'),
        date: formatted('date'),
        time: formatted('time'),
        duration: formatted('duration'),
      }),
    ),
    ZodError: realm.fn('ZodError', (call) => zodError(call, argument(call, 0)), {
      create: realm.fn('create', (call) => call.construct(call.get(call.module!('zod'), 'ZodError'), [argument(call, 0)])),
      prototype: realm.record(functions(realm, { flatten: flattened, format: formattedError })),
    }),
    ...functions(realm, {
      flattenError: flattened,
      formatError: formattedError,
      treeifyError: (call) =>
        saidOf(call, [...listOf('errors', true), { name: 'properties', shape: { kind: 'object', open: true } }], true),
      prettifyError: (call) => call.typed?.({ kind: 'string' }, 'what a validation says'),
    }),
    setErrorMap: nothing,
    config: nothing,
    NEVER: realm.const(undefined),
  };
}

const model =
  (name: string): ModuleModel =>
  (realm) => {
    const own = members(realm);
    const z = openModule(realm, name, own);
    return openModule(realm, name, { ...own, z, default: z });
  };

/** Schemas that are registered for a document are the schemas themselves. */
const registryType: HostType<null> = defineHostType<null>({
  name: 'OpenAPIRegistry',
  methods: {
    register: (call) => argument(call, 1),
    registerParameter: (call) => argument(call, 1),
    registerPath: () => undefined,
    registerWebhook: () => undefined,
    registerComponent: (call) => call.record({ name: argument(call, 1), ref: call.record({}) }),
  },
  missing: (call, key) =>
    ['then', 'default', '__esModule', 'constructor', 'prototype'].includes(key)
      ? undefined
      : call.unknown(`${key} of a registry`, { module: '@asteasolutions/zod-to-openapi', path: key }),
});

export const zodLibrary = defineLibrary({
  modules: {
    ...Object.fromEntries(
      ['zod', 'zod/v3', 'zod/v4', 'zod/mini', 'zod/v4-mini', 'zod/v4/mini', 'zod/lib', '@zod/mini', 'nestjs-zod/z'].map((name) => [
        name,
        model(name),
      ]),
    ),
    '@asteasolutions/zod-to-openapi': (realm) =>
      openModule(realm, '@asteasolutions/zod-to-openapi', {
        extendZodWithOpenApi: realm.fn('extendZodWithOpenApi', () => undefined),
        OpenAPIRegistry: realm.fn('OpenAPIRegistry', (call) => call.host(registryType, null), { prototype: realm.prototype(registryType) }),
      }),
    'zod-openapi/extend': (realm) => realm.record({}),
    '@anatine/zod-openapi': (realm) =>
      openModule(realm, '@anatine/zod-openapi', {
        extendZodWithOpenApi: realm.fn('extendZodWithOpenApi', () => undefined),
        extendApi: realm.fn('extendApi', (call) => argument(call, 0)),
      }),
  },
});
