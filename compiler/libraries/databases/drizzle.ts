import { ANY, type Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, unmodelled } from '../support/fallback.js';
import {
  MAX_DEPTH,
  columnShape,
  done,
  foundRows,
  listOf,
  member,
  takeColumns,
  typed,
  type Column,
  operandsOf,
  type Conditions,
  type Table,
} from './support/table.js';

const TEXT: Shape = { kind: 'string' };
const WHOLE: Shape = { kind: 'integer' };
const NUMBER: Shape = { kind: 'number' };
/** What column functions make; dates and JSON have modes of their own. */
const TYPES: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(
    [
      'text',
      'varchar',
      'char',
      'tinytext',
      'mediumtext',
      'longtext',
      'time',
      'interval',
      'inet',
      'cidr',
      'macaddr',
      'numeric',
      'decimal',
      'year',
    ].map((name) => [name, TEXT]),
  ),
  ...Object.fromEntries(
    ['integer', 'int', 'smallint', 'tinyint', 'mediumint', 'serial', 'smallserial', 'bigint', 'bigserial'].map((name) => [name, WHOLE]),
  ),
  ...Object.fromEntries(['real', 'doublePrecision', 'double', 'float'].map((name) => [name, NUMBER])),
  boolean: { kind: 'boolean' },
  uuid: { kind: 'string', format: 'uuid' },
  timestamp: { kind: 'string', format: 'date-time' },
  datetime: { kind: 'string', format: 'date-time' },
  date: { kind: 'string', format: 'date' },
  json: ANY,
  jsonb: ANY,
  blob: { kind: 'object' },
  binary: TEXT,
  bytea: { kind: 'object' },
};

interface ColumnData {
  shape: Shape;
  /** The type that the program states for its values. */ stated?: () => Shape | undefined;
  required: boolean;
  generated: boolean;
  automatic: boolean;
  name: string;
  table: Table | null;
  /** Gives the column that its values are keys of. */ refersTo?: Value;
}
interface TableData {
  readonly table: Table;
  readonly columns: ReadonlyMap<string, Value>;
  readonly module: string;
}
interface Condition {
  readonly bindings: readonly (readonly [Value, Value])[];
}

/** What a column holds; a type is asked for when somebody wants to know. */
const shapeOf = ({ shape, stated }: ColumnData): Shape => (shape.kind === 'any' ? stated?.() : undefined) ?? shape;

const same: Transfer = (call) => call.receiver;
const getSQL: Transfer = (call) => call.unknown('a part of a query', { module: 'drizzle-orm', path: 'getSQL()' });
const changed =
  (change: (data: ColumnData, call: Call) => void): Transfer =>
  (call) => {
    const data = call.data(call.receiver, columnType);
    if (data) change(data, call);
    return call.receiver;
  };
const columnType: HostType<ColumnData> = defineHostType<ColumnData>({
  name: 'DrizzleColumn',
  inert: true,
  methods: {
    notNull: changed((data) => {
      data.required = true;
    }),
    primaryKey: changed((data) => {
      data.required = true;
      if (data.shape.kind === 'integer') data.automatic = data.generated = true;
    }),
    default: changed((data) => {
      data.generated = true;
    }),
    $default: changed((data) => {
      data.generated = true;
    }),
    $defaultFn: changed((data) => {
      data.generated = true;
    }),
    defaultNow: changed((data) => {
      data.generated = data.automatic = true;
    }),
    defaultRandom: changed((data) => {
      data.generated = data.automatic = true;
    }),
    autoincrement: changed((data) => {
      data.generated = data.automatic = true;
    }),
    generatedAlwaysAsIdentity: changed((data) => {
      data.required = data.generated = data.automatic = true;
    }),
    generatedByDefaultAsIdentity: changed((data) => {
      data.required = data.generated = data.automatic = true;
    }),
    array: changed((data) => {
      data.shape = { kind: 'array', items: data.shape };
    }),
    unique: same,
    getSQL,
    references: changed((data, call) => {
      const [target] = call.args;
      if (target && call.isFunction(target)) data.refersTo = target;
    }),
    $type: changed((data, call) => {
      const [stated] = call.typeArguments?.() ?? [];
      if (stated) data.stated = stated;
    }),
    $onUpdate: same,
    $onUpdateFn: same,
    onUpdateNow: same,
    as: same,
  },
});

