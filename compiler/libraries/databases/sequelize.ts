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
import { argument } from '../support/fallback.js';
import { nullable } from '@tool/ir';
import { ERRORS, NO_RESULT, mayRefuse } from './sequelize-checks.js';
import { errorClasses, errorOf } from '../support/errors.js';
import { associations, foreignKeyOf } from './sequelize-associations.js';
import { decorators } from './sequelize-decorators.js';
import {
  addHook,
  assigned,
  changesOf,
  dataOf,
  defineModel,
  foundRecord,
  hold,
  modelOf,
  newRecord,
  plainRecord,
  recordOf,
  registerModel,
  throughHooks,
  type Model,
  noteSql,
  sqlOf,
} from './sequelize-model.js';
import { dataTypes, operators } from './sequelize-types.js';
import { rowsOfText } from './support/sql-query.js';
import {
  done,
  foundRows,
  instanceOf,
  listOf,
  member,
  operandsOf,
  isOff,
  isSet,
  perhaps,
  referencesOf,
  takeColumns,
  typed,
  type Conditions,
  settled,
  counted as integer,
} from './support/table.js';

type Operation = 'create' | 'read' | 'list' | 'update' | 'delete';

/** Operators are texts that begin with `$`. */
const CONDITIONS: Conditions = {
  nested: new Set(['$or', '$and', '$not']),
  operands: (call, value) => {
    const elements = call.elements(value);
    if (elements) return elements;
    const entries = (call.knownEntries?.(value) ?? []).filter(([name]) => name.startsWith('$'));
    return entries.length > 0
      ? entries.flatMap(([name, operand]) =>
          name === '$and' || name === '$or' || name === '$not'
            ? (CONDITIONS.operands(call, operand) ?? [operand])
            : operandsOf(name, [operand]),
        )
      : null;
  },
};

const NOTHING: Conditions = { nested: new Set(), operands: () => null };
const affected = (call: Call): Value => call.list([integer(call)]);

interface Signature {
  readonly operation: Operation;
  readonly options?: number;
  readonly values?: number;
  readonly byKey?: boolean;
  readonly checks?: 'all' | 'changed';
  /** The values are those of several records. */
  readonly many?: true;
  readonly result: (call: Call, model: Model, options: Value | null, values: Value | null) => Value;
}

const method =
  ({ operation, options: at, values: given, byKey, checks, many: areMany, result }: Signature): Transfer =>
  (call) => {
    const model = modelOf(call, call.receiver);
    if (!model) return call.unknown('the result of a query', { module: 'sequelize', path: 'Model.query()' });
    const options = at === undefined ? null : argument(call, at);
    const values = given === undefined ? null : argument(call, given);
    const key = [...model.columns.values()][0]?.name ?? 'id';
    const where = byKey ? call.record({ [key]: argument(call, 0) }) : member(call, options, 'where');
    takeColumns(call, model, where, CONDITIONS);
    takeColumns(call, model, member(call, options, 'defaults'), NOTHING);
    const list = values ? call.elements(values) : null;
    for (const each of list ?? (values ? [values] : []))
      takeColumns(call, writtenBy(call, model, options), each, NOTHING, 0, areMany && !list);
    if (checks && values && !list && !isUnchecked(call, options)) mayRefuse(call, model, values, checks);
    call.useData?.({
      // Rows that are there already are changed.
      operation: member(call, options, 'updateOnDuplicate') ? 'update' : operation,
      entity: model.name,
      ...(where && { where }),
      ...(values && !list && !areMany && { values }),
      references: referencesOf(model),
    });
    return done(call, result(call, model, options, values));
  };

/** The columns that are written: those that `{ fields }` names, or all. */
function writtenBy(call: Call, model: Model, options: Value | null): Model {
  const fields = member(call, options, 'fields');
  const names = fields && call.elements(fields)?.map((each) => call.text(each));
  return names ? { ...model, columns: new Map([...model.columns].filter(([name]) => names.includes(name))) } : model;
}

/** `{ validate: false }`. */
const isUnchecked = (call: Call, options: Value | null): boolean => isOff(call, member(call, options, 'validate'));

