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
import {
  classOf,
  decorators,
  defineEntity,
  entityServedBy,
  isEntity,
  properties,
  tableOf,
  typeNames,
  type MikroTable,
} from './mikro-orm-entity.js';
import {
  MAX_DEPTH,
  columnShape,
  done,
  foundRows,
  instanceOf,
  listOf,
  member,
  perhaps,
  takeColumns,
  typed,
  operandsOf,
  type Conditions,
  settled,
  counted,
} from './support/table.js';

type Operation = 'create' | 'read' | 'list' | 'update' | 'delete';
type Method = (call: Call, target: Value, args: readonly Value[]) => Value;

/** Records of which only the key is known, and lists that are not loaded: JSON has the key, and nothing. */
const references = new WeakSet<Value>();
const unloaded = new WeakSet<Value>();

const CONDITIONS: Conditions = {
  nested: new Set(['$and', '$or', '$not']),
  operands: (call, value) => {
    const entries = call.elements(value) ? null : call.knownEntries?.(value);
    return entries?.some(([name]) => name.startsWith('$'))
      ? entries.flatMap(([name, operand]) => call.elements(operand) ?? operandsOf(name, [operand]))
      : null;
  },
};

/** What is loaded with a record: `['author', 'author.books']`, `{ populate: true }`. */
function populated(call: Call, options: Value | undefined): ReadonlySet<string> {
  const asked = member(call, options, 'populate');
  const names = (asked && (call.elements(asked) ?? [asked])) ?? [];
  return new Set(
    names.flatMap((each) => {
      const text = call.text(each);
      return text === null ? [] : text.split('.').map((_part, index, parts) => parts.slice(0, index + 1).join('.'));
    }),
  );
}
const below = (names: ReadonlySet<string>, name: string): ReadonlySet<string> =>
  new Set([...names].filter((each) => each.startsWith(`${name}.`)).map((each) => each.slice(name.length + 1)));

/** Lists of records: what MikroORM puts in place of a list. */
function collection(call: Call, list: Value, loaded: boolean): Value {
  const self = (inner: Call): Value => done(inner, list);
  for (const [name, fn] of Object.entries({
    getItems: (): Value => list,
    toArray: (): Value => list,
    loadItems: self,
    init: self,
    load: self,
    matching: self,
    add: (): Value => list,
    set: (): Value => list,
    remove: (): Value => list,
    removeAll: (): Value => list,
    loadCount: (inner: Call): Value => done(inner, typed(inner, { kind: 'integer' }, 'a count')),
    isInitialized: (inner: Call): Value => typed(inner, { kind: 'boolean' }, 'whether it is loaded'),
  }))
    call.set(list, name, call.fn(name, fn));
  if (!loaded) unloaded.add(list);
  return list;
}

function found(call: Call, target: Value, names: ReadonlySet<string>, depth = 0): Value {
  const table = tableOf(call, target)!;
  const members: Record<string, Value> = {};
  for (const column of table.columns.values()) members[column.name] = typed(call, columnShape(column), `${table.name}.${column.name}`);
  for (const [name, relation] of table.relations) {
    const other = relation.target(call) as MikroTable | null;
    const entity = other?.entity;
    const loaded = names.has(name) && depth < MAX_DEPTH;
    const one = entity
      ? loaded
        ? found(call, entity, below(names, name), depth + 1)
        : reference(call, entity)
      : call.unknown(`${table.name}.${name}`);
    members[name] = relation.list
      ? collection(call, loaded ? foundRows(call, one) : call.list([]), loaded)
      : relation.optional
        ? perhaps(call, one, `the ${name} was found`)
        : one;
  }
  return made(call, target, members);
}
function made(call: Call, target: Value, members: Readonly<Record<string, Value>>): Value {
  const prototype = prototypeOf(call, target);
  return prototype ? instanceOf(call, prototype, members) : call.record(members);
}
/** The prototype of records, which knows how they are written; so copies of their members do not. */
function prototypeOf(call: Call, target: Value): Value | null {
  const cls = classOf(call, target);
  const prototype = cls && call.get(cls, 'prototype');
  const table = tableOf(call, target)!;
  if (prototype && call.isUndefined(call.get(prototype, 'toJSON')))
    call.set(
      prototype,
      'toJSON',
      call.fn('toJSON', (inner) => written(inner, inner.receiver, table)),
    );
  return prototype;
}
function reference(call: Call, entity: Value): Value {
  const table = tableOf(call, entity)!;
  const keys = [...table.columns.values()].filter(({ primary, name }) => primary || name === 'id');
  const one = made(
    call,
    entity,
    Object.fromEntries(keys.map((column) => [column.name, typed(call, columnShape(column), `${table.name}.${column.name}`)])),
  );
  references.add(one);
  return one;
}

