import { ANY, nullable, type Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, unmodelled } from '../support/fallback.js';
import {
  type ColumnData,
  columnsIn,
  entityOf,
  plainColumn,
  tableLike,
  NAME,
  TEXT,
  WHOLE,
  builders,
  column,
  columnType,
  enumOf,
  keysOf,
  makeTable,
  same,
  shapeOf,
  tableOf,
  tableType,
} from './drizzle-tables.js';
import {
  MAX_DEPTH,
  columnShape,
  done,
  foundRows,
  listOf,
  member,
  takeColumns,
  typed,
  operandsOf,
  type Conditions,
  type Table,
} from './support/table.js';

interface Condition {
  readonly bindings: readonly (readonly [Value, Value])[];
}
/** What the database works out: `sql<number>\`…\``, `count()`. */
const expressionType: HostType<{ readonly shape: Shape }> = defineHostType<{ readonly shape: Shape }>({
  name: 'DrizzleExpression',
  inert: true,
  methods: {
    as: same,
    getSQL: same,
    mapWith: (call) => {
      const [decoder] = call.args;
      const data = decoder && call.data(decoder, columnType);
      const kind = (['Number', 'String', 'Boolean'] as const).find((name) => decoder && decoder === call.global?.(name));
      const shape = data ? shapeOf(data) : kind ? ({ kind: kind.toLowerCase() } as Shape) : ANY;
      return call.host(expressionType, { shape });
    },
  },
});
const expression =
  (shape: (call: Call) => Shape): Transfer =>
  (call) =>
    call.host(expressionType, { shape: shape(call) });
const stated = (call: Call): Shape => call.typeArguments?.()[0]?.() ?? ANY;
const ofColumn = (call: Call): Shape => {
  const data = call.data(argument(call, 0), columnType);
  return data ? nullable(shapeOf(data)) : ANY;
};
const AGGREGATES: Readonly<Record<string, (call: Call) => Shape>> = {
  count: () => WHOLE,
  countDistinct: () => WHOLE,
  ...Object.fromEntries(['sum', 'sumDistinct', 'avg', 'avgDistinct'].map((name) => [name, () => nullable(TEXT)])),
  max: ofColumn,
  min: ofColumn,
};
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
/** Tables of which a row may be missing beside one of another. */
type Missing = ReadonlySet<Table | null>;
const orNull = (call: Call, value: Value, isMissing: boolean, what: string): Value =>
  isMissing ? (call.oneOf?.([value, call.const(null)], what) ?? value) : value;

function fields(call: Call, selection: Value, missing: Missing): Value {
  const made = (call.knownEntries?.(selection) ?? []).map(([name, value]): [string, Value] => {
    const data = call.data(value, columnType);
    if (data) {
      const shape = columnShape({ name, shape: shapeOf(data), nullable: !data.required || missing.has(data.table) });
      return [name, typed(call, shape, `${data.table?.name ?? ''}.${data.name}`)];
    }
    const expressed = call.data(value, expressionType);
    if (expressed && expressed.shape.kind !== 'any') return [name, typed(call, expressed.shape, name)];
    const inner = tableOf(call, value);
    if (inner) return [name, orNull(call, call.record(row(call, inner)), missing.has(inner), `the ${inner.name} was found`)];
    if (value.kind !== 'object' || value.host) return [name, call.unknown(name)];
    // A record of nothing but columns of a table whose row is missing is null as a whole.
    const tables = new Set((call.knownEntries?.(value) ?? []).map(([, each]) => call.data(each, columnType)?.table ?? null));
    const [only = null] = tables;
    const isWhole = tables.size === 1 && only !== null && missing.has(only);
    return [name, orNull(call, fields(call, value, isWhole ? new Set() : missing), isWhole, `the ${name} was found`)];
  });
  return call.record(Object.fromEntries(made));
}

/** What the chain said so far; `at` is its last call, which is where the query is written: that it is awaited has no place. */
interface Query {
  readonly operation: 'create' | 'list' | 'update' | 'delete';
  readonly selection: Value | null;
  tables: readonly { readonly table: Table; readonly optional: boolean }[];
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
      entity: entityOf(first.table),
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
  if (selection)
    return rows(call, fields(call, selection, new Set(query.tables.flatMap(({ table, optional }) => (optional ? [table] : [])))));
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
/** @param others whether rows of the tables so far may be missing beside one of this table */
const join = (optional: boolean, others = false): Transfer =>
  onQuery((call, query) => {
    const table = tableOf(call, call.args[0]);
    const before = others ? query.tables.map((each) => ({ ...each, optional: true })) : query.tables;
    query.tables = table ? [...before, { table, optional }] : before;
  });
/** A query in the place of a table. */
const asTable: Transfer = (call) => {
  const query = call.data(call.receiver, queryType);
  const name = call.text(argument(call, 0)) ?? '';
  if (!query) return call.receiver;
  const [first, ...others] = query.tables;
  const columns = new Map<string, ColumnData>();
  if (query.selection) {
    const missing = new Set(query.tables.flatMap(({ table, optional }) => (optional ? [table] : [])));
    for (const [key, value] of call.knownEntries?.(query.selection) ?? []) {
      const data = call.data(value, columnType);
      columns.set(
        key,
        data
          ? { ...data, required: data.required && !(data.table && missing.has(data.table)) }
          : plainColumn(call.data(value, expressionType)?.shape ?? ANY, true),
      );
    }
  } else if (first && others.length === 0)
    for (const each of first.table.columns.values()) columns.set(each.name, plainColumn(each.shape, !each.nullable));
  return columns.size > 0 ? tableLike(call, name, columns, first ? entityOf(first.table) : name) : call.receiver;
};
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
      if (table) query.tables = [{ table, optional: false }, ...query.tables];
    }),
    leftJoin: join(true),
    innerJoin: join(false),
    crossJoin: join(false),
    rightJoin: join(false, true),
    fullJoin: join(true, true),
    leftJoinLateral: join(true),
    innerJoinLateral: join(false),
    as: asTable,
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
  missing: (call, key) => call.fn(key, same),
});

