import { ANY, unionOf, type Shape } from '@tool/ir';
import type { Call, ObjectValue, Value } from '@tool/scanner-sdk';
import { checkOf } from './sequelize-checks.js';
import { isVirtual, typeShape } from './sequelize-types.js';
import { columnsOf, dialectOf, shapeOfSql, type Source } from './support/sql-expressions.js';
import { plural, underscored } from '../inflection.js';
import { lendTable, storeOf } from './support/store.js';
import {
  MAX_DEPTH,
  classesOf,
  columnShape,
  instanceOf,
  member,
  typed,
  type Column,
  type Relation,
  type Table,
  isSet,
  isOff,
} from './support/table.js';
import { majorOf } from '../support/fallback.js';

/** A model: a class of the program, or what `define` made. */
export interface Model extends Table {
  readonly cls: ObjectValue;
  readonly getters: Map<string, Value>;
  /** Options by name that queries may begin with; all do with those of `defaultScope` unless others are chosen. */
  readonly scopes: Map<string, Value>;
  readonly chosen: readonly Value[];
  /** Columns that a record has only when it is given them. */
  readonly sparse: ReadonlySet<string>;
  /** Functions that are given whatever was found. */
  readonly foundHooks: Value[];
  /** Set where its connection may be to SQLite, which keeps booleans as numbers: whether its queries give rows as they are kept. */
  sqlite: { readonly raw: boolean } | null;
}

/** What decorators said of a class, before somebody asks for its model. */
export interface Draft {
  readonly attributes: Map<string, Value>;
  readonly associations: ((call: Call, model: Model) => void)[];
  options: Value | null;
}

/** Classes and their prototypes belong to one evaluation. */
const models = new WeakMap<Value, Model>();
const drafts = new WeakMap<Value, Draft>();
/** `given`: what a new record was made of. */
interface Placed {
  readonly model: Model;
  readonly stored: boolean;
  readonly given: Value | null;
  /** What it was given since. */
  readonly changes: Value | null;
}
const records = new WeakMap<Value, Placed>();

export const recordOf = (value: Value): Placed | null => records.get(value) ?? null;

export function draftOf(prototype: Value): Draft {
  let draft = drafts.get(prototype);
  if (!draft) drafts.set(prototype, (draft = { attributes: new Map(), associations: [], options: null }));
  return draft;
}

/** The model that a class stands for, or one that it extends. */
export function modelOf(call: Call, value: Value): Model | null {
  for (const cls of classesOf(call, value)) {
    const known = models.get(cls);
    if (known) return known;
    const draft = drafts.get(call.get(cls, 'prototype'));
    if (!draft) continue;
    const said = classesOf(call, cls).flatMap((each) => drafts.get(call.get(each, 'prototype')) ?? []);
    // What decorators said of a class they said of those that extend it as well.
    const attributes = new Map(said.toReversed().flatMap((draft) => [...draft.attributes]));
    const stated = said.toReversed().flatMap(({ options }) => (options && call.knownEntries?.(options)) ?? []);
    const options = Object.fromEntries(stated.filter(([key, value]) => key !== 'modelName' || value === member(call, draft.options, key)));
    const made = defineModel(call, cls, attributes, call.record(options), null);
    for (const associate of said.toReversed().flatMap(({ associations }) => associations)) associate(call, made);
    return made;
  }
  return null;
}

export const registerModel = (cls: Value, model: Model): void => {
  models.set(cls, model);
};

/** The key of a model that says none; tables that only join two others do without. */
export const ADDED_KEY: Column = { name: 'id', shape: { kind: 'integer' }, nullable: false, generated: true, automatic: true };

const DEFAULT = 'defaultScope';
const calledFor = (call: Call, scope: Value | null | undefined, args: readonly Value[] = []): Value =>
  !scope ? call.const(null) : call.isFunction(scope) ? call.invoke(scope, args) : scope;

/** What a scope says that goes by its name, or by `{ method: [name, …arguments] }`, or is the options themselves. */
function scopeOf(call: Call, model: Model, chosen: Value): Value {
  const method = member(call, chosen, 'method') ?? chosen;
  const [named = method, ...args] = call.elements(method) ?? [];
  const name = call.text(named);
  return name === null ? chosen : calledFor(call, model.scopes.get(name), args);
}