/** What JSON has of a record. */
function written(call: Call, record: Value, table: MikroTable): Value {
  const key = [...table.columns.values()].find(({ name, primary }) => name === 'id' || primary);
  if (references.has(record) && key) return call.get(record, table.columns.has('id') ? 'id' : key.name);
  const entries: [string, Value][] = [];
  for (const [name, value] of call.knownEntries?.(record) ?? []) {
    const column = table.columns.get(name);
    if (column?.secret || call.isFunction(value) || unloaded.has(value) || (name === '_id' && table.columns.has('id'))) continue;
    entries.push([column?.written ?? name, value]);
  }
  return call.record(Object.fromEntries(entries));
}

const whereOf = (call: Call, target: Value, where: Value | undefined): Value | null => {
  if (!where || call.isUndefined(where)) return null;
  if (where.kind === 'object') return where;
  const table = tableOf(call, target)!;
  const key = table.columns.has('id') ? 'id' : [...table.columns.values()].find(({ primary }) => primary)?.name;
  return key === undefined ? null : call.record({ [key]: where });
};

const finder =
  (operation: Operation, result: (call: Call, record: Value, name: string) => Value, options = 1, conditions = true): Method =>
  (call, target, args) => {
    const table = tableOf(call, target)!;
    const where = conditions ? whereOf(call, target, args[0]) : member(call, args[0], 'where');
    takeColumns(call, table, where, CONDITIONS);
    call.useData?.({ operation, entity: table.name, ...(where?.kind === 'object' && !call.elements(where) && { where }) });
    return done(call, result(call, found(call, target, populated(call, args[options])), table.name));
  };
/** What a record has once it is there: keys that count, times, and what it was given. */
function settle(call: Call, target: Value, record: Value): void {
  const table = tableOf(call, target)!;
  prototypeOf(call, target);
  for (const column of table.columns.values()) {
    const known = call.get(record, column.name);
    if (known.kind === 'const' && known.value != null) continue;
    if (known.kind === 'unknown' || (call.isUndefined(known) && (column.generated === true || column.primary)))
      call.set(record, column.name, typed(call, columnShape(column), `${table.name}.${column.name}`));
  }
}
/** Members that hold the keys of other entities' records. */
const keysOf = (call: Call, table: MikroTable): ReadonlyMap<string, string> =>
  new Map(
    [...table.relations].flatMap(([name, { target }]) => {
      const other = table.collections.has(name) ? null : target(call);
      return other ? [[name, other.name] as const] : [];
    }),
  );

/** What is made is written with the next flush. */
const create: Method = (call, target, args) => {
  const table = tableOf(call, target)!;
  const [given] = args;
  takeColumns(call, table, given ?? null, CONDITIONS);
  call.useData?.({ operation: 'create', entity: table.name, ...(given && { values: given }), references: keysOf(call, table) });
  const record = found(call, target, new Set());
  for (const [name, value] of (given?.kind === 'object' ? call.knownEntries?.(given) : null) ?? [])
    if (value.kind === 'const' || value.kind === 'object' || !table.columns.has(name)) call.set(record, name, value);
  for (const name of table.collections) call.set(record, name, collection(call, call.list([]), true));
  return record;
};
const change =
  (operation: Operation, at: number): Method =>
  (call, target, args) => {
    const table = tableOf(call, target)!;
    const where = at > 0 ? whereOf(call, target, args[0]) : null;
    takeColumns(call, table, where, CONDITIONS);
    takeColumns(call, table, args[at] ?? null, CONDITIONS);
    call.useData?.({
      operation,
      entity: table.name,
      ...(where?.kind === 'object' && { where }),
      ...(args[at]?.kind === 'object' && { values: args[at] }),
    });
    return done(call, operation === 'create' && at === 0 ? found(call, target, new Set()) : counted(call));
  };

/** Of one entity: methods of repositories, and of managers behind the entity's name. */
const OF_ENTITY: Readonly<Record<string, Method>> = {
  find: finder('list', (call, record) => foundRows(call, record)),
  findAll: finder('list', (call, record) => foundRows(call, record), 0, false),
  findOne: finder('read', (call, record, name) => perhaps(call, record, `the ${name} was found`)),
  findOneOrFail: finder('read', (_call, record) => record),
  findAndCount: finder('list', (call, record) => call.list([foundRows(call, record), counted(call)])),
  count: finder('list', (call) => counted(call)),
  create,
  upsert: change('create', 0),
  insert: change('create', 0),
  nativeInsert: (call, target, args) => {
    change('create', 0)(call, target, args);
    return done(call, counted(call));
  },
  insertMany: (call, target, args) => {
    change('create', 0)(call, target, args);
    return done(call, listOf(call, counted(call)));
  },
  nativeUpdate: change('update', 1),
  nativeDelete: change('delete', 0),
  getReference: (call, target) => reference(call, target),
  map: (call, target) => found(call, target, new Set()),
};

