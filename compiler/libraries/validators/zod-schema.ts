import { ANY, type Shape } from '@tool/ir';
import {
  defineHostType,
  deferredShape,
  enumShape,
  intersectShapes,
  limit,
  meaningOf,
  orNothing,
  orNull,
  patternSource,
  escapePattern,
  type Call,
  type DraftShape,
  type HostType,
  type Meaning,
  type Transfer,
  type Value,
  unionShape,
} from '@tool/scanner-sdk';
import { argument, majorOf, promised } from '../support/fallback.js';
import { demandOf, judged } from './support/refusing.js';
import { accept, isSettings, standard, surelyPasses } from './support/accept.js';
import { errorOf, typed, type ErrorClass } from '../support/errors.js';
import { extendShape, omitProperties, pickProperties, requireProperties } from './support/object-shapes.js';
import { memberValue, membersOf, membersShape, type Member, type Members } from './support/members.js';

/** A schema of zod 3 or 4. Every method makes a new one. */
export interface ZodData {
  readonly meaning: Meaning;
  /** Objects: their members, for `shape`, `pick` and `extend`. */
  readonly members?: Members;
  /** Lists: the element. Optional, nullable, default, lazy …: what they wrap. */
  readonly inner?: Value;
  readonly options?: readonly Value[];
  /** The record or list that an enum was made of. */
  readonly values?: Value;
  readonly coerces?: true;
}

const ISSUES: Shape = {
  kind: 'array',
  items: {
    kind: 'object',
    open: true,
    properties: [
      { name: 'code', shape: { kind: 'string' }, required: true },
      { name: 'path', shape: { kind: 'array', items: { kind: 'string' } }, required: true },
      { name: 'message', shape: { kind: 'string' }, required: true },
    ],
  },
};

/** What JSON writes of an error: the list that is called `errors` as well, since version 4 the message. `issues`: what a program makes one of. */
export function zodError(call: Call, issues?: Value): Value {
  const isOld = majorOf(call, 'zod') !== 4;
  const kind: ErrorClass = {
    module: 'zod',
    path: ['ZodError'],
    name: 'ZodError',
    members: isOld ? { issues: ISSUES } : { message: { kind: 'string' } },
  };
  const error = errorOf(call, kind, isOld && issues && !call.isUndefined(issues) ? { issues } : {});
  const hidden = call.record({ value: typed(call, ISSUES, 'the issues of a ZodError'), enumerable: call.const(false) });
  const objects = call.global?.('Object');
  if (objects) call.invoke(call.get(objects, 'defineProperty'), [error, call.const(isOld ? 'errors' : 'issues'), hidden]);
  return error;
}

export const schemaValue = (call: Call, data: ZodData): Value => call.host(zodType, data);
export const plainSchema = (call: Call, shape: DraftShape, optional = false): Value => schemaValue(call, { meaning: { shape, optional } });

/** The meaning of any value in a place where a schema stands; unknown values accept everything. */
export const meaningIn = (value: Value): Meaning => meaningOf(value) ?? { shape: ANY, optional: true };

const own = (call: Call): ZodData => call.data(call.receiver, zodType) ?? { meaning: { shape: ANY, optional: true } };

/** A method that changes the shape and nothing else. */
const reshaped =
  (change: (shape: DraftShape, call: Call) => DraftShape): Transfer =>
  (call) => {
    const data = own(call);
    return schemaValue(call, {
      ...data,
      meaning: {
        ...data.meaning,
        shape: data.meaning.shape.deferred
          ? deferredShape((inner) => change(data.meaning.shape.deferred!(inner), call))
          : change(data.meaning.shape, call),
      },
    });
  };
const number = (call: Call, index = 0): number | undefined => {
  const value = call.constant(argument(call, index));
  return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : undefined;
};

