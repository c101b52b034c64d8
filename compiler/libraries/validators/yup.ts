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
import { memberValue, membersOf, membersShape, type Members } from './support/members.js';
import { number } from './joi-schema.js';
import { meaningIn } from './zod-schema.js';

/** A schema of yup. Every method makes a new one. */
interface YupData {
  readonly meaning: Meaning;
  readonly base: DraftShape;
  readonly nullable: boolean;
  readonly demanded: boolean;
  readonly only: readonly Json[] | null;
  readonly fallback?: Json | undefined;
  /** `default(undefined)`: a missing object is not made of its members' defaults. */
  readonly bare?: boolean;
  readonly members?: Members | undefined;
  readonly open?: boolean | undefined;
  readonly inner?: Value | undefined;
}
type Draft = Omit<YupData, 'meaning'>;

const YUP_ERROR: ErrorClass = {
  module: 'yup',
  path: ['ValidationError'],
  name: 'ValidationError',
  members: {
    errors: { kind: 'array', items: { kind: 'string' } },
    inner: {
      kind: 'array',
      items: {
        kind: 'object',
        open: true,
        properties: [
          { name: 'path', shape: { kind: 'string' } },
          { name: 'message', shape: { kind: 'string' }, required: true },
          { name: 'errors', shape: { kind: 'array', items: { kind: 'string' } }, required: true },
        ],
      },
    },
    path: { kind: 'string' },
    type: { kind: 'string' },
    value: ANY,
  },
};

const started = (base: DraftShape): Draft => ({ base, nullable: false, demanded: false, only: null });
const NOTHING: Meaning = { shape: ANY, optional: true };

function meant(draft: Draft): Meaning {
  let shape = draft.base;
  if (draft.members) {
    const { description, example } = draft.base;
    shape = {
      ...membersShape(draft.members, draft.open !== false, meaningIn),
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
    };
  } else if (draft.inner) shape = { ...shape, items: meaningIn(draft.inner).shape };
  // A missing object is taken for one whose members are missing.
  const filled =
    draft.members !== undefined &&
    draft.bare !== true &&
    draft.fallback === undefined &&
    shape.properties?.some((property) => property.required) === true;
  if (draft.only) shape = enumShape(draft.only);
  if (draft.nullable) shape = orNull(shape);
  return {
    shape: draft.fallback === undefined ? shape : { ...shape, default: draft.fallback },
    optional: draft.fallback !== undefined || !(draft.demanded || filled),
  };
}
const schemaOf = (call: Call, draft: Draft): Value => {
  const { meaning: _, ...rest } = draft as YupData;
  return call.host(yupType, { ...rest, meaning: meant(rest) });
};
const own = (call: Call): YupData => call.data(call.receiver, yupType) ?? { ...started(ANY), meaning: NOTHING };
const changed =
  (change: (data: YupData, call: Call) => Partial<Draft>): Transfer =>
  (call) => {
    const data = own(call);
    return schemaOf(call, { ...data, ...change(data, call) });
  };
const based = (change: (base: DraftShape, call: Call) => DraftShape): Transfer =>
  changed((data, call) => ({ base: data.base.deferred ? data.base : change(data.base, call) }));
const bound = (end: 'min' | 'max', exact = false): Transfer =>
  based((base, call) => {
    const value = number(call);
    const both = (name: string): Record<string, number | undefined> =>
      exact ? { [`min${name}`]: value, [`max${name}`]: value } : { [end + name]: value };
    return base.kind === 'array'
      ? limit(base, both('Items'))
      : base.kind === 'string' && base.format !== 'date-time'
        ? limit(base, both('Length'))
        : base.kind === 'number' || base.kind === 'integer'
          ? limit(base, both('imum'))
          : base;
  });
const beyond = (key: 'above' | 'below', fixed?: number): Transfer =>
  based((base, call) => {
    const value = fixed ?? number(call);
    return value === undefined ? base : { ...base, [key]: value };
  });
const format = (name: string): Transfer => based((base) => ({ ...base, format: name }));
const same: Transfer = (call) => call.receiver;

const extend = changed((data, call) => {
  const found = membersOf(call, argument(call, 0));
  return found ? { members: new Map([...(data.members ?? []), ...found.members]), ...(found.open && { open: true }) } : {};
});
const names = (call: Call): readonly (string | null)[] => (call.elements(argument(call, 0)) ?? []).map((each) => call.text(each));
const chosen = (keep: boolean): Transfer =>
  changed((data, call) => ({
    members: data.members && new Map([...data.members].filter(([name]) => names(call).includes(name) === keep)),
  }));
