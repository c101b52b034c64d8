import {
  defineHostType,
  defineLibrary,
  openModule,
  type Call,
  type HostType,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import {
  MAX_DEPTH,
  classesOf,
  columnShape,
  done,
  foundRows,
  listOf,
  member,
  perhaps,
  takeColumns,
  typed,
  withKeys,
  operandsOf,
  type Table,
  settled,
  counted,
} from './support/table.js';
import { rowsOfText } from './support/sql-query.js';
import { CONDITIONS, bracketsType, builderOf, builderType, operatorType } from './typeorm-builder.js';
import { classOf, defineSchema, entityDecorators, keysOf, loaded, made, tableOf, takes } from './typeorm-entity.js';

interface Target {
  readonly table: Table;
  readonly entity: Value;
}
type Operation = 'create' | 'read' | 'list' | 'update' | 'delete';

const targetOf = (call: Call, entity: Value | null | undefined): Target | null => {
  const table = tableOf(call, entity);
  return table && entity ? { table, entity } : null;
};

/** Names that are switched on: `['a', 'a.b']`, `{ a: true, b: { c: true } }`, each with what is below it. */
function chosen(call: Call, value: Value | null): Map<string, Value | null> {
  const names = new Map<string, Value | null>();
  if (!value) return names;
  const elements = call.elements(value);
  if (!elements) {
    for (const [name, on] of call.knownEntries?.(value) ?? [])
      if (call.truthy(on) !== false) names.set(name, on.kind === 'object' ? on : null);
    return names;
  }
  for (const element of elements) {
    const [first, ...rest] = (call.text(element) ?? '').split('.');
    if (first)
      names.set(
        first,
        rest.length > 0
          ? call.list([...(call.elements(names.get(first) ?? call.list([])) ?? []), call.const(rest.join('.'))])
          : (names.get(first) ?? null),
      );
  }
  return names;
}

/** A record as a query gives it: its columns, or those that are selected, and the relations that are asked for. */
function found(call: Call, { table, entity }: Target, select: Value | null, relations: Value | null, depth = 0): Value {
  const named = chosen(call, select);
  // `select: {}` and `select: []` leave nothing out.
  const selected = named.size > 0 ? named : null;
  const members: Record<string, Value> = {};
  for (const column of table.columns.values())
    if (selected ? selected.has(column.name) : !column.hidden)
      members[column.name] = typed(call, columnShape(column), `${table.name}.${column.name}`);
  const asked = chosen(call, relations);
  for (const [name, relation] of table.relations) {
    if ((!asked.has(name) && !relation.eager) || depth >= MAX_DEPTH) continue;
    const other = relation.target(call);
    const inner = selected?.get(name) ?? null;
    const record = other
      ? found(call, { table: other, entity: classOf(other) ?? call.const(null) }, inner, asked.get(name) ?? null, depth + 1)
      : call.unknown(`${table.name}.${name}`);
    members[name] = relation.list ? foundRows(call, record) : relation.optional ? perhaps(call, record, `the ${name} was found`) : record;
  }
  return loaded(call, table, made(call, entity, members));
}
/** The same of one that is in the database: to save it makes none. */
function foundStored(...given: Parameters<typeof found>): Value {
  const record = found(...given);
  stored.add(record);
  return record;
}
const stored = new WeakSet<Value>();

const OPTIONS = ['where', 'relations', 'select', 'order', 'skip', 'take', 'join', 'cache', 'withDeleted', 'lock', 'loadEagerRelations'];
/** What a finder is given: options, or conditions alone, or the key. */
function asked(
  call: Call,
  given: Value | undefined,
  conditionsOnly: boolean,
): { readonly where: Value | null; readonly select: Value | null; readonly relations: Value | null } {
  if (!given || call.isUndefined(given)) return { where: null, select: null, relations: null };
  if (!conditionsOnly && given.kind === 'object' && OPTIONS.some((name) => member(call, given, name)))
    return { where: member(call, given, 'where'), select: member(call, given, 'select'), relations: member(call, given, 'relations') };
  return { where: given, select: null, relations: null };
}
const keyed = (call: Call, { table }: Target, where: Value | null): Value | null => {
  if (!where || where.kind === 'object') return where;
  const key = [...table.columns.values()].find((column) => column.generated)?.name ?? [...table.columns.keys()][0];
  return key === undefined ? null : call.record({ [key]: where });
};

/** How records of other tables are named: by columns, and by records that hold a key. */
function named(
  call: Call,
  table: Table,
): { readonly references: ReadonlyMap<string, string>; readonly filled: (values: Value | undefined) => Value | undefined } {
  const references = keysOf(call, table);
  return { references, filled: (values) => withKeys(call, values, table.relations.keys(), (record) => member(call, record, 'id')) };
}

/** `loadRelationIds: true`: the keys of related records. */
function withIds(call: Call, { table }: Target, asked: Value | null, record: Value): Value {
  if (asked && record.kind === 'object' && call.truthy(asked) === true)
    for (const [name, relation] of table.relations) {
      const other = relation.target(call);
      const column = other && [...other.columns.values()].find(({ generated }) => generated);
      const key = column ? typed(call, columnShape(column), `${other.name}.${column.name}`) : call.unknown(`${table.name}.${name}`);
      call.set(record, name, relation.list ? listOf(call, key) : relation.optional ? perhaps(call, key, `the ${name} was found`) : key);
    }
  return record;
}

type Method = (call: Call, target: Target, args: readonly Value[]) => Value;

const finder =
  (operation: Operation, result: (call: Call, record: Value, table: Table) => Value, conditionsOnly = false): Method =>
  (call, target, args) => {
    const { where: given, select, relations } = asked(call, args[0], conditionsOnly);
    const extra = args[1]?.kind === 'object' ? asked(call, args[1], false) : null;
    const where = keyed(call, target, given) ?? extra?.where ?? null;
    takeColumns(call, target.table, where, CONDITIONS);
    const { references, filled } = named(call, target.table);
    const looked = filled(where ?? undefined);
    const ids = member(call, args[0], 'loadRelationIds');
    call.useData?.({
      operation,
      entity: target.table.name,
      ...(looked?.kind === 'object' && !call.elements(looked) && { where: looked }),
      references,
    });
    return done(
      call,
      result(
        call,
        withIds(call, target, ids, foundStored(call, target, select ?? extra?.select ?? null, relations ?? extra?.relations ?? null)),
        target.table,
      ),
    );
  };
const orNull = (call: Call, record: Value, table: Table): Value => perhaps(call, record, `the ${table.name} was found`);
const only = (_call: Call, record: Value): Value => record;
const withCount = (call: Call, record: Value): Value => call.list([foundRows(call, record), counted(call)]);
const truth = (call: Call): Value => typed(call, { kind: 'boolean' }, 'whether there is one');

/** Columns that saving gives a record, and those that are written with it; the record that was handed in is the one that comes back. */
function saved(call: Call, target: Target, given: Value, depth = 0): Value {
  if (given.kind !== 'object' || call.isFunction(given)) return found(call, target, null, null);
  const members = new Map(call.knownEntries?.(given) ?? []);
  for (const [name, relation] of target.table.relations) {
    const table = relation.cascade && depth < MAX_CASCADES ? relation.target(call) : null;
    const held = members.get(name);
    if (table && held)
      for (const one of recordsOf(call, held)) if (!stored.has(one)) saved(call, { table, entity: call.const(null) }, one, depth + 1);
  }
  for (const column of target.table.columns.values()) {
    const known = members.get(column.name);
    if (known?.kind === 'const' && known.value !== undefined) continue;
    if ((known && !call.isUndefined(known)) || !column.hidden)
      call.set(given, column.name, typed(call, columnShape(column), `${target.table.name}.${column.name}`));
  }
  return given;
}
const MAX_CASCADES = 3;
/** The records that are handed in: one, or those of a list. */
const recordsOf = (call: Call, given: Value): readonly Value[] =>
  call
    .alternatives(given)
    .flatMap((one) => (one.kind !== 'object' ? [] : (call.elements(one)?.flatMap((each) => recordsOf(call, each)) ?? [one])));
const each = (call: Call, given: Value, make: (one: Value) => Value): Value => {
  const list = given.kind === 'object' && !call.isFunction(given) ? call.elements(given) : null;
  return list ? listOf(call, make(list[0] ?? call.record({}))) : make(given);
};

const write =
  (operation: Operation, at: number): Method =>
  (call, target, args) => {
    const values = args[at];
    for (const one of (values?.kind === 'object' ? call.elements(values) : null) ?? (values ? [values] : []))
      takeColumns(call, target.table, one, CONDITIONS);
    const where = at > 0 ? keyed(call, target, args[0] ?? null) : null;
    takeColumns(call, target.table, where, CONDITIONS);
    const { references, filled } = named(call, target.table);
    const written = filled(values);
    const records = values ? recordsOf(call, values) : [];
    const isStored = records.length > 0 && records.every((one) => stored.has(one));
    call.useData?.({
      operation: operation === 'create' && isStored ? 'update' : operation,
      entity: target.table.name,
      ...(where && { where }),
      ...(written && { values: written }),
      references,
    });
    return done(
      call,
      each(call, values ?? call.record({}), (one) => saved(call, target, one)),
    );
  };
const change =
  (operation: Operation): Method =>
  (call, target, args) => {
    write(operation, operation === 'create' ? 0 : 1)(
      call,
      target,
      args.map((arg) =>
        arg.kind === 'object' && !call.isFunction(arg) && !call.elements(arg)
          ? call.record(Object.fromEntries(call.knownEntries?.(arg) ?? []))
          : arg,
      ),
    );
    return done(
      call,
      typed(call, { kind: 'object', open: true, properties: [{ name: 'affected', shape: { kind: 'integer' } }] }, 'the result of a write'),
    );
  };
/** Records that are removed are handed back without their keys. */
const remove =
  (result: 'write' | 'record' | 'removed'): Method =>
  (call, target, args) => {
    const where = result === 'write' ? keyed(call, target, args[0] ?? null) : null;
    takeColumns(call, target.table, where, CONDITIONS);
    call.useData?.({ operation: 'delete', entity: target.table.name, ...(where && { where }) });
    if (result === 'removed')
      for (const record of recordsOf(call, args[0] ?? call.const(undefined)))
        for (const { name, primary } of target.table.columns.values()) if (primary) call.set(record, name, call.const(undefined));
    return done(
      call,
      result !== 'write'
        ? (args[0] ?? call.const(undefined))
        : typed(
            call,
            {
              kind: 'object',
              properties: [
                { name: 'raw', shape: { kind: 'any' } },
                { name: 'affected', shape: { kind: 'integer' } },
              ],
            },
            'the result of a deletion',
          ),
    );
  };
/** A record that is not saved yet has what it is given. */
const create: Method = (call, target, args) =>
  each(call, args[0] ?? call.record({}), (given) => {
    takeColumns(call, target.table, given, CONDITIONS);
    if (given.kind !== 'object') return found(call, target, null, null);
    if (!call.isFunction(target.entity)) return given;
    const taken = (call.knownEntries?.(given) ?? []).filter(([name]) => takes(call, target.table, target.entity, name));
    return made(call, target.entity, { ...(call.isOpen(given) && unlisted(call, target.table)), ...Object.fromEntries(taken) });
  });
/** Columns that a record may have beside the members that are known of it. */
const unlisted = (call: Call, table: Table): Record<string, Value> =>
  Object.fromEntries(
    [...table.columns.values()]
      .filter((column) => !column.automatic && !column.hidden)
      .map((column) => [column.name, typed(call, columnShape(column), `${table.name}.${column.name}`)]),
  );
const merge: Method = (call, target, args) => {
  for (const given of args.slice(1)) takeColumns(call, target.table, given, CONDITIONS);
  return args[0] ?? found(call, target, null, null);
};

/** `sum(column, where)`: null where there are no rows. */
const aggregate: Method = (call, target, [, where]) => {
  finder('list', counted, true)(call, target, where ? [where] : []);
  return done(call, typed(call, { kind: 'union', alternatives: [{ kind: 'number' }, { kind: 'null' }] }, 'what rows come to'));
};

const METHODS: Readonly<Record<string, Method>> = {
  sum: aggregate,
  average: aggregate,
  minimum: aggregate,
  maximum: aggregate,
  find: finder('list', listOf),
  findBy: finder('list', listOf, true),
  findByIds: finder('list', listOf),
  findOne: finder('read', orNull),
  findOneBy: finder('read', orNull, true),
  findOneById: finder('read', orNull),
  findOneOrFail: finder('read', only),
  findOneByOrFail: finder('read', only, true),
  findAndCount: finder('list', withCount),
  findAndCountBy: finder('list', withCount, true),
  count: finder('list', counted),
  countBy: finder('list', counted, true),
  exist: finder('read', truth),
  exists: finder('read', truth),
  existsBy: finder('read', truth, true),
  save: write('create', 0),
  create,
  merge,
  preload: (call, target, args) => {
    takeColumns(call, target.table, args[0], CONDITIONS);
    return done(call, orNull(call, foundStored(call, target, null, null), target.table));
  },
  insert: change('create'),
  update: change('update'),
  upsert: change('create'),
  delete: remove('write'),
  softDelete: remove('write'),
  restore: remove('write'),
  remove: remove('removed'),
  softRemove: remove('record'),
  clear: remove('write'),
  increment: change('update'),
  decrement: change('update'),
  createQueryBuilder: (call, { table }, [alias]) => builderOf(call, table, (alias && call.text(alias)) ?? null),
};
/** A statement as a text: rows of what it states of them, else of the entities that it names. */
const query: Transfer = (call) => {
  const stated = call.typeArguments?.()[0]?.();
  const rows = rowsOfText(call, argument(call, 0), [argument(call, 1)]);
  return done(
    call,
    stated && stated.kind !== 'any'
      ? typed(call, stated, 'rows of a query')
      : (rows ?? call.unknown('rows of a query', { module: 'typeorm', path: 'query()' })),
  );
};

const repositoryType: HostType<Target | null> = defineHostType<Target | null>({
  name: 'Repository',
  inert: true,
  methods: {
    ...Object.fromEntries(
      Object.entries(METHODS).map(([name, method]): [string, Transfer] => [
        name,
        (call) => {
          const target = call.data(call.receiver, repositoryType);
          return target
            ? method(call, target, call.args)
            : call.unknown('the result of a query', { module: 'typeorm', path: `Repository.${name}()` });
        },
      ]),
    ),
    query,
    extend: (call) => {
      const [more] = call.args;
      for (const [name, fn] of more ? (call.knownEntries?.(more) ?? []) : []) call.set(call.receiver, name, fn);
      return call.receiver;
    },
  },
  missing: (call, key) =>
    key === 'then'
      ? undefined
      : key === 'target'
        ? call.data(call.receiver, repositoryType)?.entity
        : key === 'manager'
          ? call.host(managerType, null)
          : call.unknown(`${key} of a repository`, { module: 'typeorm', path: `Repository.${key}` }),
});

/** Classes of the program that are repositories of an entity. */
const custom = new WeakMap<Value, Value>();
const repositoryOf = (call: Call, entity: Value | undefined): Value => {
  if (entity && custom.has(entity)) return call.construct(entity, []);
  const target = targetOf(call, entity);
  return target ? call.host(repositoryType, target) : call.unknown('a repository', { module: 'typeorm', path: 'getRepository()' });
};
const getRepository: Transfer = (call) => repositoryOf(call, call.args[0]);
const getCustomRepository: Transfer = (call) => {
  const [cls] = call.args;
  return cls && call.isFunction(cls)
    ? call.construct(cls, [])
    : call.unknown('a repository', { module: 'typeorm', path: 'getCustomRepository()' });
};
const transaction: Transfer = (call) => {
  const work = call.args.find((arg) => call.isFunction(arg));
  return work ? done(call, call.awaited(call.invoke(work, [call.host(managerType, null)]))) : done(call, call.const(undefined));
};
/** Without an entity the query says later what it is about. */
const builder: Transfer = (call) => builderOf(call, tableOf(call, call.args[0]), (call.args[1] && call.text(call.args[1])) ?? null);
const unknownMember =
  (module: string) =>
  (call: Call, key: string): Value | undefined =>
    key === 'then' ? undefined : call.unknown(`${key} of ${module}`, { module: 'typeorm', path: `${module}.${key}` });

/** A manager takes the entity in front; of a record it takes the class. */
const managed =
  (name: string, method: Method): Transfer =>
  (call) => {
    const [first, ...rest] = call.args;
    const direct = targetOf(call, first);
    if (direct) return method(call, direct, rest);
    const target = first?.kind === 'object' && !call.isFunction(first) ? targetOf(call, call.get(first, 'constructor')) : null;
    return target
      ? method(call, target, call.args)
      : call.unknown('the result of a query', { module: 'typeorm', path: `EntityManager.${name}()` });
  };
const managerType: HostType<null> = defineHostType<null>({
  name: 'EntityManager',
  inert: true,
  methods: {
    ...Object.fromEntries(Object.entries(METHODS).map(([name, method]) => [name, managed(name, method)])),
    query,
    createQueryBuilder: builder,
    getRepository,
    getCustomRepository,
    withRepository: (call) => argument(call, 0),
    transaction,
  },
  missing: unknownMember('EntityManager'),
});
const sourceType: HostType<null> = defineHostType<null>({
  name: 'DataSource',
  inert: true,
  methods: {
    getRepository,
    getTreeRepository: getRepository,
    getCustomRepository,
    transaction,
    initialize: (call) => done(call, call.receiver),
    connect: (call) => done(call, call.receiver),
    destroy: settled,
    close: settled,
    synchronize: settled,
    runMigrations: settled,
    createQueryBuilder: builder,
    createQueryRunner: (call) => call.receiver,
    query,
  },
  missing: (call, key) => (key === 'manager' ? call.host(managerType, null) : unknownMember('DataSource')(call, key)),
});
const source: Transfer = (call) => call.host(sourceType, null);

/** Statics of `BaseEntity`: the receiver is the entity. */
const activeRecord = (realm: Realm): Record<string, Value> => ({
  ...Object.fromEntries(
    Object.entries(METHODS).map(([name, method]) => [
      name,
      realm.fn(name, (call) => {
        const target = targetOf(call, call.receiver);
        return target
          ? method(call, target, call.args)
          : call.unknown('the result of a query', { module: 'typeorm', path: `BaseEntity.${name}()` });
      }),
    ]),
  ),
  query: realm.fn('query', query),
  getRepository: realm.fn('getRepository', (call) => repositoryOf(call, call.receiver)),
  useDataSource: realm.fn('useDataSource', () => undefined),
});
const own =
  (name: 'save' | 'remove' | 'softRemove' | 'reload'): Transfer =>
  (call) => {
    const target = targetOf(call, call.get(call.receiver, 'constructor'));
    return target && name !== 'reload' ? METHODS[name]!(call, target, [call.receiver]) : done(call, call.receiver);
  };
const recordType: HostType<null> = defineHostType<null>({
  name: 'BaseEntity',
  inert: true,
  methods: { save: own('save'), remove: own('remove'), softRemove: own('softRemove'), reload: own('reload'), hasId: (call) => truth(call) },
});

const brackets = (realm: Realm): Value =>
  realm.fn('Brackets', (call) => call.host(bracketsType, argument(call, 0)), { prototype: realm.prototype(bracketsType) });

const typeorm = (realm: Realm): Value =>
  openModule(realm, 'typeorm', {
    ...entityDecorators(realm),
    Repository: realm.fn(
      'Repository',
      (call) => {
        const entity =
          call.args[0] && tableOf(call, call.args[0])
            ? call.args[0]
            : call.newTarget
              ? classesOf(call, call.newTarget)
                  .map((cls) => custom.get(cls))
                  .find((each_) => each_ !== undefined)
              : undefined;
        return call.host(repositoryType, targetOf(call, entity));
      },
      { prototype: realm.prototype(repositoryType) },
    ),
    Brackets: brackets(realm),
    NotBrackets: brackets(realm),
    EntityRepository: realm.fn('EntityRepository', (given) =>
      given.fn('EntityRepository', (call) => {
        if (call.args[0] && given.args[0]) custom.set(call.args[0], given.args[0]);
      }),
    ),
    BaseEntity: realm.fn('BaseEntity', (call) => call.record({}), { ...activeRecord(realm), prototype: realm.prototype(recordType) }),
    EntitySchema: realm.fn('EntitySchema', (call) => {
      const schema = call.record({ options: argument(call, 0) });
      defineSchema(call, schema, call.args[0]);
      return schema;
    }),
    DataSource: realm.fn('DataSource', source),
    Connection: realm.fn('Connection', source),
    getConnection: realm.fn('getConnection', source),
    createConnection: realm.fn('createConnection', (call) => done(call, call.host(sourceType, null))),
    getManager: realm.fn('getManager', (call) => call.host(managerType, null)),
    getRepository: realm.fn('getRepository', getRepository),
    getCustomRepository: realm.fn('getCustomRepository', getCustomRepository),
    ...Object.fromEntries(
      [
        'Not',
        'In',
        'Like',
        'ILike',
        'LessThan',
        'LessThanOrEqual',
        'MoreThan',
        'MoreThanOrEqual',
        'Equal',
        'Between',
        'Any',
        'ArrayContains',
        'ArrayOverlap',
        'And',
        'Or',
        'IsNull',
        'Raw',
      ].map((name) => [name, realm.fn(name, (call) => call.host(operatorType, name === 'Raw' ? [] : operandsOf(name, call.args)))]),
    ),
  });

const PAGE = ['totalItems', 'itemCount', 'itemsPerPage', 'totalPages', 'currentPage'];
/** A page of what a repository or a builder finds. */
const paginate: Transfer = (call) => {
  const [source_, options, search] = call.args;
  const isBuilder = source_ && call.data(source_, builderType) !== null;
  const items = source_ && call.awaited(call.invoke(call.get(source_, isBuilder ? 'getMany' : 'find'), search ? [search] : [], source_));
  const properties = PAGE.map((name) => ({ name, shape: { kind: 'integer' } as const }));
  return done(
    call,
    call.record({
      items: items ?? call.unknown('a page'),
      meta: typed(call, { kind: 'object', properties }, 'a page'),
      ...(member(call, options, 'route') && { links: call.unknown('links to pages') }),
    }),
  );
};
const pages = (realm: Realm): Value => openModule(realm, 'nestjs-typeorm-paginate', { paginate: realm.fn('paginate', paginate) });

/** TypeORM: what repositories, managers, builders and entities give, by the decorators and types of the program's classes. */
export const typeormLibrary = defineLibrary({ modules: { typeorm, 'typeorm/*': typeorm, 'nestjs-typeorm-paginate': pages } });