function shapeFor(call: Call, kind: string): Shape {
  const options = call.args.find((arg) => arg.kind === 'object' && !call.elements(arg));
  const mode = options ? call.text(member(call, options, 'mode') ?? call.const('')) : null;
  if (mode === 'timestamp' || mode === 'timestamp_ms') return { kind: 'string', format: 'date-time' };
  if (mode === 'boolean') return { kind: 'boolean' };
  if (mode === 'json') return ANY;
  if (mode === 'date') return { kind: 'string', format: 'date-time' };
  if (mode === 'string') return kind === 'date' ? { kind: 'string', format: 'date' } : TEXT;
  const values = ((member(call, options, 'enum') && call.elements(member(call, options, 'enum')!)) || []).map((each) => call.text(each));
  return values.length > 0 && values.every((value) => value !== null) ? { kind: 'string', enum: values } : (TYPES[kind] ?? ANY);
}
const column = (call: Call, shape: Shape, serial = false): Value =>
  call.host(columnType, { shape, required: serial, generated: serial, automatic: serial, name: '', table: null });
const builders = (realm: Realm): Record<string, Value> =>
  Object.fromEntries(
    Object.keys(TYPES).map((kind) => [kind, realm.fn(kind, (call) => column(call, shapeFor(call, kind), /serial$/i.test(kind)))]),
  );
const enumOf: Transfer = (call) => {
  const listed = (call.elements(argument(call, 1)) ?? []).map((value) => call.text(value));
  const shape: Shape = listed.length > 0 && listed.every((value) => value !== null) ? { kind: 'string', enum: listed } : TEXT;
  return call.fn('enum', (inner) => column(inner, shape), { enumValues: argument(call, 1) });
};

/** The member of a table that holds what the database calls it. */
const NAME = Symbol.for('drizzle:Name');
const tableType: HostType<TableData> = defineHostType<TableData>({
  name: 'DrizzleTable',
  inert: true,
  methods: { enableRLS: same, getSQL },
  missing: (call, key) => {
    const data = call.data(call.receiver, tableType);
    return key === '$inferSelect' || key === '$inferInsert' ? call.record({}) : data?.columns.get(key);
  },
});
const makeTable = (call: Call, module: string, naming?: Value): Value => {
  const [name, given] = call.args;
  const definition = given && call.isFunction(given) ? call.invoke(given, [call.record(builders(call))]) : given;
  const table: Table = { name: (name && call.text(name)) ?? '', columns: new Map(), relations: new Map() };
  const columns = new Map<string, Value>();
  for (const [key, value] of (definition && call.knownEntries?.(definition)) ?? []) {
    const data = call.data(value, columnType);
    const made: Column = {
      name: key,
      get shape() {
        return data ? shapeOf(data) : ANY;
      },
      nullable: data ? !data.required : false,
      ...(data?.generated && { generated: true }),
      ...(data?.automatic && { automatic: true }),
    };
    table.columns.set(key, made);
    // A builder may be spread into several tables: each has a column of its own.
    columns.set(key, data ? call.host(columnType, { ...data, name: key, table }) : value);
  }
  columnsOf.set(table, columns);
  const made = call.host(tableType, { table, columns, module });
  call.set(made, NAME, naming ? call.invoke(naming, call.args.slice(0, 1)) : argument(call, 0));
  return made;
};
const columnsOf = new WeakMap<Table, ReadonlyMap<string, Value>>();

/** Columns that name records of other tables, in the form that `useData` takes. */
const keysOf = (call: Call, table: Table): ReadonlyMap<string, string> =>
  new Map(
    [...(columnsOf.get(table) ?? [])].flatMap(([name, value]) => {
      const target = call.data(value, columnType)?.refersTo;
      const other = target && call.data(call.invoke(target, []), columnType)?.table;
      return other ? [[name, other.name] as const] : [];
    }),
  );
export const tableOf = (call: Call, value: Value | null | undefined): Table | null =>
  value ? (call.data(value, tableType)?.table ?? null) : null;

const conditionType: HostType<Condition> = defineHostType<Condition>({ name: 'DrizzleCondition', inert: true, methods: {} });
const compareBy =
  (name: string): Transfer =>
  (call) => {
    const [left, ...rest] = call.args;
    const data = left && call.data(left, columnType);
    for (const operand of data ? operandsOf(name, rest) : [])
      if ('list' in operand) call.takenAs?.(operand.list, { kind: 'array', items: shapeOf(data!) });
      else for (const each of call.elements(operand) ?? [operand]) if (!call.data(each, columnType)) call.takenAs?.(each, shapeOf(data!));
    return call.host(conditionType, { bindings: left && data && rest[0] ? [[left, rest[0]] as const] : [] });
  };
const combine: Transfer = (call) =>
  call.host(conditionType, { bindings: call.args.flatMap((each) => call.data(each, conditionType)?.bindings ?? []) });
