import { ANY, unionOf, type Shape } from '@tool/ir';
import {
  defineHostType,
  enumOf,
  type Call,
  type HostType,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { classesOf, member, namedClass, propertyDecorator, type Column, type Relation, type Table, isSet } from './support/table.js';

/** Columns as they are stated; what JSON calls them, and what it leaves out. */
export interface MikroColumn extends Column {
  readonly written: string;
  readonly secret: boolean;
  readonly primary: boolean;
}
export interface MikroTable extends Table {
  readonly entity: Value;
  readonly columns: Map<string, MikroColumn>;
  readonly collections: Set<string>;
}

interface Stated {
  readonly kind: 'column' | 'primary' | 'serialized' | 'one' | 'many';
  readonly options: Value | null;
  readonly type: Value | null;
}
type Entity = Map<string, Stated>;

/** What decorators said, by the prototype of the class; prototypes belong to one evaluation. */
const entities = new WeakMap<Value, Entity>();
/** Definitions without decorators, by the schema and by the class they are for. */
const schemas = new WeakMap<Value, Value>();
const tables = new WeakMap<Value, MikroTable>();

const TEXT: Shape = { kind: 'string' };
const WHOLE: Shape = { kind: 'integer' };
const NUMBER: Shape = { kind: 'number' };
const TRUTH: Shape = { kind: 'boolean' };
const TIME: Shape = { kind: 'string', format: 'date-time' };
const TYPES: readonly (readonly [RegExp, Shape])[] = [
  [
    /^(?:string|text|varchar|character|char|tinytext|mediumtext|longtext|citext|bigint|bigserial|decimal|numeric|time|interval|objectid|unknown)$/,
    TEXT,
  ],
  [/^(?:integer|int|smallint|tinyint|mediumint|serial)$/, WHOLE],
  [/^(?:number|float|double|real)$/, NUMBER],
  [/^(?:boolean|bool)$/, TRUTH],
  [/^(?:date-?time|timestamp.*)$/, TIME],
  [/^date$/, { kind: 'string', format: 'date' }],
  [/^uuid$/, { kind: 'string', format: 'uuid' }],
  [/^(?:array)$/, { kind: 'array', items: ANY }],
];
const byName = (name: string): Shape | null => TYPES.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1] ?? null;

/** `types.uuid`, `p.integer()`: a type by its name. */
const typeNameType: HostType<{ readonly name: string }> = defineHostType<{ readonly name: string }>({
  name: 'MikroType',
  inert: true,
  methods: {},
});
export const typeNames = (realm: Realm): Value =>
  realm.host(
    defineHostType<null>({
      name: 'MikroTypes',
      inert: true,
      methods: {},
      missing: (call, key) => (['then', 'constructor', 'toJSON'].includes(key) ? undefined : call.host(typeNameType, { name: key })),
    }),
    null,
  );

function typeOf(call: Call, value: Value | null): Shape | null {
  if (!value) return null;
  const name = call.text(value) ?? call.data(value, typeNameType)?.name;
  if (name != null) return byName(name);
  const inner =
    value.kind === 'object' && call.isFunction(value) && !GLOBALS.some((each) => call.global?.(each) === value)
      ? call.invoke(value, [])
      : value;
  const global = GLOBALS.find((each) => call.global?.(each) === inner);
  return global ? { String: TEXT, Number: NUMBER, Boolean: TRUTH, Date: TIME }[global] : null;
}
const GLOBALS = ['String', 'Number', 'Boolean', 'Date'] as const;

/** The property of a class as it is declared, or as the class itself sets it to begin with. */
function declaredShape(call: Call, cls: Value, name: string, fresh: () => Value | null): Shape | null {
  const found = call.declaredMembers?.(cls)?.find((each) => each.name === name);
  const values = found?.cls ? enumOf(call, found.cls) : null;
  if (values) return values;
  if (found?.shape && found.shape.kind !== 'any' && found.shape.kind !== 'object') return withoutNull(found.shape);
  const instance = fresh();
  const begun = instance?.kind === 'object' ? call.get(instance, name) : null;
  const shape = begun && !call.isUndefined(begun) ? call.shapeOf?.(begun) : undefined;
  return shape && shape.kind !== 'any' && shape.kind !== 'null' ? widened(shape) : (found?.shape ?? null);
}
const withoutNull = (shape: Shape): Shape => {
  const others = shape.alternatives?.filter(({ kind }) => kind !== 'null') ?? [];
  return shape.kind === 'union' && others.length === 1 ? others[0]! : shape;
};
const widened = ({ kind, format, items, alternatives }: Shape): Shape =>
  alternatives ? unionOf(alternatives.map(widened)) : { kind, ...(format !== undefined && { format }), ...(items && { items }) };