/** The entity that a record is of. */
const entityOf = (call: Call, record: Value | undefined): Value | null => {
  const cls = record?.kind === 'object' && !call.isFunction(record) ? call.get(record, 'constructor') : null;
  return cls && isEntity(call, cls) ? cls : null;
};
const eachRecord = (call: Call, given: Value | undefined): readonly Value[] =>
  given ? ((given.kind === 'object' ? call.elements(given) : null) ?? [given]) : [];
const persist: Transfer = (call) => {
  for (const record of eachRecord(call, call.args[0])) {
    const target = entityOf(call, record);
    if (!target) continue;
    settle(call, target, record);
    takeColumns(call, tableOf(call, target)!, record, CONDITIONS);
    call.useData?.({ operation: 'create', entity: tableOf(call, target)!.name, values: record });
  }
  return done(call, call.receiver);
};
const remove: Transfer = (call) => {
  for (const record of eachRecord(call, call.args[0])) {
    const target = entityOf(call, record);
    if (target) call.useData?.({ operation: 'delete', entity: tableOf(call, target)!.name });
  }
  return done(call, call.receiver);
};
const assign = (call: Call, record: Value | undefined, data: Value | undefined): Value => {
  const target = entityOf(call, record);
  if (target && data) {
    takeColumns(call, tableOf(call, target)!, data, CONDITIONS);
    call.useData?.({ operation: 'update', entity: tableOf(call, target)!.name, values: data });
  }
  return record ?? call.const(undefined);
};
const transactional: Transfer = (call) => {
  const work = call.args.find((arg) => call.isFunction(arg));
  return done(call, work ? call.awaited(call.invoke(work, [call.host(managerType, null)])) : call.const(undefined));
};
const loaded: Transfer = (call) => done(call, call.args[0] ?? call.const(undefined));

const OF_ALL: Readonly<Record<string, Transfer>> = {
  persist: (call) => {
    persist(call, undefined as never);
    return call.receiver;
  },
  persistAndFlush: persist,
  persistLater: persist,
  remove: (call) => {
    remove(call, undefined as never);
    return call.receiver;
  },
  removeAndFlush: remove,
  flush: settled,
  assign: (call) => assign(call, call.args[0], call.args[1]),
  populate: loaded,
  refresh: loaded,
  merge: (call) => call.args.at(-1),
  getEntityManager: (call) => call.host(managerType, null),
};
const missing =
  (what: string) =>
  (call: Call, key: string): Value | undefined =>
    ['then', 'constructor', 'toJSON'].includes(key)
      ? undefined
      : key === 'em' || key === '_em'
        ? call.host(managerType, null)
        : call.unknown(`${key} of ${what}`, { module: '@mikro-orm/core', path: `${what}.${key}` });

const repositoryType: HostType<{ readonly target: Value | null }> = defineHostType<{ readonly target: Value | null }>({
  name: 'EntityRepository',
  inert: true,
  methods: {
    ...OF_ALL,
    ...Object.fromEntries(
      Object.entries(OF_ENTITY).map(([name, method]): [string, Transfer] => [
        name,
        (call) => {
          const target = call.data(call.receiver, repositoryType)?.target;
          return target
            ? method(call, target, call.args)
            : call.unknown('the result of a query', { module: '@mikro-orm/core', path: `EntityRepository.${name}()` });
        },
      ]),
    ),
  },
  missing: missing('EntityRepository'),
});
const managerType: HostType<null> = defineHostType<null>({
  name: 'EntityManager',
  inert: true,
  methods: {
    ...OF_ALL,
    ...Object.fromEntries(
      Object.entries(OF_ENTITY).map(([name, method]): [string, Transfer] => [
        name,
        (call) => {
          const [entity, ...rest] = call.args;
          const target = isEntity(call, entity) ? entity : entityOf(call, entity);
          return target
            ? method(call, target, target === entity ? rest : call.args)
            : call.unknown('the result of a query', { module: '@mikro-orm/core', path: `EntityManager.${name}()` });
        },
      ]),
    ),
    fork: (call) => call.receiver,
    clear: () => undefined,
    transactional,
    begin: settled,
    commit: settled,
    rollback: settled,
    getContext: (call) => call.receiver,
    getRepository: (call) => repositoryOf(call, call.args[0]),
  },
  missing: missing('EntityManager'),
});
export const repositoryOf = (call: Call, entity: Value | undefined): Value =>
  isEntity(call, entity)
    ? call.host(repositoryType, { target: entity })
    : call.unknown('a repository', { module: '@mikro-orm/core', path: 'getRepository()' });