const loosened = (call: Call, value: Value, deep: boolean): Value => {
  const data = call.data(value, yupType);
  return data
    ? schemaOf(call, {
        ...data,
        demanded: false,
        bare: true,
        ...(deep &&
          data.members && {
            members: new Map(
              [...data.members].map(([name, member]) => [name, 'value' in member ? { value: loosened(call, member.value, deep) } : member]),
            ),
          }),
      })
    : value;
};
const partial = (deep: boolean): Transfer =>
  changed((data, call) => ({
    members:
      data.members &&
      new Map(
        [...data.members].map(([name, member]) => [name, 'value' in member ? { value: loosened(call, member.value, deep) } : member]),
      ),
  }));

const concatenated = (call: Call): Value => {
  const data = own(call);
  const more = call.data(argument(call, 0), yupType);
  if (!more) return call.receiver;
  return schemaOf(call, {
    ...data,
    base: data.members && more.members ? data.base : intersectShapes(data.base, more.base),
    nullable: more.nullable || data.nullable,
    demanded: data.demanded || more.demanded,
    only: more.only ?? data.only,
    fallback: more.fallback ?? data.fallback,
    members: data.members || more.members ? new Map([...(data.members ?? []), ...(more.members ?? [])]) : undefined,
    open: data.open === false || more.open === false ? false : undefined,
    inner: more.inner ?? data.inner,
  });
};

/** What a condition on other members adds: either branch is accepted. */
const when: Transfer = (call) => {
  const data = own(call);
  const given = call.args.at(-1) ?? call.const(undefined);
  const options = given.kind === 'object' && !call.isFunction(given) ? [call.get(given, 'then'), call.get(given, 'otherwise')] : null;
  const branch = (value: Value): Meaning => {
    if (call.isUndefined(value)) return data.meaning;
    const made =
      call.isFunction(value) && !meaningOf(value)
        ? call.invoke(value, options ? [call.receiver] : [call.unknown('the values of other members'), call.receiver])
        : value;
    const meaning = meaningOf(made);
    return meaning
      ? {
          shape: options && !call.isFunction(value) ? intersectShapes(data.meaning.shape, meaning.shape) : meaning.shape,
          optional: meaning.optional && (call.isFunction(value) || data.meaning.optional),
        }
      : NOTHING;
  };
  const meanings = (options ?? [given]).map(branch);
  return schemaOf(call, {
    ...started(unionShape(meanings.map((meaning) => meaning.shape))),
    demanded: meanings.every((meaning) => !meaning.optional),
  });
};

const validated = (call: Call): Value => {
  const options = argument(call, 1);
  const strips = options.kind === 'object' && call.truthy(call.get(options, 'stripUnknown')) === true;
  const { meaning } = own(call);
  const { open, ...closed } = meaning.shape;
  return accept(call, strips && open ? { ...meaning, shape: closed } : meaning, argument(call, 0));
};
const orThrow = (call: Call): Value => {
  call.mayThrow?.(errorOf(call, YUP_ERROR));
  return validated(call);
};
const verdict = (call: Call): Value => {
  validated(call);
  return (
    call.oneOf?.([call.const(true), call.const(false)], 'the value passes the schema') ??
    call.unknown('whether the value passes the schema', { module: 'yup', path: 'isValid()' })
  );
};

const NOT_THERE: ReadonlySet<string> = new Set([
  'then',
  'default',
  '__esModule',
  'constructor',
  'prototype',
  'parse',
  'safeParse',
  'parseAsync',
  'safeParseAsync',
  'isJoi',
  'validateSyncAt',
  '_def',
  '_zod',
  'body',
  'query',
  'params',
  'headers',
  'cookies',
  'run',
]);