const whereOf = (call: Call, condition: Value | undefined): Value | null => {
  const bindings = condition ? (call.data(condition, conditionType)?.bindings ?? []) : [];
  return bindings.length === 0
    ? null
    : call.record(Object.fromEntries(bindings.map(([left, right]) => [call.data(left, columnType)!.name, right])));
};

const CONDITIONS: Conditions = { nested: new Set(), operands: () => null };
const row = (call: Call, table: Table, names?: ReadonlySet<string>): Record<string, Value> =>
  Object.fromEntries(
    [...table.columns.values()]
      .filter(({ name }) => !names || names.has(name))
      .map((each) => [each.name, typed(call, columnShape(each), `${table.name}.${each.name}`)]),
  );
const fields = (call: Call, selection: Value): Value =>
  call.record(
    Object.fromEntries(
      (call.knownEntries?.(selection) ?? []).map(([name, value]) => {
        const data = call.data(value, columnType),
          inner = tableOf(call, value);
        return [
          name,
          data
            ? typed(call, columnShape({ name, shape: shapeOf(data), nullable: !data.required }), `${data.table?.name ?? ''}.${data.name}`)
            : inner
              ? call.record(row(call, inner))
              : value.kind === 'object' && !value.host
                ? fields(call, value)
                : call.unknown(name),
        ];
      }),
    ),
  );

/** What the chain said so far; `at` is its last call, which is where the query is written: that it is awaited has no place. */
interface Query {
  readonly operation: 'create' | 'list' | 'update' | 'delete';
  readonly selection: Value | null;
  readonly tables: { readonly table: Table; readonly optional: boolean }[];
  where: Value | null;
  values: Value | null;
  returning: Value | null | undefined;
  told: boolean;
  at: Call;
}
function resultOf(call: Call, query: Query): Value {
  const [first] = query.tables;
  if (!query.told && first) {
    query.told = true;
    query.at.useData?.({
      operation: query.operation,
      entity: first.table.name,
      ...(query.where && { where: query.where }),
      ...(query.values && { values: query.values }),
      references: keysOf(call, first.table),
    });
  }
  if (!first || (query.operation !== 'list' && query.returning === undefined))
    return call.unknown('the result of a write', { module: 'drizzle-orm', path: 'write()' });
  const selection = query.operation === 'list' ? query.selection : query.returning;
  // What is put in is there, what is changed or taken out was there or not; of an aggregate there is one row always.
  const mayBeNone =
    query.operation === 'list'
      ? !selection ||
        call.knownEntries?.(selection)?.some(([, value]) => call.data(value, columnType) !== null || tableOf(call, value) !== null)
      : query.operation !== 'create';
  const rows = mayBeNone ? foundRows : listOf;
  if (selection) return rows(call, fields(call, selection));
  if (query.tables.length === 1) return rows(call, call.record(row(call, first.table)));
  return rows(
    call,
    call.record(
      Object.fromEntries(
        query.tables.map(({ table, optional }) => {
          const record = call.record(row(call, table));
          return [table.name, optional ? (call.oneOf?.([record, call.const(null)], `the ${table.name} was found`) ?? record) : record];
        }),
      ),
    ),
  );
}
const onQuery =
  (change: (call: Call, query: Query) => void): Transfer =>
  (call) => {
    const query = call.data(call.receiver, queryType);
    if (query) {
      change(call, query);
      query.at = call;
    }
    return call.receiver;
  };
const join = (optional: boolean): Transfer =>
  onQuery((call, query) => {
    const table = tableOf(call, call.args[0]);
    if (table) query.tables.push({ table, optional });
  });
const settled =
  (first: boolean): Transfer =>
  (call) => {
    const query = call.data(call.receiver, queryType);
    const list = query ? resultOf(call, query) : call.unknown('rows');
    const one = first ? call.elements(list)?.[0] : undefined;
    return done(call, first && one ? (call.oneOf?.([one, call.const(undefined)], 'a row was found') ?? one) : list);
  };
