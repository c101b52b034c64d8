import { ANY } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  errorValue,
  openModule,
  type Call,
  type HostType,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, promised } from '../support/fallback.js';
import {
  columnNamed,
  columnValue,
  isSure,
  nameAndAlias,
  rowOf,
  rowsOf,
  tellQuery,
  typedTable,
  type Expression,
  type RowSource,
  type Selected,
  type TypedDatabase,
  type TypedQuery,
} from './support/typed-query.js';
import { perhaps, takeColumns, typed, CONDITIONS } from './support/table.js';

const OWN = ['then', 'constructor', 'toJSON', 'default', '__esModule'];
const nothing = (call: Call, what: string): Value => call.unknown(what, { module: 'kysely', path: 'query()' });

// ---- expressions ------------------------------------------------------------------------------------------------------

const expression = (call: Call, value: Expression['value'], aggregate = false): Value =>
  call.host(expressionType, { value, alias: null, aggregate });
const same: Transfer = (call) => call.receiver;
const expressionType: HostType<Expression> = defineHostType<Expression>({
  name: 'KyselyExpression',
  module: 'kysely',
  inert: true,
  methods: {
    as: (call) => call.host(expressionType, { ...call.data(call.receiver, expressionType)!, alias: call.text(argument(call, 0)) }),
    $castTo: (call) => {
      const stated = call.typeArguments?.()[0];
      return call.host(expressionType, {
        ...call.data(call.receiver, expressionType)!,
        value: (inner) => typed(inner, stated?.() ?? ANY, 'a value'),
      });
    },
    // A piece of SQL is a query of its own, too.
    execute: (call) =>
      promised(
        call,
        call.record({ rows: call.uniformList?.(call.data(call.receiver, expressionType)!.value(call), true) ?? nothing(call, 'rows') }),
      ),
  },
  missing: (call, key) => (OWN.includes(key) ? undefined : call.fn(key, same)),
});
const unknownExpression: Transfer = (call) => expression(call, (inner) => inner.unknown('the value of an expression'));
const stated =
  (aggregate: boolean): Transfer =>
  (call) => {
    const type = call.typeArguments?.()[0];
    return expression(
      call,
      (inner) => {
        const shape = type?.();
        return shape ? typed(inner, shape, 'a value') : inner.unknown('the value of an expression');
      },
      aggregate,
    );
  };

/** `eb.fn`: functions of SQL. */
const functionsOf = (call: Call): Value => call.host(functionsType, null);
const functionsType: HostType<null> = defineHostType<null>({
  name: 'KyselyFunctions',
  module: 'kysely',
  inert: true,
  call: stated(false),
  methods: Object.fromEntries(['count', 'countAll', 'sum', 'avg', 'min', 'max'].map((name) => [name, stated(true)])),
  missing: (call, key) => (OWN.includes(key) ? undefined : call.fn(key, stated(false))),
});

type Scope = Pick<TypedQuery, 'database' | 'sources'>;
/** What callbacks are given: `(eb) => eb('age', '>', 18)`, `({ fn, ref }) => …`. */
const builderOf = (call: Call, scope: Scope): Value => call.host(builderType, scope);
const builderType: HostType<Scope> = defineHostType<Scope>({
  name: 'KyselyExpressionBuilder',
  module: 'kysely',
  inert: true,
  call: (call) => {
    const scope = call.data(call.receiver, builderType);
    const [left, , right] = call.args;
    if (scope && left && right) compare(call, scope, left, right);
    return unknownExpression(call, undefined as never);
  },
  methods: {},
  getters: { fn: functionsOf, eb: (call) => call.receiver },
  missing: (call, key) => {
    if (OWN.includes(key)) return undefined;
    const scope = call.data(call.receiver, builderType);
    return call.fn(key, (scope && BUILDERS[key]?.(scope)) ?? unknownExpression);
  },
});
const itself: Transfer = (call) => {
  const value = argument(call, 0);
  return expression(call, () => value);
};
/** They do without their receiver: callbacks take the builder apart. */
const BUILDERS: Readonly<Record<string, (scope: Scope) => Transfer>> = {
  ref: (scope) => (call) => {
    const name = call.text(argument(call, 0));
    return expression(call, (inner) => (name !== null ? columnValue(inner, scope, name) : inner.unknown('a column')));
  },
  val: () => itself,
  lit: () => itself,
  selectFrom: (scope) => (call) => selectFrom(call, scope.database),
};

/** Says of a value of a request which column it is compared with. */
function compare(call: Call, scope: Scope, left: Value, right: Value): void {
  const name = call.text(left);
  const column = name === null ? null : columnNamed(scope, name);
  if (column) takeColumns(call, column.table, call.record({ [column.name]: right }), CONDITIONS);
}

// ---- queries ----------------------------------------------------------------------------------------------------------

