import { ANY, NULL_SHAPE, type Json, type Shape } from '@tool/ir';
import {
  deferredShape,
  defineHostType,
  defineLibrary,
  enumOf,
  enumShape,
  functions,
  instancesOf,
  intersectShapes,
  limit,
  meaningOf,
  openModule,
  orNothing,
  orNull,
  patternSource,
  escapePattern,
  unionShape,
  withoutNull,
  type Call,
  type DraftShape,
  type HostType,
  type Meaning,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, promised } from '../support/fallback.js';
import { accept, standard } from './support/accept.js';
import { errorClass, errorOf, type ErrorClass } from '../support/errors.js';
import { memberValue, membersOf, membersShape, type Member, type Members } from './support/members.js';
import { number } from './joi-schema.js';
import { meaningIn } from './zod-schema.js';

/** A schema of valibot: data, on which the library's functions work. */
interface ValibotData {
  readonly meaning: Meaning;
  readonly members?: Members | undefined;
  readonly inner?: Value;
  readonly options?: readonly Value[];
}

/** What stands behind a schema in a pipe. */
interface Action {
  readonly apply: (shape: DraftShape) => DraftShape;
}

const ISSUES: Shape = {
  kind: 'array',
  items: {
    kind: 'object',
    open: true,
    properties: [
      { name: 'kind', shape: { kind: 'string' }, required: true },
      { name: 'type', shape: { kind: 'string' }, required: true },
      { name: 'message', shape: { kind: 'string' }, required: true },
      { name: 'path', shape: { kind: 'array' } },
    ],
  },
};
const VALI_ERROR: ErrorClass = { module: 'valibot', path: ['ValiError'], name: 'ValiError', members: { issues: ISSUES } };

const schemaType: HostType<ValibotData> = defineHostType<ValibotData>({
  name: 'ValibotSchema',
  module: 'valibot',
  inert: true,
  methods: {},
  getters: {
    entries: (call) => {
      const members = call.data(call.receiver, schemaType)?.members;
      return members
        ? call.record(Object.fromEntries([...members].map(([name, member]) => [name, memberValue(call, member)])))
        : call.const(undefined);
    },
    item: (call) => call.data(call.receiver, schemaType)?.inner ?? call.const(undefined),
    wrapped: (call) => call.data(call.receiver, schemaType)?.inner ?? call.const(undefined),
    options: (call) => {
      const options = call.data(call.receiver, schemaType)?.options;
      return options ? call.list(options) : call.const(undefined);
    },
    kind: (call) => call.const('schema'),
    '~standard': standard,
  },
});
const actionType: HostType<Action> = defineHostType<Action>({ name: 'ValibotAction', module: 'valibot', inert: true, methods: {} });

const schemaOf = (call: Call, meaning: Meaning, more: Omit<ValibotData, 'meaning'> = {}): Value =>
  call.host(schemaType, { meaning, ...more });
/** Each part of a pipe works on what the ones before it leave; what comes behind a conversion says nothing of what comes in. */
function piped(call: Call, meaning: Meaning, parts: readonly Value[]): Meaning {
  let { shape } = meaning;
  for (const part of parts) {
    if (shape.output) break;
    const action = call.data(part, actionType);
    const next = meaningOf(part);
    const before = shape;
    if (action) shape = before.deferred ? deferredShape((inner) => action.apply(before.deferred!(inner))) : action.apply(before);
    else if (next) shape = intersectShapes(before, next.shape);
  }
  const transforms = parts
    .map((part) => call.data(part, actionType)?.apply({ kind: 'any' }).output)
    .filter((output) => output !== undefined);
  return {
    ...meaning,
    shape:
      transforms.length > 1 ? { ...shape, output: (inner, value) => transforms.reduce((at, output) => output(inner, at), value) } : shape,
  };
}
/** `string()`; before version 0.31 `string([minLength(1)])`. */
const of =
  (shape: Shape, optional = false): Transfer =>
  (call) =>
    schemaOf(
      call,
      piped(
        call,
        { shape, optional },
        call.args.flatMap((arg) => call.elements(arg) ?? []),
      ),
    );