const format = (name: string): Transfer => reshaped((shape) => ({ ...shape, format: name }));
/** The first pattern stays: a shape has one. */
export const withPattern = (shape: DraftShape, source: string | undefined): DraftShape =>
  source === undefined || shape.pattern !== undefined ? shape : { ...shape, pattern: source };
const affix = (make: (text: string) => string): Transfer =>
  reshaped((shape, call) => {
    const text = call.text(argument(call, 0));
    return withPattern(shape, text === null ? undefined : make(escapePattern(text)));
  });

/** `min` and `max` bound what they are called on. */
const bound = (end: 'min' | 'max', exact = false): Transfer =>
  reshaped((shape, call) => {
    const value = number(call);
    const both = (name: string): Record<string, number | undefined> =>
      exact ? { [`min${name}`]: value, [`max${name}`]: value } : { [end + name]: value };
    return shape.kind === 'array'
      ? limit(shape, both('Items'))
      : shape.kind === 'string' && !shape.format?.startsWith('date')
        ? limit(shape, both('Length'))
        : shape.kind === 'number' || shape.kind === 'integer'
          ? limit(shape, both('imum'))
          : shape;
  });
const beyond = (key: 'above' | 'below', fixed?: number): Transfer =>
  reshaped((shape, call) => {
    const value = fixed ?? number(call);
    if (value === undefined) return shape;
    const other = shape[key];
    return { ...shape, [key]: other === undefined ? value : key === 'above' ? Math.max(other, value) : Math.min(other, value) };
  });
const atLeast = (fixed: number): Transfer => reshaped((shape) => limit(shape, { minimum: fixed }));
const atMost = (fixed: number): Transfer => reshaped((shape) => limit(shape, { maximum: fixed }));

const FORMATS: Readonly<Record<string, string>> = {
  email: 'email',
  url: 'uri',
  httpUrl: 'uri',
  uuid: 'uuid',
  uuidv4: 'uuid',
  uuidv6: 'uuid',
  uuidv7: 'uuid',
  guid: 'uuid',
  cuid: 'cuid',
  cuid2: 'cuid2',
  ulid: 'ulid',
  nanoid: 'nanoid',
  xid: 'xid',
  ksuid: 'ksuid',
  ip: 'ip',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
  base64: 'base64',
  base64url: 'base64url',
  jwt: 'jwt',
  hostname: 'hostname',
  e164: 'e164',
  cidrv4: 'cidrv4',
  cidrv6: 'cidrv6',
  datetime: 'date-time',
  date: 'date',
  time: 'time',
  duration: 'duration',
};
export const zodFormats = FORMATS;

/** What wraps another schema: the type stays, a missing value or null is accepted as well. */
const wrapped =
  (change: (meaning: Meaning, call: Call) => Meaning): Transfer =>
  (call) => {
    const data = own(call);
    return schemaValue(call, { meaning: change(data.meaning, call), inner: call.receiver });
  };
const withDefault = (meaning: Meaning, call: Call): Meaning => {
  const given = argument(call, 0);
  const value = call.isFunction(given) ? call.invoke(given, []) : given;
  const json = call.json(value);
  // An open value's literal is not the whole of it.
  return { shape: json === undefined || call.isOpen(value) ? meaning.shape : { ...meaning.shape, default: json }, optional: true };
};

const parse: Transfer = (call) => {
  const demand = demandOf(call, own(call).meaning, argument(call, 0));
  call.mayThrow?.(zodError(call), demand ? [demand] : undefined);
  return parsed(call, argument(call, 0));
};
const parsed = (call: Call, value: Value): Value =>
  accept(call, own(call).meaning, value, own(call).coerces ? (text) => text !== '' : undefined);
const result = (call: Call): Value => {
  const given = argument(call, 0);
  const success = call.record({ success: call.const(true), data: parsed(call, given) });
  if (surelyPasses(call, given)) return success;
  const failure = (): Value => call.record({ success: call.const(false), error: zodError(call) });
  return judged(call, own(call).meaning, given, () => success, failure);
};

