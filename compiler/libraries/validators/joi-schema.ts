import { ANY, type Json, type Shape } from '@tool/ir';
import {
  defineHostType,
  deferredShape,
  enumShape,
  intersectShapes,
  limit,
  meaningOf,
  patternSource,
  unionShape,
  type Call,
  type DraftShape,
  type HostType,
  type Meaning,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { isPlainObject } from '../support/deep-merge.js';
import { argument, callbackOf, promised } from '../support/fallback.js';
import { demandOf, judged } from './support/refusing.js';
import { accept, isSettings, standard } from './support/accept.js';
import { errorOf, type ErrorClass } from '../support/errors.js';
import { memberValue, membersOf, membersShape, type Member, type Members } from './support/members.js';

/** Settings of a validation that change what is accepted. */
export interface JoiPreferences {
  readonly presence?: string;
  readonly allowUnknown?: boolean;
}

/** A schema of joi. Every method makes a new one. */
export interface JoiData {
  readonly meaning: Meaning;
  /** The member must not be there. */
  readonly forbidden: boolean;
  readonly type: string;
  /** The package the schema comes from. */
  readonly module: string;
  /** What the type and its rules accept, without the values of `allowed`. */
  readonly base: DraftShape;
  readonly allowed: readonly Json[];
  /** Nothing but `allowed` is accepted. */
  readonly only: boolean;
  readonly presence: 'optional' | 'required' | 'forbidden' | null;
  readonly fallback?: Json | undefined;
  readonly members?: Members | undefined;
  /** Members beside the known ones; null: as the validation says. */
  readonly unknown: boolean | null;
  readonly items?: readonly Value[] | undefined;
  readonly preferences: JoiPreferences;
  readonly about: Partial<Shape>;
}

export const joiError = (module: string): ErrorClass => ({
  module,
  path: ['ValidationError'],
  name: 'ValidationError',
  members: {
    isJoi: true,
    _original: ANY,
    details: {
      kind: 'array',
      items: {
        kind: 'object',
        open: true,
        properties: [
          { name: 'message', shape: { kind: 'string' }, required: true },
          { name: 'path', shape: { kind: 'array', items: { kind: 'string' } }, required: true },
          { name: 'type', shape: { kind: 'string' }, required: true },
          {
            name: 'context',
            shape: {
              kind: 'object',
              open: true,
              properties: [
                { name: 'label', shape: { kind: 'string' } },
                { name: 'key', shape: { kind: 'string' } },
                { name: 'value', shape: ANY },
              ],
            },
          },
        ],
      },
    },
  },
});

type Draft = Omit<JoiData, 'meaning' | 'forbidden'>;

export const newSchema = (type: string, base: DraftShape, module: string): Draft => ({
  type,
  base,
  module,
  allowed: [],
  only: false,
  presence: null,
  unknown: null,
  preferences: {},
  about: {},
});

/** What a draft accepts under these settings. */
function meant(draft: Draft, outer: JoiPreferences): Meaning {
  const preferences = { ...outer, ...draft.preferences };
  const inner = (value: Value): Meaning => {
    const data = dataOf(value);
    return data
      ? preferences.presence !== undefined || preferences.allowUnknown !== undefined
        ? meant(data, preferences)
        : data.meaning
      : (meaningOf(value) ?? { shape: ANY, optional: true });
  };
  let shape = draft.base;
  if (draft.members) {
    const about: Partial<DraftShape> = draft.base;
    shape = {
      ...about,
      ...membersShape(draft.members, draft.unknown ?? (preferences.allowUnknown === true || about.open === true), (value) =>
        dataOf(value)?.forbidden === true ? null : inner(value),
      ),
    };
  } else if (draft.items) {
    const items = draft.items.map(inner).map((meaning) => meaning.shape);
    if (items.length > 0) shape = { ...shape, items: unionShape(items) };
  }
  if (draft.only) shape = enumShape(draft.allowed);
  else if (draft.allowed.length > 0) shape = unionShape([shape, enumShape(draft.allowed)]);
  const presence = draft.presence ?? (preferences.presence === 'required' ? 'required' : 'optional');
  return {
    shape: { ...shape, ...draft.about, ...(draft.fallback !== undefined && { default: draft.fallback }) },
    optional: presence !== 'required',
  };
}

export const schemaOf = (call: Call, draft: Draft): Value => {
  const { meaning: _, forbidden: _forbidden, ...rest } = draft as JoiData;
  return call.host(joiType, { ...rest, meaning: meant(rest, {}), forbidden: rest.presence === 'forbidden' });
};

const dataOf = (value: Value): JoiData | null =>
  value.kind === 'object' && value.host?.type === joiType ? (value.host.data as JoiData) : null;

/** A schema of anything that joi takes for one: a schema, `{name: schema}`, a list of alternatives, a pattern, a value. */
export function compiled(call: Call, value: Value, module: string): Value {
  if (meaningOf(value)) return value;
  const pattern = call.pattern(value);
  if (pattern) {
    const source = patternSource(pattern);
    return schemaOf(call, newSchema('string', { kind: 'string', ...(source !== undefined && { pattern: source }) }, module));
  }
  const elements = call.elements(value);
  if (elements) return schemaOf(call, alternativesOf(call, elements, module));
  if (isPlainObject(call, value)) return objectOf(call, value, module);
  const json = value.kind === 'const' ? call.json(value) : undefined;
  return schemaOf(
    call,
    json === undefined ? newSchema('any', ANY, module) : { ...newSchema('any', ANY, module), allowed: [json], only: true },
  );
}

const compiledMember = (call: Call, member: Member, module: string): Member =>
  'value' in member ? { value: orAbsent(call, member.value, (value) => compiled(call, value, module)) } : member;
/** The same of each value that there may be. */
const orAbsent = (call: Call, value: Value, make: (value: Value) => Value): Value => {
  const all = call.alternatives(value);
  return all.length > 1
    ? (call.oneOf?.(
        all.map((each) => (call.isUndefined(each) ? each : make(each))),
        'which schema it is',
      ) ?? make(value))
    : make(value);
};

/** `Joi.object({…})`: members that are literals are schemas, too. */
export function objectOf(call: Call, value: Value, module: string): Value {
  const found = membersOf(call, value);
  if (!found) return schemaOf(call, { ...newSchema('object', { kind: 'object', open: true }, module) });
  const members = new Map([...found.members].map(([name, member]) => [name, compiledMember(call, member, module)]));
  return schemaOf(call, { ...newSchema('object', { kind: 'object', ...(found.open && { open: true }) }, module), members });
}

export function alternativesOf(call: Call, values: readonly Value[], module: string): Draft {
  const all = values
    .map((value) => compiled(call, value, module))
    .map((value) => dataOf(value))
    .filter((data): data is JoiData => data !== null && !data.forbidden);
  return newSchema('alternatives', all.length === 0 ? ANY : unionShape(all.map((data) => data.meaning.shape)), module);
}

const own = (call: Call): JoiData =>
  dataOf(call.receiver) ?? { ...newSchema('any', ANY, 'joi'), meaning: { shape: ANY, optional: true }, forbidden: false };
const changed =
  (change: (data: JoiData, call: Call) => Partial<Draft>): Transfer =>
  (call) => {
    const data = own(call);
    return schemaOf(call, { ...data, ...change(data, call) });
  };
const based = (change: (base: DraftShape, call: Call) => DraftShape): Transfer =>
  changed((data, call) => ({ base: data.base.deferred ? data.base : change(data.base, call) }));
export const number = (call: Call): number | undefined => {
  const value = call.constant(argument(call, 0));
  return typeof value === 'number' ? value : undefined;
};

/** Values given one by one or as a list. Null when one is not known, as a reference is not. */
function listed(call: Call): Json[] | null {
  const values = call.args
    .flatMap((arg) => call.elements(arg) ?? [arg])
    .filter((value) => !call.isUndefined(value))
    .map((value) => (value.kind === 'oneOf' ? undefined : call.json(value)));
  return values.every((value): value is Json => value !== undefined) &&
    !call.args.some((arg) => call.elements(arg) !== null && call.isOpen(arg))
    ? values
    : null;
}
const only: Transfer = changed((data, call) => {
  const values = listed(call);
  return values ? { allowed: [...new Set([...data.allowed, ...values])], only: true } : {};
});
const allow: Transfer = changed((data, call) => ({ allowed: [...new Set([...data.allowed, ...(listed(call) ?? [])])] }));

const bound = (end: 'min' | 'max', exact = false): Transfer =>
  based((base, call) => {
    const value = number(call);
    const both = (name: string): Record<string, number | undefined> =>
      exact ? { [`min${name}`]: value, [`max${name}`]: value } : { [end + name]: value };
    switch (base.kind) {
      case 'array':
        return limit(base, both('Items'));
      case 'string':
        return base.format === 'date-time' ? base : limit(base, both('Length'));
      case 'number':
      case 'integer':
        return limit(base, both('imum'));
      default:
        return base;
    }
  });
const beyond = (key: 'above' | 'below', fixed?: number): Transfer =>
  based((base, call) => {
    const value = fixed ?? number(call);
    return value === undefined ? base : { ...base, [key]: value };
  });
const integer = (shape: DraftShape, bounds: { minimum?: number; maximum?: number } = {}): DraftShape =>
  limit({ ...shape, kind: 'integer' }, bounds);
const format = (name: string): Transfer => based((base) => ({ ...base, format: name }));
const withPattern = (base: DraftShape, source: string | undefined): DraftShape =>
  source === undefined || base.pattern !== undefined ? base : { ...base, pattern: source };
const pattern: Transfer = (call) => {
  const data = own(call);
  // Of objects: members whose names match.
  if (data.type === 'object') return schemaOf(call, { ...data, unknown: true });
  const options = argument(call, 1);
  const inverted = options.kind === 'object' && call.truthy(call.get(options, 'invert')) !== false;
  return schemaOf(call, { ...data, base: inverted ? data.base : withPattern(data.base, patternSource(call.pattern(argument(call, 0)))) });
};
const fixed = (source: string): Transfer => based((base) => withPattern(base, source));

const withDefault = changed((data, call) => {
  const given = argument(call, 0);
  if (call.isUndefined(given)) return {};
  const json = call.isFunction(given) || call.isOpen(given) ? undefined : call.json(given);
  return { fallback: json, presence: data.presence === 'required' ? 'required' : 'optional' };
});

const keys: Transfer = changed((data, call) => {
  const given = argument(call, 0);
  const found = membersOf(call, given);
  if (!found) return given.kind === 'unknown' ? { unknown: true, members: data.members ?? new Map() } : {};
  const members = new Map(data.members ?? []);
  for (const [name, member] of found.members) members.set(name, compiledMember(call, member, data.module));
  const { open: _, ...base } = data.base;
  return { members, base: found.open ? { ...base, open: true } : base };
});
const changedMembers = (change: (member: Value, call: Call) => Value): Transfer =>
  changed((data, call) => {
    const names = call.args.flatMap((arg) => call.elements(arg) ?? [arg]).map((arg) => call.text(arg));
    return data.members
      ? {
          members: new Map(
            [...data.members].map(([name, member]) => [
              name,
              names.includes(name) && 'value' in member ? { value: change(member.value, call) } : member,
            ]),
          ),
        }
      : {};
  });
const calling =
  (method: string): ((member: Value, call: Call) => Value) =>
  (member, call) =>
    call.invoke(call.get(member, method), [], member);
const rename: Transfer = changed((data, call) => {
  const [from, to] = [call.text(argument(call, 0)), call.text(argument(call, 1))];
  const target = to === null ? undefined : data.members?.get(to);
  if (from === null || to === null || !data.members || !target || !('value' in target)) return {};
  // Either name will do.
  const loose: Member = { value: calling('optional')(target.value, call) };
  return { members: new Map([...data.members, [to, loose], ...(data.members.has(from) ? [] : [[from, loose] as const])]) };
});

/** Both schemas hold. */
function concatenated(call: Call, data: Draft, more: JoiData): Draft {
  const members = data.members || more.members ? new Map(data.members) : undefined;
  for (const [name, member] of more.members ?? []) {
    const [mine, theirs] = [members!.get(name), member].map((each) => each && 'value' in each && dataOf(each.value));
    members!.set(name, mine && theirs ? { value: schemaOf(call, concatenated(call, mine, theirs)) } : member);
  }
  const base = more.type === 'any' || data.type === 'any' || !members ? intersectShapes(data.base, more.base) : data.base;
  return {
    ...data,
    type: data.type === 'any' ? more.type : data.type,
    base,
    allowed: more.only && !data.only ? more.allowed : [...new Set([...data.allowed, ...more.allowed])],
    only: data.only || more.only,
    presence: more.presence ?? data.presence,
    fallback: more.fallback ?? data.fallback,
    members,
    unknown: more.unknown ?? data.unknown,
    items: data.items || more.items ? [...(data.items ?? []), ...(more.items ?? [])] : undefined,
    preferences: { ...data.preferences, ...more.preferences },
    about: { ...data.about, ...more.about },
  };
}

/** Schemas of the branches of `when` and `conditional`; null for a branch that is not stated. */
function branches(call: Call, module: string): (Value | null)[] {
  const options = argument(call, call.args.length > 1 ? 1 : 0);
  if (options.kind !== 'object') return [null];
  const at = (record: Value, key: string): Value | null => {
    const value = call.get(record, key);
    return call.isUndefined(value) ? null : compiled(call, value, module);
  };
  const cases = call.elements(call.get(options, 'switch'));
  const last = cases?.at(-1);
  return [...(cases ?? [options]).map((each) => at(each, 'then')), last ? at(last, 'otherwise') : at(options, 'otherwise')];
}
const when: Transfer = (call) => {
  const data = own(call);
  const variants = branches(call, data.module).map((branch): Draft => {
    const more = branch && dataOf(branch);
    return more ? concatenated(call, data, more) : data;
  });
  const meanings = variants.filter((variant) => variant.presence !== 'forbidden').map((variant) => meant(variant, {}));
  const required = variants.every((variant) => variant.presence === 'required');
  if (meanings.length === 0) return schemaOf(call, { ...data, presence: 'forbidden' });
  const fallback = variants.find((variant) => variant.fallback !== undefined)?.fallback;
  return schemaOf(call, {
    ...newSchema(data.type, unionShape(meanings.map(({ shape: { default: _, ...shape } }) => shape)), data.module),
    presence: required ? 'required' : 'optional',
    fallback,
    about: data.about,
    preferences: data.preferences,
  });
};
const conditional: Transfer = (call) => {
  const data = own(call);
  return schemaOf(call, {
    ...alternativesOf(
      call,
      branches(call, data.module).filter((branch): branch is Value => branch !== null),
      data.module,
    ),
    presence: data.presence,
  });
};
const attempts: Transfer = (call) => {
  const data = own(call);
  const given = call.args.flatMap((arg) => call.elements(arg) ?? [arg]);
  const more = alternativesOf(call, given, data.module);
  return schemaOf(call, {
    ...data,
    base: data.base.kind === 'any' && !data.base.deferred ? more.base : unionShape([data.base, more.base]),
  });
};
const items: Transfer = changed((data, call) => {
  const given = call.args.flatMap((arg) => call.elements(arg) ?? [arg]).map((value) => compiled(call, value, data.module));
  return { items: [...(data.items ?? []), ...given.filter((value) => dataOf(value)?.forbidden !== true)] };
});
const single: Transfer = (call) => {
  const data = own(call);
  const element = call.constant(argument(call, 0)) === false ? null : data.meaning.shape.items;
  return element
    ? schemaOf(call, { ...newSchema('any', unionShape([data.meaning.shape, element]), data.module), presence: data.presence })
    : call.receiver;
};

function preferencesOf(call: Call, value: Value): JoiPreferences {
  if (value.kind !== 'object' || call.isFunction(value)) return {};
  const [presence, allowUnknown, stripUnknown] = [
    call.text(call.get(value, 'presence')),
    call.constant(call.get(value, 'allowUnknown')),
    call.get(value, 'stripUnknown'),
  ];
  // What is stripped is not refused, and is not there behind the validator.
  return {
    ...(presence !== null && { presence }),
    ...(allowUnknown === true && call.truthy(stripUnknown) !== true && { allowUnknown: true }),
  };
}

/** What a value looks like behind the schema. */
export const joiAccepts = (call: Call, schema: Value, value: Value, preferences: Value): Value =>
  accept(call, meantBy(call, schema, preferences), value);
const meantBy = (call: Call, schema: Value, preferences: Value): Meaning => {
  const data = dataOf(schema);
  return data ? meant(data, preferencesOf(call, preferences)) : (meaningOf(schema) ?? { shape: ANY, optional: true });
};

/** `{value, error}`, or a call of the callback with both. */
export function joiResult(call: Call, schema: Value, value: Value, preferences: Value, callback: Value | null): Value {
  const module = dataOf(schema)?.module ?? 'joi';
  const behind = joiAccepts(call, schema, value, preferences);
  if (!call.oneOf && !callback && !isSettings(call, value))
    return call.unknown('the result of a validation', { module, path: 'validate()' });
  const failed = (none: Value): Value =>
    isSettings(call, value)
      ? none
      : judged(
          call,
          meantBy(call, schema, preferences),
          value,
          () => none,
          () => errorOf(call, joiError(module)),
        );
  if (callback) return call.invoke(callback, [failed(call.const(null)), behind]);
  return call.record({ value: behind, error: failed(call.const(undefined)) });
}

const validate: Transfer = (call) => joiResult(call, call.receiver, argument(call, 0), argument(call, 1), callbackOf(call));
const attempt = (call: Call): Value => {
  const [value, preferences] = [argument(call, 0), argument(call, 1)];
  const demand = demandOf(call, meantBy(call, call.receiver, preferences), value);
  call.mayThrow?.(errorOf(call, joiError(own(call).module)), demand ? [demand] : undefined);
  return joiAccepts(call, call.receiver, value, preferences);
};

const about = (key: 'description' | 'example'): Transfer =>
  changed((data, call) => {
    const json = call.json(argument(call, 0));
    return json === undefined || (key === 'description' && typeof json !== 'string') ? {} : { about: { ...data.about, [key]: json } };
  });
const same: Transfer = (call) => call.receiver;
const presence = (value: 'optional' | 'required' | 'forbidden'): Transfer => changed(() => ({ presence: value }));
const ip = based((base, call) => {
  const options = argument(call, 0);
  const version = options.kind === 'object' ? call.get(options, 'version') : call.const(undefined);
  const names = (call.elements(version) ?? [version]).map((each) => call.text(each));
  return { ...base, format: names.length === 1 && names[0] ? names[0] : 'ip' };
});

/** What code asks to find out which library a schema belongs to. */
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
  'isValid',
  'isValidSync',
  'validateSync',
  '__isYupSchema__',
  'cast',
  'shape',
  '_zod',
  '_def',
  'run',
  'body',
  'query',
  'params',
  'headers',
  'cookies',
  'schema',
]);