function columnOf(call: Call, name: string, { kind, options, type }: Stated, declared: Shape | null): MikroColumn {
  const option = (key: string): Value | null => member(call, options, key);
  const allowed = option('items') ?? (type?.kind === 'object' && call.isFunction(type) ? namedEnum(call, type) : null);
  const values = allowed ? enumOf(call, call.isFunction(allowed) ? call.invoke(allowed, []) : allowed) : null;
  const primary = kind === 'primary' || isSet(call, option('primary'));
  const stated =
    values ?? typeOf(call, option('type') ?? (values ? null : type)) ?? (option('columnType') ? typeOf(call, option('columnType')) : null);
  const known = declared && declared.kind !== 'any' ? declared : null;
  const shape =
    (stated?.kind === 'array' && known?.kind === 'array' ? known : stated) ??
    (kind === 'serialized' || name === '_id' ? TEXT : known) ??
    ANY;
  const counts = primary && (shape.kind === 'number' || shape.kind === 'integer');
  const automatic = counts || kind === 'serialized' || name === '_id' || option('onCreate') !== null;
  const written = option('serializedName');
  return {
    name,
    shape: counts ? WHOLE : shape,
    nullable: isSet(call, option('nullable')) && !primary,
    written: (written && call.text(written)) ?? name,
    secret: isSet(call, option('hidden')),
    primary,
    ...((automatic || option('default') !== null || option('defaultRaw') !== null) && { generated: true }),
    ...(automatic && { automatic: true }),
  };
}
const namedEnum = (call: Call, type: Value): Value | null => {
  const made = GLOBALS.some((each) => call.global?.(each) === type) ? null : call.invoke(type, []);
  return made && made.kind === 'object' && !call.isFunction(made) ? made : null;
};

const relationOf = (list: boolean, { options, type }: Stated): Relation => ({
  target: (call) => {
    const entity = type && call.data(type, typeNameType) ? null : (type ?? member(call, options, 'entity'));
    return entity ? tableOf(call, targetOf(call, entity)) : null;
  },
  list,
  optional: false,
});
/** `() => Book`, a class, a schema. */
const targetOf = (call: Call, value: Value): Value | null => {
  if (schemas.has(value)) return value;
  const cls = namedClass(call, value);
  if (cls) return cls;
  const made = call.isFunction(value) ? call.invoke(value, []) : value;
  return schemas.has(made) ? made : null;
};

/** The table of an entity: of a class with decorators, or of a schema. */
export function tableOf(call: Call, target: Value | null | undefined): MikroTable | null {
  if (!target) return null;
  const known = tables.get(target);
  if (known) return known;
  const schema = schemas.get(target);
  const classes = schema ? [] : classesOf(call, target).filter((cls) => entities.has(call.get(cls, 'prototype')));
  if (!schema && classes.length === 0) return null;
  const table: MikroTable = {
    entity: target,
    name: nameOf(call, target, schema),
    columns: new Map(),
    relations: new Map(),
    collections: new Set(),
  };
  tables.set(target, table);
  if (schema) fromSchema(call, table, schema);
  let instance: Value | null = null;
  const fresh = (): Value | null => (instance ??= call.construct(target, []));
  for (const cls of classes.reverse())
    for (const [name, stated] of entities.get(call.get(cls, 'prototype'))!)
      addTo(call, table, name, stated, () => declaredShape(call, cls, name, fresh));
  return table;
}
const nameOf = (call: Call, target: Value, schema: Value | undefined): string =>
  (schema && call.text(call.get(schema, 'name'))) ?? call.text(call.get(target, 'name')) ?? '';