/** The names that a mask like `{name: true}` has. */
const mask = (call: Call): readonly string[] | undefined => {
  const given = argument(call, 0);
  return given.kind === 'object'
    ? (call.entries(given) ?? []).filter(([, value]) => call.truthy(value) === true).map(([name]) => name)
    : undefined;
};

/** An object schema of these members. */
export function objectSchema(call: Call, members: Members, open: boolean, from?: ZodData): Value {
  const made = membersShape(members, open, meaningIn);
  const keep = from?.meaning.shape;
  return schemaValue(call, {
    meaning: { shape: { ...made, ...(keep?.description !== undefined && { description: keep.description }) }, optional: false },
    members,
  });
}

/** Methods of objects work on the members; on objects whose members are not known, on the shape alone. */
const onMembers =
  (change: (members: Map<string, Member>, call: Call) => void, otherwise: (shape: DraftShape, call: Call) => DraftShape): Transfer =>
  (call) => {
    const data = own(call);
    if (!data.members) return reshaped(otherwise)(call, undefined as never);
    const members = new Map(data.members);
    change(members, call);
    return objectSchema(call, members, data.meaning.shape.open === true, data);
  };
const wrapMember = (call: Call, member: Member, method: string): Member => {
  if ('getter' in member) return member;
  return meaningOf(member.value) ? { value: call.invoke(call.get(member.value, method), [], member.value) } : member;
};
const extend = onMembers(
  (members, call) => {
    const more = argument(call, 0);
    const given = call.data(more, zodType)?.members ?? membersOf(call, more)?.members;
    for (const [name, member] of given ?? []) members.set(name, member);
  },
  (shape, call) => {
    const given = membersOf(call, argument(call, 0));
    return given ? extendShape(shape, membersShape(given.members, given.open, meaningIn)) : shape;
  },
);
const merge: Transfer = (call, emit) => {
  const other = meaningOf(argument(call, 0));
  const data = own(call);
  const more = call.data(argument(call, 0), zodType)?.members;
  if (data.members && more) return objectSchema(call, new Map([...data.members, ...more]), other?.shape.open === true);
  return other ? plainSchema(call, extendShape(data.meaning.shape, other.shape)) : extend(call, emit);
};
const opened = (open: boolean): Transfer =>
  reshaped((shape) => {
    const { open: _, ...rest } = shape;
    return open && shape.kind === 'object' ? { ...rest, open } : rest;
  });

const shapeRecord = (call: Call): Value => {
  const { members } = own(call);
  return members
    ? call.record(Object.fromEntries([...members].map(([name, member]) => [name, memberValue(call, member)])))
    : call.unknown('the members of a schema', { module: 'zod', path: 'shape' });
};

/** `{a: 'a'}` of the values of an enum. */
const enumRecord = (call: Call): Value => {
  const { values } = own(call);
  const elements = values && call.elements(values);
  return elements
    ? call.record(Object.fromEntries(elements.map((each) => [call.text(each) ?? '', each])))
    : (values ?? call.unknown('the values of an enum'));
};
const choose =
  (keep: boolean): Transfer =>
  (call) => {
    const { values, meaning } = own(call);
    const names = (call.elements(argument(call, 0)) ?? []).map((each) => call.text(each));
    const elements = values && call.elements(values);
    if (!elements) return plainSchema(call, { kind: meaning.shape.kind });
    const rest = elements.filter((each) => names.includes(call.text(each)) === keep);
    return schemaValue(call, {
      meaning: { shape: enumShape(rest.map((each) => call.json(each)!)), optional: false },
      values: call.list(rest),
    });
  };