const objectOf = (call: Call, members: Members, open: boolean): Value =>
  schemaOf(call, { shape: membersShape(members, open, meaningIn), optional: false }, { members });
const object =
  (open: boolean): Transfer =>
  (call) => {
    const found = membersOf(call, argument(call, 0));
    return found
      ? objectOf(call, found.members, open || found.open)
      : schemaOf(call, { shape: { kind: 'object', open: true }, optional: false });
  };

const withDefault = (call: Call, shape: DraftShape): DraftShape => {
  const given = argument(call, 1);
  const value = call.isFunction(given) ? call.invoke(given, []) : given;
  const json = call.isUndefined(value) || call.isOpen(value) ? undefined : call.json(value);
  return json === undefined ? shape : { ...shape, default: json };
};
const wrapped =
  (change: (meaning: Meaning, call: Call) => Meaning): Transfer =>
  (call) => {
    const meaning = change(meaningIn(argument(call, 0)), call);
    return schemaOf(call, { ...meaning, shape: withDefault(call, meaning.shape) }, { inner: argument(call, 0) });
  };

const namesOf = (call: Call, index: number): readonly (string | null)[] | null =>
  call.elements(argument(call, index))?.map((each) => call.text(each)) ?? null;
const onMembers =
  (change: (members: Map<string, Member>, names: readonly (string | null)[] | null, call: Call) => void): Transfer =>
  (call) => {
    const data = call.data(argument(call, 0), schemaType);
    if (!data?.members) return argument(call, 0);
    const members = new Map(data.members);
    change(members, namesOf(call, 1), call);
    return objectOf(call, members, data.meaning.shape.open === true);
  };
const rewrapped = (call: Call, member: Member, optional: boolean): Member =>
  'value' in member && meaningOf(member.value)
    ? { value: schemaOf(call, { ...meaningIn(member.value), optional }, { inner: member.value }) }
    : member;

const choices = (call: Call, values: readonly Value[]): Meaning => {
  const all = values.map((value) => call.json(value));
  return { shape: all.length > 0 && all.every((value): value is Json => value !== undefined) ? enumShape(all) : ANY, optional: false };
};
const union =
  (index: number): Transfer =>
  (call) => {
    const options = call.elements(argument(call, index)) ?? [];
    const meanings = options.map(meaningIn);
    return schemaOf(
      call,
      {
        shape: meanings.length === 0 ? ANY : unionShape(meanings.map((meaning) => meaning.shape)),
        optional: meanings.some((meaning) => meaning.optional),
      },
      { options },
    );
  };