/** A table by its name, or a query under an alias. */
function sourceOf(call: Call, scope: Scope, value: Value | undefined, optional: boolean): RowSource | null {
  if (!value) return null;
  if (call.isFunction(value) && !call.data(value, builderType))
    return sourceOf(call, scope, call.invoke(value, [builderOf(call, scope)]), optional);
  const inner = call.data(value, aliasedType);
  if (inner) return { name: inner.alias, alias: inner.alias, table: null, query: inner.query, optional };
  const text = call.text(value);
  if (text === null) return null;
  const [written, alias] = nameAndAlias(text);
  const named = scope.database.named.get(written) ?? null;
  return {
    name: written,
    alias,
    query: named,
    table: named ? null : (typedTable(scope.database, written) ?? typedTable(scope.database, written.split('.').at(-1)!)),
    optional,
  };
}

const begin = (call: Call, database: TypedDatabase, operation: TypedQuery['operation'], sources: readonly (RowSource | null)[]): Value =>
  call.host(queryType, {
    database,
    operation,
    sources: sources.filter((source) => source !== null),
    selection: [],
    vague: sources.includes(null),
    grouped: false,
    where: {},
    values: null,
    at: call,
  });
const selectFrom = (call: Call, database: TypedDatabase): Value => {
  const given = argument(call, 0);
  return begin(
    call,
    database,
    'list',
    (call.elements(given) ?? [given]).map((each) => sourceOf(call, { database, sources: [] }, each, false)),
  );
};

/** What `select` and `returning` are given: names, expressions, lists of both, functions that give them. Null among them: one of which nobody knows the name. */
function selectedOf(call: Call, query: TypedQuery, given: Value | undefined): readonly (Selected | null)[] {
  if (!given) return [];
  const elements = call.elements(given);
  if (elements) return elements.flatMap((each) => selectedOf(call, query, each));
  const text = call.text(given);
  if (text !== null) {
    const [written, name] = nameAndAlias(text);
    return [{ name, value: (inner) => columnValue(inner, query, written), aggregate: false }];
  }
  const piece = call.data(given, expressionType),
    inner = call.data(given, aliasedType);
  if (piece?.alias) return [{ name: piece.alias, value: piece.value, aggregate: piece.aggregate }];
  if (inner) return [{ name: inner.alias, value: (at) => scalar(at, inner.query), aggregate: false }];
  return !piece && call.isFunction(given) ? selectedOf(call, query, call.invoke(given, [builderOf(call, query)])) : [null];
}
/** A query in place of a value gives the one column that it selects, or null. */
function scalar(call: Call, query: TypedQuery): Value {
  const [only, ...more] = query.selection;
  return only && 'name' in only && more.length === 0
    ? perhaps(call, only.value(call), 'a row was found')
    : call.unknown('the value of a query');
}

const step =
  (change: (call: Call, query: TypedQuery) => Partial<TypedQuery>): Transfer =>
  (call) => {
    const query = call.data(call.receiver, queryType);
    return query ? call.host(queryType, { ...query, ...change(call, query), at: call }) : call.receiver;
  };
const select: Transfer = step((call, query) => {
  const chosen = selectedOf(call, query, call.args[0]);
  return { selection: [...query.selection, ...chosen.filter((each) => each !== null)], vague: query.vague || chosen.includes(null) };
});
const selectAll: Transfer = step((call, query) => {
  const given = call.args[0];
  const names = given ? (call.elements(given) ?? [given]).map((each) => call.text(each)) : [null];
  return { selection: [...query.selection, ...names.map((all): Selected => ({ all }))] };
});
const join = (joined: boolean, others: boolean): Transfer =>
  step((call, query) => {
    const source = sourceOf(call, query, call.args[0], joined);
    const before = others ? query.sources.map((each) => ({ ...each, optional: true })) : query.sources;
    return source ? { sources: [...before, source] } : { sources: before, vague: true };
  });
const where: Transfer = step((call, query) => {
  const [left, operator, right] = call.args;
  if (left && call.isFunction(left) && !call.data(left, expressionType)) {
    call.invoke(left, [builderOf(call, query)]);
    return {};
  }
  if (!left || !right) return {};
  compare(call, query, left, right);
  const name = call.text(left);
  return name !== null && call.text(operator!) === '=' ? { where: { ...query.where, [name.split('.').at(-1)!]: right } } : {};
});
/** `values({…})`, `values([…])`, `set({…})`, `set('column', value)`, `set((eb) => ({…}))`. */
const write: Transfer = step((call, query) => {
  const [first, second] = call.args;
  const name = first ? call.text(first) : null;
  const given =
    name !== null && second
      ? call.record({ [name]: second })
      : first && call.isFunction(first)
        ? call.invoke(first, [builderOf(call, query)])
        : first;
  const table = query.sources[0]?.table;
  for (const one of given ? (call.elements(given) ?? [given]) : [])
    for (const alternative of call.alternatives(one))
      if (table && alternative.kind === 'object') takeColumns(call, table, alternative, CONDITIONS);
  return { values: (given && (call.elements(given)?.[0] ?? given)) ?? null };
});