const transform: Transfer = (call) => {
  const { meaning } = own(call);
  const fn = argument(call, 0);
  const before = meaning.shape.output;
  const output = (inner: Call, value: Value): Value =>
    inner.invoke(fn, [
      before ? before(inner, value) : value,
      inner.record({ addIssue: inner.fn('addIssue', () => undefined), path: inner.list([]), issues: inner.list([]) }),
    ]);
  return plainSchema(call, { ...meaning.shape, output }, meaning.optional);
};
/** What the first schema takes. Where it changes nothing, the second one's demands are demands on the input as well. */
const pipe: Transfer = (call) => {
  const { meaning } = own(call);
  const next = meaningIn(argument(call, 0));
  return plainSchema(call, meaning.shape.output ? meaning.shape : intersectShapes(meaning.shape, next.shape), meaning.optional);
};

/** A value that passes both schemas: what each of them makes of it, put together. */
export function intersected(call: Call, ...both: readonly [Meaning, Meaning]): Value {
  const [one, other] = both;
  const shape = intersectShapes(one.shape, other.shape);
  const output = (inner: Call, value: Value): Value => {
    const objects = inner.global!('Object');
    const parts = both.map(({ shape: part }) => {
      if (!shape.properties && isSettings(inner, value)) return accept(inner, { shape: part, optional: false }, value);
      if (part.output) return part.output(inner, value);
      const named = (part.alternatives ?? [part]).flatMap((each) => (each.open ? [] : (each.properties ?? [])));
      return named.length > 0 ? inner.record(Object.fromEntries(named.map(({ name }) => [name, inner.get(value, name)]))) : value;
    });
    return inner.invoke(inner.get(objects, 'assign'), [inner.record({}), ...parts], objects);
  };
  return plainSchema(
    call,
    both.some((each) => each.shape.output) && /^(?:object|union)$/.test(shape.kind) ? { ...shape, output } : shape,
    one.optional && other.optional,
  );
}

const same: Transfer = (call) => call.receiver;
/** `check(z.minLength(5))`, `check(z.email())`: a schema among the checks demands what it says beside. */
const checked: Transfer = (call) =>
  call.args.reduce<Value>((at, action) => {
    const apply = call.data(action, checkType)?.apply;
    const more = meaningOf(action);
    if (apply) return apply(call, at);
    return more && !more.shape.output
      ? schemaValue(call, {
          ...call.data(at, zodType)!,
          meaning: { ...meaningIn(at), shape: intersectShapes(meaningIn(at).shape, more.shape) },
        })
      : at;
  }, call.receiver);
const KINDS = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;
const described: Transfer = (call) => {
  const given = argument(call, 0);
  const record = given.kind === 'object';
  const text = record ? call.text(call.get(given, 'description')) : call.text(given);
  const example = record ? call.json(call.get(given, 'example')) : undefined;
  // What nobody knows is of the type that it is described as.
  const type = KINDS.find((kind) => record && call.text(call.get(given, 'type')) === kind);
  return text === null && example === undefined && !type
    ? call.receiver
    : reshaped((shape) => ({
        ...shape,
        ...(type && shape.kind === 'any' && { kind: type }),
        ...(text !== null && { description: text }),
        ...(example !== undefined && { example }),
      }))(call, undefined as never);
};

/** What code asks to find out which library a schema belongs to (and, by `isZodDto` and its like, whether it is a schema at all), and what only zod's own code reads. */
const NOT_THERE: ReadonlySet<string> = new Set([
  'then',
  'default',
  '__esModule',
  'constructor',
  'prototype',
  'validate',
  'validateAsync',
  'validateSync',
  'isValid',
  'isValidSync',
  'isJoi',
  '__isYupSchema__',
  '$',
  'cast',
  'run',
  'schema',
  'body',
  'query',
  'params',
  'headers',
  'cookies',
]);
const UNKNOWN: ReadonlySet<string> = new Set([
  '_def',
  '_zod',
  'def',
  'type',
  '_type',
  '_input',
  '_output',
  'description',
  'minLength',
  'maxLength',
  'minValue',
  'maxValue',
  'format',
  'isInt',
  'isFinite',
  'isEmail',
  'isUUID',
  'isURL',
  'typeName',
  'kind',
]);