const yupType: HostType<YupData> = defineHostType<YupData>({
  name: 'YupSchema',
  module: 'yup',
  inert: true,
  methods: {
    validate: (call) => promised(call, orThrow(call)),
    validateSync: orThrow,
    isValid: (call) => promised(call, verdict(call)),
    isValidSync: verdict,
    cast: (call) => validated(call),
    required: changed((data) => ({ demanded: true, nullable: false, base: withoutNull(data.base) })),
    defined: changed(() => ({ demanded: true })),
    optional: changed(() => ({ demanded: false })),
    notRequired: changed(() => ({ demanded: false, nullable: true })),
    exists: changed(() => ({ demanded: true, nullable: false })),
    nullable: changed((_, call) => ({ nullable: call.constant(argument(call, 0)) !== false })),
    nonNullable: changed(() => ({ nullable: false })),
    nullish: changed(() => ({ demanded: false, nullable: true })),
    oneOf: changed((_, call) => {
      const values = (call.elements(argument(call, 0)) ?? []).map((value) => call.json(value));
      return values.length > 0 && !call.isOpen(argument(call, 0)) && values.every((value): value is Json => value !== undefined)
        ? { only: values }
        : {};
    }),
    equals: changed((_, call) => {
      const values = (call.elements(argument(call, 0)) ?? []).map((value) => call.json(value));
      return values.every((value): value is Json => value !== undefined) && values.length > 0 ? { only: values } : {};
    }),
    notOneOf: same,
    default: changed((_, call) => {
      const given = argument(call, 0);
      if (call.isUndefined(given)) return { bare: true };
      const value = call.isFunction(given) ? call.invoke(given, []) : given;
      const json = call.isOpen(value) ? undefined : call.json(value);
      return json === undefined ? { demanded: false } : { fallback: json };
    }),
    ensure: changed(({ base }) => ({ fallback: base.kind === 'array' ? [] : '' })),
    min: bound('min'),
    max: bound('max'),
    length: bound('min', true),
    moreThan: beyond('above'),
    lessThan: beyond('below'),
    positive: beyond('above', 0),
    negative: beyond('below', 0),
    integer: based((base) => ({ ...base, kind: 'integer' })),
    email: format('email'),
    url: format('uri'),
    uuid: format('uuid'),
    datetime: format('date-time'),
    isTrue: changed(() => ({ only: [true] })),
    isFalse: changed(() => ({ only: [false] })),
    matches: based((base, call) => {
      const source = patternSource(call.pattern(argument(call, 0)));
      const options = argument(call, 1);
      const lenient = options.kind === 'object' && call.truthy(call.get(options, 'excludeEmptyString')) === true;
      return source === undefined || lenient || base.pattern !== undefined ? base : { ...base, pattern: source };
    }),
    shape: extend,
    of: changed((_, call) => ({ inner: argument(call, 0) })),
    pick: chosen(true),
    omit: chosen(false),
    partial: partial(false),
    deepPartial: partial(true),
    concat: concatenated,
    when,
    noUnknown: changed((_, call) => ({ open: call.constant(argument(call, 0)) === false ? undefined : false })),
    stripUnknown: changed(() => ({ open: false })),
    exact: changed(() => ({ open: false })),
    unknown: changed(() => ({ open: undefined })),
    label: same,
    meta: same,
    clone: same,
    describe: (call) => call.unknown('the description of a schema', { module: 'yup', path: 'describe()' }),
  },
  getters: {
    fields: (call) => {
      const { members } = own(call);
      return members
        ? call.record(Object.fromEntries([...members].map(([name, member]) => [name, memberValue(call, member)])))
        : call.unknown('the members of a schema', { module: 'yup', path: 'fields' });
    },
    __isYupSchema__: (call) => call.const(true),
    '~standard': standard,
    innerType: (call) => own(call).inner ?? call.const(undefined),
  },
  missing: (call, key) =>
    NOT_THERE.has(key)
      ? undefined
      : key.startsWith('_') || ['spec', 'tests', 'type'].includes(key)
        ? call.unknown(`${key} of a schema`, { module: 'yup', path: key })
        : call.fn(key, (inner) => inner.receiver),
});

const of =
  (shape: Shape): Transfer =>
  (call) =>
    schemaOf(call, started(shape));
const object: Transfer = (call) => {
  const found = membersOf(call, argument(call, 0));
  return schemaOf(call, found ? { ...started({ kind: 'object' }), members: found.members } : started({ kind: 'object', open: true }));
};
const lazy: Transfer = (call) => {
  const make = argument(call, 0);
  return schemaOf(call, started(deferredShape((inner) => meaningIn(inner.invoke(make, [inner.unknown('the value')])).shape)));
};

const makers: Readonly<Record<string, Transfer>> = {
  string: of({ kind: 'string' }),
  number: of({ kind: 'number' }),
  boolean: of({ kind: 'boolean' }),
  bool: of({ kind: 'boolean' }),
  date: of({ kind: 'string', format: 'date-time' }),
  mixed: of(ANY),
  object,
  lazy,
  array: (call) => schemaOf(call, { ...started({ kind: 'array' }), ...(meaningOf(argument(call, 0)) && { inner: argument(call, 0) }) }),
  tuple: (call) => {
    const parts = (call.elements(argument(call, 0)) ?? []).map(meaningIn);
    return schemaOf(call, started({ kind: 'array', ...(parts.length > 0 && { items: unionShape(parts.map((part) => part.shape)) }) }));
  },
  ref: (call) => call.unknown('a reference', { module: 'yup', path: 'ref()' }),
  addMethod: () => undefined,
  setLocale: () => undefined,
  isSchema: (call) =>
    argument(call, 0).kind === 'unknown'
      ? call.unknown('whether it is a schema')
      : call.const(call.data(argument(call, 0), yupType) !== null),
  reach: (call) =>
    (call.text(argument(call, 1)) ?? '').split('.').reduce<Value>(
      (schema, name) => {
        const member = call.data(schema, yupType)?.members?.get(name);
        return member ? memberValue(call, member) : call.unknown('a part of a schema');
      },
      argument(call, 0),
    ),
};

const model = (realm: Realm): Value => {
  const own = { ...functions(realm, makers), ValidationError: errorClass(realm, YUP_ERROR, ['errors', 'value', 'path']) };
  return openModule(realm, 'yup', { ...own, default: openModule(realm, 'yup', own) });
};

export const yupLibrary = defineLibrary({ modules: { yup: model } });
