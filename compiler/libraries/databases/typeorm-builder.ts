import { defineHostType, type Call, type HostType, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import {
  MAX_DEPTH,
  columnShape,
  done,
  foundRows,
  perhaps,
  takeColumns,
  typed,
  withKeys,
  type Conditions,
  type InList,
  type Table,
  counted,
} from './support/table.js';
import { columnsOf as columnsOfTable, dialectOf, shapeOfSql, type Source } from './support/sql-expressions.js';
import { storeOf } from './support/store.js';
import { classOf, keysOf, loaded, made, tableOf } from './typeorm-entity.js';

/** `Not(x)`, `In([x])`, `Between(a, b)`. */
export const operatorType: HostType<readonly (Value | InList)[]> = defineHostType<readonly (Value | InList)[]>({
  name: 'FindOperator',
  inert: true,
  methods: {},
});
export const CONDITIONS: Conditions = {
  nested: new Set(),
  operands: (call, value) =>
    call
      .data(value, operatorType)
      ?.flatMap((operand) => ('list' in operand ? [operand] : (CONDITIONS.operands(call, operand) ?? [operand]))) ?? null,
};

/** Records that a query brings along, and the member of which records they are in. */
interface Joined {
  readonly parent: string;
  readonly member: string;
  readonly list: boolean;
  readonly optional: boolean;
  readonly table: Table | null;
}
/** `a`, `a.b`, or an expression, and the name that rows have it under. */
interface Selected {
  readonly text: string;
  readonly as: string | null;
}
/** `alias.column = :parameter` */
interface Compared {
  readonly alias: string | null;
  readonly column: string;
  readonly parameter: string;
  readonly isEqual: boolean;
  readonly isList: boolean;
}
interface Builder {
  operation: 'list' | 'create' | 'update' | 'delete';
  table: Table | null;
  alias: string;
  selected: Selected[];
  /** All that is selected is known. */
  isKnown: boolean;
  isGrouped: boolean;
  /** By alias. */
  readonly joined: Map<string, Joined>;
  /** Members that hold how many records of a relation there are, each with the alias of the record. */
  readonly counts: (readonly [alias: string, member: string])[];
  readonly compared: Compared[];
  readonly parameters: Map<string, Value>;
  /** Conditions that are records. */
  readonly conditions: Value[];
  values: Value | null;
}

export const builderOf = (call: Call, table: Table | null, alias: string | null, parameters: Builder['parameters'] = new Map()): Value =>
  call.host(builderType, {
    operation: 'list',
    table,
    alias: alias ?? table?.name ?? '',
    selected: table ? [{ text: alias ?? table.name, as: null }] : [],
    isKnown: true,
    isGrouped: false,
    joined: new Map(),
    counts: [],
    compared: [],
    parameters,
    conditions: [],
    values: null,
  });
/** A query of its own, within this one or beside it: what it selects changes nothing here. */
const another: Transfer = (call) => builderOf(call, null, null, call.data(call.receiver, builderType)?.parameters);

/** `with as` in the text itself, and without what makes rows differ. */
function selectedBy(text: string, as: string | null): Selected {
  const [, expression = text, name = null] = /^(.*\S)\s+as\s+["'`]?(\w+)["'`]?$/is.exec(text) ?? [];
  return { text: expression.trim().replace(/^distinct\s+(?!on\b)/i, ''), as: as ?? name };
}
const AGGREGATE = /\b(?:count|sum|avg|min|max)\s*\(/i;

function select(call: Call, builder: Builder): void {
  const [what, as] = call.args;
  if (!what || call.isUndefined(what)) return;
  const name = as ? call.text(as) : null;
  for (const each of (what.kind === 'object' ? call.elements(what) : null) ?? [what]) {
    const text = call.text(each);
    if (text !== null) builder.selected.push(selectedBy(text, name));
    // What is made under a name of its own is no column of an entity.
    else if (name !== null) builder.selected.push({ text: '()', as: name });
    else builder.isKnown = false;
  }
}

/** What is selected of the records of one alias: whole ones, and columns by name. */
function columnsOf({ selected }: Builder, alias: string): { readonly whole: boolean; readonly names: ReadonlySet<string> } {
  const parts = selected.map(({ text }) => text.replace(/["`]/g, '').split('.')).filter(([first]) => first === alias);
  return { whole: parts.some(({ length }) => length === 1), names: new Set(parts.flatMap(([, name]) => (name ? [name] : []))) };
}

/** A record as the query gives it; null where none of its columns is selected. */
function recordOf(call: Call, builder: Builder, alias: string, table: Table, depth = 0): Value | null {
  const { whole, names } = columnsOf(builder, alias);
  const members: Record<string, Value> = {};
  for (const column of table.columns.values())
    if ((whole && !column.hidden) || names.has(column.name))
      members[column.name] = typed(call, columnShape(column), `${table.name}.${column.name}`);
  if (Object.keys(members).length === 0) return null;
  for (const [name, { parent, member, list, optional, table: other }] of builder.joined) {
    if (parent !== alias || depth >= MAX_DEPTH) continue;
    const record = other
      ? recordOf(call, builder, name, other, depth + 1)
      : columnsOf(builder, name).whole
        ? call.unknown(`${table.name}.${member}`)
        : null;
    if (record) members[member] = list ? foundRows(call, record) : optional ? perhaps(call, record, `the ${member} was found`) : record;
  }
  for (const [of, member] of builder.counts) if (of === alias) members[member] = typed(call, { kind: 'integer' }, 'a count');
  return loaded(call, table, made(call, classOf(table) ?? call.const(null), members));
}

/** A row as the database gives it: by the names of what is selected. */
function rowOf(call: Call, builder: Builder): Value {
  const unknown = (): Value => call.unknown('raw rows', { module: 'typeorm', path: 'getRawMany()' });
  if (!builder.isKnown || builder.selected.length === 0) return unknown();
  const members: Record<string, Value> = {};
  const dialect = dialectOf(call);
  const source = (alias: string, table: Table | null, optional: boolean): Source => ({
    name: table?.name ?? alias,
    alias,
    optional,
    members: table && columnsOfTable(table),
  });
  const sources = [
    source(builder.alias, builder.table, false),
    ...[...builder.joined].map(([alias, joined]) => source(alias, joined.table, joined.optional)),
  ];
  for (const { text, as } of builder.selected) {
    const [alias = '', name] = text.replace(/["`]/g, '').split('.');
    const table = alias === builder.alias ? builder.table : (builder.joined.get(alias)?.table ?? null);
    const optional = builder.joined.get(alias)?.optional ?? false;
    for (const column of table?.columns.values() ?? [])
      if (name === undefined || name === column.name || name === column.stored)
        members[as ?? `${alias}_${name ?? column.stored ?? column.name}`] = typed(
          call,
          columnShape(optional ? { ...column, nullable: true } : column),
          `${alias}.${column.name}`,
        );
    if (as !== null) members[as] ??= typed(call, shapeOfSql(text, sources, builder.isGrouped, storeOf(call), dialect), `${as} of a query`);
  }
  return Object.keys(members).length > 0 ? call.record(members) : unknown();
}
const isOneRow = ({ selected, isGrouped }: Builder): boolean => !isGrouped && selected.every(({ text }) => AGGREGATE.test(text));

const COMPARISON = /(?:["'`]?(\w+)["'`]?\.)?["'`]?(\w+)["'`]?\s*(=|<>|!=|[<>]=?|\bi?like\b|\b(?:not\s+)?in\b)\s*\(?\s*:(\.\.\.)?(\w+)/gi;

/** `where('a.b = :c', { c })`, a record of columns, or conditions in brackets. */
const where: Transfer = (call) => {
  const builder = call.data(call.receiver, builderType);
  const [condition, parameters] = call.args;
  if (!builder || !condition) return call.receiver;
  const nested = call.data(condition, bracketsType) ?? (call.isFunction(condition) ? condition : null);
  if (nested) call.invoke(nested, [call.receiver]);
  else if (condition.kind === 'object') builder.conditions.push(condition);
  for (const [, alias = null, column, operator, isList, parameter] of (call.text(condition) ?? '').matchAll(COMPARISON))
    builder.compared.push({ alias, column: column!, parameter: parameter!, isEqual: operator === '=', isList: isList !== undefined });
  if (parameters) setParameters(call, builder, parameters);
  return call.receiver;
};
function setParameters(call: Call, { parameters }: Builder, given: Value): void {
  for (const [name, value] of (given.kind === 'object' && call.knownEntries?.(given)) || []) parameters.set(name, value);
}

/** Says which columns what comes in is held against, and gives the conditions as a record. */
function comparedOf(call: Call, builder: Builder, table: Table): Value | null {
  const where_: Record<string, Value> = {};
  for (const condition of builder.conditions) {
    takeColumns(call, table, condition, CONDITIONS);
    for (const [name, value] of call.elements(condition) ? [] : (call.knownEntries?.(condition) ?? [])) where_[name] = value;
  }
  for (const { alias, column, parameter, isEqual, isList } of builder.compared) {
    const value = builder.parameters.get(parameter);
    const isRoot = alias === null || alias === builder.alias;
    const other = isRoot ? table : builder.joined.get(alias)?.table;
    if (!value || !other) continue;
    const name = [...other.columns.values()].find((each) => each.stored === column)?.name ?? column;
    takeColumns(call, other, call.record({ [name]: isList ? call.host(operatorType, [{ list: value }]) : value }), CONDITIONS);
    if (isRoot && isEqual) where_[name] = value;
  }
  return Object.keys(where_).length > 0 ? call.record(where_) : null;
}

function used(call: Call, builder: Builder, operation: Builder['operation'] | 'read'): void {
  const { table, values } = builder;
  if (!table) return;
  for (const one of values ? (values.kind === 'object' && call.elements(values)) || [values] : [])
    takeColumns(call, table, one, CONDITIONS);
  const looked = comparedOf(call, builder, table);
  const keyed = (given: Value): Value => withKeys(call, given, table.relations.keys(), (record) => call.get(record, 'id')) ?? given;
  call.useData?.({
    operation,
    entity: table.name,
    ...(looked && { where: keyed(looked) }),
    ...(values && { values: keyed(values) }),
    references: keysOf(call, table),
  });
}

/** Ends a query that reads. */
const read =
  (operation: 'list' | 'read', result: (call: Call, builder: Builder, record: () => Value) => Value): Transfer =>
  (call) => {
    const builder = call.data(call.receiver, builderType);
    const unknown = (): Value => call.unknown('a query', { module: 'typeorm', path: 'createQueryBuilder()' });
    if (!builder) return unknown();
    used(call, builder, operation);
    const record = (): Value => (builder.isKnown && builder.table && recordOf(call, builder, builder.alias, builder.table)) || unknown();
    return done(call, result(call, builder, record));
  };
const WRITTEN: Readonly<Record<Exclude<Builder['operation'], 'list'>, readonly string[]>> = {
  create: ['identifiers', 'generatedMaps', 'raw'],
  update: ['generatedMaps', 'raw', 'affected'],
  delete: ['raw', 'affected'],
};
const execute: Transfer = (call) => {
  const builder = call.data(call.receiver, builderType);
  if (!builder) return call.unknown('the result of a write', { module: 'typeorm', path: 'execute()' });
  used(call, builder, builder.operation);
  if (builder.operation === 'list') return done(call, foundRows(call, rowOf(call, builder)));
  const kinds = { identifiers: 'array', generatedMaps: 'array', affected: 'integer', raw: 'any' } as const;
  const properties = WRITTEN[builder.operation].map((name) => ({ name, shape: { kind: kinds[name as keyof typeof kinds] } }));
  return done(call, typed(call, { kind: 'object', properties }, 'the result of a write'));
};

/** Does something to the builder, and gives it back. */
const taking =
  (take: (call: Call, builder: Builder) => void): Transfer =>
  (call) => {
    const builder = call.data(call.receiver, builderType);
    if (builder) take(call, builder);
    return call.receiver;
  };

/** What the query is about, where it is said later than when the builder is made. */
function about(call: Call, builder: Builder, entity: Value | undefined, alias: Value | undefined): void {
  const table = tableOf(call, entity);
  if (!table) return;
  builder.table = table;
  builder.alias = (alias && call.text(alias)) ?? builder.alias;
}
const writing = (operation: 'create' | 'update' | 'delete'): Transfer =>
  taking((call, builder) => {
    builder.operation = operation;
    const given = call.args.findLast((arg) => arg.kind === 'object' && !call.isFunction(arg));
    if (given) builder.values = given;
    about(call, builder, call.args[0], undefined);
  });

/**
 * @param isInner whether there is nothing where no record is found
 * @param as      whether records are one or several, where they are put into a member of another name
 */
const joining = (isSelected: boolean, isInner: boolean, as?: 'one' | 'many'): Transfer =>
  taking((call, builder) => {
    const [target, ...rest] = as ? [call.args[1], ...call.args.slice(2)] : call.args;
    const alias = rest[0] ? call.text(rest[0]) : null;
    if (!target || alias === null) return;
    const [parent, name] = call.text(target)?.split('.') ?? [];
    const table = parent === builder.alias ? builder.table : builder.joined.get(parent ?? '')?.table;
    const relation = table?.relations.get(name ?? '');
    const [at, member] = as ? (call.text(argument(call, 0))?.split('.') ?? []) : [parent, name];
    const other = relation ? relation.target(call) : tableOf(call, target);
    // Of what no relation leads to, rows have columns and records have none.
    if (relation || other)
      builder.joined.set(alias, {
        parent: (relation || as) && at !== undefined ? at : '',
        member: member ?? '',
        list: as ? as === 'many' : (relation?.list ?? false),
        optional: !isInner && (relation === undefined || relation.optional || relation.list),
        table: other,
      });
    if (isSelected) builder.selected.push({ text: alias, as: null });
  });
const rows = read('list', (call, builder) => foundRows(call, rowOf(call, builder)));
const linked = (call: Call): Value => done(call, call.unknown('records of a relation', { module: 'typeorm', path: 'loadMany()' }));
export const builderType: HostType<Builder> = defineHostType<Builder>({
  name: 'SelectQueryBuilder',
  inert: true,
  methods: {
    select: taking((call, builder) => {
      if (call.args[0] && !call.isUndefined(call.args[0])) Object.assign(builder, { selected: [], isKnown: true });
      select(call, builder);
    }),
    addSelect: taking(select),
    leftJoin: joining(false, false),
    innerJoin: joining(false, true),
    leftJoinAndSelect: joining(true, false),
    innerJoinAndSelect: joining(true, true),
    leftJoinAndMapOne: joining(true, false, 'one'),
    innerJoinAndMapOne: joining(true, true, 'one'),
    leftJoinAndMapMany: joining(true, false, 'many'),
    innerJoinAndMapMany: joining(true, true, 'many'),
    loadRelationCountAndMap: taking((call, builder) => {
      const [alias, member] = call.text(argument(call, 0))?.split('.') ?? [];
      if (alias && member) builder.counts.push([alias, member]);
    }),
    where,
    andWhere: where,
    orWhere: where,
    whereInIds: (call) => call.receiver,
    subQuery: another,
    createQueryBuilder: another,
    getQuery: (call) => call.unknown('a text of SQL'),
    getSql: (call) => call.unknown('a text of SQL'),
    setParameters: taking((call, builder) => {
      setParameters(call, builder, argument(call, 0));
    }),
    setParameter: taking((call, builder) => {
      const name = call.text(argument(call, 0));
      if (name !== null) builder.parameters.set(name, argument(call, 1));
    }),
    groupBy: taking((_call, builder) => {
      builder.isGrouped = true;
    }),
    from: taking((call, builder) => {
      about(call, builder, call.args[0], call.args[1]);
    }),
    into: taking((call, builder) => {
      about(call, builder, call.args[0], undefined);
    }),
    insert: writing('create'),
    update: writing('update'),
    delete: writing('delete'),
    softDelete: writing('delete'),
    restore: writing('update'),
    values: taking((call, builder) => {
      builder.values = argument(call, 0);
    }),
    set: taking((call, builder) => {
      builder.values = argument(call, 0);
    }),
    clone: (call) => {
      const { joined, counts, compared, parameters, conditions, ...rest } = call.data(call.receiver, builderType)!;
      const copies = { counts: [...counts], compared: [...compared], conditions: [...conditions] };
      return call.host(builderType, { ...rest, ...copies, joined: new Map(joined), parameters: new Map(parameters) });
    },
    getOne: read('read', (call, { table }, record) => perhaps(call, record(), `the ${table?.name} was found`)),
    getOneOrFail: read('read', (_call, _builder, record) => record()),
    getMany: read('list', (call, _builder, record) => foundRows(call, record())),
    getManyAndCount: read('list', (call, _builder, record) => call.list([foundRows(call, record()), counted(call)])),
    getCount: read('list', counted),
    getExists: read('list', (call) => typed(call, { kind: 'boolean' }, 'whether there is one')),
    getRawMany: rows,
    getRawOne: read('read', (call, builder) =>
      isOneRow(builder)
        ? rowOf(call, builder)
        : (call.oneOf?.([rowOf(call, builder), call.const(undefined)], 'a row was found') ?? rowOf(call, builder)),
    ),
    getRawAndEntities: read('list', (call, builder, record) =>
      call.record({ entities: foundRows(call, record()), raw: foundRows(call, rowOf(call, builder)) }),
    ),
    execute,
    loadOne: linked,
    loadMany: linked,
    stream: (call) => done(call, call.unknown('rows of a query', { module: 'typeorm', path: 'stream()' })),
  },
  missing: (call, key) =>
    key === 'then'
      ? undefined
      : key === 'alias'
        ? call.const(call.data(call.receiver, builderType)?.alias ?? '')
        : call.fn(key, (inner) => inner.receiver),
});

/** Conditions in brackets: a function that is given the builder. */
export const bracketsType: HostType<Value> = defineHostType<Value>({ name: 'Brackets', inert: true, methods: {} });