const queryType: HostType<Query> = defineHostType<Query>({
  name: 'DrizzleQuery',
  inert: true,
  methods: {
    from: onQuery((call, query) => {
      const table = tableOf(call, call.args[0]);
      if (table) query.tables.unshift({ table, optional: false });
    }),
    leftJoin: join(true),
    innerJoin: join(false),
    rightJoin: join(false),
    fullJoin: join(true),
    where: onQuery((call, query) => {
      query.where = whereOf(call, call.args[0]);
    }),
    values: onQuery((call, query) => {
      const given = argument(call, 0);
      for (const each of call.elements(given) ?? [given]) if (query.tables[0]) takeColumns(call, query.tables[0].table, each, CONDITIONS);
      query.values = call.elements(given) ? null : given;
    }),
    set: onQuery((call, query) => {
      if (query.tables[0]) takeColumns(call, query.tables[0].table, call.args[0], CONDITIONS);
      query.values = argument(call, 0);
    }),
    returning: onQuery((call, query) => {
      query.returning = call.args[0] ?? null;
    }),
    ...Object.fromEntries(
      [
        'limit',
        'offset',
        'orderBy',
        'groupBy',
        'having',
        'onConflictDoNothing',
        'onConflictDoUpdate',
        'onDuplicateKeyUpdate',
        '$dynamic',
        'for',
        'prepare',
        'as',
      ].map((name) => [name, same]),
    ),
    then: (call) => {
      const query = call.data(call.receiver, queryType);
      const [resolve] = call.args;
      return done(
        call,
        query && resolve && call.isFunction(resolve) ? call.awaited(call.invoke(resolve, [resultOf(call, query)])) : call.const(undefined),
      );
    },
    catch: settled(false),
    execute: settled(false),
    all: settled(false),
    get: settled(true),
    run: settled(false),
  },
});

const begin =
  (operation: Query['operation']): Transfer =>
  (call) => {
    const table = operation === 'list' ? null : tableOf(call, call.args[0]);
    return call.host(queryType, {
      operation,
      selection: operation === 'list' ? (call.args[0] ?? null) : null,
      tables: table ? [{ table, optional: false }] : [],
      where: null,
      values: null,
      returning: undefined,
      told: false,
      at: call,
    });
  };

/** Relations by table: `relations(users, ({ many }) => ({ posts: many(posts) }))`. */
const relations: Transfer = (call) => {
  const table = tableOf(call, call.args[0]);
  const kind = (list: boolean): Value =>
    call.fn(list ? 'many' : 'one', (inner) => inner.record({ target: argument(inner, 0), list: inner.const(list) }));
  const made =
    call.args[1] && call.isFunction(call.args[1]) ? call.invoke(call.args[1], [call.record({ one: kind(false), many: kind(true) })]) : null;
  if (table && made)
    for (const [name, value] of call.knownEntries?.(made) ?? []) {
      const target = tableOf(call, call.get(value, 'target'));
      table.relations.set(name, { target: () => target, list: call.truthy(call.get(value, 'list')) === true, optional: true });
    }
  return call.record({});
};

function queried(call: Call, table: Table, config: Value | null, depth = 0): Value {
  const columns = member(call, config, 'columns');
  const stated = (columns && call.knownEntries?.(columns)) ?? [];
  const on = stated.filter(([, value]) => call.truthy(value) !== false).map(([name]) => name),
    off = new Set(stated.filter(([, value]) => call.truthy(value) === false).map(([name]) => name));
  const record = row(call, table, on.length > 0 ? new Set(on) : new Set([...table.columns.keys()].filter((name) => !off.has(name))));
  const brought = member(call, config, 'with');
  if (depth < MAX_DEPTH)
    for (const [name, value] of (brought && call.knownEntries?.(brought)) ?? []) {
      const relation = table.relations.get(name);
      const target = call.truthy(value) === false ? null : relation?.target(call);
      if (!relation || !target) continue;
      const inner = queried(call, target, value.kind === 'object' ? value : null, depth + 1);
      record[name] = relation.list ? foundRows(call, inner) : (call.oneOf?.([inner, call.const(null)], `the ${name} was found`) ?? inner);
    }
  return call.record(record);
}
const relational = (call: Call, handle: Value): Value => {
  const table = tableOf(call, handle)!;
  const find = (many: boolean): Value =>
    call.fn(many ? 'findMany' : 'findFirst', (inner) => {
      const config = inner.args[0] ?? null;
      const given = member(inner, config, 'where');
      const operators = inner.module ? inner.module('drizzle-orm') : inner.record({});
      const where = whereOf(inner, given ? (inner.isFunction(given) ? inner.invoke(given, [handle, operators]) : given) : undefined);
      inner.useData?.({ operation: many ? 'list' : 'read', entity: table.name, ...(where && { where }) });
      const record = queried(inner, table, config);
      return done(
        inner,
        many ? foundRows(inner, record) : (inner.oneOf?.([record, inner.const(undefined)], `the ${table.name} was found`) ?? record),
      );
    });
  return call.record({ findMany: find(true), findFirst: find(false) });
};

