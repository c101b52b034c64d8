import { ANY, unionOf, type Shape } from '@tool/ir';
import { enumOf, enumShape, type Call, type ObjectValue, type Realm, type Value } from '@tool/scanner-sdk';
import { underscored } from '../inflection.js';
import { lendTable, storeOf } from './support/store.js';
import {
  classesOf,
  instanceOf,
  member,
  namedClass,
  propertyDecorator,
  withMembers,
  type Column,
  type Relation,
  type Table,
  isSet,
} from './support/table.js';

type Columns = Map<string, (call: Call) => Column>;
type Relations = Map<string, (call: Call) => Relation>;
interface Entity {
  readonly columns: Columns;
  readonly relations: Relations;
  readonly joined: Map<string, string>;
  /** Methods that are called on records that were loaded. */
  readonly hooks: Set<string>;
}

/** What decorators said, by the prototype of the class; prototypes belong to one evaluation. */
const entities = new WeakMap<Value, Entity>();
const named = new WeakMap<Value, string>();
const tables = new WeakMap<Value, Table>();
const classes = new WeakMap<Table, Value>();
export const classOf = (table: Table): Value | undefined => classes.get(table);
/** The columns in the database that hold the keys of relations: relation → column. */
const joined = new WeakMap<Table, Map<string, string>>();

/** Columns and relations that name records of other tables, in the form that `useData` takes. */
export function keysOf(call: Call, table: Table): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, { list, target }] of table.relations) {
    const other = list ? null : target(call);
    if (!other) continue;
    found.set(name, other.name);
    const column = joined.get(table)?.get(name) ?? `${name}Id`;
    for (const each of table.columns.values()) if (each.name === column || each.stored === column) found.set(each.name, other.name);
  }
  return found;
}

const entityOf = (prototype: Value): Entity => {
  let entity = entities.get(prototype);
  if (!entity) entities.set(prototype, (entity = { columns: new Map(), relations: new Map(), joined: new Map(), hooks: new Set() }));
  return entity;
};

const TEXT: Shape = { kind: 'string' };
const WHOLE: Shape = { kind: 'integer' };
const NUMBER: Shape = { kind: 'number' };
/** A text, unless the property is declared otherwise: from some databases, and as some connections are set up, such a number comes back as one. */
const EXACT: Shape = { ...TEXT };
const TIME: Shape = { kind: 'string', format: 'date-time' };
const TYPES: readonly (readonly [RegExp, Shape])[] = [
  [/^(?:int|integer|int2|int4|smallint|mediumint|tinyint|serial)$/, WHOLE],
  [/^(?:bigint|int8|decimal|numeric|dec|fixed|money)$/, EXACT],
  [/^(?:float|float4|float8|double|double precision|real)$/, NUMBER],
  [/^bool(?:ean)?$/, { kind: 'boolean' }],
  [/^(?:timestamp.*|datetime.*|timestamptz)$/, TIME],
  [/^date$/, { kind: 'string', format: 'date' }],
  [/^uuid$/, { kind: 'string', format: 'uuid' }],
  [/^(?:varchar|nvarchar|char|character varying|text|tinytext|mediumtext|longtext|citext|time.*|string|inet|enum)$/, TEXT],
  [/^(?:json|jsonb|simple-json|hstore)$/, ANY],
  [/^simple-array$/, { kind: 'array', items: TEXT }],
  [/^(?:blob|bytea|binary|varbinary|longblob)$/, { kind: 'object' }],
];

function typeOf(call: Call, value: Value | null): Shape | null {
  if (!value) return null;
  const text = call.text(value);
  if (text !== null) return TYPES.find(([pattern]) => pattern.test(text.toLowerCase()))?.[1] ?? ANY;
  const inner = value.kind === 'object' && !isGlobal(call, value) && call.isFunction(value) ? call.invoke(value, []) : value;
  if (inner === call.global?.('String')) return TEXT;
  if (inner === call.global?.('Number')) return NUMBER;
  if (inner === call.global?.('Boolean')) return { kind: 'boolean' };
  return inner === call.global?.('Date') ? TIME : null;
}
const isGlobal = (call: Call, value: Value): boolean =>
  ['String', 'Number', 'Boolean', 'Date'].some((name) => call.global?.(name) === value);