const one = (call: Call, model: Model, options: Value | null): Value => {
  const record = isRaw(call, options) ? plainRecord(call, foundRecord(call, model, options)) : foundRecord(call, model, options);
  const rejects = member(call, options, 'rejectOnEmpty');
  const isSure = rejects !== null && isSet(call, rejects);
  if (isSure)
    call.mayThrow?.(
      rejects.kind !== 'object' ? errorOf(call, NO_RESULT) : call.isFunction(rejects) ? call.construct(rejects, []) : rejects,
    );
  return throughHooks(call, model, isSure ? record : perhaps(call, record, `the ${model.name} was found`));
};
const many = (call: Call, model: Model, options: Value | null): Value =>
  throughHooks(
    call,
    model,
    foundRows(call, isRaw(call, options) ? plainRecord(call, foundRecord(call, model, options)) : foundRecord(call, model, options)),
  );
const isRaw = (call: Call, options: Value | null): boolean => isSet(call, member(call, options, 'raw'));
const withFlag = (call: Call, model: Model, options: Value | null): Value =>
  call.list([foundRecord(call, model, options), typed(call, { kind: 'boolean' }, 'whether it was made')]);
/** A value of the column, or null where there is no record. */
const extreme = (call: Call, model: Model): Value => {
  const column = model.columns.get(call.text(argument(call, 0)) ?? '');
  return column && column.shape.kind !== 'union' ? typed(call, nullable(column.shape), column.name) : call.unknown('a value of a column');
};
const grouped = (call: Call, options: Value | null): boolean => member(call, options, 'group') !== null;

/** The same model under other scopes. */
const scoped =
  (choose: (call: Call) => readonly Value[]): Transfer =>
  (call) => {
    const model = modelOf(call, call.receiver);
    if (!model) return call.receiver;
    const cls = call.fn(model.name, (inner) => newRecord(inner, model, argument(inner, 0)), {
      prototype: call.get(model.cls, 'prototype'),
    });
    const objects = call.global?.('Object');
    if (objects) call.invoke(call.get(objects, 'setPrototypeOf'), [cls, model.cls]);
    registerModel(cls, { ...model, chosen: choose(call), cls });
    return cls;
  };
const same: Transfer = (call) => call.receiver;
/** `afterFind(hook)` and `addHook('afterFind', hook)`, either with a name in front of the hook. */
const hooked =
  (when: string | null): Transfer =>
  (call) => {
    const model = modelOf(call, call.receiver);
    if (model) addHook(call, model, when ?? call.text(argument(call, 0)) ?? '', call.args.at(-1) ?? null);
    return call.receiver;
  };