const schemas: Readonly<Record<string, Transfer>> = {
  string: of({ kind: 'string' }),
  number: of({ kind: 'number' }),
  boolean: of({ kind: 'boolean' }),
  bigint: of({ kind: 'integer' }),
  date: of({ kind: 'string', format: 'date-time' }),
  null: of(NULL_SHAPE),
  null_: of(NULL_SHAPE),
  undefined: of(ANY, true),
  undefined_: of(ANY, true),
  void: of(ANY, true),
  any: of(ANY, true),
  unknown: of(ANY, true),
  never: of(ANY),
  nan: of({ kind: 'number' }),
  blob: of({ kind: 'file' }),
  file: of({ kind: 'file' }),
  custom: of(ANY, true),
  instance: (call) => of(instancesOf(call, argument(call, 0)))(call, undefined as never),
  special: of(ANY, true),
  symbol: of(ANY),
  function: of(ANY),
  promise: of(ANY),
  object: object(false),
  strictObject: object(false),
  looseObject: object(true),
  objectWithRest: object(true),
  record: of({ kind: 'object', open: true }),
  map: of(ANY),
  set: of({ kind: 'array' }),
  array: (call) =>
    schemaOf(
      call,
      piped(
        call,
        { shape: { kind: 'array', items: meaningIn(argument(call, 0)).shape }, optional: false },
        call.args.slice(1).flatMap((arg) => call.elements(arg) ?? []),
      ),
      { inner: argument(call, 0) },
    ),
  ...Object.fromEntries(
    ['tuple', 'strictTuple', 'looseTuple', 'tupleWithRest'].map((name): [string, Transfer] => [
      name,
      (call) => {
        const parts = (call.elements(argument(call, 0)) ?? []).map(meaningIn);
        return schemaOf(call, {
          shape: {
            kind: 'array',
            ...(parts.length > 0 &&
              name === 'strictTuple' && { items: unionShape(parts.map((part) => part.shape)), maxItems: parts.length }),
          },
          optional: false,
        });
      },
    ]),
  ),
  union: union(0),
  variant: union(1),
  intersect: (call) =>
    schemaOf(call, {
      shape: (call.elements(argument(call, 0)) ?? []).map((each) => meaningIn(each).shape).reduce<DraftShape>(intersectShapes, ANY),
      optional: false,
    }),
  literal: (call) => schemaOf(call, choices(call, [argument(call, 0)])),
  picklist: (call) => {
    const values = call.elements(argument(call, 0)) ?? [];
    return schemaOf(call, call.isOpen(argument(call, 0)) ? { shape: ANY, optional: false } : choices(call, values), { options: values });
  },
  enum: (call) => schemaOf(call, { shape: enumOf(call, argument(call, 0)) ?? ANY, optional: false }),
  enum_: (call) => schemaOf(call, { shape: enumOf(call, argument(call, 0)) ?? ANY, optional: false }),
  optional: wrapped(orNothing),
  exactOptional: wrapped(orNothing),
  undefinedable: wrapped(orNothing),
  nullable: wrapped((meaning) => ({ ...meaning, shape: orNull(meaning.shape) })),
  nullish: wrapped((meaning) => orNothing({ ...meaning, shape: orNull(meaning.shape) })),
  nonOptional: wrapped((meaning) => ({ ...meaning, optional: false })),
  nonNullable: wrapped((meaning) => ({ ...meaning, shape: withoutNull(meaning.shape) })),
  nonNullish: wrapped((meaning) => ({ shape: withoutNull(meaning.shape), optional: false })),
  pipe: (call) => {
    const first = argument(call, 0);
    const data = call.data(first, schemaType);
    return schemaOf(call, piped(call, meaningIn(first), call.args.slice(1)), { members: data?.members });
  },
  lazy: (call) => {
    const getter = argument(call, 0);
    return schemaOf(call, { shape: deferredShape((inner) => meaningIn(inner.invoke(getter, [])).shape), optional: false });
  },
  fallback: (call) => schemaOf(call, { shape: { kind: meaningIn(argument(call, 0)).shape.kind }, optional: true }),
  partial: onMembers((members, names, call) => {
    for (const [name, member] of members) if (!names || names.includes(name)) members.set(name, rewrapped(call, member, true));
  }),
  required: onMembers((members, names, call) => {
    for (const [name, member] of members) if (!names || names.includes(name)) members.set(name, rewrapped(call, member, false));
  }),
  pick: onMembers((members, names) => {
    for (const name of [...members.keys()]) if (!names?.includes(name)) members.delete(name);
  }),
  omit: onMembers((members, names) => {
    for (const name of names ?? []) if (name !== null) members.delete(name);
  }),
  merge: (call) =>
    objectOf(
      call,
      new Map((call.elements(argument(call, 0)) ?? []).flatMap((each) => [...(call.data(each, schemaType)?.members ?? [])])),
      false,
    ),
  keyof: (call) =>
    schemaOf(
      call,
      choices(
        call,
        [...(call.data(argument(call, 0), schemaType)?.members?.keys() ?? [])].map((name) => call.const(name)),
      ),
    ),
  config: (call) => argument(call, 0),
  message: (call) => argument(call, 0),
  getDefault: (call) => {
    const { shape } = meaningIn(argument(call, 0));
    return shape.default === undefined ? call.const(undefined) : call.unknown('the default of a schema');
  },
};

const action =
  (change: (shape: DraftShape, call: Call) => DraftShape): Transfer =>
  (call) =>
    call.host(actionType, { apply: (shape) => change(shape, call) });
