import type { Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  openModule,
  type Call,
  type Condition,
  type HostType,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { errorClasses, errorOf } from '../support/errors.js';
import { INVALID, NOT_FOUND, OBJECTION_ERRORS, refusalsOf, refuse } from './refusals.js';
import { modelOf, relatedClass, type ObjectionModel } from './objection-model.js';
import {
  MAX_DEPTH,
  columnShape,
  done,
  foundRows,
  instanceOf,
  listOf,
  perhaps,
  referencesOf,
  takeColumns,
  typed,
  CONDITIONS,
} from './support/table.js';

type Operation = 'create' | 'list' | 'update' | 'delete';
/** Members of a graph that are brought along: relation → the same of its records. */
interface Graph {
  readonly [relation: string]: Graph;
}
/** What a chain of calls said so far: steps change it, as the builder does. `at` is its last call. */
interface Query {
  readonly cls: Value;
  operation: Operation;
  /** One record is asked for, and there may be none. */
  one: boolean;
  /** Rows are given back by a write. */
  fetched: boolean;
  sure: boolean;
  page: boolean;
  counted: boolean;
  graph: Graph;
  /** Names of columns; null: all. */
  selection: Set<string> | null;
  vague: boolean;
  where: Record<string, Value>;
  values: Value | null;
  told: boolean;
  at: Call;
}

const WHOLE: Shape = { kind: 'integer' };
const OWN = ['constructor', 'toJSON'];
const nothing = (call: Call, what: string): Value => call.unknown(what, { module: 'objection', path: 'Model.query()' });

// ---- records ----------------------------------------------------------------------------------------------------------

const record = (call: Call, cls: Value, members: Readonly<Record<string, Value>>): Value =>
  instanceOf(call, call.get(cls, 'prototype'), members);

/** A record with the columns that are selected and what the graph brings. */
function recordOf(call: Call, cls: Value, query: Pick<Query, 'graph' | 'selection' | 'vague'>, depth = 0): Value | null {
  const model = modelOf(call, cls);
  if (!model || model.table.columns.size === 0) return null;
  const members: Record<string, Value> = {};
  for (const column of model.table.columns.values())
    if (!query.selection || query.selection.has(column.name))
      members[column.name] = typed(call, columnShape(column), `${model.table.name}.${column.name}`);
  for (const [name, graph] of Object.entries(query.graph)) {
    const related = depth < MAX_DEPTH ? relatedClass(call, cls, name) : null;
    const inner = related && recordOf(call, related.cls, { graph, selection: null, vague: false }, depth + 1);
    members[name] = !inner
      ? call.unknown(`the ${name} of ${model.table.name}`)
      : related.list
        ? foundRows(call, inner)
        : perhaps(call, inner, `the ${name} was found`);
  }
  const made = record(call, cls, members);
  if (query.vague) call.markOpen?.(made);
  return made;
}

/** What an insert gives: what was given, and the key. Of a whole request nobody knows which of the optional members are there. */
function written(call: Call, cls: Value, model: ObjectionModel, given: Value): Value {
  const id = model.table.columns.get(model.id);
  const members: Record<string, Value> = { [model.id]: typed(call, id?.shape ?? { kind: 'any' }, `${model.table.name}.${model.id}`) };
  const entries = given.kind === 'object' && !call.isOpen(given) ? call.knownEntries?.(given) : null;
  if (entries) for (const [name, value] of entries) members[name] = known(call, model, name, value);
  else
    for (const column of model.table.columns.values())
      if (column.name !== model.id) {
        const value = typed(call, columnShape(column), `${model.table.name}.${column.name}`);
        members[column.name] =
          column.generated || column.nullable ? (call.oneOf?.([value, call.const(undefined)], `${column.name} is given`) ?? value) : value;
      }
  return record(call, cls, members);
}
/** A value that nobody knows has the type of its column; one that need not be given may not be there. */
function known(call: Call, model: ObjectionModel, name: string, value: Value): Value {
  const column = model.table.columns.get(name);
  if (!column || value.kind !== 'unknown') return value;
  const given = typed(call, column.shape, `${model.table.name}.${name}`);
  return model.checks && (column.nullable || column.generated)
    ? (call.oneOf?.([given, call.const(undefined)], `${name} is given`) ?? given)
    : given;
}

// ---- queries ----------------------------------------------------------------------------------------------------------

const start = (call: Call, cls: Value, init: Partial<Query> = {}): Value =>
  call.host(queryType, {
    cls,
    operation: 'list',
    one: false,
    fetched: false,
    sure: false,
    page: false,
    counted: false,
    graph: {},
    selection: null,
    vague: false,
    where: {},
    values: null,
    told: false,
    at: call,
    ...init,
  });

function tell(call: Call, query: Query, model: ObjectionModel): void {
  if (query.told) return;
  query.told = true;
  query.at.useData?.({
    operation: query.one && query.operation === 'list' ? 'read' : query.operation,
    entity: model.table.name,
    references: referencesOf(model.table),
    ...(Object.keys(query.where).length > 0 && { where: call.record(query.where) }),
    ...(query.values && { values: query.values }),
  });
}

function resultOf(call: Call, query: Query): Value {
  const model = modelOf(call, query.cls);
  if (!model) return nothing(call, 'the result of a query');
  tell(query.at, query, model);
  if (query.counted || (query.operation !== 'list' && query.operation !== 'create' && !query.fetched))
    return typed(call, WHOLE, 'how many rows there were');
  if (query.operation === 'create' && !query.fetched) return inserted(call, query, model);
  const known = recordOf(call, query.cls, query);
  const row = known ?? nothing(call, `records of ${model.table.name}`);
  if (!known && (query.page || !query.one)) return row;
  if (query.page) return call.record({ results: foundRows(call, row), total: typed(call, WHOLE, 'how many there are') });
  if (!query.one) return query.operation === 'create' ? listOf(call, row) : foundRows(call, row);
  return query.sure || query.operation === 'create'
    ? row
    : (call.oneOf?.([row, call.const(undefined)], `a record of ${model.table.name} was found`) ?? row);
}
function inserted(call: Call, query: Query, model: ObjectionModel): Value {
  const values = query.values ?? call.unknown('what is inserted');
  const elements = call.elements(values);
  return elements
    ? listOf(call, elements[0] ? written(call, query.cls, model, elements[0]) : nothing(call, 'a record'))
    : written(call, query.cls, model, values);
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
const same: Transfer = step(() => undefined);

/** `where('a', a)`, `where('a', '=', a)`, `where({ a })`, `where((builder) => …)`. */
const where: Transfer = step((call, query) => {
  const [first, second, third] = call.args;
  if (first && call.isFunction(first)) {
    call.invoke(first, [call.receiver], call.receiver);
    return;
  }
  const name = first ? call.text(first) : null;
  const given = third ?? second;
  compare(
    call,
    query,
    name !== null && given ? call.record({ [name.split('.').at(-1)!]: given }) : (first ?? null),
    !third || call.text(second!) === '=',
  );
});
function compare(call: Call, query: Query, given: Value | null, equal: boolean): void {
  const model = given?.kind === 'object' && !call.elements(given) ? modelOf(call, query.cls) : null;
  if (!model || !given) return;
  takeColumns(call, model.table, given, CONDITIONS);
  if (equal) Object.assign(query.where, Object.fromEntries(call.knownEntries?.(given) ?? []));
}
const byId = (change: (query: Query) => void, values: number | null = null): Transfer =>
  step((call, query) => {
    const [id] = call.args;
    const model = modelOf(call, query.cls);
    const key = call.record(id ? { [model?.id ?? 'id']: id } : {});
    if (id) compare(call, query, key, true);
    change(query);
    const refusals = refusalsOf(call, model?.table ?? null, key);
    refuse(
      call,
      [...refusals].filter((each) => each === 'unfit' || (each === 'bound' && query.operation === 'delete')),
    );
    if (values !== null) give(call, query, argument(call, values), query.operation === 'create');
  });

/** What is written: it is checked against the schema of the class, as the library does. */
function give(call: Call, query: Query, values: Value, whole: boolean): void {
  const model = modelOf(call, query.cls);
  query.values = values;
  if (!model) return;
  for (const each of call.elements(values) ?? [values]) {
    takeColumns(call, model.table, each, CONDITIONS);
    refuse(call, refusalsOf(call, model.table, each));
    if (model.checks) {
      const shape: Shape = {
        kind: 'object',
        properties: model.checks.properties!.map(({ required, ...rest }) => ({ ...rest, ...(required && whole && { required }) })),
      };
      call.mayThrow?.(invalid(call), [{ value: each, shape } satisfies Condition]);
    }
  }
}
const invalid = (call: Call): Value => errorOf(call, INVALID, { data: call.unknown('what is wrong') });
const write = (operation: Operation, fetched: boolean, one = false): Transfer =>
  step((call, query) => {
    query.operation = operation;
    query.fetched = fetched;
    if (one) query.one = query.sure = true;
    give(call, query, argument(call, 0), operation === 'create');
  });

const select: Transfer = step((call, query) => {
  for (const given of call.args.flatMap((arg) => call.elements(arg) ?? [arg])) {
    const text = call.text(given);
    const name = text?.split('.').at(-1);
    if (name === undefined || /\s|\(/.test(name)) {
      query.vague = true;
      query.selection ??= new Set();
    } else if (name !== '*') (query.selection ??= new Set()).add(name);
  }
});
/** `a`, `[a, b.c]`, `a(modifier).[b, c]`, `{ a: { b: true } }`. */
function graphOf(call: Call, given: Value | undefined): Graph {
  if (!given) return {};
  const text = call.text(given);
  if (text !== null) return parseGraph(text.replace(/\([^)]*\)/g, ''));
  return Object.fromEntries(
    (call.knownEntries?.(given) ?? []).filter(([name]) => !name.startsWith('$')).map(([name, inner]) => [name, graphOf(call, inner)]),
  );
}
function parseGraph(text: string): Graph {
  const list = /^\s*\[([\s\S]*)\]\s*$/.exec(text);
  if (list) return Object.assign({}, ...topLevel(list[1]!).map(parseGraph)) as Graph;
  const [, name, rest] = /^\s*(\w+)(?:\s+as\s+\w+)?\s*(?:\.([\s\S]*))?$/.exec(text) ?? [];
  return name === undefined ? {} : { [name]: rest === undefined ? {} : parseGraph(rest) };
}
/** Pieces between commas that stand in no bracket. */
function topLevel(text: string): readonly string[] {
  const pieces: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '[') depth++;
    else if (character === ']') depth--;
    if (character === ',' && depth === 0) pieces.push('');
    else pieces[pieces.length - 1] += character;
  }
  return pieces;
}
const withGraph: Transfer = step((call, query) => {
  query.graph = { ...query.graph, ...graphOf(call, call.args[0]) };
});
/** `throwIfNotFound()`: the library's own error, with status 404. */
const orThrow: Transfer = step((call, query) => {
  query.sure = true;
  call.mayThrow?.(errorOf(call, NOT_FOUND));
});
const settle =
  (run: (call: Call, result: Value) => Value): Transfer =>
  (call) => {
    const query = call.data(call.receiver, queryType);
    return query ? run(call, resultOf(call, query)) : nothing(call, 'the result of a query');
  };