const METHODS: Readonly<Record<string, Transfer>> = {
  findAll: method({ operation: 'list', options: 0, result: many }),
  findOne: method({ operation: 'read', options: 0, result: one }),
  findByPk: method({ operation: 'read', options: 1, byKey: true, result: one }),
  findById: method({ operation: 'read', options: 1, byKey: true, result: one }),
  findByPrimary: method({ operation: 'read', options: 1, byKey: true, result: one }),
  find: method({ operation: 'read', options: 0, result: one }),
  all: method({ operation: 'list', options: 0, result: many }),
  findAndCountAll: method({
    operation: 'list',
    options: 0,
    result: (call, model, options) => call.record({ count: integer(call), rows: many(call, model, options) }),
  }),
  findAndCount: method({
    operation: 'list',
    options: 0,
    result: (call, model, options) => call.record({ count: integer(call), rows: many(call, model, options) }),
  }),
  findOrCreate: method({ operation: 'create', options: 0, result: withFlag }),
  findCreateFind: method({ operation: 'create', options: 0, result: withFlag }),
  findOrBuild: method({ operation: 'read', options: 0, result: withFlag }),
  create: method({
    operation: 'create',
    values: 0,
    options: 1,
    checks: 'all',
    result: (call, model, options, values) => newRecord(call, model, values, options),
  }),
  bulkCreate: method({
    operation: 'create',
    values: 0,
    options: 1,
    many: true,
    result: (call, model, _options, values) => listOf(call, newRecord(call, model, call.elements(values ?? call.list([]))?.[0] ?? null)),
  }),
  upsert: method({
    operation: 'update',
    values: 0,
    result: (call, model) => call.list([foundRecord(call, model, null), typed(call, { kind: 'boolean' }, 'whether it was made')]),
  }),
  update: method({
    operation: 'update',
    values: 0,
    options: 1,
    checks: 'changed',
    result: (call, model, options) =>
      isSet(call, member(call, options, 'returning'))
        ? call.list([integer(call), foundRows(call, foundRecord(call, model, null))])
        : affected(call),
  }),
  destroy: method({ operation: 'delete', options: 0, result: integer }),
  restore: method({ operation: 'update', options: 0, result: affected }),
  truncate: method({ operation: 'delete', result: integer }),
  count: method({
    operation: 'list',
    options: 0,
    result: (call, _model, options) => (grouped(call, options) ? call.unknown('counts of groups') : integer(call)),
  }),
  max: method({ operation: 'list', options: 1, result: extreme }),
  min: method({ operation: 'list', options: 1, result: extreme }),
  sum: method({ operation: 'list', options: 1, result: (call) => typed(call, { kind: 'number' }, 'a sum') }),
  increment: method({ operation: 'update', options: 1, result: (call) => call.unknown('the result of a change') }),
  decrement: method({ operation: 'update', options: 1, result: (call) => call.unknown('the result of a change') }),
  build: (call) => {
    const model = modelOf(call, call.receiver);
    if (model) takeColumns(call, model, argument(call, 0), NOTHING);
    return model ? newRecord(call, model, argument(call, 0)) : call.unknown('a record');
  },
  scope: scoped((call) => call.args.flatMap((each) => call.elements(each) ?? [each])),
  unscoped: scoped(() => []),
  schema: same,
  removeAttribute: same,
  addScope: (call) => {
    const [name, scope] = call.args;
    if (name && scope) modelOf(call, call.receiver)?.scopes.set(call.text(name) ?? '', scope);
  },
  addHook: hooked(null),
  hook: hooked(null),
  sync: settled,
  drop: settled,
  describe: settled,
  ...Object.fromEntries(
    ['Create', 'Update', 'Save', 'Destroy', 'BulkCreate', 'BulkUpdate', 'BulkDestroy', 'Validate', 'Find'].flatMap(
      (name): [string, Transfer][] => [
        [`before${name}`, same],
        [`after${name}`, same],
      ],
    ),
  ),
  afterFind: hooked('afterFind'),
  ...associations,
  init: (call) => {
    const [attributes, options] = call.args;
    if (call.receiver.kind !== 'object' || !attributes) return call.receiver;
    const sequelize = member(call, options, 'sequelize');
    const connection = sequelize && call.data(sequelize, sequelizeType);
    const model = defineModel(
      call,
      call.receiver,
      new Map(call.knownEntries?.(attributes) ?? []),
      options ?? null,
      connection?.defaults ?? null,
    );
    foreignKeyOf(call, model, attributes);
    if (sequelize) connect(call, call.receiver, sequelize);
    if (connection) nameModel(call, connection, model.name, call.receiver);
    return call.receiver;
  },
};

const statics = (realm: Realm): Record<string, Value> =>
  Object.fromEntries(Object.entries(METHODS).map(([name, transfer]) => [name, realm.fn(name, transfer)]));

/** Writes of a record that is there. */
const write =
  (operation: 'save' | 'update' | 'destroy'): Transfer =>
  (call) => {
    const record = recordOf(call.receiver);
    const [values] = call.args;
    if (record && operation === 'update') {
      takeColumns(call, writtenBy(call, record.model, argument(call, 1)), values, NOTHING);
      for (const [name, value] of (values?.kind === 'object' ? call.knownEntries?.(values) : null) ?? [])
        if (value.kind === 'const' && record.model.columns.has(name)) call.set(call.receiver, name, value);
    }
    if (record && operation !== 'destroy' && !isUnchecked(call, argument(call, operation === 'save' ? 0 : 1))) {
      mayRefuse(
        call,
        record.model,
        operation === 'save' ? (record.given ?? changesOf(call, call.receiver)) : (values ?? call.receiver),
        operation === 'save' && !record.stored ? 'all' : 'changed',
      );
    }
    if (record)
      call.useData?.({
        operation: operation === 'destroy' ? 'delete' : operation === 'save' && !record.stored ? 'create' : 'update',
        entity: record.model.name,
        ...(operation === 'save' ? { values: changesOf(call, call.receiver) } : values && operation === 'update' ? { values } : {}),
        references: referencesOf(record.model),
      });
    return done(call, call.receiver);
  };
const readMember =
  (raw: boolean): Transfer =>
  (call) => {
    const name = call.text(argument(call, 0));
    return name === null ? plainRecord(call, call.receiver) : dataOf(call, call.receiver, name, raw || isRaw(call, argument(call, 1)));
  };
