import type { Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  openFunction,
  type Call,
  type HostType,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, majorOf } from '../support/fallback.js';
import { migrate, schemaBuilder } from './knex-schema.js';
import { refusalsOf, refuseByDriver } from './refusals.js';
import { columnsOf, dialectOf, numeric, parsing, settled, shapeOfSql, type Dialect } from './support/sql-expressions.js';
import { rowsOfText, sqlText } from './support/sql-query.js';
import { plainToken, split, tokensOf } from './support/sql.js';
import { storeOf, tableNamed, type Store } from './support/store.js';
import {
  columnShape,
  done,
  foundRows,
  listOf,
  member,
  referencesOf,
  takeColumns,
  typed,
  type Column,
  type Table,
  CONDITIONS,
} from './support/table.js';

interface Database {
  readonly client: string;
  readonly modern: boolean;
}
interface Source {
  readonly name: string;
  readonly alias: string;
  readonly optional: boolean;
}
type Operation = 'create' | 'list' | 'update' | 'delete';
/** What a chain of calls said so far; `at` is its last call, which is where the query is written. */
interface Query {
  readonly database: Database;
  readonly sources: Source[];
  /** What is said of the columns of a table that is named later. */
  readonly waiting: ((call: Call) => void)[];
  operation: Operation;
  selection: Value[];
  /** What is computed, by its name: the SQL of it. */
  readonly extra: Map<string, string>;
  /** Rows stand for groups of rows. */
  grouped: boolean;
  /** Something is selected whose name or source is not known. */
  vague: boolean;
  one: boolean;
  pluck: string | null;
  returning: Value[] | null;
  where: Record<string, Value>;
  values: Value | null;
  told: boolean;
  at: Call;
}