function withoutNull(shape: Shape): Shape {
  return shape.kind === 'union' ? unionOf(shape.alternatives!.filter(({ kind }) => kind !== 'null')) : shape;
}

/** A column of options, its type, and what its property is declared as. */
function columnOf(
  call: Call,
  name: string,
  type: Value | null,
  options: Value | null,
  declared: Shape | null,
  base: Shape | null,
  generated: boolean,
): Column {
  const allowed = member(call, options, 'enum');
  const values = allowed ? enumOf(call, allowed) : null;
  // What a transformer makes of the column, only the type of the property says.
  const transformed = member(call, options, 'transformer') !== null;
  const stated = transformed ? ANY : (values ?? typeOf(call, type ?? member(call, options, 'type')));
  const known = declared ? withoutNull(declared) : null;
  const exact = stated === EXACT && known?.kind === 'number' ? unionOf([NUMBER, TEXT]) : stated;
  let shape = exact && exact.kind !== 'any' ? exact : ((transformed ? null : base) ?? known ?? stated ?? ANY);
  // What JSON columns hold, and which texts an enum allows, only the type of the property says.
  if (known && shape.kind === known.kind && known.enum && !shape.enum) shape = enumShape(known.enum);
  if (isSet(call, member(call, options, 'array'))) shape = { kind: 'array', items: shape };
  const hidden = member(call, options, 'select');
  const stored = call.text(member(call, options, 'name') ?? call.const(undefined));
  return {
    name,
    ...(stored !== null && stored !== name && { stored }),
    shape,
    nullable: isSet(call, member(call, options, 'nullable')),
    ...((generated || member(call, options, 'default')) && { generated: true }),
    ...(generated && { automatic: true }),
    ...(isSet(call, member(call, options, 'primary')) && { primary: true }),
    ...(hidden && call.truthy(hidden) === false && { hidden: true }),
  };
}

/** The table of an entity: the class, or one that it extends, is one. */
export function tableOf(call: Call, target: Value | null | undefined): Table | null {
  if (!target) return null;
  const known = tables.get(target);
  if (known) return known;
  const bases = classesOf(call, target).filter((cls) => entities.has(call.get(cls, 'prototype')));
  if (bases.length === 0) return null;
  const table: Table = { name: named.get(target) ?? call.text(call.get(target, 'name')) ?? '', columns: new Map(), relations: new Map() };
  tables.set(target, table);
  classes.set(table, target);
  for (const cls of bases.reverse()) {
    const entity = entities.get(call.get(cls, 'prototype'))!;
    for (const [name, make] of entity.columns) table.columns.set(name, make(call));
    for (const [name, make] of entity.relations) table.relations.set(name, make(call));
    joined.set(table, new Map([...(joined.get(table) ?? []), ...entity.joined]));
  }
  return table;
}

/** Whether a record that is made of an object takes a member of it: not what is neither a column nor anything else of the class. */
export const takes = (call: Call, { columns, relations }: Table, cls: Value, name: string): boolean =>
  columns.has(name) ||
  relations.has(name) ||
  !call.isUndefined(call.get(call.get(cls, 'prototype'), name)) ||
  classesOf(call, cls).some((each) => call.declaredMembers?.(each)?.some((own) => own.name === name));

/** What `new` makes of the entity, with these members. */
export function made(call: Call, entity: Value, members: Readonly<Record<string, Value>>): Value {
  if (entity.kind !== 'object' || !call.isFunction(entity)) return call.record(members);
  let one: Value | null = null;
  call.catching?.(
    () => {
      one = call.construct(entity, []);
    },
    () => undefined,
  );
  return withMembers(call, one ?? instanceOf(call, call.get(entity, 'prototype'), {}), members);
}