const writeMember: Transfer = (call) => {
  const [first, value] = call.args;
  const name = first && call.text(first);
  if (name && value) hold(call, call.receiver, name, value);
  else if (first) {
    const record = recordOf(call.receiver);
    if (record) takeColumns(call, record.model, first, NOTHING);
    if (first.kind === 'object')
      for (const [key, each] of call.knownEntries?.(first) ?? []) if (each.kind === 'const') hold(call, call.receiver, key, each);
  }
  return call.receiver;
};
const RECORD: Readonly<Record<string, Transfer>> = {
  toJSON: (call) => plainRecord(call, call.receiver),
  get: readMember(false),
  getDataValue: readMember(true),
  set: writeMember,
  setDataValue: writeMember,
  setAttributes: writeMember,
  save: write('save'),
  update: write('update'),
  updateAttributes: write('update'),
  destroy: write('destroy'),
  restore: same,
  reload: (call) => done(call, call.receiver),
  increment: (call) => done(call, call.receiver),
  decrement: (call) => done(call, call.receiver),
  validate: settled,
  changed: (call) => typed(call, { kind: 'boolean' }, 'whether it was changed'),
  previous: (call) => call.unknown('an earlier value'),
  equals: (call) => typed(call, { kind: 'boolean' }, 'whether two records are one'),
  isNewRecord: (call) => typed(call, { kind: 'boolean' }, 'whether it is new'),
};

/** What all records share; `dataValues` are the record itself. */
const recordType: HostType<null> = defineHostType<null>({
  name: 'SequelizeRecord',
  inert: true,
  assign: assigned,
  takes: (call, value) => {
    const record = recordOf(call.receiver);
    if (record) takeColumns(call, record.model, value, NOTHING);
  },
  methods: RECORD,
  getters: { dataValues: same },
});

interface Connection {
  readonly defaults: Value | null;
  readonly models: Map<string, Value>;
  readonly registry: Value;
  /** It was given models that nobody can name here. */
  hasOthers: boolean;
  readonly sqlite: Model['sqlite'];
}

const define: Transfer = (call) => {
  const [nameValue, attributes, options] = call.args;
  const connection = call.data(call.receiver, sequelizeType);
  if (!connection) return call.unknown('a model', { module: 'sequelize', path: 'Sequelize.define()' });
  // What nobody can name has its columns all the same, and is no other model.
  const name = (nameValue && call.text(nameValue)) ?? `#${String(connection.models.size + 1)}`;
  const cls = call.fn(
    name,
    (inner) => {
      const model = modelOf(inner, cls);
      if (model) takeColumns(inner, model, argument(inner, 0), NOTHING);
      return model ? newRecord(inner, model, argument(inner, 0)) : inner.unknown('a record');
    },
    {
      ...statics(call),
      name: call.const(name),
      prototype: instanceOf(call, call.prototype(recordType), {}),
      options: options ?? call.record({}),
      sequelize: call.receiver,
      ...(options?.kind === 'object' && Object.fromEntries(methodsOf(call, options, 'classMethods'))),
    },
  );
  for (const [key, fn] of methodsOf(call, options, 'instanceMethods')) call.set(call.get(cls, 'prototype'), key, fn);
  const model = defineModel(
    call,
    cls,
    new Map(attributes ? (call.knownEntries?.(attributes) ?? []) : []),
    options ?? null,
    connection.defaults,
  );
  if (attributes) foreignKeyOf(call, model, attributes);
  nameModel(call, connection, name, cls);
  return cls;
};

/** From here on the connection finds the model by its name, as `model(name)` and in `models`. */
const nameModel = (call: Call, connection: Connection, name: string, cls: Value): void => {
  connection.models.set(name, cls);
  const model = modelOf(call, cls);
  if (model) model.sqlite = connection.sqlite;
  call.set(connection.registry, name, cls);
};

/** `addModels`, `models` among the options: classes, or where files with classes lie. */
const addModels = (call: Call, sequelize: Value, given: Value): void => {
  const connection = call.data(sequelize, sequelizeType);
  if (!connection) return;
  for (const each of call.elements(given) ?? [given]) {
    const model = modelOf(call, each);
    if (model) {
      connect(call, model.cls, sequelize);
      nameModel(call, connection, model.name, model.cls);
    } else connection.hasOthers = true;
  }
};
/** From here on the class and its records say which connection they are of. */
const connect = (call: Call, cls: Value, sequelize: Value): void => {
  for (const holder of [cls, call.get(cls, 'prototype')]) call.set(holder, 'sequelize', sequelize);
};

