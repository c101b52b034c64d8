import { ANY, type Shape } from '@tool/ir';
import { jsonSchemaShape, withoutNull, type Call, type Value } from '@tool/scanner-sdk';
import { migrate } from './knex-schema.js';
import { tableNamed } from './support/store.js';
import { classesOf, member, type Column, type Relation, type Table } from './support/table.js';

/** What is known of a model class: its table, and what the library refuses to write into it. */
export interface ObjectionModel {
  readonly table: Table;
  readonly checks: Shape | null;
  readonly id: string;
}

/** By the class; classes belong to one evaluation. */
const models = new WeakMap<Value, ObjectionModel>();

/** A static member: a value, a getter, or a function that gives it. */
function staticOf(call: Call, cls: Value, name: string): Value | null {
  const found = cls.kind === 'object' ? call.get(cls, name) : call.const(undefined);
  const value = call.isFunction(found) ? call.invoke(found, [], cls) : found;
  return value.kind === 'object' || call.text(value) !== null ? value : null;
}

/** The model of a class: columns by migrations, by `jsonSchema`, and by the typed fields of the class, in this order. */
export function modelOf(call: Call, cls: Value): ObjectionModel | null {
  if (cls.kind !== 'object' || !call.isFunction(cls)) return null;
  let model = models.get(cls);
  if (model) return model;
  const named = staticOf(call, cls, 'tableName');
  const name = (named && call.text(named)) ?? call.describe(cls);
  const idName = staticOf(call, cls, 'idColumn');
  model = {
    table: { name, columns: new Map(), relations: new Map() },
    checks: checksOf(call, cls),
    id: (idName && call.text(idName)) ?? 'id',
  };
  models.set(cls, model);
  addRelations(call, cls, model.table);
  addColumns(call, cls, model, named !== null);
  return model;
}

function checksOf(call: Call, cls: Value): Shape | null {
  const schema = staticOf(call, cls, 'jsonSchema');
  const shape = schema?.kind === 'object' ? jsonSchemaShape(call, schema) : null;
  return shape?.kind === 'object' && shape.properties ? shape : null;
}

/** What the schema lets in, without its bounds: what is in the table may be older. */
const stored = (shape: Shape): Shape => {
  const { minLength: _a, maxLength: _b, minimum: _c, maximum: _d, pattern: _e, default: _f, ...rest } = shape;
  return withoutNull(rest);
};
const isNullable = (shape: Shape): boolean => shape.kind === 'union' && shape.alternatives!.some(({ kind }) => kind === 'null');

function addColumns(call: Call, cls: Value, { table, checks, id }: ObjectionModel, isNamed: boolean): void {
  const add = (column: Column): void => {
    const known = table.columns.get(column.name);
    if (table.relations.has(column.name)) return;
    if (!known || (known.shape.kind === 'any' && column.shape.kind !== 'any')) table.columns.set(column.name, column);
  };
  const knex = isNamed ? call.module?.('knex') : undefined;
  const migrated = knex ? tableNamed(migrate(call, call.invoke(knex, [call.record({})])), table.name) : null;
  for (const column of migrated?.columns.values() ?? []) add(column);
  const declared = [...classesOf(call, cls)].reverse().flatMap((each) => call.declaredMembers?.(each) ?? []);
  if (migrated === null && (checks || declared.some(({ name }) => !table.relations.has(name))))
    add({ name: id, shape: ANY, nullable: false, generated: true, automatic: true });
  // A property that need not be given and has no default is null in the table.
  for (const { name, shape, required } of checks?.properties ?? [])
    add({
      name,
      shape: stored(shape),
      nullable: isNullable(shape) || (!required && shape.default === undefined && name !== id),
      ...(!required && { generated: true }),
    });
  for (const { name, shape, optional } of declared)
    add({ name, shape: shape ? withoutNull(shape) : ANY, nullable: optional || (shape !== undefined && isNullable(shape)) });
}

/** `relationMappings`: name → kind, class and columns. */
function addRelations(call: Call, cls: Value, table: Table): void {
  const mappings = staticOf(call, cls, 'relationMappings');
  for (const [name, mapping] of (mappings && call.knownEntries?.(mappings)) ?? []) {
    const kind = member(call, mapping, 'relation'),
      given = member(call, mapping, 'modelClass');
    const label = kind ? (call.text(kind) ?? '') : '';
    const target = (inner: Call): Table | null => {
      const other = given && targetClass(inner, given);
      return other ? (modelOf(inner, other)?.table ?? null) : null;
    };
    const relation: Relation & { readonly cls?: (inner: Call) => Value | null } = {
      target,
      list: /Many/.test(label),
      optional: true,
      cls: (inner) => (given ? targetClass(inner, given) : null),
    };
    table.relations.set(name, relation);
    if (label === 'BelongsToOne') refer(call, table, member(call, mapping, 'join'));
  }
}

/** `join: { from: 'pets.ownerId', to: 'persons.id' }`: the column names records of the other table. */
function refer(call: Call, table: Table, join: Value | null): void {
  const [from, to] = ['from', 'to'].map((key) => {
    const value = member(call, join, key);
    return value ? (call.text(value)?.split('.') ?? []) : [];
  });
  const column = from!.at(-1),
    other = to!.at(-2);
  if (column !== undefined && other !== undefined)
    table.columns.set(column, { name: column, shape: ANY, nullable: true, references: other });
}

/** A class, or a function that gives one; paths of files are left alone. */
function targetClass(call: Call, given: Value): Value | null {
  if (given.kind !== 'object' || !call.isFunction(given)) return null;
  if (call.declaredMembers?.(given) != null) return given;
  const made = call.invoke(given, []);
  return made.kind === 'object' && call.isFunction(made) ? made : null;
}

/** The class of the records that a relation brings. */
export function relatedClass(call: Call, cls: Value, name: string): { readonly cls: Value; readonly list: boolean } | null {
  const relation = modelOf(call, cls)?.table.relations.get(name) as
    | (Relation & { readonly cls?: (inner: Call) => Value | null })
    | undefined;
  const target = relation?.cls?.(call);
  return relation && target ? { cls: target, list: relation.list } : null;
}