/** Makes a model of attributes and options; `defaults` are the options of the connection. */
export function defineModel(
  call: Call,
  cls: ObjectValue,
  attributes: ReadonlyMap<string, Value>,
  options: Value | null,
  defaults: Value | null,
): Model {
  const option = (name: string): Value | null => {
    const own = options?.kind === 'object' ? call.get(options, name) : null;
    return own && !call.isUndefined(own) ? own : member(call, defaults, name);
  };
  const columns = new Map<string, Column>();
  const getters = new Map<string, Value>();
  const sparse = new Set<string>();
  const unstored = new Set<string>();
  const keys = [...attributes.values()].some((value) => isSet(call, member(call, value, 'primaryKey')));
  if (!keys && !attributes.has('id')) columns.set('id', ADDED_KEY);
  for (const [name, value] of attributes) {
    const plain = typeShape(call, value);
    const type = plain ? value : member(call, value, 'type');
    const isKey = isSet(call, member(call, value, 'primaryKey'));
    const standIn = plain ? null : member(call, value, 'defaultValue');
    const allowed = plain || value.kind !== 'object' ? null : call.get(value, 'allowNull');
    const getter = plain ? null : member(call, value, 'get');
    if (getter && call.isFunction(getter)) getters.set(name, getter);
    if (type && isVirtual(call, type) && !getters.has(name)) {
      sparse.add(name);
      continue;
    }
    const shape = columnType(call, value, type, plain);
    const isRequired = allowed !== null && call.constant(allowed) === false;
    const counts = isSet(call, member(call, value, 'autoIncrement'));
    const once = member(call, value, 'unique');
    columns.set(name, {
      name,
      shape,
      nullable: !isKey && !isRequired && !(standIn !== null && call.constant(standIn) !== null),
      check: checkOf(call, shape, plain ? null : member(call, value, 'validate')),
      ...(isRequired && standIn === null && !counts && { demanded: true }),
      ...(!plain && once !== null && call.constant(once) !== false && { unique: true }),
      ...((counts || standIn !== null || getters.has(name)) && { generated: true }),
      ...(counts && { automatic: true }),
      ...fieldOf(call, plain ? null : value),
    });
    if (type && isVirtual(call, type)) unstored.add(name);
  }
  stamps(call, columns, option);
  const stated = option('modelName');
  const name = (stated && call.text(stated)) ?? call.text(call.get(cls, 'name')) ?? '';
  const standard = option('defaultScope');
  const model: Model = {
    name,
    columns,
    relations: new Map(),
    cls,
    getters,
    scopes: new Map([
      ...(call.knownEntries?.(calledFor(call, option('scopes'))) ?? []),
      ...(standard ? [[DEFAULT, standard] as const] : []),
    ]),
    chosen: [call.const(DEFAULT)],
    sparse,
    foundHooks: [],
    sqlite: null,
  };
  addHook(call, model, 'afterFind', member(call, option('hooks'), 'afterFind'));
  models.set(cls, model);
  nameClass(call, cls, options);
  const table = option('tableName');
  const inDatabase = isSet(call, option('underscored')) ? underscored : (text: string): string => text;
  lendTable(storeOf(call), table ? [call.text(table) ?? ''] : [name, plural(name) ?? name].map(inDatabase), name, () =>
    [...columns.values()].filter((each) => !unstored.has(each.name)).map((each) => ({ stored: inDatabase(each.name), ...each })),
  );
  return model;
}

/** `field`: what the database calls it. */
function fieldOf(call: Call, value: Value | null): { readonly stored?: string } {
  const field = member(call, value, 'field');
  const stored = field && call.text(field);
  return stored ? { stored } : {};
}

/** A function, or a list of them, that the package calls: what those change that are given what was found is there for who asked. */
export function addHook(call: Call, model: Model, when: string, given: Value | null): void {
  if (when === 'afterFind' && given) model.foundHooks.push(...(call.elements(given) ?? [given]).filter((hook) => call.isFunction(hook)));
}

/** What was found, as hooks leave it. */
export function throughHooks(call: Call, model: Model, found: Value): Value {
  for (const hook of model.foundHooks) call.invoke(hook, [found]);
  return found;
}

/** A class goes by the name of its model, whatever it was called. */
export function nameClass(call: Call, cls: Value, options: Value | null): void {
  const stated = member(call, options, 'modelName');
  if (stated && call.text(stated) !== null) call.set(cls, 'name', stated);
}

function columnType(call: Call, value: Value, type: Value | null, plain: Shape | null): Shape {
  const shape = plain ?? (type && typeShape(call, type)) ?? ANY;
  const listed = value.kind === 'object' && !plain ? member(call, value, 'values') : null;
  const values = listed && shape.kind === 'string' && !shape.enum ? (call.elements(listed) ?? []).map((each) => call.text(each)) : [];
  return values.length > 0 && values.every((each) => each !== null) ? { ...shape, enum: values } : shape;
}