const databaseType: HostType<{ readonly schema: Value | null }> = defineHostType<{ readonly schema: Value | null }>({
  name: 'DrizzleDatabase',
  inert: true,
  methods: {
    select: begin('list'),
    selectDistinct: begin('list'),
    insert: begin('create'),
    update: begin('update'),
    delete: begin('delete'),
    transaction: (call) => {
      const [work] = call.args;
      return work ? done(call, call.awaited(call.invoke(work, [call.receiver]))) : done(call, call.const(undefined));
    },
    $count: (call) => done(call, typed(call, WHOLE, 'a count')),
  },
  missing: (call, key) => {
    if (key === 'then') return undefined;
    const schema = call.data(call.receiver, databaseType)?.schema;
    if (key !== 'query' || !schema) return call.unknown(`${key} of a database`, { module: 'drizzle-orm', path: `drizzle().${key}` });
    return call.record(
      Object.fromEntries(
        (call.knownEntries?.(schema) ?? [])
          .filter(([, value]) => tableOf(call, value))
          .map(([name, value]) => [name, relational(call, value)]),
      ),
    );
  },
});
const drizzle: ModuleModel = (realm) =>
  openModule(realm, 'drizzle-orm/driver', {
    drizzle: realm.fn('drizzle', (call) =>
      call.host(databaseType, {
        schema: call.args.map((arg) => member(call, arg, 'schema')).find((schema) => schema?.kind === 'object') ?? null,
      }),
    ),
  });

const core =
  (module: string, prefix: string): ModuleModel =>
  (realm) =>
    openModule(realm, module, {
      ...builders(realm),
      [`${prefix}Table`]: realm.fn('table', (call) => makeTable(call, module)),
      pgEnum: realm.fn('pgEnum', enumOf),
      mysqlEnum: realm.fn('mysqlEnum', (call) => {
        const listed = call.args.map((arg) => call.elements(arg)).find((each) => each !== null);
        const values = (listed ?? []).map((value) => call.text(value));
        return column(call, values.length > 0 && values.every((value) => value !== null) ? { kind: 'string', enum: values } : TEXT);
      }),
      [`${prefix}TableCreator`]: realm.fn('tableCreator', (given) => given.fn('table', (call) => makeTable(call, module, given.args[0]))),
    });
const COMPARISONS = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'notLike',
  'inArray',
  'notInArray',
  'between',
  'isNull',
  'isNotNull',
  'arrayContains',
];
const orm: ModuleModel = (realm) =>
  openModule(realm, 'drizzle-orm', {
    ...Object.fromEntries(COMPARISONS.map((name) => [name, realm.fn(name, compareBy(name))])),
    and: realm.fn('and', combine),
    or: realm.fn('or', (call) => {
      combine(call, undefined as never);
      return call.host(conditionType, { bindings: [] });
    }),
    not: realm.fn('not', (call) => call.host(conditionType, { bindings: [] })),
    relations: realm.fn('relations', relations),
    is: realm.fn('is', (call) => {
      const [value, type] = [argument(call, 0), argument(call, 1)];
      const { module, path } = (type.kind === 'unknown' && type.provenance) || { module: '', path: '' };
      if (!/Table$/.test(path) || (value.kind !== 'const' && value.kind !== 'object')) return unmodelled(call, 'drizzle-orm', 'is');
      const data = call.data(value, tableType);
      return call.const(data !== null && (path === 'Table' || module === data.module));
    }),
    getTableName: realm.fn('getTableName', (call) =>
      tableOf(call, call.args[0]) ? call.get(call.args[0]!, NAME) : unmodelled(call, 'drizzle-orm', 'getTableName'),
    ),
    getTableColumns: realm.fn('getTableColumns', (call) =>
      call.record(Object.fromEntries(call.data(argument(call, 0), tableType)?.columns ?? [])),
    ),
  });

const DRIVERS = [
  'node-postgres',
  'postgres-js',
  'better-sqlite3',
  'mysql2',
  'libsql',
  'd1',
  'neon-http',
  'neon-serverless',
  'pglite',
  'vercel-postgres',
  'bun-sqlite',
  'planetscale-serverless',
  'sql-js',
];
/** Drizzle: what queries give, by the tables of the program. */
export const drizzleLibrary = defineLibrary({
  modules: {
    'drizzle-orm': orm,
    'drizzle-orm/pg-core': core('drizzle-orm/pg-core', 'pg'),
    'drizzle-orm/mysql-core': core('drizzle-orm/mysql-core', 'mysql'),
    'drizzle-orm/sqlite-core': core('drizzle-orm/sqlite-core', 'sqlite'),
    ...Object.fromEntries(DRIVERS.map((name) => [`drizzle-orm/${name}`, drizzle])),
  },
});