export const zodType: HostType<ZodData> = defineHostType<ZodData>({
  name: 'ZodType',
  module: 'zod',
  inert: true,
  methods: {
    parse,
    safeParse: result,
    parseAsync: (call, emit) => promised(call, parse(call, emit) as Value),
    safeParseAsync: (call) => promised(call, result(call)),
    spa: (call) => promised(call, result(call)),
    decode: parse,
    safeDecode: result,
    optional: wrapped(orNothing),
    exactOptional: wrapped(orNothing),
    nullable: wrapped((meaning) => ({ ...meaning, shape: orNull(meaning.shape) })),
    nullish: wrapped((meaning) => orNothing({ ...meaning, shape: orNull(meaning.shape) })),
    nonoptional: wrapped((meaning) => ({ ...meaning, optional: false })),
    default: wrapped(withDefault),
    prefault: wrapped(withDefault),
    _default: wrapped(withDefault),
    // Everything is accepted; what the schema would refuse is replaced. The type is still what the program wants.
    catch: wrapped((meaning, call) => {
      const shape: Shape = {
        kind: meaning.shape.kind,
        ...(meaning.shape.items && { items: ANY }),
        ...(meaning.shape.alternatives && { alternatives: meaning.shape.alternatives.map((each): Shape => ({ kind: each.kind })) }),
        ...(meaning.shape.output && { output: meaning.shape.output }),
      };
      // Nothing is refused by most schemas as well: it is replaced like anything else.
      return meaning.optional ? { shape, optional: true } : withDefault({ shape, optional: true }, call);
    }),
    array: (call) =>
      schemaValue(call, { meaning: { shape: { kind: 'array', items: own(call).meaning.shape }, optional: false }, inner: call.receiver }),
    or: (call) =>
      plainSchema(
        call,
        unionShape([own(call).meaning.shape, meaningIn(argument(call, 0)).shape]),
        own(call).meaning.optional || meaningIn(argument(call, 0)).optional,
      ),
    and: (call) => intersected(call, own(call).meaning, meaningIn(argument(call, 0))),
    transform,
    pipe,
    refine: same,
    superRefine: same,
    check: checked,
    with: same,
    overwrite: same,
    brand: same,
    readonly: same,
    promise: same,
    describe: described,
    meta: described,
    openapi: described,
    register: (call) => call.receiver,
    min: bound('min'),
    max: bound('max'),
    gte: bound('min'),
    lte: bound('max'),
    minLength: bound('min'),
    maxLength: bound('max'),
    length: bound('min', true),
    size: bound('min', true),
    nonempty: reshaped((shape) =>
      shape.kind === 'array' ? limit(shape, { minItems: 1 }) : shape.kind === 'string' ? limit(shape, { minLength: 1 }) : shape,
    ),
    gt: beyond('above'),
    lt: beyond('below'),
    positive: beyond('above', 0),
    negative: beyond('below', 0),
    nonnegative: atLeast(0),
    nonpositive: atMost(0),
    int: reshaped((shape) => ({ ...shape, kind: 'integer' })),
    multipleOf: same,
    step: same,
    finite: same,
    safe: same,
    ...Object.fromEntries(Object.entries(FORMATS).map(([name, value]) => [name, format(value)])),
    regex: reshaped((shape, call) => withPattern(shape, patternSource(call.pattern(argument(call, 0))))),
    startsWith: affix((text) => `^${text}`),
    endsWith: affix((text) => `${text}$`),
    includes: affix((text) => text),
    emoji: same,
    trim: same,
    toLowerCase: same,
    toUpperCase: same,
    normalize: same,
    lowercase: same,
    uppercase: same,
    extend,
    safeExtend: extend,
    augment: extend,
    merge,
    setKey: onMembers(
      (members, call) => {
        const name = call.text(argument(call, 0));
        if (name !== null) members.set(name, { value: argument(call, 1) });
      },
      (shape) => shape,
    ),
    pick: onMembers(
      (members, call) => {
        const names = mask(call);
        if (names) for (const name of [...members.keys()]) if (!names.includes(name)) members.delete(name);
      },
      (shape, call) => {
        const names = mask(call);
        return names ? pickProperties(shape, names) : shape;
      },
    ),
    omit: onMembers(
      (members, call) => {
        for (const name of mask(call) ?? []) members.delete(name);
      },
      (shape, call) => omitProperties(shape, mask(call) ?? []),
    ),
    partial: onMembers(
      (members, call) => {
        const names = mask(call);
        for (const [name, member] of members) if (!names || names.includes(name)) members.set(name, wrapMember(call, member, 'optional'));
      },
      (shape, call) => requireProperties(shape, false, mask(call)),
    ),
    deepPartial: reshaped((shape) => deepPartial(shape)),
    required: onMembers(
      (members, call) => {
        const names = mask(call);
        for (const [name, member] of members)
          if (!names || names.includes(name)) members.set(name, wrapMember(call, member, 'nonoptional'));
      },
      (shape, call) => requireProperties(shape, true, mask(call)),
    ),
    strict: opened(false),
    strip: opened(false),
    nonstrict: opened(true),
    passthrough: opened(true),
    loose: opened(true),
    catchall: opened(true),
    keyof: (call) => {
      const names = [...(own(call).members?.keys() ?? [])];
      return names.length === 0
        ? plainSchema(call, { kind: 'string' })
        : schemaValue(call, {
            meaning: { shape: enumShape(names), optional: false },
            values: call.list(names.map((name) => call.const(name))),
          });
    },
    extract: choose(true),
    exclude: choose(false),
    rest: reshaped((shape) => {
      const { maxItems: _, items: _items, ...open } = shape;
      return open;
    }),
    unwrap: (call) => own(call).inner ?? call.receiver,
    removeDefault: (call) => own(call).inner ?? call.receiver,
    removeCatch: (call) => own(call).inner ?? call.receiver,
    innerType: (call) => own(call).inner ?? call.receiver,
    sourceType: (call) => own(call).inner ?? call.receiver,
    isOptional: (call) => call.const(own(call).meaning.optional),
    isNullable: (call) => call.const(own(call).meaning.shape.alternatives?.some((each) => each.kind === 'null') === true),
  },
  getters: {
    shape: shapeRecord,
    element: (call) => own(call).inner ?? call.unknown('the element of a schema'),
    options: (call) => {
      const { options, values } = own(call);
      return options ? call.list(options) : (values ?? call.unknown('the options of a schema'));
    },
    '~standard': standard,
    enum: enumRecord,
    Enum: enumRecord,
    Values: enumRecord,
    entries: enumRecord,
  },
  missing: (call, key) =>
    NOT_THERE.has(key) || /^is[A-Z]\w*(?:Dto|Schema|Class)$/.test(key)
      ? undefined
      : UNKNOWN.has(key) || key.startsWith('_')
        ? call.unknown(`${key} of a schema`, { module: 'zod', path: key })
        : call.fn(key, (inner) => inner.receiver),
});

const deepPartial = (shape: DraftShape): DraftShape => ({
  ...requireProperties(shape, false),
  ...(shape.properties && {
    properties: shape.properties.map(({ required: _, ...property }) => ({ ...property, shape: deepPartial(property.shape) })),
  }),
  ...(shape.items && { items: deepPartial(shape.items) }),
});

/** `z.minLength(5)` and its like, which `check` takes: what they do to a schema. */
export interface Check {
  readonly apply: (call: Call, schema: Value) => Value;
}
export const checkType: HostType<Check> = defineHostType<Check>({ name: 'ZodCheck', module: 'zod', methods: {} });