/** `createdAt` and its kin, unless they are switched off or called otherwise. */
function stamps(call: Call, columns: Map<string, Column>, option: (name: string) => Value | null): void {
  if (isOff(call, option('timestamps'))) return;
  const old = (majorOf(call, 'sequelize') ?? 6) < 5 && isSet(call, option('underscored'));
  const names = [
    ['createdAt', false],
    ['updatedAt', false],
    ...(isSet(call, option('paranoid')) ? [['deletedAt', true] as const] : []),
  ] as const;
  for (const [key, nullable] of names) {
    const given = option(key);
    if (isOff(call, given)) continue;
    const name = (given && call.text(given)) ?? (old ? key.replace('At', '_at') : key);
    if (!columns.has(name))
      columns.set(name, { name, shape: { kind: 'string', format: 'date-time' }, nullable, generated: true, automatic: true });
  }
}

const texts = new WeakMap<Value, string>();
/** The SQL of an expression: of `fn`, `col`, `literal`, `cast`. */
export const noteSql = (expression: Value, sql: string): Value => (texts.set(expression, sql), expression);
export const sqlOf = (expression: Value): string | undefined => texts.get(expression);

/** What a query computes beside the columns. */
function extraValue(call: Call, model: Model, name: string, expression: Value | undefined, grouped: boolean): Value {
  const sql = expression && (sqlOf(expression) ?? call.text(expression));
  const source = (alias: string, table: Table, optional: boolean): Source => ({ name: alias, alias, optional, members: columnsOf(table) });
  const joined = [...model.relations].flatMap(([alias, { target }]) => {
    const table = target(call);
    return table ? [source(alias, table, true)] : [];
  });
  return sql
    ? typed(
        call,
        shapeOfSql(sql, [source(model.name, model, false), ...joined], grouped, storeOf(call), dialectOf(call)),
        `${model.name}.${name}`,
      )
    : call.unknown(`${model.name}.${name}`);
}

/** What a query takes of one record. */
interface Selection {
  readonly columns: readonly Column[];
  readonly extra: readonly (readonly [name: string, expression: Value | undefined])[];
  readonly included: readonly Included[];
  /** It brings along what nobody can name here. */
  readonly open: boolean;
}

interface Included {
  readonly name: string;
  readonly relation: Relation;
  readonly options: Value | null;
}

function selectionOf(call: Call, model: Model, options: Value | null): Selection {
  const stated = [...model.chosen.map((each) => scopeOf(call, model, each)), options];
  const said = stated.flatMap((each) => member(call, each, 'attributes') ?? []);
  const isList = (value: Value): boolean => call.elements(value) !== null;
  const last = said.at(-1);
  // Lists are joined, and so are objects; else the later one counts.
  const attributes = said.slice(said.findLastIndex((each) => isList(each) !== isList(last!)) + 1);
  const nameOf = (value: Value): string => call.text(value) ?? call.text(call.elements(value)?.[1] ?? value) ?? '';
  const parts = (key: string): readonly Value[] =>
    attributes.flatMap((each) => call.elements(each) ?? call.elements(member(call, each, key) ?? each) ?? []);
  const given = parts('include');
  const named = new Set(given.map(nameOf));
  const excluded = new Set(parts('exclude').map(nameOf));
  const columns = [...model.columns.values()].filter(({ name }) => named.has(name) || !(last && (isList(last) || excluded.has(name))));
  const pairs = new Map(given.map((each) => [nameOf(each), call.elements(each)?.[0]] as const));
  const extra = [...pairs].filter(([name]) => name !== '' && !model.columns.has(name));
  const brought = stated.flatMap((each) => included(call, model, member(call, each, 'include')));
  return { columns, extra, included: brought.flat(), open: brought.some((each) => each.length === 0) };
}

/** For each of what a query includes the relations that this is; none where it cannot be told. */
function included(call: Call, model: Model, include: Value | null): readonly (readonly Included[])[] {
  if (!include) return [];
  const find = (wanted: string | null, target: Value | null): readonly (readonly [string, Relation])[] => {
    if (wanted !== null) {
      const relation = model.relations.get(wanted);
      return relation ? [[wanted, relation]] : [];
    }
    const other = target && modelOf(call, target);
    return other
      ? [...model.relations]
          .filter(([, relation]) => relation.target(call)?.columns === other.columns)
          .slice(0, 1)
          .map(([key, relation]) => [key, { ...relation, target: () => other }])
      : [];
  };
  return (call.elements(include) ?? [include]).map((each): readonly Included[] => {
    const name = call.text(each);
    if (name !== null || call.isFunction(each)) return find(name, each).map(([key, relation]) => ({ name: key, relation, options: null }));
    if (each.kind !== 'object') return [];
    if (isSet(call, member(call, each, 'all')))
      return [...model.relations].map(([key, relation]) => ({ name: key, relation, options: null }));
    const alias = member(call, each, 'as') ?? member(call, each, 'association');
    return find(alias && call.text(alias), member(call, each, 'model')).map(([key, relation]) => ({ name: key, relation, options: each }));
  });
}