/** A record as its class's own methods for that have left it. */
export function loaded(call: Call, table: Table, record: Value): Value {
  for (const cls of [...classesOf(call, classes.get(table) ?? record)].reverse())
    for (const name of entities.get(call.get(cls, 'prototype'))?.hooks ?? []) call.invoke(call.get(record, name), [], record);
  return record;
}

const declaredShape = (call: Call, prototype: ObjectValue, name: string): Shape | null => {
  const found = call.declaredMembers?.(call.get(prototype, 'constructor'))?.find((each) => each.name === name);
  const values = found?.cls ? enumOf(call, found.cls) : null;
  return values ?? found?.shape ?? null;
};

const column =
  (title: string, base: Shape | null, generated: boolean) =>
  (realm: Realm): Value =>
    propertyDecorator(realm, title, (_given, { prototype, name }, args) => {
      const options = args.find((arg) => arg.kind === 'object' && !_given.isFunction(arg)) ?? null;
      const type = args[0] && args[0] !== options ? args[0] : null;
      entityOf(prototype).columns.set(name, (call) => {
        const embedded = type && namedEntity(call, type);
        if (embedded)
          return {
            name,
            shape: {
              kind: 'object',
              properties: [...embedded.columns.values()].map((each) => ({ name: each.name, shape: each.shape, required: true })),
            },
            nullable: false,
          };
        const text = type && call.text(type);
        const shape = title === 'PrimaryGeneratedColumn' ? (text === 'uuid' ? ({ kind: 'string', format: 'uuid' } as const) : base) : base;
        const made = columnOf(
          call,
          name,
          title === 'PrimaryGeneratedColumn' ? null : type,
          options,
          declaredShape(call, prototype, name),
          shape,
          generated,
        );
        return {
          ...made,
          ...(title === 'DeleteDateColumn' && { nullable: true }),
          ...(/^(?:Primary|ObjectId)/.test(title) && { primary: true }),
        };
      });
    });

/** `@Column(() => Name)`: columns of another class. */
const namedEntity = (call: Call, type: Value): Table | null => {
  const cls = type.kind === 'object' && call.isFunction(type) && !isGlobal(call, type) ? namedClass(call, type) : null;
  return cls ? tableOf(call, cls) : null;
};

/** `cascade: true`, `cascade: ['insert']`. */
const isCascade = (call: Call, given: Value | null): boolean =>
  given !== null && (call.elements(given)?.some((each) => call.text(each) === 'insert') ?? call.truthy(given) === true);

const relation =
  (list: boolean, byName: ReadonlyMap<string, Value>) =>
  (realm: Realm, title: string): Value =>
    propertyDecorator(realm, title, (_given, { prototype, name }, args) => {
      const options = args.findLast((arg) => arg.kind === 'object' && !_given.isFunction(arg)) ?? null;
      entityOf(prototype).relations.set(name, (call) => {
        const nullable = member(call, options, 'nullable');
        return {
          target: (inner) => {
            const text = args[0] && inner.text(args[0]);
            return tableOf(inner, text ? byName.get(text) : namedClass(inner, args[0]));
          },
          list,
          optional: !list && !(nullable && call.truthy(nullable) === false),
          ...(isSet(call, member(call, options, 'eager')) && { eager: true }),
          ...(isCascade(call, member(call, options, 'cascade')) && { cascade: true }),
        };
      });
    });

/** `new EntitySchema({ name, columns, relations })`: the same without a class. */
export function defineSchema(call: Call, schema: Value, definition: Value | undefined): void {
  const table: Table = { name: (definition && call.text(call.get(definition, 'name'))) ?? '', columns: new Map(), relations: new Map() };
  for (const [name, options] of call.knownEntries?.(member(call, definition, 'columns') ?? call.record({})) ?? [])
    table.columns.set(name, columnOf(call, name, null, options, null, null, isSet(call, member(call, options, 'generated'))));
  for (const [name, options] of call.knownEntries?.(member(call, definition, 'relations') ?? call.record({})) ?? []) {
    const kind = call.text(member(call, options, 'type') ?? call.const('')) ?? '';
    table.relations.set(name, { target: () => null, list: kind.endsWith('to-many'), optional: true });
  }
  tables.set(schema, table);
}