/** Its methods are those of the builder; what a builder says of order, limits and conflicts changes no row. */
const execute: Transfer = (call) => {
  const query = call.data(call.receiver, queryType)!;
  tellQuery(query, false);
  const row = rowOf(call, query);
  return promised(call, row ? rowsOf(call, query, row) : nothing(call, 'rows of a query'));
};
const takeFirst: Transfer = (call) => {
  const query = call.data(call.receiver, queryType)!;
  tellQuery(query, true);
  const row = rowOf(call, query);
  if (!row) return promised(call, nothing(call, 'a row of a query'));
  return promised(
    call,
    isSure(query) ? row : (call.oneOf?.([row, call.const(undefined)], `a row of ${query.sources[0]?.name ?? 'a table'} was found`) ?? row),
  );
};
const takeFirstOrThrow: Transfer = (call) => {
  const query = call.data(call.receiver, queryType)!;
  tellQuery(query, true);
  const row = rowOf(call, query);
  if (!isSure(query) && (query.operation === 'list' || query.selection.length > 0)) call.mayThrow?.(notFound(call));
  return promised(call, row ?? nothing(call, 'a row of a query'));
};
/** The error that the program gives, as a class or as a function that makes it, else the library's own. */
function notFound(call: Call): Value {
  const [given] = call.args;
  if (!given || !call.isFunction(given)) return errorValue(call, 'NoResultError', call.const('no result'), {});
  return call.declaredMembers?.(given) != null
    ? call.construct(given, [call.unknown('a query')])
    : call.invoke(given, [call.unknown('a query')]);
}
/** `$if(condition, (query) => …)`. */
const when: Transfer = (call) => {
  const [condition, change] = call.args;
  const holds = condition ? call.truthy(condition) : null;
  if (holds === false || !change || !call.isFunction(change)) return call.receiver;
  const changed = call.invoke(change, [call.receiver]);
  return holds ? changed : (call.oneOf?.([changed, call.receiver], 'a query is changed') ?? changed);
};

const queryType: HostType<TypedQuery> = defineHostType<TypedQuery>({
  name: 'KyselyQuery',
  module: 'kysely',
  inert: true,
  methods: {
    select,
    selectAll,
    returning: select,
    returningAll: selectAll,
    where,
    having: where,
    values: write,
    set: write,
    innerJoin: join(false, false),
    crossJoin: join(false, false),
    innerJoinLateral: join(false, false),
    leftJoin: join(true, false),
    leftJoinLateral: join(true, false),
    rightJoin: join(false, true),
    fullJoin: join(true, true),
    from: join(false, false),
    using: join(false, false),
    groupBy: step(() => ({ grouped: true })),
    clearSelect: step(() => ({ selection: [], vague: false })),
    $if: when,
    $call: (call) => {
      const [change] = call.args;
      return change && call.isFunction(change) ? call.invoke(change, [call.receiver]) : call.receiver;
    },
    as: (call) => call.host(aliasedType, { query: call.data(call.receiver, queryType)!, alias: call.text(argument(call, 0)) ?? '' }),
    execute,
    executeTakeFirst: takeFirst,
    executeTakeFirstOrThrow: takeFirstOrThrow,
    ...Object.fromEntries(
      ['stream', 'compile', 'explain', 'toOperationNode'].map((name): [string, Transfer] => [
        name,
        (call) => nothing(call, `${name} of a query`),
      ]),
    ),
  },
  missing: (call, key) => (OWN.includes(key) ? undefined : call.fn(key, same)),
});
const aliasedType: HostType<{ readonly query: TypedQuery; readonly alias: string }> = defineHostType<{
  readonly query: TypedQuery;
  readonly alias: string;
}>({ name: 'KyselyAliasedQuery', module: 'kysely', inert: true, methods: {} });

/** `jsonArrayFrom(query)`, `jsonObjectFrom(query)`: rows of a query as a value of another's. */
const nested =
  (list: boolean): Transfer =>
  (call) => {
    const query = call.data(argument(call, 0), queryType);
    return expression(call, (inner) => {
      const row = query && rowOf(inner, query);
      return !row ? inner.unknown('rows of a query') : list ? rowsOf(inner, query, row) : perhaps(inner, row, 'a row was found');
    });
  };

// ---- databases --------------------------------------------------------------------------------------------------------

const onDatabase =
  (run: (call: Call, database: TypedDatabase) => Value): Transfer =>
  (call) => {
    const database = call.data(call.receiver, databaseType);
    return database ? run(call, database) : nothing(call, 'a database');
  };