/** Sequelize 3 took the methods of a model among its options. */
const methodsOf = (call: Call, options: Value | undefined, key: string): readonly (readonly [string, Value])[] => {
  const given = member(call, options, key);
  return given ? (call.knownEntries?.(given) ?? []) : [];
};

const named: Transfer = (call) => {
  const name = call.text(argument(call, 0));
  return (
    (name === null ? undefined : call.data(call.receiver, sequelizeType)?.models.get(name)) ??
    call.unknown(`the model ${name ?? ''}`, { module: 'sequelize', path: 'Sequelize.model()' })
  );
};

const QUERY_TYPES: readonly string[] = ['SELECT', 'INSERT', 'UPDATE', 'BULKUPDATE', 'BULKDELETE', 'DELETE', 'UPSERT', 'VERSION', 'RAW'];
const queryTypes = (realm: Realm): Value => realm.record(Object.fromEntries(QUERY_TYPES.map((type) => [type, realm.const(type)])));
/** A statement as a text: rows where it is said to select, else beside what the driver tells of them; one of them where it is said to be `plain`. */
const query: Transfer = (call) => {
  const [statement, options] = call.args;
  const unknown = (): Value => call.unknown('rows of a query', { module: 'sequelize', path: 'Sequelize.query()' });
  const inner = member(call, statement, 'query');
  const values =
    member(call, options, 'replacements') ?? member(call, options, 'bind') ?? member(call, statement, inner ? 'values' : 'bind');
  const found = rowsOfText(call, inner ?? statement, values ? [values] : []);
  const stated = call.typeArguments?.()[0]?.();
  const rows = stated?.kind === 'object' ? typed(call, { kind: 'array', items: stated }, 'rows of a query') : (found ?? unknown());
  const isPlain = isSet(call, member(call, options, 'plain'));
  const type = member(call, options, 'type');
  const isSelect = type === null ? isPlain || ['model', 'nest'].some((key) => member(call, options, key)) : call.text(type) === 'SELECT';
  if (!isSelect) return done(call, type === null || call.text(type) === 'RAW' ? call.list([rows, unknown()]) : unknown());
  const [row] = isPlain ? (call.elements(rows) ?? []) : [];
  return done(call, !isPlain ? rows : row ? perhaps(call, row, 'a row was found') : unknown());
};

const sequelizeType: HostType<Connection> = defineHostType<Connection>({
  name: 'Sequelize',
  inert: true,
  methods: {
    define,
    model: named,
    isDefined: (call) => {
      const connection = call.data(call.receiver, sequelizeType);
      const isKnown = connection?.models.has(call.text(argument(call, 0)) ?? '') ?? false;
      return connection?.hasOthers && !isKnown ? call.unknown('whether the model is there') : call.const(isKnown);
    },
    import: (call) => {
      const given = call.text(argument(call, 0));
      // What is no whole path begins where the caller lies.
      const path = given !== null && /^\.\.?\//.test(given) && call.project ? `${call.project.directory}/${given}` : given;
      const loaded = path === null || !call.project ? null : call.project.load(path);
      const make = loaded && (call.isFunction(loaded) ? loaded : call.get(loaded, 'default'));
      return make && call.isFunction(make)
        ? call.invoke(make, [call.receiver, call.get(call.module?.('sequelize') ?? call.receiver, 'DataTypes')])
        : call.unknown('a model', { module: 'sequelize', path: 'Sequelize.import()' });
    },
    transaction: (call) => {
      const work = call.args.find((arg) => call.isFunction(arg));
      const handle = call.unknown('a transaction', { module: 'sequelize', path: 'Sequelize.transaction()' });
      return work ? done(call, call.awaited(call.invoke(work, [handle]))) : done(call, handle);
    },
    sync: settled,
    authenticate: settled,
    close: settled,
    drop: settled,
    addModels: (call) => {
      addModels(call, call.receiver, argument(call, 0));
    },
    query,
  },
  getters: {
    models: (call) => {
      const connection = call.data(call.receiver, sequelizeType);
      return connection && !connection.hasOthers
        ? connection.registry
        : call.unknown('the models of a connection', { module: 'sequelize', path: 'Sequelize.models' });
    },
  },
  missing: (call, key) =>
    key === 'then'
      ? undefined
      : (key === 'Sequelize' || key === 'QueryTypes' || EXPRESSIONS.includes(key)) && call.module
        ? key === 'Sequelize'
          ? call.module('sequelize')
          : call.get(call.module('sequelize')!, key)
        : call.unknown(`${key} of a connection`, { module: 'sequelize', path: `Sequelize.${key}` }),
});

