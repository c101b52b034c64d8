import { wantedText } from '../validators/validator.js';
import { ANY, nullable, type Json, type Shape, type ShapeProperty } from '@tool/ir';
import {
  defineHostType,
  patternSource,
  withoutNull,
  type Call,
  type HostType,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { isOff } from './support/table.js';

/** What a schema host object keeps. The program changes it until its model is made. */
export interface SchemaData {
  readonly properties: Map<string, ShapeProperty>;
  /** What its validation refuses: what values of its paths have to look like, and `required` where one has to be given. */
  readonly checks: Map<string, ShapeProperty>;
  /** Paths that refer to documents of another model, `items.product` in records and lists of them: path → name of the model. */
  readonly references: Map<string, string>;
  readonly virtuals: Map<string, Value>;
  /** Virtuals that are documents of another model, once they are asked for: its name, and whether there may be several. */
  readonly linked: Map<string, { readonly model: string; readonly list: boolean }>;
  /** Functions that run in front of queries, with the query as `this`. */
  readonly hooks: { readonly of: (operation: string) => boolean; readonly run: Value }[];
  /** Paths that queries leave out unless they ask for them. */
  readonly hidden: Set<string>;
  /** Packages whose plugins are plugged in, with the options that they are given. */
  readonly plugins: Map<string, Value | undefined>;
  /** Paths that may hold each value once only. */
  readonly unique: Set<string>;
  /** Documents may hold what no path says: `strict: false`, what a package or a class adds, models that are made of this one. */
  isOpen: boolean;
  timestamps: boolean | { readonly created: string | null; readonly updated: string | null };
}

const OBJECT_ID: Shape = { kind: 'string', format: 'objectid' };
const ID: Shape = { kind: 'string' };

/** Marks `Schema.Types.ObjectId` and its kin among type values. */
export const schemaTypeType: HostType<{ readonly shape: Shape }> = defineHostType<{ readonly shape: Shape }>({
  name: 'SchemaType',
  inert: true,
  methods: {},
  call: (call) => call.typed?.(ID, 'an id') ?? call.unknown('an id'),
  missing: (call, key) =>
    key === 'isValid'
      ? call.fn('isValid', (inner) => inner.typed?.({ kind: 'boolean' }, 'whether an id is one'))
      : key === 'createFromHexString'
        ? call.fn(key, (inner) => inner.typed?.(ID, 'an id'))
        : undefined,
});

const literal = (call: Call, value: Value): Json | undefined => call.json(value) ?? undefined;
const member = (call: Call, value: Value, key: string): Value | null => {
  const found = value.kind === 'object' ? call.get(value, key) : null;
  return found && !call.isUndefined(found) ? found : null;
};
/** `5` or `[5, 'too short']` or `{ value: 5, message }`. */
const bound = (call: Call, value: Value | null): number | undefined => {
  const first =
    value &&
    (call.elements(value)?.[0] ?? (value.kind === 'object' && !call.isFunction(value) ? member(call, value, 'value') : null) ?? value);
  const number = first && call.constant(first);
  return typeof number === 'number' ? number : undefined;
};

/**
 * `check`: what is written to the path has to look like; `demanded`: a document without it is refused; `references`: of itself (`''`) and of paths in it,
 * see `SchemaData`.
 */
interface Described {
  readonly shape: Shape;
  readonly check: Shape;
  readonly references: ReadonlyMap<string, string>;
  readonly required: boolean;
  readonly demanded: boolean;
}

const NONE: ReadonlyMap<string, string> = new Map();
const described = (shape: Shape, check: Shape = shape, references = NONE): Described => ({
  shape,
  check,
  references,
  required: shape.kind === 'array',
  demanded: false,
});
/** References of a path as they are of what holds it. */
const referencesBelow = (name: string, { references }: Described): [string, string][] =>
  [...references].map(([path, model]) => [path === '' ? name : `${name}.${path}`, model]);

/** What a path of a schema holds: `String`, `{ type: Number, min: 0 }`, `[String]`, a nested record, another schema. */
function describePath(call: Call, value: Value, depth = 0): Described {
  if (depth > 6) return described(ANY);
  const direct = typeOf(call, value);
  if (direct) return described(direct, checkOf(call, value) ?? direct, call.data(value, schemaType)?.references);
  const elements = value.kind === 'object' && !call.isFunction(value) ? call.elements(value) : null;
  if (elements) {
    const inner = elements[0] ? element(call, elements[0], describePath(call, elements[0], depth + 1)) : described(ANY);
    return described({ kind: 'array', items: inner.shape }, { kind: 'array', items: inner.check }, inner.references);
  }
  if (value.kind !== 'object' || call.isFunction(value)) return described(ANY);
  const type = member(call, value, 'type');
  // A record that has no `type`, or a path that is itself called so, holds paths of its own.
  if (!type || (type.kind === 'object' && !typeOf(call, type) && !call.elements(type) && member(call, type, 'type'))) {
    const properties: ShapeProperty[] = [],
      checks: ShapeProperty[] = [],
      references: [string, string][] = [];
    for (const [name, inner] of call.knownEntries?.(value) ?? []) {
      const path = describePath(call, inner, depth + 1);
      const { shape, check, required, demanded } = path;
      references.push(...referencesBelow(name, path));
      properties.push({ name, shape, ...(required && { required: true }) });
      checks.push({ name, shape: check, ...(demanded && { required: true }) });
    }
    return {
      ...described({ kind: 'object', properties }, { kind: 'object', properties: checks }, new Map(references)),
      required: properties.some(({ required }) => required),
      demanded: checks.some(({ required }) => required),
    };
  }
  const inner = describePath(call, type, depth + 1);
  const reference = member(call, value, 'ref');
  const allowed = member(call, value, 'enum');
  const values = allowed && literal(call, call.elements(allowed) ? allowed : (member(call, allowed, 'values') ?? allowed));
  const standIn = member(call, value, 'default');
  const fallback = standIn && !call.isFunction(standIn) ? literal(call, standIn) : undefined;
  const pattern = member(call, value, 'match');
  const source = patternSource(pattern && (call.pattern(pattern) ?? call.pattern(call.elements(pattern)?.[0] ?? pattern)));
  const required = member(call, value, 'required');
  const numeric = inner.shape.kind === 'number';
  const bounds = {
    minLength: bound(call, member(call, value, 'minlength') ?? member(call, value, 'minLength')),
    maxLength: bound(call, member(call, value, 'maxlength') ?? member(call, value, 'maxLength')),
    minimum: numeric ? bound(call, member(call, value, 'min')) : undefined,
    maximum: numeric ? bound(call, member(call, value, 'max')) : undefined,
  };
  const choice = values && typeof values === 'object' && !Array.isArray(values) ? Object.values(values) : values;
  const limits = {
    ...Object.fromEntries(Object.entries(bounds).filter(([, limit]) => limit !== undefined)),
    ...(source !== undefined && { pattern: source }),
  };
  const listed = Array.isArray(choice) ? choice.filter((each): each is Json => each !== null) : null;
  const bounded = (of: Shape): Shape => ({
    ...of,
    ...limits,
    ...(listed && of.kind !== 'array' && { enum: listed }),
    ...(listed && of.kind === 'array' && of.items && { items: { ...of.items, enum: listed } }),
  });
  const own: Shape = {
    ...bounded(inner.shape),
    ...(fallback !== undefined && fallback !== null && typeof fallback !== 'object' && { default: fallback }),
  };
  const check = withChecks(bounded(inner.check), member(call, value, 'validate'), call);
  const named = reference && (call.text(reference) ?? call.text(call.get(reference, 'modelName')));
  const isRequired =
    required !== null &&
    (call.elements(required)
      ? call.truthy(call.elements(required)![0] ?? required) === true
      : !call.isFunction(required) && call.truthy(required) === true);
  const shape = standIn && call.constant(standIn) === null && !isRequired && !/object|array|any/.test(own.kind) ? nullable(own) : own;
  // What is not given has its default, and a list is empty then.
  const hasOne = standIn !== null || inner.shape.kind === 'array';
  return {
    shape,
    check,
    required: isRequired || hasOne,
    demanded: isRequired && !hasOne,
    references: named === null ? inner.references : new Map([['', named]]),
  };
}

/** What a request brings for a path: that there is nothing as long as nobody brings it is said of documents alone. */
export function brought(shape: Shape): Shape {
  const own = withoutNull(shape) as Shape;
  const { properties, items } = own;
  if (!properties && !items) return own;
  return {
    ...own,
    ...(properties && { properties: properties.map((property) => ({ ...property, shape: brought(property.shape) })) }),
    ...(items && { items: brought(items) }),
  };
}

/** A record in a list is a document of its own, with an id unless it is told to have none. */
function element(call: Call, value: Value, inner: Described): Described {
  const { shape } = inner;
  if (
    shape.kind !== 'object' ||
    call.data(value, schemaType) ||
    value.kind !== 'object' ||
    typeOf(call, value) ||
    !shape.properties ||
    (member(call, value, 'type') && shape.properties.every(({ name }) => name !== 'type'))
  )
    return inner;
  const own = shape.properties.filter(({ name }) => name !== '_id');
  return {
    ...inner,
    shape: { ...shape, properties: isOff(call, member(call, value, '_id')) ? own : [{ name: '_id', shape: ID, required: true }, ...own] },
  };
}

/** What another schema checks, where one stands for a type. */
function checkOf(call: Call, value: Value): Shape | null {
  const nested = call.data(value, schemaType);
  return nested && { kind: 'object', properties: [...nested.checks.values()] };
}

/** `validate: validator.isEmail`, `validate: [isEmail, 'message']`, `validate: { validator: isEmail }`. */
function withChecks(shape: Shape, given: Value | null, call: Call): Shape {
  if (!given) return shape;
  const first = call.elements(given)?.[0] ?? given;
  const check = call.isFunction(first) || first.kind !== 'object' ? first : member(call, first, 'validator');
  const said = check && wantedText(check);
  return !said || shape.kind !== 'string' ? shape : { ...said, ...shape };
}

/** A type by itself: a global constructor, a schema type, another schema, or the name of one. */
function typeOf(call: Call, value: Value): Shape | null {
  const marked = call.data(value, schemaTypeType);
  if (marked) return marked.shape;
  const nested = call.data(value, schemaType);
  if (nested)
    return {
      kind: 'object',
      properties: documentProperties(nested, false).filter(
        ({ name }) => name !== '_id' || !isOff(call, member(call, call.get(value, 'options'), '_id')),
      ),
      ...(nested.isOpen && { open: true }),
    };
  const named = call.text(value);
  if (named !== null) return BY_NAME.get(named.toLowerCase()) ?? null;
  // Classes of the driver and of bson are what they are called like.
  if (value.kind === 'unknown') return value.provenance?.args === null ? (TYPES[value.provenance.path] ?? null) : null;
  if (value.kind !== 'object') return null;
  for (const [name, shape] of Object.entries(GLOBALS)) if (value === call.global?.(name)) return shape;
  return call.isFunction(value) ? (TYPES[call.text(call.get(value, 'name')) ?? ''] ?? null) : null;
}

const GLOBALS: Readonly<Record<string, Shape>> = {
  String: { kind: 'string' },
  Number: { kind: 'number' },
  Boolean: { kind: 'boolean' },
  Date: { kind: 'string', format: 'date-time' },
  Buffer: { kind: 'object' },
  Map: { kind: 'object', open: true },
  Object: ANY,
  Array: { kind: 'array' },
  BigInt: { kind: 'string' },
};
/** `Schema.Types`, by name. */
const TYPES: Readonly<Record<string, Shape>> = {
  ObjectId: ID,
  ObjectID: ID,
  Mixed: ANY,
  String: { kind: 'string' },
  Number: { kind: 'number' },
  Double: { kind: 'number' },
  Int32: { kind: 'integer' },
  Boolean: { kind: 'boolean' },
  Bool: { kind: 'boolean' },
  Date: { kind: 'string', format: 'date-time' },
  Buffer: { kind: 'object' },
  Decimal128: { kind: 'object' },
  Map: { kind: 'object', open: true },
  Array: { kind: 'array' },
  UUID: { kind: 'string', format: 'uuid' },
  BigInt: { kind: 'string' },
};
const BY_NAME = new Map(Object.entries(TYPES).map(([name, shape]) => [name.toLowerCase(), shape]));

export const schemaTypes = (realm: Realm): Record<string, Value> =>
  Object.fromEntries(Object.entries(TYPES).map(([name, shape]) => [name, realm.host(schemaTypeType, { shape })]));

export function addPaths(call: Call, schema: Value, definition: Value | undefined): void {
  const data = call.data(schema, schemaType);
  if (!data || definition?.kind !== 'object') return;
  const other = call.data(definition, schemaType);
  if (other) {
    for (const [name, property] of other.properties) data.properties.set(name, property);
    for (const [name, check] of other.checks) data.checks.set(name, check);
    data.isOpen ||= other.isOpen;
    return;
  }
  const paths = call.get(schema, 'paths');
  for (const [name, value] of call.knownEntries?.(definition) ?? []) {
    const path = describePath(call, value);
    const { shape, check, required, demanded } = path;
    data.properties.set(name, { name, shape, ...(required && { required: true }) });
    data.checks.set(name, { name, shape: check, ...(demanded && { required: true }) });
    for (const [at, model] of referencesBelow(name, path)) data.references.set(at, model);
    const selected = value.kind === 'object' && !call.isFunction(value) && !call.elements(value) ? member(call, value, 'select') : null;
    if (value.kind === 'object' && !call.isFunction(value) && !call.elements(value)) {
      const once = member(call, value, 'unique');
      if (once && (call.truthy(once) === true || call.elements(once))) data.unique.add(name);
    }
    if (selected && call.truthy(selected) === false) data.hidden.add(name);
    const options = value.kind === 'object' && !call.isFunction(value) && !call.elements(value) ? value : call.record({ type: value });
    call.set(paths, name, call.record({ path: call.const(name), options, isRequired: call.const(required) }));
  }
}

/** Which operations a hook is for: `'find'`, `['find', 'findOne']`, `/^find/`; null where nobody knows. */
function operations(call: Call, given: Value): ((operation: string) => boolean) | null {
  const pattern = call.pattern(given);
  if (pattern) {
    let known: RegExp;
    try {
      known = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
    } catch {
      return null;
    }
    return (operation) => known.test(operation);
  }
  const names = (call.elements(given) ?? [given]).map((each) => call.text(each));
  return (operation) => names.includes(operation);
}

/** What a program does before its documents are checked may give them what is missing. */
const pre: Transfer = (call) => {
  const data = call.data(call.receiver, schemaType);
  const [name] = call.args;
  const run = call.args.find((arg) => call.isFunction(arg));
  if (data && name && run) {
    const of = operations(call, name);
    if (of) data.hooks.push({ of, run });
  }
  if (data && /validate/.test(call.text(call.args[0] ?? call.const('')) ?? 'validate'))
    for (const [name, { shape }] of data.checks) data.checks.set(name, { name, shape });
  return call.receiver;
};

/** Plugins that add no fields. */
/** The plugin that puts the name of a user on a schema, and functions for passport on its models. */
export const NAMES_USERS = 'passport-local-mongoose';
/** The member that holds the name which users log in with. */
export function nameOfUsers(call: Call, options: Value | undefined): string {
  const stated = options && member(call, options, 'usernameField');
  return (stated && call.text(stated)) ?? 'username';
}
const ADDS_METHODS = /paginate|unique-validator|autopopulate|^passport-local-mongoose$|^mongoose-delete$/;

/** What mongoose-delete keeps of documents that are there no longer. */
export const KEEPS_DELETED = 'mongoose-delete';
function pathsOfDeleted(call: Call, options: Value | undefined): Value {
  const paths: Record<string, Value> = { deleted: call.record({ type: call.global!('Boolean'), default: call.const(false) }) };
  for (const name of ['deletedAt', 'deletedBy'])
    if (options && call.truthy(member(call, options, name) ?? call.const(false)) === true)
      paths[name] = name === 'deletedAt' ? call.global!('Date') : (member(call, options, 'deletedByType') ?? call.const('ObjectId'));
  return call.record(paths);
}

const opened: Transfer = (call) => {
  const data = call.data(call.receiver, schemaType);
  if (data) data.isOpen = true;
  return call.receiver;
};
const same = (call: Call): Value => call.receiver;

export const schemaType: HostType<SchemaData> = defineHostType<SchemaData>({
  name: 'Schema',
  inert: true,
  methods: {
    add: (call) => {
      addPaths(call, call.receiver, call.args[0]);
      return call.receiver;
    },
    plugin: (call) => {
      const [plugin, options] = call.args;
      const data = call.data(call.receiver, schemaType);
      const from = plugin?.kind === 'unknown' ? plugin.provenance?.module : undefined;
      if (from !== undefined) data?.plugins.set(from, options);
      // What it keeps beside the name is left out of what is found.
      if (from === NAMES_USERS) addPaths(call, call.receiver, call.record({ [nameOfUsers(call, options)]: call.global!('String') }));
      if (from === KEEPS_DELETED) addPaths(call, call.receiver, pathsOfDeleted(call, options));
      if (data && plugin?.kind === 'unknown' && !ADDS_METHODS.test(from ?? '')) data.isOpen = true;
      if (plugin && call.isFunction(plugin)) call.invoke(plugin, [call.receiver, options ?? call.const(undefined)]);
      return call.receiver;
    },
    pre,
    post: same,
    index: same,
    queue: same,
    alias: same,
    remove: same,
    clone: same,
    discriminator: opened,
    method: (call) => {
      put(call, 'methods');
      return call.receiver;
    },
    static: (call) => {
      put(call, 'statics');
      return call.receiver;
    },
    set: (call) => {
      const [name, value] = call.args;
      const key = name && call.text(name);
      if (key && value) {
        call.set(call.get(call.receiver, 'options'), key, value);
        readOptions(call, call.receiver);
      }
      return value ?? call.receiver;
    },
    get: (call) => {
      const key = call.args[0] && call.text(call.args[0]);
      return key ? call.get(call.get(call.receiver, 'options'), key) : call.const(undefined);
    },
    path: (call) => {
      const key = call.args[0] && call.text(call.args[0]);
      return key ? call.get(call.get(call.receiver, 'paths'), key) : call.unknown('a path of a schema');
    },
    eachPath: (call) => {
      const [visit] = call.args;
      if (visit)
        for (const [name, value] of call.knownEntries?.(call.get(call.receiver, 'paths')) ?? [])
          call.invoke(visit, [call.const(name), value]);
      return call.receiver;
    },
    virtual: (call) => {
      const name = call.args[0] && call.text(call.args[0]);
      const data = call.data(call.receiver, schemaType);
      const ref = call.args[1] ? member(call, call.args[1], 'ref') : null;
      const model = ref && call.text(ref);
      if (name && model) data?.linked.set(name, { model, list: call.truthy(call.get(call.args[1]!, 'justOne')) !== true });
      const chain: Value = call.record({});
      call.set(
        chain,
        'get',
        call.fn('get', (inner) => {
          if (name && inner.args[0]) data?.virtuals.set(name, inner.args[0]);
          return chain;
        }),
      );
      call.set(
        chain,
        'set',
        call.fn('set', () => chain),
      );
      return chain;
    },
    loadClass: opened,
  },
});

function put(call: Call, kind: 'methods' | 'statics'): void {
  const [name, fn] = call.args;
  const target = call.get(call.receiver, kind);
  const key = name && call.text(name);
  if (key && fn) call.set(target, key, fn);
  else if (name?.kind === 'object') for (const [each, value] of call.knownEntries?.(name) ?? []) call.set(target, each, value);
}

function readOptions(call: Call, schema: Value): void {
  const data = call.data(schema, schemaType);
  if (data && isOff(call, member(call, call.get(schema, 'options'), 'strict'))) data.isOpen = true;
  const timestamps = member(call, call.get(schema, 'options'), 'timestamps');
  if (!data || !timestamps) return;
  if (timestamps.kind !== 'object') {
    data.timestamps = call.truthy(timestamps) === true;
    return;
  }
  const name = (key: string): string | null => {
    const given = member(call, timestamps, key);
    return given === null ? key : (call.text(given) ?? (call.truthy(given) === false ? null : key));
  };
  data.timestamps = { created: name('createdAt'), updated: name('updatedAt') };
}

/** `new Schema(definition, options)`. */
export const makeSchema = (realm: Realm, statics: Readonly<Record<string, Value>>): Value =>
  realm.fn(
    'Schema',
    (call) => {
      const [definition, options] = call.args;
      const given = options?.kind === 'object' ? call.record(Object.fromEntries(call.knownEntries?.(options) ?? [])) : call.record({});
      const empty = (key: string): Value => {
        const stated = options?.kind === 'object' ? member(call, options, key) : null;
        return stated ?? call.record({});
      };
      const schema = call.host(
        schemaType,
        {
          properties: new Map(),
          checks: new Map(),
          references: new Map(),
          virtuals: new Map(),
          linked: new Map(),
          hooks: [],
          hidden: new Set<string>(),
          plugins: new Map(),
          unique: new Set<string>(),
          isOpen: false,
          timestamps: false,
        },
        {
          paths: call.record({}),
          options: given,
          methods: empty('methods'),
          statics: empty('statics'),
          query: call.record({}),
          obj: definition ?? call.record({}),
        },
      );
      addPaths(call, schema, definition);
      readOptions(call, schema);
      return schema;
    },
    { prototype: realm.prototype(schemaType), ...statics },
  );

/** Members of a document as the database holds it. */
export function documentProperties(data: SchemaData, versioned: boolean): readonly ShapeProperty[] {
  const stamp = data.timestamps === true ? { created: 'createdAt', updated: 'updatedAt' } : data.timestamps;
  const stamps = stamp ? [stamp.created, stamp.updated].filter((name): name is string => name !== null && name !== undefined) : [];
  return [
    ...(data.properties.has('_id') ? [] : [{ name: '_id', shape: ID, required: true }]),
    ...[...data.properties.values()].map((each) => (each.name === '_id' ? { ...each, required: true } : each)),
    ...stamps
      .filter((name) => !data.properties.has(name))
      .map((name): ShapeProperty => ({ name, shape: { kind: 'string', format: 'date-time' }, required: true })),
    ...(versioned ? [{ name: '__v', shape: { kind: 'number' as const }, required: true }] : []),
  ];
}

export { OBJECT_ID };