const written = (operation: TypedQuery['operation']): Transfer =>
  onDatabase((call, database) => {
    const given = argument(call, 0);
    return begin(
      call,
      database,
      operation,
      (call.elements(given) ?? [given]).map((each) => sourceOf(call, { database, sources: [] }, each, false)),
    );
  });
/** A query under a name, that later ones select from. */
const named: Transfer = onDatabase((call, database) => {
  const [given, make] = call.args;
  const name = given ? call.text(given)?.replace(/\(.*$/, '') : undefined;
  const made = make && call.isFunction(make) ? call.invoke(make, [call.receiver]) : make;
  const query = made && call.data(made, queryType);
  return name && query ? call.host(databaseType, { ...database, named: new Map([...database.named, [name, query]]) }) : call.receiver;
});
/** `transaction().execute(async (trx) => …)`; without a function the transaction itself. */
const scopeType: HostType<TypedDatabase> = defineHostType<TypedDatabase>({
  name: 'KyselyScope',
  module: 'kysely',
  inert: true,
  methods: {
    execute: (call) => {
      const inner = call.host(databaseType, call.data(call.receiver, scopeType)!);
      const [work] = call.args;
      return promised(call, work && call.isFunction(work) ? call.awaited(call.invoke(work, [inner])) : inner);
    },
  },
  missing: (call, key) => (OWN.includes(key) ? undefined : call.fn(key, same)),
});
const scope: Transfer = onDatabase((call, database) => call.host(scopeType, database));
/** `await trx.commit().execute()`. */
const settled: Transfer = (call) => call.host(settledType, null);
const settledType: HostType<null> = defineHostType<null>({
  name: 'KyselyCommand',
  module: 'kysely',
  inert: true,
  methods: { execute: (call) => promised(call, call.const(undefined)) },
});

const databaseType: HostType<TypedDatabase> = defineHostType<TypedDatabase>({
  name: 'Kysely',
  module: 'kysely',
  inert: true,
  methods: {
    selectFrom: onDatabase(selectFrom),
    selectNoFrom: onDatabase((call, database) => call.invoke(call.get(begin(call, database, 'list', []), 'select'), call.args)),
    insertInto: written('create'),
    replaceInto: written('create'),
    updateTable: written('update'),
    deleteFrom: written('delete'),
    with: named,
    withRecursive: named,
    withSchema: same,
    withPlugin: same,
    withoutPlugins: same,
    withTables: same,
    transaction: scope,
    connection: scope,
    startTransaction: scope,
    commit: settled,
    rollback: settled,
    destroy: (call) => promised(call, call.const(undefined)),
    case: unknownExpression,
  },
  getters: { fn: functionsOf },
  // `const db: Kysely<Tables> = …`.
  stated: (call, types) => {
    const given = types.find(({ name }) => name === 'Kysely')?.arguments[0];
    if (given) call.data(call.receiver, databaseType)?.stated.push(given);
  },
  missing: (call, key) =>
    OWN.includes(key) ? undefined : call.unknown(`${key} of a database`, { module: 'kysely', path: `Kysely.${key}` }),
});

const makeDatabase: Transfer = (call) =>
  call.host(databaseType, { tables: new Map(), stated: [...(call.typeArguments?.() ?? [])].slice(0, 1), named: new Map() });
const sql = (realm: Realm): Value =>
  realm.fn(
    'sql',
    stated(false),
    Object.fromEntries(['raw', 'ref', 'table', 'id', 'lit', 'val', 'join'].map((name) => [name, realm.fn(name, unknownExpression)])),
  );
const kysely = (realm: Realm): Value =>
  openModule(realm, 'kysely', {
    Kysely: realm.fn('Kysely', makeDatabase, { prototype: realm.prototype(databaseType) }),
    sql: sql(realm),
    expressionBuilder: realm.fn('expressionBuilder', (call) =>
      builderOf(call, { database: { tables: new Map(), stated: [], named: new Map() }, sources: [] }),
    ),
  });
const helpers = (realm: Realm): Value =>
  openModule(realm, 'kysely', {
    jsonArrayFrom: realm.fn('jsonArrayFrom', nested(true)),
    jsonObjectFrom: realm.fn('jsonObjectFrom', nested(false)),
  });
const hosted = (realm: Realm): Value =>
  openModule(realm, '@vercel/postgres-kysely', { createKysely: realm.fn('createKysely', makeDatabase) });

/** Kysely: what queries give, by the type of the tables that the program states for its database. */
export const kyselyLibrary = defineLibrary({
  modules: {
    kysely,
    ...Object.fromEntries(['postgres', 'mysql', 'sqlite', 'mssql'].map((name) => [`kysely/helpers/${name}`, helpers])),
    '@vercel/postgres-kysely': hosted,
  },
});