const begin =
  (operation: Query['operation'], selectedAt = 0): Transfer =>
  (call) => {
    const table = operation === 'list' ? null : tableOf(call, call.args[0]);
    return call.host(queryType, {
      operation,
      selection: operation === 'list' ? (call.args[selectedAt] ?? null) : null,
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

function queried(call: Call, table: Table, config: Value | null, handle: Value, depth = 0): Value {
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
      const inner = queried(call, target, value.kind === 'object' ? value : null, handle, depth + 1);
      record[name] = relation.list ? foundRows(call, inner) : (call.oneOf?.([inner, call.const(null)], `the ${name} was found`) ?? inner);
    }
  const extras = member(call, config, 'extras');
  const more =
    extras && call.isFunction(extras) ? call.invoke(extras, [handle, call.module ? call.module('drizzle-orm') : call.record({})]) : extras;
  if (more) for (const [name, value] of call.knownEntries?.(fields(call, more, new Set())) ?? []) record[name] = value;
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
      const record = queried(inner, table, config, handle);
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
    selectDistinctOn: begin('list', 1),
    with: same,
    $with: (call) =>
      call.record({
        as: call.fn('as', (inner) => (inner.args[0] ? inner.invoke(inner.get(inner.args[0], 'as'), call.args, inner.args[0]) : undefined)),
      }),
    batch: (call) => done(call, call.list((call.elements(argument(call, 0)) ?? []).map((each) => call.awaited(each)))),
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
    ...Object.fromEntries(CLASSES.map((name) => [name, realm.fn(name, (call) => call.host(databaseType, { schema: null }))])),
    drizzle: realm.fn('drizzle', (call) =>
      call.host(databaseType, {
        schema: call.args.map((arg) => member(call, arg, 'schema')).find((schema) => schema?.kind === 'object') ?? null,
      }),
    ),
  });

/** Classes that what is injected is asked for by. */
const CLASSES = [
  'NodePgDatabase',
  'PostgresJsDatabase',
  'NeonDatabase',
  'NeonHttpDatabase',
  'VercelPgDatabase',
  'MySql2Database',
  'BetterSQLite3Database',
  'LibSQLDatabase',
  'DrizzleD1Database',
];

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
      ...Object.fromEntries(
        ['Schema', 'Database'].map((title) => [
          prefix + title,
          realm.fn(title, (given) =>
            given.record({
              table: given.fn('table', (call) => makeTable(call, module)),
              enum: given.fn('enum', enumOf),
              view: given.fn('view', viewOf(module)),
              materializedView: given.fn('view', viewOf(module)),
            }),
          ),
        ]),
      ),
      [`${prefix}View`]: realm.fn('view', viewOf(module)),
      [`${prefix}MaterializedView`]: realm.fn('view', viewOf(module)),
      alias: realm.fn('alias', (call) => {
        const name = call.text(argument(call, 1));
        const columns = columnsIn(call, argument(call, 0));
        const table = tableOf(call, call.args[0]);
        return name !== null && table ? tableLike(call, name, columns, entityOf(table), module) : unmodelled(call, module, 'alias');
      }),
      withReplicas: realm.fn('withReplicas', (call) => argument(call, 0)),
      ...Object.fromEntries(SETS.map((name) => [name, realm.fn(name, (call) => argument(call, 0))])),
    });
/** Queries that are put together have the rows of the first. */
const SETS = ['union', 'unionAll', 'intersect', 'intersectAll', 'except', 'exceptAll'];
/** `pgView('name', { columns })`, or a query whose rows it has. */
const viewOf =
  (module: string): Transfer =>
  (given) => {
    const stated_ = given.args[1] ? makeTable(given, module) : null;
    const made: Value = given.record({
      existing: given.fn('existing', () => stated_ ?? given.unknown('a view')),
      with: given.fn('with', () => made),
      as: given.fn('as', (call) => {
        const query = argument(call, 0);
        if (stated_) return stated_;
        const built = call.isFunction(query) ? call.invoke(query, [call.host(databaseType, { schema: null })]) : query;
        return call.data(built, queryType) ? call.invoke(call.get(built, 'as'), given.args, built) : call.unknown('a view');
      }),
    });
    return made;
  };
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
    ...Object.fromEntries(Object.entries(AGGREGATES).map(([name, shape]) => [name, realm.fn(name, expression(shape))])),
    sql: realm.fn('sql', expression(stated), {
      ...Object.fromEntries(
        ['raw', 'join', 'empty', 'identifier', 'placeholder', 'param', 'fromList'].map((name) => [
          name,
          realm.fn(
            name,
            expression(() => ANY),
          ),
        ]),
      ),
    }),
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
  'neon',
  'bun-sql',
  'durable-sqlite',
  'expo-sqlite',
  'op-sqlite',
  'pg-proxy',
  'mysql-proxy',
  'sqlite-proxy',
  'tidb-serverless',
  'xata-http',
  'aws-data-api/pg',
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