const remove = step((_call, query) => {
  query.operation = 'delete';
});

const queryType: HostType<Query> = defineHostType<Query>({
  name: 'ObjectionQuery',
  module: 'objection',
  inert: true,
  methods: {
    ...Object.fromEntries(
      ['where', 'andWhere', 'findOne', 'whereIn', 'orWhere', 'having'].map((name) => [
        name,
        name === 'findOne'
          ? (call: Call) => {
              const query = call.data(call.receiver, queryType);
              if (query) query.one = true;
              return where(call, undefined as never);
            }
          : where,
      ]),
    ),
    findById: byId((query) => {
      query.one = true;
    }),
    findByIds: same,
    first: step((_call, query) => {
      query.one = true;
    }),
    deleteById: byId((query) => {
      query.operation = 'delete';
    }),
    delete: remove,
    del: remove,
    insert: write('create', false),
    insertGraph: write('create', false),
    insertAndFetch: write('create', true, true),
    insertGraphAndFetch: write('create', true, true),
    patch: write('update', false),
    update: write('update', false),
    patchAndFetch: write('update', true, true),
    updateAndFetch: write('update', true, true),
    ...Object.fromEntries(
      ['patchAndFetchById', 'updateAndFetchById'].map((name) => [
        name,
        byId((query) => {
          query.operation = 'update';
          query.fetched = query.one = true;
        }, 1),
      ]),
    ),
    select,
    column: select,
    columns: select,
    returning: step((_call, query) => {
      query.fetched = true;
    }),
    ...Object.fromEntries(
      ['count', 'countDistinct', 'sum', 'avg', 'min', 'max'].map((name) => [
        name,
        step((_call, query) => {
          query.vague = true;
          query.selection ??= new Set();
        }),
      ]),
    ),
    ...Object.fromEntries(['withGraphFetched', 'withGraphJoined', 'eager', 'joinEager', 'withGraph'].map((name) => [name, withGraph])),
    modify: step((call) => {
      const [change, ...rest] = call.args;
      if (change && call.isFunction(change)) call.invoke(change, [call.receiver, ...rest], call.receiver);
    }),
    page: step((_call, query) => {
      query.page = true;
    }),
    range: step((_call, query) => {
      query.page = true;
    }),
    resultSize: step((_call, query) => {
      query.counted = true;
    }),
    throwIfNotFound: orThrow,
    then: (call) => {
      const query = call.data(call.receiver, queryType);
      const [resolve] = call.args;
      return done(
        call,
        query && resolve && call.isFunction(resolve) ? call.awaited(call.invoke(resolve, [resultOf(call, query)])) : call.const(undefined),
      );
    },
    execute: settle(done),
    catch: settle(done),
    finally: settle(done),
  },
  missing: (call, key) => (OWN.includes(key) ? undefined : call.fn(key, same)),
});