export const joiType: HostType<JoiData> = defineHostType<JoiData>({
  name: 'JoiSchema',
  module: 'joi',
  inert: true,
  methods: {
    validate,
    validateAsync: (call) => promised(call, attempt(call)),
    attempt: (call) => attempt(call),
    external: same,
    required: presence('required'),
    exist: presence('required'),
    optional: presence('optional'),
    forbidden: presence('forbidden'),
    presence: changed((_, call) => ({ presence: (call.text(argument(call, 0)) ?? 'optional') as 'optional' })),
    valid: only,
    equal: only,
    only: changed((data) => ({ only: data.allowed.length > 0 })),
    allow,
    invalid: same,
    disallow: same,
    not: same,
    strip: same,
    default: withDefault,
    failover: same,
    // What stands for nothing is no value: a schema that demands one refuses it.
    empty: same,
    min: bound('min'),
    max: bound('max'),
    length: bound('min', true),
    greater: beyond('above'),
    less: beyond('below'),
    positive: beyond('above', 0),
    negative: beyond('below', 0),
    integer: based((base) => integer(base)),
    port: based((base) => integer(base, { minimum: 0, maximum: 65535 })),
    email: format('email'),
    uri: format('uri'),
    guid: format('uuid'),
    uuid: format('uuid'),
    hostname: format('hostname'),
    domain: format('hostname'),
    isoDate: format('date-time'),
    isoDuration: format('duration'),
    iso: same,
    ip,
    timestamp: based(({ format: _asText, ...base }) => ({ ...base, kind: 'integer' })),
    alphanum: fixed('^[a-zA-Z0-9]+$'),
    token: fixed('^\\w+$'),
    hex: fixed('^[a-fA-F0-9]+$'),
    pattern,
    regex: pattern,
    keys,
    append: keys,
    unknown: changed((_, call) => ({ unknown: call.args.length === 0 || call.constant(argument(call, 0)) !== false })),
    rename,
    requiredKeys: changedMembers(calling('required')),
    optionalKeys: changedMembers(calling('optional')),
    forbiddenKeys: changedMembers(calling('forbidden')),
    fork: (call) => {
      const [names, adjust] = [argument(call, 0), argument(call, 1)];
      return call.invoke(
        call.fn(
          'fork',
          changedMembers((member, inner) => inner.invoke(adjust, [member])),
        ),
        call.elements(names) ?? [names],
        call.receiver,
      );
    },
    extract: (call) => {
      const at = argument(call, 0);
      const path = call.text(at)?.split('.') ?? (call.elements(at) ?? []).map((each) => call.text(each) ?? '');
      return path.reduce<Value>((schema, name) => {
        const member = dataOf(schema)?.members?.get(name);
        return member ? memberValue(call, member) : call.unknown('a part of a schema');
      }, call.receiver);
    },
    items,
    ordered: changed((data, call) => ({
      items: [...(data.items ?? []), ...call.args.map((value) => compiled(call, value, data.module))],
      base: limit(data.base, { maxItems: data.items ? undefined : call.args.length }),
    })),
    single,
    sparse: same,
    has: same,
    unique: same,
    try: attempts,
    match: same,
    conditional,
    when,
    concat: (call) => {
      const more = dataOf(argument(call, 0));
      return more ? schemaOf(call, concatenated(call, own(call), more)) : call.receiver;
    },
    options: changed((data, call) => ({ preferences: { ...data.preferences, ...preferencesOf(call, argument(call, 0)) } })),
    prefs: changed((data, call) => ({ preferences: { ...data.preferences, ...preferencesOf(call, argument(call, 0)) } })),
    preferences: changed((data, call) => ({ preferences: { ...data.preferences, ...preferencesOf(call, argument(call, 0)) } })),
    description: about('description'),
    example: about('example'),
    meta: changed((data, call) => {
      const given = argument(call, 0);
      return given.kind === 'object' && call.text(call.get(given, 'swaggerType')) === 'file' ? { base: { kind: 'file' } } : {};
    }),
    describe: (call) => call.unknown('the description of a schema', { module: 'joi', path: 'describe()' }),
  },
  getters: { '~standard': standard, isJoi: (call) => call.const(true), type: (call) => call.const(own(call).type) },
  missing: (call, key) =>
    NOT_THERE.has(key)
      ? undefined
      : key.startsWith('_') || key.startsWith('$_')
        ? call.unknown(`${key} of a schema`, { module: 'joi', path: key })
        : call.fn(key, (inner) => inner.receiver),
});

export const lazySchema = (call: Call, getter: Value, module: string): Value =>
  schemaOf(
    call,
    newSchema(
      'any',
      deferredShape((inner) => meaningOf(compiled(inner, inner.invoke(getter, []), module))?.shape ?? ANY),
      module,
    ),
  );