function addTo(call: Call, table: MikroTable, name: string, stated: Stated, declared: () => Shape | null): void {
  if (stated.kind !== 'one' && stated.kind !== 'many') {
    table.columns.set(name, columnOf(call, name, stated, declared()));
    return;
  }
  table.relations.set(name, {
    ...relationOf(stated.kind === 'many', stated),
    optional: stated.kind === 'one' && isSet(call, member(call, stated.options, 'nullable')),
  });
  if (stated.kind === 'many') table.collections.add(name);
}

const decorator =
  (kind: Stated['kind']) =>
  (realm: Realm, title: string): Value =>
    propertyDecorator(realm, title, (call, { prototype, name }, args) => {
      const options = args.findLast((arg) => arg.kind === 'object' && !call.isFunction(arg) && !call.data(arg, typeNameType)) ?? null;
      const [first] = args;
      const stated = entities.get(prototype) ?? new Map<string, Stated>();
      entities.set(prototype, stated.set(name, { kind, options, type: first && first !== options ? first : null }));
    });

// ---- definitions without decorators -----------------------------------------------------------------------------------

interface Property {
  readonly kind: Stated['kind'];
  readonly type: Value | null;
  readonly options: Map<string, Value>;
}
const propertyType: HostType<Property> = defineHostType<Property>({
  name: 'MikroProperty',
  inert: true,
  methods: {},
  // `.nullable()`, `.serializedName('x')`: every option by its name.
  missing: (call, key) =>
    ['then', 'constructor', 'toJSON'].includes(key)
      ? undefined
      : call.fn(key, (inner) => {
          const data = inner.data(inner.receiver, propertyType);
          if (!data) return inner.receiver;
          if (key === 'array')
            return inner.host(propertyType, { ...data, options: new Map([...data.options, ['type', inner.const('array')]]) });
          return inner.host(propertyType, {
            ...data,
            kind: key === 'primary' ? 'primary' : data.kind,
            options: new Map([...data.options, [key, inner.args[0] ?? inner.const(true)]]),
          });
        }),
});
const RELATIONS: Readonly<Record<string, Stated['kind']>> = { manyToOne: 'one', oneToOne: 'one', oneToMany: 'many', manyToMany: 'many' };
/** `p.string()`, `p.enum(() => Role)`, `p.manyToOne(() => Author)`. */
export const properties = (realm: Realm): Value => realm.host(propertiesType, null);
const propertiesType: HostType<null> = defineHostType<null>({
  name: 'MikroProperties',
  inert: true,
  methods: {},
  missing: (call, key) =>
    ['then', 'constructor', 'toJSON'].includes(key)
      ? undefined
      : call.fn(key, (inner) => {
          const [first] = inner.args;
          const kind = RELATIONS[key] ?? 'column';
          if (kind !== 'column') return inner.host(propertyType, { kind, type: first ?? null, options: new Map() });
          if (key === 'enum') return inner.host(propertyType, { kind, type: null, options: new Map(first ? [['items', first]] : []) });
          return inner.host(propertyType, {
            kind,
            type: key === 'type' ? (first ?? null) : null,
            options: new Map(key === 'type' || key === 'json' ? [] : [['type', inner.const(key)]]),
          });
        }),
});

function fromSchema(call: Call, table: MikroTable, schema: Value): void {
  const base = member(call, schema, 'extends');
  const inherited = base ? tableOf(call, targetOf(call, base) ?? base) : null;
  for (const [name, column] of inherited?.columns ?? []) table.columns.set(name, column);
  for (const [name, relation] of inherited?.relations ?? []) {
    table.relations.set(name, relation);
    if (relation.list) table.collections.add(name);
  }
  const stated = member(call, schema, 'properties');
  const listed = stated && call.isFunction(stated) ? call.invoke(stated, [call.host(propertiesType, null)]) : stated;
  for (const [name, value] of call.knownEntries?.(listed ?? call.record({})) ?? []) {
    const built = call.data(value, propertyType);
    const options = built
      ? call.record(Object.fromEntries(built.options))
      : value.kind === 'object' && !call.isFunction(value)
        ? value
        : null;
    const reference = built ? null : call.text(member(call, options, 'kind') ?? member(call, options, 'reference') ?? call.const(''));
    const kind =
      built?.kind ?? (reference === '1:m' || reference === 'm:n' ? 'many' : reference === 'm:1' || reference === '1:1' ? 'one' : 'column');
    addTo(
      call,
      table,
      name,
      { kind, options, type: built ? built.type : kind === 'column' ? null : member(call, options, 'entity') },
      () => null,
    );
  }
}