const bounded = (end: 'min' | 'max', exact = false): Transfer =>
  action((shape, call) => {
    const value = number(call);
    const name = shape.kind === 'array' ? 'Items' : 'Length';
    return shape.kind === 'array' || shape.kind === 'string'
      ? limit(shape, exact ? { [`min${name}`]: value, [`max${name}`]: value } : { [end + name]: value })
      : shape;
  });
const valued = (end: 'minimum' | 'maximum'): Transfer =>
  action((shape, call) => (shape.kind === 'number' || shape.kind === 'integer' ? limit(shape, { [end]: number(call) }) : shape));
const beyond = (key: 'above' | 'below'): Transfer =>
  action((shape, call) => {
    const value = number(call);
    return value === undefined ? shape : { ...shape, [key]: value };
  });
const patterned = (source: (call: Call) => string | undefined): Transfer =>
  action((shape, call) => {
    const found = source(call);
    return found === undefined || shape.pattern !== undefined ? shape : { ...shape, pattern: found };
  });
const affix = (make: (text: string) => string): Transfer =>
  patterned((call) => {
    const text = call.text(argument(call, 0));
    return text === null ? undefined : make(escapePattern(text));
  });
const nothing = action((shape) => shape);

const FORMATS: Readonly<Record<string, string>> = {
  email: 'email',
  rfcEmail: 'email',
  url: 'uri',
  uuid: 'uuid',
  ulid: 'ulid',
  cuid2: 'cuid2',
  nanoid: 'nanoid',
  ip: 'ip',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
  isoDate: 'date',
  isoDateTime: 'date-time',
  isoTimestamp: 'date-time',
  isoTime: 'time',
  base64: 'base64',
  jwsCompact: 'jwt',
};
const actions: Readonly<Record<string, Transfer>> = {
  ...Object.fromEntries(Object.entries(FORMATS).map(([name, format]) => [name, action((shape) => ({ ...shape, format }))])),
  minLength: bounded('min'),
  maxLength: bounded('max'),
  length: bounded('min', true),
  nonEmpty: action((shape) =>
    shape.kind === 'array' ? limit(shape, { minItems: 1 }) : shape.kind === 'string' ? limit(shape, { minLength: 1 }) : shape,
  ),
  minValue: valued('minimum'),
  maxValue: valued('maximum'),
  gtValue: beyond('above'),
  ltValue: beyond('below'),
  integer: action((shape) => ({ ...shape, kind: 'integer' })),
  safeInteger: action((shape) => ({ ...shape, kind: 'integer' })),
  value: action((shape, call) => {
    const json = call.json(argument(call, 0));
    return json === undefined ? shape : enumShape([json]);
  }),
  values: action((shape, call) => {
    const all = (call.elements(argument(call, 0)) ?? []).map((value) => call.json(value));
    return all.length > 0 && all.every((value): value is Json => value !== undefined) ? enumShape(all) : shape;
  }),
  regex: patterned((call) => patternSource(call.pattern(argument(call, 0)))),
  startsWith: affix((text) => `^${text}`),
  endsWith: affix((text) => `${text}$`),
  includes: patterned((call) => (call.text(argument(call, 0)) === null ? undefined : escapePattern(call.text(argument(call, 0))!))),
  digits: patterned(() => '^\\d+$'),
  hexadecimal: nothing,
  decimal: nothing,
  transform: action((shape, call) => {
    const fn = argument(call, 0);
    return { ...shape, output: (inner, value) => inner.invoke(fn, [value]) };
  }),
  rawTransform: action((shape) => ({ ...shape, output: (inner) => inner.unknown('a value that a function of the schema makes') })),
  toNumber: action((shape) => ({
    ...shape,
    output: (inner) => inner.typed?.({ kind: 'number' }, 'a number') ?? inner.unknown('a number'),
  })),
  description: action((shape, call) => {
    const text = call.text(argument(call, 0));
    return text === null ? shape : { ...shape, description: text };
  }),
  ...Object.fromEntries(
    [
      'trim',
      'trimStart',
      'trimEnd',
      'toLowerCase',
      'toUpperCase',
      'normalize',
      'check',
      'checkAsync',
      'rawCheck',
      'partialCheck',
      'forward',
      'brand',
      'readonly',
      'title',
      'metadata',
      'multipleOf',
      'finite',
      'notValue',
      'notValues',
      'excludes',
      'creditCard',
      'emoji',
      'slug',
      'mac',
      'octal',
      'hexColor',
      'imei',
      'minBytes',
      'maxBytes',
      'bytes',
      'size',
      'minSize',
      'maxSize',
      'mimeType',
      'everyItem',
      'someItem',
      'empty',
      'graphemes',
      'words',
      'bic',
      'hash',
      'minWords',
      'maxWords',
      'returns',
      'args',
      'toMinValue',
      'toMaxValue',
      'filterItems',
      'mapItems',
      'sortItems',
      'reduceItems',
    ].map((name) => [name, nothing]),
  ),
};