const place = (call: Call, value: Value, model: Model, stored: boolean, given: Value | null = null): Value => {
  records.set(value, { model, stored, given, changes: call.record({}) });
  return value;
};

const asKept = (column: Column): Column =>
  column.shape.kind === 'boolean' ? { ...column, shape: unionOf([column.shape, { kind: 'integer' }]) } : column;

/** A record as a query with these options gives it. */
export function foundRecord(call: Call, model: Model, options: Value | null, depth = 0): Value {
  const { columns, extra, included: brought, open } = selectionOf(call, model, options);
  const stated = member(call, options, 'raw');
  const raw = stated ? isSet(call, stated) : model.sqlite?.raw === true;
  const record = instance(call, model, raw && model.sqlite ? columns.map(asKept) : columns, raw);
  place(call, record, model, true);
  if (open) call.markOpen?.(record);
  for (const [name, sql] of extra) call.set(record, name, extraValue(call, model, name, sql, member(call, options, 'group') !== null));
  if (depth < MAX_DEPTH)
    for (const { name, relation, options: inner } of brought) {
      const target = relation.target(call) as Model | null;
      if (!target) {
        hold(call, record, name, relation.list ? (call.uniformList?.(call.unknown(name), true) ?? call.list([])) : call.unknown(name));
        continue;
      }
      const other = foundRecord(call, target, inner, depth + 1);
      const joining = member(call, inner, 'through');
      const listed = member(call, joining, 'attributes');
      const join = listed && call.elements(listed)?.length === 0 ? null : (relation.through as Model | undefined);
      if (join) hold(call, other, join.name, foundRecord(call, join, joining, MAX_DEPTH));
      hold(
        call,
        record,
        name,
        relation.list
          ? (call.uniformList?.(other, true) ?? call.list([other]))
          : relation.optional
            ? (call.oneOf?.([other, call.const(null)], `the ${name} was found`) ?? other)
            : other,
      );
    }
  return record;
}

/** A record made of these values: what is neither given nor generated it does not have. */
export function newRecord(call: Call, model: Model, values: Value | null, options: Value | null = null): Value {
  const known = values?.kind === 'object' && !call.isOpen(values) ? new Map(call.knownEntries?.(values) ?? []) : null;
  // PostgreSQL gives the whole row back.
  const isWhole = dialectOf(call).isPostgres;
  const columns = [...model.columns.values()].filter(({ name, generated }) => isWhole || !known || known.has(name) || generated);
  const record = instance(
    call,
    model,
    columns.map((column) =>
      known?.has(column.name) && !call.alternatives(known.get(column.name)!).some((each) => call.constant(each) === null)
        ? { ...column, nullable: false }
        : column,
    ),
  );
  // What is made with it is there, too.
  for (const { name, relation, options: inner } of included(call, model, member(call, options, 'include')).flat()) {
    const target = relation.target(call) as Model | null;
    const given = known?.get(name);
    if (!target || !given) continue;
    const made = newRecord(call, target, (relation.list ? call.elements(given)?.[0] : given) ?? null, inner);
    hold(call, record, name, relation.list ? (call.uniformList?.(made, true) ?? call.list([made])) : made);
  }
  return place(call, record, model, false, values);
}

/** By record: what columns hold that getters are run for. */
const behindGetters = new WeakMap<Value, Map<string, Value>>();

/** `raw`: no getter is run. */
function instance(call: Call, model: Model, columns: readonly Column[], raw = false): ObjectValue {
  const own = accessorsOf(call, model);
  const valueOf = (column: Column): Value => typed(call, columnShape(column), `${model.name}.${column.name}`);
  const record = instanceOf(
    call,
    call.get(model.cls, 'prototype'),
    Object.fromEntries(columns.filter(({ name }) => !own.has(name)).map((column) => [column.name, valueOf(column)])),
  );
  for (const column of columns) {
    const { name } = column;
    if (own.has(name)) hold(call, record, name, valueOf(column));
    const getter = raw ? null : (model.getters.get(name) ?? own.get(name));
    if (!getter) continue;
    if (!behindGetters.has(record)) behindGetters.set(record, new Map());
    behindGetters.get(record)!.set(name, valueOf(column));
    hold(call, record, name, call.invoke(getter, [call.const(name)], record));
  }
  return record;
}