/** `new EntitySchema({ name, class, properties })`, `defineEntity({ … })`. */
export const defineEntity: Transfer = (call) => {
  const [definition] = call.args;
  if (definition?.kind !== 'object') return call.unknown('an entity', { module: '@mikro-orm/core', path: 'defineEntity()' });
  const cls = member(call, definition, 'class');
  const made = call.record({
    name: call.get(definition, 'name'),
    meta: definition,
    class: cls ?? call.fn(call.text(call.get(definition, 'name')) ?? 'Entity', (inner) => inner.record({}), { prototype: call.record({}) }),
  });
  for (const key of [made, call.get(made, 'class')]) schemas.set(key, definition);
  serves(call, made, definition);
  return made;
};

/** Entities with a repository of the program's own, as they are stated: `{ repository: () => Users }`. */
const served = new WeakMap<object, { readonly entity: Value; readonly repository: Value }[]>();
const keyOf = (realm: Realm): object => realm.prototype(propertyType);
function serves(call: Call, entity: Value, options: Value | null): void {
  const repository = member(call, options, 'repository');
  if (!repository) return;
  const known = served.get(keyOf(call)) ?? [];
  served.set(keyOf(call), [...known, { entity, repository }]);
}
/** The entity whose records a repository class of the program gives. */
export const entityServedBy = (call: Call, cls: Value): Value | null =>
  served
    .get(keyOf(call))
    ?.find(({ repository }) => call.isFunction(repository) && (repository === cls || call.invoke(repository, []) === cls))?.entity ?? null;

/** The class whose prototype records of the entity have. */
export const classOf = (call: Call, target: Value): ObjectValue | null => {
  const cls = schemas.has(target) && !call.isFunction(target) ? call.get(target, 'class') : target;
  return cls.kind === 'object' && call.isFunction(cls) ? cls : null;
};
export const isEntity = (call: Call, value: Value | undefined): value is Value =>
  value?.kind === 'object' && (call.isFunction(value) || schemas.has(value)) && tableOf(call, value) !== null;

const nothing = (realm: Realm, title: string): Value => propertyDecorator(realm, title, () => undefined);
const entity = (realm: Realm, title: string): Value =>
  realm.fn(title, (given) =>
    given.fn(title, (call) => {
      const cls = call.args[0];
      if (!cls || !call.isFunction(cls)) return;
      const prototype = call.get(cls, 'prototype');
      if (!entities.has(prototype)) entities.set(prototype, new Map());
      serves(call, cls, given.args[0] ?? null);
    }),
  );

export const decorators = (realm: Realm): Record<string, Value> => ({
  Entity: entity(realm, 'Entity'),
  Embeddable: entity(realm, 'Embeddable'),
  Property: decorator('column')(realm, 'Property'),
  Enum: decorator('column')(realm, 'Enum'),
  Embedded: decorator('column')(realm, 'Embedded'),
  Formula: decorator('column')(realm, 'Formula'),
  PrimaryKey: decorator('primary')(realm, 'PrimaryKey'),
  SerializedPrimaryKey: decorator('serialized')(realm, 'SerializedPrimaryKey'),
  ManyToOne: decorator('one')(realm, 'ManyToOne'),
  OneToOne: decorator('one')(realm, 'OneToOne'),
  OneToMany: decorator('many')(realm, 'OneToMany'),
  ManyToMany: decorator('many')(realm, 'ManyToMany'),
  ...Object.fromEntries(
    [
      'Unique',
      'Index',
      'Check',
      'Filter',
      'BeforeCreate',
      'AfterCreate',
      'BeforeUpdate',
      'AfterUpdate',
      'BeforeDelete',
      'AfterDelete',
      'OnInit',
      'OnLoad',
      'BeforeUpsert',
      'AfterUpsert',
      'CreateRequestContext',
      'EnsureRequestContext',
      'UseRequestContext',
      'Transactional',
    ].map((title) => [title, nothing(realm, title)]),
  ),
});
