import type { Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  errorValue,
  openFunction,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { INT8, NUMERIC, numeric, parsing } from './support/sql-expressions.js';
import { execute, firstOf, sqlText, type Executed } from './support/sql-query.js';
import { errorsOfDriver, refuseByDriver } from './refusals.js';
import { storeOf } from './support/store.js';
import { done, typed, settled as none } from './support/table.js';

const WHOLE: Shape = { kind: 'integer' };
const same: Transfer = (call) => call.receiver;
const unknownMember =
  (module: string) =>
  (call: Call, key: string): Value | undefined =>
    ['then', 'constructor', 'toJSON', 'default', '__esModule'].includes(key)
      ? undefined
      : call.unknown(`${key} of ${module}`, { module, path: key });
const whole = (call: Call, what: string): Value => typed(call, WHOLE, what);

/** The query, its values and the callback of `query(sql, values?, callback?)`, or of `query({ text, values })`. */
function given(call: Call): { readonly sql: string | null; readonly parameters: readonly Value[]; readonly callback: Value | null } {
  const callback = call.args.find((arg) => call.isFunction(arg)) ?? null;
  const [first, ...rest] = call.args.filter((arg) => arg !== callback);
  const config = first?.kind === 'object' && !call.elements(first);
  const sql = sqlText(call, config ? [call.get(first, 'text'), call.get(first, 'sql')].find((each) => !call.isUndefined(each)) : first);
  const values = config ? call.get(first, 'values') : undefined;
  return { sql, parameters: values && !call.isUndefined(values) ? [values] : rest, callback };
}

interface Settled {
  /** The driver, by whose codes its errors are told apart. */
  readonly client: string;
  readonly callback: Value | null;
  readonly found: Executed | null;
  readonly results: readonly Value[];
  readonly promised: Value;
  readonly self?: Value | undefined;
}
/** Hands the result to the callback, with no error (that of the set-up), or with one, or gives a promise of it. */
function settle(call: Call, { client, callback, found, results, promised, self }: Settled): Value {
  if (!callback) {
    refuseByDriver(call, client, found?.statedRefusals ?? []);
    return done(call, promised);
  }
  // Whoever is given an error asks which one it is.
  const refused = errorsOfDriver(call, client, found?.refusals ?? []);
  const other = errorValue(call, 'Error', typed(call, { kind: 'string' }, 'the message of an error'), {});
  const error = call.oneOf?.([call.const(null), other, ...refused], 'a query failed') ?? call.const(null);
  call.invoke(callback, [error, ...results], self);
  return call.receiver;
}

// ---- pg ---------------------------------------------------------------------------------------------------------------

const pgType: HostType<null> = defineHostType<null>({
  name: 'pg.Client',
  module: 'pg',
  inert: true,
  methods: {
    query: (call) => {
      const { sql, parameters, callback } = given(call);
      const found = sql === null ? null : execute(call, sql, parameters, parsing(storeOf(call)));
      const result = call.record({
        rows: found?.rows ?? call.unknown('rows of a query', { module: 'pg', path: 'query().rows' }),
        rowCount: found?.statement.selected ? call.get(found.rows, 'length') : whole(call, 'how many rows there were'),
        command: typed(call, { kind: 'string' }, 'a command'),
        fields: call.unknown('fields of a query'),
      });
      return settle(call, { client: 'pg', callback, found, results: [result], promised: result });
    },
    connect: (call) => {
      const callback = call.args.find((arg) => call.isFunction(arg));
      if (!callback) return done(call, call.receiver);
      call.invoke(callback, [call.const(null), call.receiver, call.fn('done', () => undefined)]);
      return undefined;
    },
    end: none,
    release: none,
    on: same,
    once: same,
    removeListener: same,
  },
  missing: unknownMember('pg'),
});
const pgClient = (realm: Realm, name: string): Value =>
  realm.fn(name, (call) => call.host(pgType, null), { prototype: realm.prototype(pgType) });
const pg =
  (module: string): ModuleModel =>
  (realm) => {
    const types = openModule(realm, module, {
      builtins: openModule(realm, module, { INT8: realm.const(INT8), NUMERIC: realm.const(NUMERIC) }),
      setTypeParser: realm.fn('setTypeParser', (call) => {
        storeOf(call).numbers.add(Number(call.constant(argument(call, 0))));
        return undefined;
      }),
    });
    const own = { Pool: pgClient(realm, 'Pool'), Client: pgClient(realm, 'Client'), types };
    return openModule(realm, module, { ...own, default: openModule(realm, module, own) });
  };

// ---- mysql, mysql2 ----------------------------------------------------------------------------------------------------

const written = (call: Call): Value =>
  call.record({
    insertId: whole(call, 'the id of a row'),
    affectedRows: whole(call, 'how many rows there were'),
    changedRows: whole(call, 'how many rows changed'),
    message: typed(call, { kind: 'string' }, 'a message'),
  });
/** What stands for `??` is a name, or several. */
function withNames(call: Call, sql: string, parameters: readonly Value[]): readonly [sql: string, parameters: readonly Value[]] {
  const values = (parameters[0] && call.elements(parameters[0])) ?? parameters;
  const left: Value[] = [];
  let at = 0;
  const text = sql.replace(/\?\??/g, (mark) => {
    const value = values[at++];
    const names = mark === '??' && value ? (call.elements(value) ?? [value]).map((each) => call.text(each)) : [null];
    if (names.every((name) => name !== null)) return names.join(', ');
    if (value) left.push(value);
    return mark;
  });
  return [text, [call.list(left)]];
}
const mysqlQuery: Transfer = (call) => {
  const { sql: text, parameters: all, callback } = given(call);
  const [sql, parameters] = text?.includes('??') ? withNames(call, text, all) : [text, all];
  const found = sql === null ? null : execute(call, sql, parameters, numeric);
  const result = found
    ? found.statement.kind === 'select'
      ? found.rows
      : written(call)
    : call.unknown('rows of a query', { module: 'mysql2', path: 'query()' });
  const fields = call.unknown('fields of a query');
  return settle(call, { client: 'mysql', callback, found, results: [result, fields], promised: call.list([result, fields]) });
};
const mysqlType: HostType<null> = defineHostType<null>({
  name: 'mysql.Connection',
  module: 'mysql2',
  inert: true,
  methods: {
    query: mysqlQuery,
    execute: mysqlQuery,
    promise: same,
    getConnection: (call) => {
      const [callback] = call.args;
      if (!callback || !call.isFunction(callback)) return done(call, call.receiver);
      call.invoke(callback, [call.const(null), call.receiver]);
      return undefined;
    },
    connect: (call) => {
      const [callback] = call.args;
      if (callback && call.isFunction(callback)) call.later(callback, [call.const(null)]);
      return done(call, call.const(undefined));
    },
    beginTransaction: (call) => {
      const [callback] = call.args;
      if (callback && call.isFunction(callback)) call.invoke(callback, [call.const(null)]);
      return done(call, call.const(undefined));
    },
    commit: none,
    rollback: none,
    release: none,
    end: none,
    destroy: none,
    ping: none,
    on: same,
    escape: (call) => argument(call, 0),
    format: (call) => argument(call, 0),
  },
  missing: unknownMember('mysql2'),
});
const mysql =
  (module: string, promised: boolean): ModuleModel =>
  (realm) => {
    const connection = (name: string): Value =>
      realm.fn(name, (call) => {
        const made = call.host(mysqlType, null);
        return promised && name === 'createConnection' ? done(call, made) : made;
      });
    const own = { createPool: connection('createPool'), createConnection: connection('createConnection') };
    return openModule(realm, module, { ...own, default: openModule(realm, module, own) });
  };

// ---- better-sqlite3, node:sqlite --------------------------------------------------------------------------------------

const statementType: HostType<{ readonly sql: string | null }> = defineHostType<{ readonly sql: string | null }>({
  name: 'sqlite.Statement',
  module: 'better-sqlite3',
  inert: true,
  methods: {
    all: (call) => ran(call)?.rows ?? rowsUnknown(call),
    get: (call) => {
      const found = ran(call);
      return found ? firstOf(call, found.rows) : rowsUnknown(call);
    },
    iterate: (call) => ran(call)?.rows ?? rowsUnknown(call),
    run: (call) => {
      refuseByDriver(call, 'better-sqlite3', ran(call)?.statedRefusals ?? []);
      return call.record({ changes: whole(call, 'how many rows changed'), lastInsertRowid: whole(call, 'the id of a row') });
    },
    as: same,
    bind: same,
    pluck: (call) => rowsUnknown(call),
    raw: (call) => rowsUnknown(call),
    expand: same,
    safeIntegers: same,
  },
  missing: unknownMember('better-sqlite3'),
});
const rowsUnknown = (call: Call): Value => call.unknown('rows of a query', { module: 'better-sqlite3', path: 'prepare()' });
const ran = (call: Call): Executed | null => {
  const sql = call.data(call.receiver, statementType)?.sql;
  return sql == null ? null : execute(call, sql, call.args, numeric);
};
/** A function that runs the given one, with the kinds of transactions as members that are such functions as well. */
const transactionOf = (call: Call, work: Value): Value => {
  if (!call.isFunction(work)) return work;
  const run = (name: string, members: Readonly<Record<string, Value>> = {}): Value =>
    call.fn(name, (inner) => inner.invoke(work, inner.args, inner.receiver), members);
  const kinds = ['default', 'deferred', 'immediate', 'exclusive'].map((kind): [string, Value] => [kind, run(kind)]);
  return run('transaction', { ...Object.fromEntries(kinds), database: call.receiver });
};
const prepare: Transfer = (call) => call.host(statementType, { sql: sqlText(call, call.args[0]) });
const sqliteType: HostType<null> = defineHostType<null>({
  name: 'sqlite.Database',
  module: 'better-sqlite3',
  inert: true,
  methods: {
    prepare,
    exec: (call) => {
      const sql = sqlText(call, call.args[0]);
      if (sql !== null) execute(call, sql, [], numeric);
      return call.receiver;
    },
    transaction: (call) => transactionOf(call, argument(call, 0)),
    pragma: (call) => call.unknown('a pragma'),
    close: () => undefined,
    function: same,
    aggregate: same,
    loadExtension: same,
    defaultSafeIntegers: same,
  },
  missing: unknownMember('better-sqlite3'),
});
const betterSqlite: ModuleModel = (realm) => {
  const make: Transfer = (call) => call.host(sqliteType, null);
  return openFunction(realm, 'better-sqlite3', make, { default: realm.fn('Database', make) });
};
/** Of Bun: `query` prepares a statement, and `run` runs one at once. */
const bunSqlite: ModuleModel = (realm) => {
  const query = realm.fn('query', prepare);
  const run = realm.fn('run', (call) => {
    const statement = call.invoke(query, call.args.slice(0, 1));
    return call.invoke(call.get(statement, 'run'), call.args.slice(1), statement);
  });
  const database = realm.fn('Database', (call) => {
    const made = call.host(sqliteType, null);
    call.set(made, 'query', query);
    call.set(made, 'run', run);
    return made;
  });
  return openModule(realm, 'bun:sqlite', { Database: database, default: database });
};
const nodeSqlite: ModuleModel = (realm) =>
  openModule(realm, 'node:sqlite', { DatabaseSync: realm.fn('DatabaseSync', (call) => call.host(sqliteType, null)) });

// ---- sqlite3, sqlite --------------------------------------------------------------------------------------------------

const callbackQuery =
  (what: 'all' | 'get' | 'run'): Transfer =>
  (call) => {
    const { sql, parameters, callback } = given(call);
    const found = sql === null ? null : execute(call, sql, parameters, numeric);
    const result =
      what === 'run'
        ? call.record({ lastID: whole(call, 'the id of a row'), changes: whole(call, 'how many rows changed') })
        : !found
          ? rowsUnknown(call)
          : what === 'all'
            ? found.rows
            : firstOf(call, found.rows);
    const self = what === 'run' ? result : undefined;
    return settle(call, { client: 'sqlite3', callback, found, results: self ? [] : [result], promised: result, self });
  };
const sqlite3Type: HostType<null> = defineHostType<null>({
  name: 'sqlite3.Database',
  module: 'sqlite3',
  inert: true,
  methods: {
    all: callbackQuery('all'),
    get: callbackQuery('get'),
    run: callbackQuery('run'),
    exec: callbackQuery('run'),
    each: (call) => {
      const { sql, parameters, callback } = given(call);
      const found = sql === null ? null : execute(call, sql, parameters, numeric);
      if (callback) call.invoke(callback, [call.const(null), found ? firstOf(call, found.rows) : rowsUnknown(call)]);
      return call.receiver;
    },
    serialize: (call) => {
      const [work] = call.args;
      if (work && call.isFunction(work)) call.invoke(work, []);
    },
    parallelize: (call) => {
      const [work] = call.args;
      if (work && call.isFunction(work)) call.invoke(work, []);
    },
    close: none,
    on: same,
    migrate: none,
    configure: () => undefined,
  },
  missing: unknownMember('sqlite3'),
});
const sqlite3Database: Transfer = (call) => {
  const made = call.host(sqlite3Type, null);
  const callback = call.args.find((arg) => call.isFunction(arg));
  if (callback) call.later(callback, [call.const(null)]);
  return made;
};
const sqlite3: ModuleModel = (realm) => {
  const own = (): Record<string, Value> => ({
    Database: realm.fn('Database', sqlite3Database),
    cached: realm.record({ Database: realm.fn('Database', sqlite3Database) }),
  });
  const verbose = realm.fn('verbose', () => openModule(realm, 'sqlite3', { ...own(), verbose }));
  return openModule(realm, 'sqlite3', { ...own(), verbose, default: openModule(realm, 'sqlite3', { ...own(), verbose }) });
};
const sqlite: ModuleModel = (realm) =>
  openModule(realm, 'sqlite', { open: realm.fn('open', (call) => done(call, call.host(sqlite3Type, null))) });

/** Drivers that are given SQL: what statements give, by their text and the tables that the project's SQL makes. */
export const sqlDriversLibrary = defineLibrary({
  modules: {
    pg: pg('pg'),
    '@neondatabase/serverless': pg('@neondatabase/serverless'),
    '@vercel/postgres': pg('@vercel/postgres'),
    mysql: mysql('mysql', false),
    mysql2: mysql('mysql2', false),
    'mysql2/promise': mysql('mysql2/promise', true),
    'promise-mysql': mysql('promise-mysql', true),
    'better-sqlite3': betterSqlite,
    'bun:sqlite': bunSqlite,
    'node:sqlite': nodeSqlite,
    sqlite3,
    sqlite,
  },
});