// ---- classes ----------------------------------------------------------------------------------------------------------

const classOf = (call: Call): Value => call.get(call.receiver, 'constructor');
/** `record.$query()`: of this record alone. */
const ownQuery: Transfer = (call) => start(call, classOf(call), { one: true, sure: true });
const relatedQuery =
  (classIn: (call: Call) => Value): Transfer =>
  (call) => {
    const related = relatedClass(call, classIn(call), call.text(argument(call, 0)) ?? '');
    return related ? start(call, related.cls) : nothing(call, 'related records');
  };
/** The record's own members; classes change what is written in `$formatJson`. */
const plain: Transfer = (call) => {
  const own = call.record(Object.fromEntries(call.knownEntries?.(call.receiver) ?? []));
  if (call.isOpen(call.receiver)) call.markOpen?.(own);
  return call.invoke(call.get(call.receiver, '$formatJson'), [own], call.receiver);
};
const assign: Transfer = (call) => {
  for (const [name, value] of (call.args[0] && call.knownEntries?.(call.args[0])) ?? []) call.set(call.receiver, name, value);
  return call.receiver;
};
const instanceType: HostType<null> = defineHostType<null>({
  name: 'ObjectionModel',
  inert: true,
  methods: {
    $query: ownQuery,
    $relatedQuery: relatedQuery(classOf),
    $formatJson: (call) => argument(call, 0),
    $parseJson: (call) => argument(call, 0),
    $formatDatabaseJson: (call) => argument(call, 0),
    $parseDatabaseJson: (call) => argument(call, 0),
    $toJson: plain,
    toJSON: plain,
    $set: assign,
    $setJson: assign,
    $beforeInsert: () => undefined,
    $beforeUpdate: () => undefined,
    $afterFind: () => undefined,
    $fetchGraph: (call) => done(call, call.receiver),
  },
});
const KINDS = ['BelongsToOne', 'HasMany', 'HasOne', 'ManyToMany', 'HasOneThrough'];
const statics = (realm: Realm): Record<string, Value> => ({
  ...Object.fromEntries(KINDS.map((kind) => [`${kind}Relation`, realm.const(kind)])),
  HasOneThroughRelation: realm.const('HasOneThrough'),
  query: realm.fn('query', (call) => start(call, call.receiver)),
  relatedQuery: realm.fn(
    'relatedQuery',
    relatedQuery((call) => call.receiver),
  ),
  knex: realm.fn('knex', (call) => call.args[0] ?? nothing(call, 'a database')),
  bindKnex: realm.fn('bindKnex', (call) => call.receiver),
  fromJson: realm.fn('fromJson', (call) => {
    const model = modelOf(call, call.receiver);
    const given = argument(call, 0);
    if (model?.checks) call.mayThrow?.(invalid(call), [{ value: given, shape: model.checks }]);
    return record(call, call.receiver, Object.fromEntries(call.knownEntries?.(given) ?? []));
  }),
  transaction: realm.fn('transaction', (call) => {
    const work = call.args.find((arg) => call.isFunction(arg));
    return done(call, work ? call.awaited(call.invoke(work, [call.unknown('a transaction')])) : call.unknown('a transaction'));
  }),
});

const objection = (realm: Realm): Value => {
  const model = realm.fn('Model', (call) => call.record({}), { ...statics(realm), prototype: realm.prototype(instanceType) });
  const transaction = realm.fn('transaction', (call) => {
    const work = call.args.at(-1);
    return done(
      call,
      work && call.isFunction(work)
        ? call.awaited(call.invoke(work, [...call.args.slice(0, -1), call.unknown('a transaction')]))
        : call.unknown('a transaction'),
    );
  });
  return openModule(realm, 'objection', {
    ...errorClasses(realm, OBJECTION_ERRORS),
    Model: model,
    transaction,
    snakeCaseMappers: realm.fn('snakeCaseMappers', (call) => call.record({})),
  });
};

/** Objection: what queries give, by migrations, the schemas of the classes and their fields. */
export const objectionLibrary = defineLibrary({
  modules: {
    objection,
    'db-errors': (realm) => openModule(realm, 'db-errors', {}, Object.fromEntries(OBJECTION_ERRORS.map(({ name }) => [name, 'objection']))),
  },
});