const WHOLE: Shape = { kind: 'integer' };
const nameAndAlias = (text: string): readonly [string, string] => {
  const [, name, alias] = /^\s*(.+?)(?:\s+as\s+(\S+))?\s*$/i.exec(text) ?? ['', text, undefined];
  return [name, (alias ?? name.split('.').at(-1)!).replaceAll(/["`]/g, '')];
};

const POSTGRES = /pg|postgres|cockroach|redshift/;
const dialectFor = (call: Call, { client }: Database): Dialect =>
  POSTGRES.test(client) ? parsing(storeOf(call)) : /mysql|maria|sqlite/.test(client) ? numeric : dialectOf(call);
const storeFor = (call: Call, query: Query): Store => migrate(call, call.host(databaseType, query.database));
const tableOf = (call: Call, query: Query, source: Source | undefined): Table | null =>
  source ? tableNamed(storeFor(call, query), source.name) : null;
const shapeFor = (call: Call, query: Query, source: Source, column: Column): Shape =>
  columnShape({
    ...column,
    ...(column.wide && { shape: settled(column.wide, dialectFor(call, query.database)) }),
    nullable: source.optional || column.nullable,
  });
/** What an expression of SQL gives. */
const computed = (call: Call, query: Query, sql: string, name: string): Value => {
  const sources = query.sources.map((source) => {
    const table = tableOf(call, query, source);
    return { ...source, members: table && columnsOf(table) };
  });
  return typed(call, shapeOfSql(sql, sources, query.grouped, storeOf(call), dialectFor(call, query.database)), name);
};
const columnValue = (call: Call, query: Query, column: string): Value => {
  const [table, name] = column.includes('.') ? [column.split('.').at(-2)!, column.split('.').at(-1)!] : [null, column];
  for (const source of query.sources) {
    if (table !== null && source.alias !== table && source.name !== table) continue;
    const found = tableOf(call, query, source)?.columns.get(name);
    if (found) return typed(call, shapeFor(call, query, source, found), `${source.name}.${name}`);
  }
  return call.unknown(`the column ${column}`);
};

/** The columns of a table, or of all: `*`, `users.*`. Null when a table is not known. */
function all(call: Call, query: Query, alias: string | null): Record<string, Value> | null {
  const members: Record<string, Value> = {};
  for (const source of query.sources) {
    if (alias !== null && source.alias !== alias && source.name !== alias) continue;
    const table = tableOf(call, query, source);
    if (!table) return null;
    for (const column of table.columns.values())
      members[column.name] = typed(call, shapeFor(call, query, source, column), `${source.name}.${column.name}`);
  }
  return members;
}

/** The parts of a list, each with the name that it says it has. */
const expressionsIn = (sql: string): readonly (readonly [sql: string, alias: string | null])[] =>
  sql === ''
    ? []
    : split(tokensOf(sql), (token) => token === ',').map((part) => {
        const isNamed = /^as$/i.test(part.at(-2) ?? '');
        return [(isNamed ? part.slice(0, -2) : part).join(' '), isNamed ? plainToken(part.at(-1)!) : null];
      });

/** A row as the selection gives it; null when nothing is known of it. */
function row(call: Call, query: Query, selection: readonly Value[]): Value | null {
  const members: Record<string, Value> = {};
  let open = query.vague;
  const add = (column: Value): void => {
    const text = call.text(column);
    const raw = text === null ? call.data(column, rawType)?.text : undefined;
    const inner = call.data(column, queryType)?.at;
    if (text === null) {
      for (const [sql, alias] of expressionsIn(raw ?? ''))
        if (alias) members[alias] = computed(call, query, sql, alias);
        else open = true;
      if (!inner && raw === undefined && column.kind === 'object' && !column.host)
        for (const [name, from] of call.knownEntries?.(column) ?? []) {
          const sql = call.data(from, rawType)?.text;
          members[name] = sql === undefined ? columnValue(call, query, call.text(from) ?? name) : computed(call, query, sql, name);
        }
      else if (!raw) open = true;
      return;
    }
    const [name, alias] = nameAndAlias(text);
    if (name !== '*' && !name.endsWith('.*')) {
      members[alias] = columnValue(call, query, name);
      return;
    }
    const found = all(call, query, name === '*' ? null : name.split('.').at(-2)!);
    if (found) Object.assign(members, found);
    else open = true;
  };
  const chosen = selection.flatMap((column) => call.elements(column) ?? [column]);
  if (chosen.length === 0 && query.extra.size === 0) add(call.const('*'));
  chosen.forEach(add);
  for (const [name, sql] of query.extra) members[name] = computed(call, query, sql, name);
  if (Object.keys(members).length === 0) return null;
  const record = call.record(members);
  if (open) call.markOpen?.(record);
  return record;
}

const nothing = (call: Call): Value => call.unknown('rows of a query', { module: 'knex', path: 'query()' });

function resultOf(call: Call, query: Query): Value {
  const [first] = query.sources;
  const { at, operation } = query;
  if (!query.told && first) {
    query.told = true;
    const table = tableOf(at, query, first),
      known = table ? { references: referencesOf(table) } : {};
    at.useData?.({
      operation: query.one && operation === 'list' ? 'read' : operation,
      entity: first.name,
      ...(Object.keys(query.where).length > 0 && { where: call.record(query.where) }),
      ...(query.values && { values: query.values }),
      ...known,
    });
  }
  if (operation !== 'list') {
    if (query.returning && query.returning.length > 0) return returned(call, query);
    if (operation !== 'create') return typed(call, WHOLE, 'how many rows there were');
    return /mysql|sqlite/.test(query.database.client) ? listOf(call, typed(call, WHOLE, 'the id of a row')) : nothing(call);
  }
  if (query.pluck !== null) return foundRows(call, columnValue(call, query, query.pluck));
  const record = row(call, query, query.selection);
  const isThere = query.extra.size > 0 && !query.grouped;
  if (!query.one) return !record ? nothing(call) : isThere ? listOf(call, record) : foundRows(call, record);
  const found = record ?? nothing(call);
  if (isThere) return found;
  return call.oneOf?.([found, call.const(undefined)], `a row of ${first?.name ?? 'a table'} was found`) ?? found;
}

/** `returning('id')` gave values before version 1 and gives rows since; of what is changed or deleted there may be none. */
function returned(call: Call, query: Query): Value {
  const rows = query.operation === 'create' ? listOf : foundRows;
  const single = !query.database.modern && query.returning!.length === 1 ? call.text(query.returning![0]!) : null;
  if (single !== null && single !== '*') return rows(call, columnValue(call, query, single));
  const record = row(call, { ...query, extra: new Map() }, query.returning!);
  return record ? rows(call, record) : nothing(call);
}

const step =
  (change: (call: Call, query: Query) => void): Transfer =>
  (call) => {
    const query = call.data(call.receiver, queryType);
    if (query) {
      change(call, query);
      query.at = call;
    }
    return call.receiver;
  };
/** A table or `table as alias`, or `{ alias: 'table' }`. */
const sourceOf = (call: Call, value: Value | undefined, optional: boolean): Source | null => {
  if (!value) return null;
  const text = call.text(value);
  if (text !== null) {
    const [name, alias] = nameAndAlias(text);
    return { name, alias, optional };
  }
  const [entry] = value.kind === 'object' && !value.host ? (call.knownEntries?.(value) ?? []) : [];
  const name = entry && call.text(entry[1]);
  return entry && name ? { name, alias: entry[0], optional } : null;
};
const from = step((call, query) => {
  const source = sourceOf(call, call.args[0], false);
  if (source) query.sources.unshift(source);
  else query.vague = true;
  for (const tell of source ? query.waiting.splice(0) : []) tell(call);
});
/** What columns take is known when their table is: `insert(row).into('users')`. */
const whereTableIsKnown = (call: Call, query: Query, tell: (call: Call) => void): void => {
  if (query.sources.length > 0) tell(call);
  else query.waiting.push(tell);
};
const join = (optional: boolean): Transfer =>
  step((call, query) => {
    const source = sourceOf(call, call.args[0], optional);
    if (source) query.sources.push(source);
    else query.vague = true;
  });
const select = step((_call, query) => {
  query.selection.push(..._call.args);
});

/** `where({ a })`, `where('a', a)`, `where('a', '=', a)`, `whereIn('a', list)`, `where((builder) => …)`. */
const where = step((call, query) => {
  const [first] = call.args;
  if (!first) return;
  if (call.isFunction(first)) {
    call.invoke(first, [call.receiver], call.receiver);
    return;
  }
  const name = call.text(first);
  const operator = call.args.length > 2 ? call.text(argument(call, 1)) : '=';
  const pairs: (readonly [string, Value])[] =
    name !== null && call.args.length > 1
      ? [[name, call.args.at(-1)!]]
      : first.kind === 'object' && !first.host
        ? [...(call.knownEntries?.(first) ?? [])]
        : [];
  for (const [key, value] of pairs) {
    const column = key.split('.').at(-1)!;
    if (operator === '=') query.where[column] = value;
    whereTableIsKnown(call, query, (inner) => {
      const table = tableOf(inner, query, query.sources[0]);
      if (table) takeColumns(inner, table, inner.record({ [column]: value }), CONDITIONS);
    });
  }
});
const given = (call: Call, query: Query, values: Value): void => {
  query.values = call.elements(values)?.[0] ?? values;
  whereTableIsKnown(call, query, (inner) => {
    const table = tableOf(inner, query, query.sources[0]);
    for (const one of inner.elements(values) ?? [values]) {
      if (table) takeColumns(inner, table, one, CONDITIONS);
      refuseByDriver(inner, query.database.client, refusalsOf(inner, table, one));
    }
  });
};
const write = (operation: Operation): Transfer =>
  step((call, query) => {
    query.operation = operation;
    const [first, second] = call.args;
    const column = first && call.text(first);
    if (column && second) given(call, query, call.record({ [column]: second }));
    else if (first) {
      given(call, query, first);
      if (second) query.returning = [...(call.elements(second) ?? [second])];
    }
  });
const aggregate = (name: string): Transfer =>
  step((call, query) => {
    for (const arg of call.args) {
      const text = call.text(arg) ?? call.data(arg, rawType)?.text;
      const given =
        text === undefined && arg.kind === 'object' && !arg.host
          ? (call.knownEntries?.(arg) ?? []).map(([as, column]) => [call.text(column) ?? '*', as] as const)
          : expressionsIn(text ?? '');
      for (const [sql, as] of given)
        if (as) query.extra.set(as, `${name.replace('Distinct', '')}(${sql})`);
        else query.vague = true;
    }
  });

const settle =
  (run: (call: Call, result: Value) => Value): Transfer =>
  (call) => {
    const query = call.data(call.receiver, queryType);
    return query ? run(call, resultOf(call, query)) : nothing(call);
  };
const same: Transfer = step(() => undefined);
const WHERES = ['where', 'andWhere', 'whereIn', 'orWhere', 'having'];

const queryType: HostType<Query> = defineHostType<Query>({
  name: 'KnexQuery',
  module: 'knex',
  inert: true,
  methods: {
    from,
    into: from,
    table: from,
    select,
    columns: select,
    column: select,
    distinct: select,
    first: step((call, query) => {
      query.one = true;
      query.selection.push(...call.args);
    }),
    pluck: step((call, query) => {
      query.pluck = call.text(argument(call, 0));
    }),
    ...Object.fromEntries(['join', 'innerJoin'].map((name) => [name, join(false)])),
    ...Object.fromEntries(['leftJoin', 'leftOuterJoin', 'rightJoin', 'fullOuterJoin'].map((name) => [name, join(true)])),
    joinRaw: step((_call, query) => {
      query.vague = true;
    }),
    ...Object.fromEntries(WHERES.map((name) => [name, where])),
    insert: write('create'),
    update: write('update'),
    increment: step((_call, query) => {
      query.operation = 'update';
    }),
    decrement: step((_call, query) => {
      query.operation = 'update';
    }),
    del: step((_call, query) => {
      query.operation = 'delete';
    }),
    delete: step((_call, query) => {
      query.operation = 'delete';
    }),
    returning: step((call, query) => {
      query.returning = call.args.flatMap((arg) => call.elements(arg) ?? [arg]);
    }),
    ...Object.fromEntries(
      ['count', 'countDistinct', 'sum', 'avg', 'sumDistinct', 'avgDistinct', 'min', 'max'].map((name) => [name, aggregate(name)]),
    ),
    ...Object.fromEntries(
      ['groupBy', 'groupByRaw'].map((name) => [
        name,
        step((_call, query) => {
          query.grouped = true;
        }),
      ]),
    ),
    clone: (call) => {
      const query = call.data(call.receiver, queryType);
      return query
        ? call.host(queryType, {
            ...query,
            sources: [...query.sources],
            waiting: [...query.waiting],
            selection: [...query.selection],
            extra: new Map(query.extra),
            where: { ...query.where },
            at: call,
          })
        : call.receiver;
    },
    clearSelect: step((_call, query) => {
      query.selection = [];
    }),
    modify: step((call) => {
      const [fn, ...rest] = call.args;
      if (fn && call.isFunction(fn)) call.invoke(fn, [call.receiver, ...rest], call.receiver);
    }),
    then: (call) => {
      const query = call.data(call.receiver, queryType);
      const [resolve] = call.args;
      return query && resolve && call.isFunction(resolve)
        ? done(call, call.awaited(call.invoke(resolve, [resultOf(call, query)])))
        : done(call, call.const(undefined));
    },
    ...Object.fromEntries(
      ['stream', 'pipe', 'asCallback', 'nodeify'].map((name): [string, Transfer] => [
        name,
        (call) => call.unknown('a stream of rows', { module: 'knex', path: `query().${name}()` }),
      ]),
    ),
    catch: settle(done),
    finally: settle(done),
    toString: (call: Call) => typed(call, { kind: 'string' }, 'a query'),
    toSQL: (call: Call) => call.unknown('a query'),
  },
  missing: (call, key) => (['constructor', 'toJSON'].includes(key) ? undefined : call.fn(key, same)),
});

/** `knex.raw(sql)`: a piece of a query, or a query of its own. */
interface Raw {
  readonly text: string;
  readonly database: Database | null;
  readonly values: readonly Value[];
}
/** Rows, as the driver gives them with what it tells beside. */
function rawResult(call: Call, { text, database, values }: Raw): Value {
  if (!database) return nothing(call);
  migrate(call, call.host(databaseType, database));
  const rows = rowsOfText(call, call.const(text), values, dialectFor(call, database));
  if (!rows) return nothing(call);
  if (POSTGRES.test(database.client)) return call.record({ rows, rowCount: typed(call, WHOLE, 'how many rows there were') });
  return /sqlite/.test(database.client) ? rows : /mysql|maria/.test(database.client) ? call.list([rows, nothing(call)]) : nothing(call);
}
const rawType: HostType<Raw> = defineHostType<Raw>({
  name: 'KnexRaw',
  module: 'knex',
  inert: true,
  methods: {
    then: (call) => {
      const [resolve] = call.args;
      const result = rawResult(call, call.data(call.receiver, rawType)!);
      return done(call, resolve && call.isFunction(resolve) ? call.awaited(call.invoke(resolve, [result])) : result);
    },
    wrap: (call) => call.receiver,
  },
  missing: (call, key) =>
    ['constructor', 'toJSON'].includes(key) ? undefined : call.unknown(`${key} of a raw query`, { module: 'knex', path: `raw().${key}` }),
});
const raw: Transfer = (call) =>
  call.host(rawType, {
    text: sqlText(call, call.args[0]) ?? '',
    database: call.data(call.receiver, databaseType),
    values: call.args.slice(1),
  });

const begin = (call: Call): Value => {
  const database = call.data(call.receiver, databaseType) ?? { client: '', modern: true };
  return call.host(queryType, {
    database,
    sources: [],
    waiting: [],
    operation: 'list',
    selection: [],
    extra: new Map(),
    grouped: false,
    vague: false,
    one: false,
    pluck: null,
    returning: null,
    where: {},
    values: null,
    told: false,
    at: call,
  });
};
const started =
  (name: string): Transfer =>
  (call) => {
    const query = begin(call);
    return call.invoke(call.get(query, name), call.args, query);
  };
const transaction: Transfer = (call) => {
  const [work] = call.args;
  return work && call.isFunction(work) ? done(call, call.awaited(call.invoke(work, [call.receiver]))) : done(call, call.receiver);
};

const databaseType: HostType<Database> = defineHostType<Database>({
  name: 'Knex',
  module: 'knex',
  inert: true,
  call: (call) => {
    const query = begin(call);
    const [table] = call.args;
    return table ? call.invoke(call.get(query, 'from'), [table], query) : query;
  },
  methods: {
    ...Object.fromEntries(
      [
        'from',
        'select',
        'insert',
        'into',
        'table',
        'column',
        'columns',
        'distinct',
        'first',
        'where',
        'count',
        'update',
        'del',
        'delete',
        'with',
      ].map((name) => [name, started(name)]),
    ),
    queryBuilder: begin,
    raw,
    ref: raw,
    transaction,
    transactionProvider: (call) => {
      const { receiver } = call;
      return call.fn('trx', (inner) => done(inner, receiver));
    },
    withSchema: (call) => call.receiver,
    commit: (call) => done(call, call.const(undefined)),
    rollback: (call) => done(call, call.const(undefined)),
    destroy: (call) => done(call, call.const(undefined)),
    on: (call) => call.receiver,
  },
  getters: {
    schema: schemaBuilder,
    fn: (call) => call.record({ now: call.fn('now', raw), uuid: call.fn('uuid', raw) }),
    migrate: (call) => call.unknown('migrations', { module: 'knex', path: 'migrate' }),
    seed: (call) => call.unknown('seeds', { module: 'knex', path: 'seed' }),
  },
  missing: (call, key) =>
    ['then', 'constructor', 'toJSON', 'default', '__esModule'].includes(key)
      ? undefined
      : call.unknown(`${key} of a database`, { module: 'knex', path: `knex().${key}` }),
});

const makeKnex: Transfer = (call) => {
  const [config] = call.args;
  const client = member(call, config, 'client');
  return call.host(databaseType, { client: (client && call.text(client)) ?? '', modern: majorOf(call, 'knex') !== 0 });
};
const model: ModuleModel = (realm) => {
  const make = realm.fn('knex', makeKnex);
  return openFunction(realm, 'knex', makeKnex, { knex: make, default: make, Knex: make });
};

/** Knex: what queries give, by the program's migrations and by the columns that they name. */
export const knexLibrary = defineLibrary({ modules: { knex: model } });