const joinColumn = (realm: Realm): Value =>
  propertyDecorator(realm, 'JoinColumn', (call, { prototype, name }, args) => {
    const column = args[0]?.kind === 'object' ? call.text(call.get(args[0], 'name')) : null;
    if (column !== null) entityOf(prototype).joined.set(name, column);
  });

/** The columns of an entity as the database has them, those that hold the keys of its relations included. */
function storedColumns(call: Call, cls: Value): readonly Column[] {
  const table = tableOf(call, cls);
  if (!table) return [];
  const own = [...table.columns.values()];
  const keys = [...table.relations].flatMap(([relation, { target, list, optional }]): Column[] => {
    const name = joined.get(table)?.get(relation) ?? `${relation}Id`;
    const key = list || own.some((each) => (each.stored ?? each.name) === name) ? null : target(call)?.columns.get('id');
    return key ? [{ name, shape: key.shape, nullable: optional }] : [];
  });
  return [...own, ...keys];
}

const nothing = (realm: Realm, title: string): Value => propertyDecorator(realm, title, () => undefined);

export const entityDecorators = (realm: Realm): Record<string, Value> => decorators(realm, new Map());

/** @param byName  classes that relations may name by texts */
const decorators = (realm: Realm, byName: Map<string, Value>): Record<string, Value> => ({
  ...Object.fromEntries(
    ['Entity', 'ChildEntity', 'ViewEntity'].map((title): [string, Value] => [
      title,
      realm.fn(title, (given) =>
        given.fn(title, (call) => {
          const cls = call.args[0];
          if (!cls || !call.isFunction(cls)) return;
          entityOf(call.get(cls, 'prototype'));
          const name = call.text(call.get(cls, 'name')) ?? '';
          named.set(cls, name);
          byName.set(name, cls);
          const [first] = given.args;
          const stated = first && given.text(member(given, first, 'name') ?? first);
          lendTable(storeOf(call), [stated ?? underscored(name)], name, () => storedColumns(call, cls));
        }),
      ),
    ]),
  ),
  Column: column('Column', null, false)(realm),
  ViewColumn: column('ViewColumn', null, false)(realm),
  PrimaryColumn: column('PrimaryColumn', null, false)(realm),
  PrimaryGeneratedColumn: column('PrimaryGeneratedColumn', WHOLE, true)(realm),
  ObjectIdColumn: column('ObjectIdColumn', TEXT, true)(realm),
  Generated: nothing(realm, 'Generated'),
  ...Object.fromEntries(
    ['CreateDateColumn', 'UpdateDateColumn', 'DeleteDateColumn'].map((title): [string, Value] => [title, column(title, TIME, true)(realm)]),
  ),
  VersionColumn: column('VersionColumn', WHOLE, true)(realm),
  AfterLoad: propertyDecorator(realm, 'AfterLoad', (_call, { prototype, name }) => entityOf(prototype).hooks.add(name)),
  JoinColumn: joinColumn(realm),
  ManyToOne: relation(false, byName)(realm, 'ManyToOne'),
  OneToOne: relation(false, byName)(realm, 'OneToOne'),
  OneToMany: relation(true, byName)(realm, 'OneToMany'),
  ManyToMany: relation(true, byName)(realm, 'ManyToMany'),
  ...Object.fromEntries(
    [
      'JoinTable',
      'Index',
      'Unique',
      'Check',
      'Exclusion',
      'RelationId',
      'Tree',
      'TreeParent',
      'TreeChildren',
      'TreeLevelColumn',
      'BeforeInsert',
      'AfterInsert',
      'BeforeUpdate',
      'AfterUpdate',
      'BeforeRemove',
      'AfterRemove',
      'TableInheritance',
      'EventSubscriber',
    ].map((title): [string, Value] => [title, nothing(realm, title)]),
  ),
});
