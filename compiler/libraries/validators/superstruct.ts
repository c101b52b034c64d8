import { ANY, type Json, type Shape } from '@tool/ir';
import {
  deferredShape,
  defineHostType,
  defineLibrary,
  enumShape,
  functions,
  intersectShapes,
  limit,
  meaningOf,
  openModule,
  orNull,
  patternSource,
  unionShape,
  type Call,
  type DraftShape,
  type HostType,
  type Meaning,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { accept } from './support/accept.js';
import { errorClass, errorOf, type ErrorClass } from '../support/errors.js';
import { memberValue, membersOf, membersShape, type Member, type Members } from './support/members.js';
import { meaningIn } from './zod-schema.js';

interface StructData {
  readonly meaning: Meaning;
  readonly members?: Members | undefined;
}

const STRUCT_ERROR: ErrorClass = {
  module: 'superstruct',
  path: ['StructError'],
  name: 'StructError',
  members: { key: { kind: 'string' }, value: ANY, type: { kind: 'string' }, path: { kind: 'array', items: { kind: 'string' } } },
};
const structOf = (call: Call, meaning: Meaning, members?: Members): Value => call.host(structType, { meaning, members });

const validated = (call: Call, struct: Value, value: Value): Value => accept(call, meaningIn(struct), value);
const orThrow = (call: Call, struct: Value, value: Value): Value => {
  call.mayThrow?.(errorOf(call, STRUCT_ERROR));
  return validated(call, struct, value);
};
const verdict = (call: Call, struct: Value, value: Value): Value => {
  validated(call, struct, value);
  return (
    call.oneOf?.([call.const(true), call.const(false)], 'the value passes the struct') ??
    call.unknown('whether the value passes the struct', { module: 'superstruct', path: 'is()' })
  );
};
/** `[error, value]`. */
const pair = (call: Call, struct: Value, value: Value): Value => {
  const behind = validated(call, struct, value);
  return call.list([
    call.oneOf?.([call.const(undefined), errorOf(call, STRUCT_ERROR)], 'the value does not pass the struct') ??
      call.unknown('an error', { module: 'superstruct', path: 'validate()' }),
    behind,
  ]);
};

const structType: HostType<StructData> = defineHostType<StructData>({
  name: 'Struct',
  module: 'superstruct',
  inert: true,
  methods: {
    assert: (call) => {
      orThrow(call, call.receiver, argument(call, 0));
    },
    create: (call) => orThrow(call, call.receiver, argument(call, 0)),
    mask: (call) => orThrow(call, call.receiver, argument(call, 0)),
    is: (call) => verdict(call, call.receiver, argument(call, 0)),
    validate: (call) => pair(call, call.receiver, argument(call, 0)),
  },
  getters: {
    schema: (call) => {
      const members = call.data(call.receiver, structType)?.members;
      return members
        ? call.record(Object.fromEntries([...members].map(([name, member]) => [name, memberValue(call, member)])))
        : call.unknown('the schema of a struct');
    },
  },
});

const of =
  (shape: Shape, optional = false): Transfer =>
  (call) =>
    structOf(call, { shape, optional });
const objectOf = (call: Call, members: Members, open: boolean): Value =>
  structOf(call, { shape: membersShape(members, open, meaningIn), optional: false }, members);
const object =
  (open: boolean): Transfer =>
  (call) => {
    const found = membersOf(call, argument(call, 0));
    return found
      ? objectOf(call, found.members, open || found.open)
      : structOf(call, { shape: { kind: 'object', open: true }, optional: false });
  };
const members = (call: Call, value: Value): Members =>
  call.data(value, structType)?.members ?? membersOf(call, value)?.members ?? new Map<string, Member>();
const isOpen = (value: Value): boolean => meaningIn(value).shape.open === true;
const number = (call: Call, index: number): number | undefined => {
  const value = call.constant(argument(call, index));
  return typeof value === 'number' ? value : undefined;
};

/** A function that takes a struct and demands more of it. */
const refining =
  (change: (shape: DraftShape, call: Call) => DraftShape): Transfer =>
  (call) => {
    const meaning = meaningIn(argument(call, 0));
    return structOf(
      call,
      { ...meaning, shape: meaning.shape.deferred ? meaning.shape : change(meaning.shape, call) },
      call.data(argument(call, 0), structType)?.members,
    );
  };
const exclusive = (call: Call): boolean => {
  const options = argument(call, 2);
  return options.kind === 'object' && call.truthy(call.get(options, 'exclusive')) === true;
};
const end = (bound: 'minimum' | 'maximum', beyond: 'above' | 'below'): Transfer =>
  refining((shape, call) => {
    const value = number(call, 1);
    return value === undefined || (shape.kind !== 'number' && shape.kind !== 'integer')
      ? shape
      : exclusive(call)
        ? { ...shape, [beyond]: value }
        : limit(shape, { [bound]: value });
  });
const size = refining((shape, call) => {
  const [least, most] = [number(call, 1), call.args.length > 2 ? number(call, 2) : number(call, 1)];
  return shape.kind === 'string'
    ? limit(shape, { minLength: least, maxLength: most })
    : shape.kind === 'array'
      ? limit(shape, { minItems: least, maxItems: most })
      : shape.kind === 'number' || shape.kind === 'integer'
        ? limit(shape, { minimum: least, maximum: most })
        : shape;
});
const choices = (call: Call, values: readonly Value[]): Value => {
  const all = values.map((value) => call.json(value));
  return structOf(call, {
    shape: all.length > 0 && all.every((value): value is Json => value !== undefined) ? enumShape(all) : ANY,
    optional: false,
  });
};
const loosened = (call: Call, member: Member): Member =>
  'value' in member ? { value: structOf(call, { ...meaningIn(member.value), optional: true }) } : member;
const names = (call: Call): readonly (string | null)[] => (call.elements(argument(call, 1)) ?? []).map((each) => call.text(each));
const chosen =
  (keep: boolean): Transfer =>
  (call) =>
    objectOf(
      call,
      new Map([...members(call, argument(call, 0))].filter(([name]) => names(call).includes(name) === keep)),
      isOpen(argument(call, 0)),
    );

const makers: Readonly<Record<string, Transfer>> = {
  string: of({ kind: 'string' }),
  number: of({ kind: 'number' }),
  integer: of({ kind: 'integer' }),
  boolean: of({ kind: 'boolean' }),
  bigint: of({ kind: 'integer' }),
  date: of({ kind: 'string', format: 'date-time' }),
  any: of(ANY, true),
  unknown: of(ANY, true),
  never: of(ANY, true),
  func: of(ANY),
  instance: of(ANY),
  regexp: of(ANY),
  define: of(ANY, true),
  dynamic: of(ANY, true),
  map: of(ANY),
  set: of(ANY),
  record: of({ kind: 'object', open: true }),
  object: object(false),
  type: object(true),
  array: (call) =>
    structOf(call, {
      shape: { kind: 'array', ...(meaningOf(argument(call, 0)) && { items: meaningIn(argument(call, 0)).shape }) },
      optional: false,
    }),
  tuple: (call) => {
    const parts = (call.elements(argument(call, 0)) ?? []).map(meaningIn);
    return structOf(call, {
      shape: { kind: 'array', ...(parts.length > 0 && { items: unionShape(parts.map((part) => part.shape)) }), maxItems: parts.length },
      optional: false,
    });
  },
  union: (call) => {
    const parts = (call.elements(argument(call, 0)) ?? []).map(meaningIn);
    return structOf(call, {
      shape: parts.length > 0 ? unionShape(parts.map((part) => part.shape)) : ANY,
      optional: parts.some((part) => part.optional),
    });
  },
  intersection: (call) =>
    structOf(call, {
      shape: (call.elements(argument(call, 0)) ?? []).map((each) => meaningIn(each).shape).reduce<DraftShape>(intersectShapes, ANY),
      optional: false,
    }),
  literal: (call) => choices(call, [argument(call, 0)]),
  enums: (call) => choices(call, call.elements(argument(call, 0)) ?? []),
  optional: (call) => structOf(call, { ...meaningIn(argument(call, 0)), optional: true }),
  nullable: (call) => structOf(call, { ...meaningIn(argument(call, 0)), shape: orNull(meaningIn(argument(call, 0)).shape) }),
  defaulted: (call) => {
    const { shape } = meaningIn(argument(call, 0));
    const given = argument(call, 1);
    const json = call.json(call.isFunction(given) ? call.invoke(given, []) : given);
    return structOf(call, { shape: json === undefined ? shape : { ...shape, default: json }, optional: true });
  },
  size,
  min: end('minimum', 'above'),
  max: end('maximum', 'below'),
  nonempty: refining((shape) =>
    shape.kind === 'string' ? limit(shape, { minLength: 1 }) : shape.kind === 'array' ? limit(shape, { minItems: 1 }) : shape,
  ),
  pattern: refining((shape, call) => {
    const source = patternSource(call.pattern(argument(call, 1)));
    return source === undefined || shape.pattern !== undefined ? shape : { ...shape, pattern: source };
  }),
  refine: refining((shape) => shape),
  trimmed: refining((shape) => shape),
  empty: refining((shape) => shape),
  coerce: refining((shape) => shape),
  deprecated: refining((shape) => shape),
  lazy: (call) => {
    const getter = argument(call, 0);
    return structOf(call, { shape: deferredShape((inner) => meaningIn(inner.invoke(getter, [])).shape), optional: false });
  },
  partial: (call) =>
    objectOf(
      call,
      new Map([...members(call, argument(call, 0))].map(([name, member]) => [name, loosened(call, member)])),
      isOpen(argument(call, 0)),
    ),
  pick: chosen(true),
  omit: chosen(false),
  assign: (call) =>
    objectOf(call, new Map(call.args.flatMap((arg) => [...members(call, arg)])), call.args[0] !== undefined && isOpen(call.args[0])),
  assert: (call) => {
    orThrow(call, argument(call, 1), argument(call, 0));
  },
  create: (call) => orThrow(call, argument(call, 1), argument(call, 0)),
  mask: (call) => orThrow(call, argument(call, 1), argument(call, 0)),
  is: (call) => verdict(call, argument(call, 1), argument(call, 0)),
  validate: (call) => pair(call, argument(call, 1), argument(call, 0)),
};

const model = (realm: Realm): Value => {
  const own = { ...functions(realm, makers), StructError: errorClass(realm, STRUCT_ERROR) };
  return openModule(realm, 'superstruct', { ...own, default: openModule(realm, 'superstruct', own) });
};

export const superstructLibrary = defineLibrary({ modules: { superstruct: model } });