const ormType: HostType<null> = defineHostType<null>({
  name: 'MikroORM',
  inert: true,
  methods: {
    close: settled,
    isConnected: (call) => done(call, typed(call, { kind: 'boolean' }, 'whether it is connected')),
    connect: (call) => done(call, call.receiver),
    discoverEntity: () => undefined,
  },
  missing: missing('MikroORM'),
});

const wrap: Transfer = (call) => {
  const [record] = call.args;
  const table = record && tableOf(call, entityOf(call, record));
  const json: Transfer = (inner) => (table && record ? written(inner, record, table) : (record ?? inner.const(undefined)));
  return call.record({
    assign: call.fn('assign', (inner) => assign(inner, record, inner.args[0])),
    toObject: call.fn('toObject', json),
    toJSON: call.fn('toJSON', json),
    toPOJO: call.fn('toPOJO', json),
    toReference: call.fn('toReference', () => record),
    init: call.fn('init', (inner) => done(inner, record ?? inner.const(undefined))),
    populate: call.fn('populate', (inner) => done(inner, record ?? inner.const(undefined))),
  });
};
const ORDERS = { ASC: 'ASC', DESC: 'DESC', ASC_NULLS_LAST: 'ASC NULLS LAST', DESC_NULLS_LAST: 'DESC NULLS LAST', asc: 'asc', desc: 'desc' };

const exportsOf = (realm: Realm): Record<string, Value> => {
  const start: Transfer = (call) => call.host(ormType, null);
  const orm = realm.fn('MikroORM', start, {
    init: realm.fn('init', (call) => done(call, call.host(ormType, null))),
    initSync: realm.fn('initSync', start),
    prototype: realm.prototype(ormType),
  });
  return {
    ...decorators(realm),
    MikroORM: orm,
    EntityManager: realm.fn('EntityManager', (call) => call.host(managerType, null), { prototype: realm.prototype(managerType) }),
    SqlEntityManager: realm.fn('SqlEntityManager', (call) => call.host(managerType, null), { prototype: realm.prototype(managerType) }),
    EntityRepository: realm.fn(
      'EntityRepository',
      (call) => {
        const entity = call.args.find((arg) => isEntity(call, arg)) ?? (call.newTarget ? entityServedBy(call, call.newTarget) : null);
        return call.host(repositoryType, { target: entity });
      },
      { prototype: realm.prototype(repositoryType) },
    ),
    Collection: realm.fn('Collection', (call) => collection(call, call.list([]), true)),
    wrap: realm.fn('wrap', wrap),
    EntitySchema: realm.fn('EntitySchema', defineEntity),
    defineEntity: realm.fn('defineEntity', defineEntity),
    p: properties(realm),
    types: typeNames(realm),
    t: typeNames(realm),
    Type: realm.fn('Type', (call) => call.record({})),
    RequestContext: realm.record({
      create: realm.fn('create', (call) => {
        const work = call.args.findLast((arg) => call.isFunction(arg));
        return work ? call.invoke(work, []) : undefined;
      }),
      createAsync: realm.fn('createAsync', (call) => {
        const work = call.args.findLast((arg) => call.isFunction(arg));
        return work ? call.invoke(work, []) : undefined;
      }),
      getEntityManager: realm.fn('getEntityManager', (call) => call.host(managerType, null)),
    }),
    QueryOrder: realm.record(Object.fromEntries(Object.entries(ORDERS).map(([name, text]) => [name, realm.const(text)]))),
    defineConfig: realm.fn('defineConfig', (call) => call.args[0]),
    serialize: realm.fn('serialize', (call) => {
      const [record] = call.args;
      const one = record && (call.elements(record)?.[0] ?? record);
      const table = one && tableOf(call, entityOf(call, one));
      if (!record || !one || !table) return record;
      const json = written(call, one, table);
      return call.elements(record) ? listOf(call, json) : json;
    }),
  };
};
const model =
  (module: string): ModuleModel =>
  (realm) =>
    openModule(realm, module, exportsOf(realm));
const MODULES = [
  'core',
  'mongodb',
  'postgresql',
  'mysql',
  'mariadb',
  'sqlite',
  'better-sqlite',
  'libsql',
  'mssql',
  'knex',
  'sql',
  'decorators/legacy',
  'decorators',
].map((name) => `@mikro-orm/${name}`);
/** MikroORM: what managers and repositories give, by the decorators or definitions of the program's entities. */
export const mikroOrmLibrary = defineLibrary({ modules: Object.fromEntries(MODULES.map((name) => [name, model(name)])) });