/** By class: the columns that it has accessors of its own for (`@Column get email()`), with their getters. */
const accessors = new WeakMap<Value, ReadonlyMap<string, Value | null>>();

export function accessorsOf(call: Call, { cls, columns }: Model): ReadonlyMap<string, Value | null> {
  const known = accessors.get(cls);
  if (known) return known;
  const found = new Map<string, Value | null>();
  const objects = call.global?.('Object');
  const describe = objects && call.get(objects, 'getOwnPropertyDescriptor');
  const prototypes = describe ? classesOf(call, cls).map((each) => call.get(each, 'prototype')) : [];
  for (const name of columns.keys())
    for (const prototype of prototypes) {
      const described = call.invoke(describe!, [prototype, call.const(name)]);
      const [getter, setter] = [member(call, described, 'get'), member(call, described, 'set')];
      if (found.has(name) || !((getter && call.isFunction(getter)) || (setter && call.isFunction(setter)))) continue;
      found.set(name, getter && call.isFunction(getter) ? getter : null);
    }
  accessors.set(cls, found);
  return found;
}

/** Sets what a record holds: accessors of its class, which are written with it, are not run. */
export function hold(call: Call, record: Value, name: string, value: Value): void {
  const place = recordOf(record)?.model;
  if (place && !place.relations.has(name) && !accessorsOf(call, place).has(name)) call.set(record, name, value);
  else defineMember(call, record, name, { value, writable: call.const(true), enumerable: call.const(true) });
}

const defineMember = (call: Call, object: Value, name: string, descriptor: Readonly<Record<string, Value>>): void => {
  const objects = call.global?.('Object');
  if (objects)
    call.invoke(call.get(objects, 'defineProperty'), [
      object,
      call.const(name),
      call.record({ ...descriptor, configurable: call.const(true) }),
    ]);
};

/** Whoever asks a record for what belongs to it may find it, or not: what brought it along may stand elsewhere. It is written where it is known only. */
export function mayHold(call: Call, source: Model, name: string, relation: Relation): void {
  defineMember(call, call.get(source.cls, 'prototype'), name, {
    get: call.fn(name, (inner) => {
      const target = relation.target(inner) as Model | null;
      if (!target || !recordOf(inner.receiver)?.stored) return undefined;
      const record = foundRecord(inner, target, null, MAX_DEPTH);
      const held = relation.list ? (inner.uniformList?.(record, true) ?? inner.list([record])) : record;
      return inner.oneOf?.([held, inner.const(undefined)], `${source.name} brings its ${name} along`) ?? held;
    }),
    set: call.fn(name, (inner) => {
      hold(inner, inner.receiver, name, inner.args[0] ?? inner.const(undefined));
    }),
  });
}

/** What a record holds, read by no accessor of its class; `raw`: nor by the getter of the column. */
export function dataOf(call: Call, record: Value, name: string, raw: boolean): Value {
  const held = raw ? behindGetters.get(record)?.get(name) : undefined;
  if (held) return held;
  const place = recordOf(record)?.model;
  if (!place || !accessorsOf(call, place).has(name)) return call.get(record, name);
  return call.knownEntries?.(record)?.find(([key]) => key === name)?.[1] ?? call.unknown(`${place.name}.${name}`);
}

/** A column is set: it holds what its type makes of the value. */
export function assigned(call: Call, name: string, value: Value): Value {
  const record = recordOf(call.receiver);
  const column = record?.model.columns.get(name);
  behindGetters.get(call.receiver)?.delete(name);
  if (!record || !column) return value;
  if (record.changes) call.set(record.changes, name, value);
  const shape = columnShape(column);
  for (const alternative of call.alternatives(value)) call.takenAs?.(alternative, shape);
  return value.kind === 'const' || value.kind === 'object' ? value : typed(call, shape, `${record.model.name}.${name}`);
}

/** What was set in a record since it was found; the record where nothing was. */
export const changesOf = (call: Call, record: Value): Value => {
  const changes = recordOf(record)?.changes;
  return changes && (call.knownEntries?.(changes) ?? []).length > 0 ? changes : record;
};

/** What `get()` and `toJSON()` give: the members of a record without its methods. */
export const plainRecord = (call: Call, record: Value): Value =>
  call.record(Object.fromEntries((call.knownEntries?.(record) ?? []).filter(([, value]) => !call.isFunction(value))));