const validated = (call: Call, schema: Value, value: Value): Value => accept(call, meaningIn(schema), value);
const parsed = (call: Call, schema: Value, value: Value): Value => {
  call.mayThrow?.(errorOf(call, VALI_ERROR));
  return validated(call, schema, value);
};
const result = (call: Call, schema: Value, value: Value): Value => {
  const output = validated(call, schema, value);
  const issues = call.typed?.(ISSUES, 'the issues of a validation') ?? call.unknown('the issues of a validation');
  return (
    call.oneOf?.(
      [
        call.record({ typed: call.const(true), success: call.const(true), output, issues: call.const(undefined) }),
        call.record({ typed: call.const(false), success: call.const(false), output: value, issues }),
      ],
      'the value passes the schema',
    ) ?? call.unknown('the result of a validation', { module: 'valibot', path: 'safeParse()' })
  );
};
const verdict: Transfer = (call) => {
  validated(call, argument(call, 0), argument(call, 1));
  return (
    call.oneOf?.([call.const(true), call.const(false)], 'the value passes the schema') ??
    call.unknown('whether the value passes the schema', { module: 'valibot', path: 'is()' })
  );
};

const runs: Readonly<Record<string, Transfer>> = {
  parse: (call) => parsed(call, argument(call, 0), argument(call, 1)),
  parseAsync: (call) => promised(call, parsed(call, argument(call, 0), argument(call, 1))),
  safeParse: (call) => result(call, argument(call, 0), argument(call, 1)),
  safeParseAsync: (call) => promised(call, result(call, argument(call, 0), argument(call, 1))),
  is: verdict,
  assert: (call) => {
    parsed(call, argument(call, 0), argument(call, 1));
    return undefined;
  },
  parser: (call) => {
    const schema = argument(call, 0);
    return call.fn('parser', (inner) => parsed(inner, schema, argument(inner, 0)));
  },
  safeParser: (call) => {
    const schema = argument(call, 0);
    return call.fn('parser', (inner) => result(inner, schema, argument(inner, 0)));
  },
  flatten: (call) =>
    call.typed?.(
      {
        kind: 'object',
        open: true,
        properties: [
          { name: 'root', shape: { kind: 'array', items: { kind: 'string' } } },
          { name: 'nested', shape: { kind: 'object', open: true } },
        ],
      },
      'the issues of a validation',
    ) ?? call.unknown('the issues of a validation'),
  getDotPath: (call) => call.typed?.({ kind: 'string' }, 'a path') ?? call.unknown('a path'),
};

const model = (realm: Realm): Value => {
  // What waits for promises checks the same.
  const later = Object.fromEntries(Object.entries(schemas).map(([name, transfer]) => [`${name}Async`, transfer]));
  const own = { ...functions(realm, { ...later, ...actions, ...schemas, ...runs }), ValiError: errorClass(realm, VALI_ERROR, ['issues']) };
  return openModule(realm, 'valibot', { ...own, default: openModule(realm, 'valibot', own) });
};

export const valibotLibrary = defineLibrary({ modules: { valibot: model } });
