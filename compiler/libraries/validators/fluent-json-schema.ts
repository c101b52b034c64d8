import {
  defineHostType,
  defineLibrary,
  deferredShape,
  jsonSchemaShape,
  openModule,
  type Call,
  type HostType,
  type Meaning,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';

/** A schema of the builder: each call makes a new one. */
interface Fluent {
  readonly meaning: Meaning;
  readonly keywords: ReadonlyMap<string, Value>;
  readonly properties: ReadonlyMap<string, Value>;
  readonly definitions: ReadonlyMap<string, Value>;
  /** Members that must be there. */
  readonly required: readonly string[];
  /** The member that it becomes must be there. */
  readonly demanded: boolean;
}
type Draft = Omit<Fluent, 'meaning'>;

const EMPTY: Draft = { keywords: new Map(), properties: new Map(), definitions: new Map(), required: [], demanded: false };

const made = (call: Call, draft: Draft): Value =>
  call.host(fluentType, {
    ...draft,
    meaning: { shape: deferredShape((inner) => jsonSchemaShape(inner, jsonOf(inner, draft, false))), optional: !draft.demanded },
  });
const next = (call: Call, change: (schema: Draft) => Partial<Draft>): Value => {
  const data = call.data(call.receiver, fluentType) ?? EMPTY;
  return made(call, { ...data, ...change(data) });
};

/** The JSON Schema as a value of the program. `deep`: schemas within it as well. */
function jsonOf(call: Call, schema: Draft, deep: boolean): Value {
  const inner = (value: Value): Value => {
    const data = deep ? call.data(value, fluentType) : null;
    return data ? jsonOf(call, data, deep) : value;
  };
  const entries: Record<string, Value> = {};
  const elementsOf = (value: Value): Value => {
    const elements = call.elements(value);
    return elements ? call.list(elements.map(inner)) : inner(value);
  };
  for (const [key, value] of schema.keywords) entries[key] = deep ? elementsOf(value) : value;
  const members = (all: ReadonlyMap<string, Value>): Value =>
    call.record(Object.fromEntries([...all].map(([name, value]) => [name, inner(value)])));
  if (schema.definitions.size > 0) entries['definitions'] = members(schema.definitions);
  if (schema.properties.size > 0) entries['properties'] = members(schema.properties);
  if (schema.required.length > 0) entries['required'] = call.list(schema.required.map((name) => call.const(name)));
  return call.record(entries);
}

/** The JSON Schema that a schema of the builder stands for; null when the value is none. */
export const fluentJson = (call: Call, value: Value): Value | null => {
  const data = call.data(value, fluentType);
  return data && jsonOf(call, data, true);
};

const keyword =
  (name: string, fallback?: boolean): Transfer =>
  (call) =>
    next(call, ({ keywords }) => {
      const given = argument(call, 0);
      const pattern = name === 'pattern' ? call.pattern(given) : null;
      const value = pattern
        ? call.const(pattern.source)
        : call.isUndefined(given) && fallback !== undefined
          ? call.const(fallback)
          : name === 'format' && call.text(given) === 'url'
            ? call.const('uri')
            : given;
      return { keywords: new Map([...keywords, [name, value]]) };
    });

const property: Transfer = (call) =>
  next(call, (schema) => {
    const name = call.text(argument(call, 0));
    if (name === null) return {};
    const given = call.isUndefined(argument(call, 1)) ? made(call, EMPTY) : argument(call, 1);
    const required =
      call.data(given, fluentType)?.demanded && !schema.required.includes(name) ? [...schema.required, name] : schema.required;
    return { properties: new Map([...schema.properties, [name, given]]), required };
  });
/** Behind `prop` it is that member which is required. */
const required: Transfer = (call) =>
  next(call, (schema) => {
    const names = call
      .elements(argument(call, 0))
      ?.map((each) => call.text(each))
      .filter((name): name is string => name !== null);
    const last = [...schema.properties.keys()].at(-1);
    if (!names && last === undefined) return { demanded: true };
    return { required: [...new Set([...schema.required, ...(names ?? [last!])])] };
  });
const chosen =
  (keep: boolean): Transfer =>
  (call) =>
    next(call, (schema) => {
      const names = (call.elements(argument(call, 0)) ?? []).map((each) => call.text(each));
      const stays = (name: string): boolean => names.includes(name) === keep;
      return { properties: new Map([...schema.properties].filter(([name]) => stays(name))), required: schema.required.filter(stays) };
    });

const KEYWORDS = [
  'title',
  'description',
  'examples',
  'enum',
  'const',
  'default',
  'anyOf',
  'allOf',
  'oneOf',
  'not',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'items',
  'additionalItems',
  'minItems',
  'maxItems',
  'contains',
  'additionalProperties',
  'patternProperties',
  'minProperties',
  'maxProperties',
  'contentEncoding',
  'contentMediaType',
];

const fluentType: HostType<Fluent> = defineHostType<Fluent>({
  name: 'FluentSchema',
  module: 'fluent-json-schema',
  inert: true,
  methods: {
    ...Object.fromEntries(KEYWORDS.map((name) => [name, keyword(name)])),
    uniqueItems: keyword('uniqueItems', true),
    id: keyword('$id'),
    ref: keyword('$ref'),
    as: keyword('type'),
    prop: property,
    required,
    only: chosen(true),
    without: chosen(false),
    definition: (call) =>
      next(call, (schema) => {
        const name = call.text(argument(call, 0));
        return name === null ? {} : { definitions: new Map([...schema.definitions, [name, argument(call, 1)]]) };
      }),
    extend: (call) =>
      next(call, (schema) => {
        const base = call.data(argument(call, 0), fluentType) ?? EMPTY;
        return {
          keywords: new Map([...base.keywords, ...schema.keywords]),
          properties: new Map([...base.properties, ...schema.properties]),
          definitions: new Map([...base.definitions, ...schema.definitions]),
          required: [...new Set([...base.required, ...schema.required])],
        };
      }),
    raw: (call) => next(call, (schema) => ({ keywords: new Map([...schema.keywords, ...(call.entries(argument(call, 0)) ?? [])]) })),
    valueOf: (call: Call) => jsonOf(call, call.data(call.receiver, fluentType) ?? EMPTY, true),
  },
  getters: { isFluentSchema: (call) => call.const(true) },
  missing: (call, key) =>
    [
      'then',
      'else',
      'default',
      '__esModule',
      'constructor',
      'prototype',
      'type',
      'properties',
      '$ref',
      '$id',
      'parse',
      'safeParse',
      'validate',
      'validateAsync',
      'body',
      'querystring',
      'query',
      'params',
      'headers',
    ].includes(key)
      ? undefined
      : call.fn(key, (inner) => inner.receiver),
});

const FORMATS = [
  'relative-json-pointer',
  'json-pointer',
  'uuid',
  'regex',
  'ipv6',
  'ipv4',
  'hostname',
  'email',
  'url',
  'uri-template',
  'uri-reference',
  'uri',
  'time',
  'date',
  'date-time',
  'iso-time',
  'iso-date-time',
];

function members(realm: Realm): Record<string, Value> {
  const typed =
    (type: string | null): Transfer =>
    (call) =>
      made(call, type === null ? EMPTY : { ...EMPTY, keywords: new Map([['type', call.const(type)]]) });
  const start: Record<string, Value> = Object.fromEntries(
    ['object', 'string', 'number', 'integer', 'boolean', 'array', 'null'].map((name) => [name, realm.fn(name, typed(name))]),
  );
  // The builder's own methods without a type: `S.enum(['a'])`, `S.ref('#id')`.
  for (const name of [...KEYWORDS, 'id', 'ref', 'raw'])
    start[name] ??= realm.fn(name, (call) => {
      const empty = made(call, EMPTY);
      return call.invoke(call.get(empty, name), call.args, empty);
    });
  start['mixed'] = realm.fn('mixed', (call) => made(call, { ...EMPTY, keywords: new Map([['type', argument(call, 0)]]) }));
  start['FORMATS'] = realm.record(Object.fromEntries(FORMATS.map((name) => [name.toUpperCase().replaceAll('-', '_'), realm.const(name)])));
  start['TYPES'] = realm.record(
    Object.fromEntries(
      ['string', 'number', 'boolean', 'integer', 'object', 'array', 'null'].map((name) => [name.toUpperCase(), realm.const(name)]),
    ),
  );
  start['withOptions'] = realm.fn('withOptions', (call) => call.get(call.module!('fluent-json-schema'), 'S'));
  return start;
}

export const fluentJsonSchemaLibrary = defineLibrary({
  modules: Object.fromEntries(
    ['fluent-json-schema', 'fluent-schema'].map((name) => [
      name,
      (realm: Realm) => {
        const own = members(realm);
        return openModule(realm, name, { ...own, S: realm.record(own), default: realm.record(own) });
      },
    ]),
  ),
});