/** `new Sequelize(url, options)`, `new Sequelize(name, user, password, options)`, `new Sequelize(options)`. */
const open: Transfer = (call) => {
  const options = call.args.findLast((arg) => arg.kind === 'object');
  const stated = member(call, options, 'dialect') ?? argument(call, 0);
  const isSqlite = call.alternatives(stated).some((each) => /^sqlite\b/.test(call.text(each) ?? ''));
  const raw = isRaw(call, member(call, options, 'query'));
  const sequelize = connection(call, member(call, options, 'define'), false, isSqlite ? { raw } : null);
  const given = member(call, options, 'models');
  if (given) addModels(call, sequelize, given);
  return sequelize;
};
const connection = (realm: Realm, defaults: Value | null, hasOthers: boolean, sqlite: Model['sqlite'] = null): Value =>
  realm.host(sequelizeType, { defaults, models: new Map(), registry: realm.record({}), hasOthers, sqlite });

const EXPRESSIONS: readonly string[] = ['fn', 'col', 'literal', 'cast', 'where', 'json'];
const expressions = (realm: Realm): Record<string, Value> =>
  Object.fromEntries(
    EXPRESSIONS.map((name) => [
      name,
      realm.fn(name, (call) => {
        const expression = call.unknown('an expression', { module: 'sequelize', path: `${name}()` });
        const [first, ...rest] = call.args.map((arg) => sqlOf(arg) ?? (call.text(arg) === null ? 'NULL' : `'${call.text(arg)}'`));
        const plain = call.text(argument(call, 0));
        if (name === 'fn' && plain !== null) noteSql(expression, `${plain}(${rest.join(', ')})`);
        else if ((name === 'col' || name === 'literal') && plain !== null) noteSql(expression, plain);
        else if (name === 'cast') noteSql(expression, `CAST(${first} AS ${call.text(argument(call, 1)) ?? 'unknown'})`);
        return expression;
      }),
    ]),
  );

/** The module is the constructor, which is also its member of that name. */
const moduleType: HostType<null> = defineHostType<null>({
  name: 'SequelizeModule',
  inert: true,
  methods: {},
  call: open,
  missing: (call, key) =>
    key === 'Sequelize'
      ? call.receiver
      : /^(?:default|__esModule|then|prototype|name|length)$/.test(key)
        ? undefined
        : call.unknown(`${key} of sequelize`, { module: 'sequelize', path: key }),
});

const shared = (realm: Realm): Record<string, Value> => {
  const types = realm.record(dataTypes(realm));
  const Model = realm.fn(
    'Model',
    (call) => {
      const model = call.newTarget && modelOf(call, call.newTarget);
      if (model) takeColumns(call, model, argument(call, 0), NOTHING);
      return model ? newRecord(call, model, argument(call, 0)) : call.record({});
    },
    // Of a model of which nobody here says which connection it is of.
    { ...statics(realm), sequelize: connection(realm, null, true), prototype: realm.prototype(recordType) },
  );
  return {
    Model,
    DataTypes: types,
    DataType: types,
    Op: operators(realm),
    QueryTypes: queryTypes(realm),
    ...expressions(realm),
    and: realm.fn('and', (call) => call.record({ $and: call.list(call.args) })),
    or: realm.fn('or', (call) => call.record({ $or: call.list(call.args) })),
  };
};

const sequelize: ModuleModel = (realm) =>
  realm.host(moduleType, null, { ...dataTypes(realm), ...shared(realm), ...errorClasses(realm, ERRORS) });
const typescript: ModuleModel = (realm) =>
  openModule(realm, 'sequelize-typescript', { Sequelize: realm.host(moduleType, null), ...shared(realm), ...decorators(realm) });

/** `sequelize` and `sequelize-typescript`: what queries and records give, by the models of the program. */
export const sequelizeLibrary = defineLibrary({ modules: { sequelize, 'sequelize-typescript': typescript } });
