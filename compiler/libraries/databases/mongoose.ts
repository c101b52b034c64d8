import type { Shape, ShapeProperty } from '@tool/ir';
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
import { aggregation, collectionName, type Source } from './mongoose-aggregate.js';
import { comesIn, mayRefuse } from './mongoose-checks.js';
import { addPaths, KEEPS_DELETED, makeSchema, schemaType, schemaTypes, schemaTypeType } from './mongoose-schema.js';
import { page } from './mongoose-paginate.js';
import { loginStatic } from './mongoose-passport.js';
import { startSession } from './support/session.js';
import { pathIn } from './support/pipeline-expressions.js';
import { majorOf, promised } from '../support/fallback.js';
import { isSet, member, typed } from './support/table.js';

import {
  documentType,
  type Model,
  newDocument,
  plainly,
  newQuery,
  type Operation,
  answered,
  option,
  populated,
  populateGiven,
  propertiesOf,
  type Query,
  referencesOf,
  type Registry,
  schemaOf,
  takePaths,
} from './mongoose-document.js';

/** `'name -email'`, `{ name: 1 }`, `['name']`. */
function projection(call: Call, query: Query, value: Value | undefined): void {
  if (!value) return;
  const names =
    call.text(value)?.split(/\s+/) ??
    call.elements(value)?.map((element) => call.text(element) ?? '') ??
    // What is computed beside the document (`{ score: { $meta: 'textScore' } }`) chooses none of its members.
    (call.knownEntries?.(value) ?? []).flatMap(([name, on]) =>
      (call.knownEntries?.(on) ?? []).some(([operator]) => operator === '$meta' || operator === '$slice')
        ? []
        : [call.truthy(on) === false ? `-${name}` : name],
    );
  const included = names.filter((name) => name !== '' && !/^[-+]/.test(name));
  if (included.length > 0) query.projection = new Set([...(query.projection ?? []), ...included.map((name) => name.split('.')[0]!)]);
  query.asked = new Set([...query.asked, ...names.filter((name) => name.startsWith('+')).map((name) => name.slice(1)), ...included]);
  query.excluded = new Set([...query.excluded, ...names.filter((name) => name.startsWith('-')).map((name) => name.slice(1))]);
}

/** What the driver says of a write; until version 6 it said it as the server does. */
function outcome(call: Call, kind: 'write' | 'deletion'): Shape {
  const old = (majorOf(call, 'mongoose') ?? 6) < 6;
  const numbers = old
    ? ['n', ...(kind === 'write' ? ['nModified'] : []), 'ok', ...(kind === 'deletion' ? ['deletedCount'] : [])]
    : kind === 'deletion'
      ? ['deletedCount']
      : ['modifiedCount', 'upsertedCount', 'matchedCount'];
  const member = (name: string, shape: Shape): ShapeProperty => ({ name, shape, required: true });
  return {
    kind: 'object',
    properties: [
      ...(old ? [] : [member('acknowledged', { kind: 'boolean' })]),
      ...numbers.map((name) => member(name, { kind: 'number' })),
      ...(old || kind === 'deletion'
        ? []
        : [member('upsertedId', { kind: 'union', alternatives: [{ kind: 'string' }, { kind: 'null' }] })]),
    ],
  };
}

function resultOf(call: Call, query: Query): Value {
  switch (query.result) {
    case 'one': {
      if (query.ofNobody) return call.const(null);
      const document = newDocument(call, query.model, query);
      return query.certain ? document : (call.oneOf?.([document, call.const(null)], `the ${query.model.name} was found`) ?? document);
    }
    case 'many': {
      const document = newDocument(call, query.model, query);
      return call.uniformList?.(document, true) ?? document;
    }
    case 'count':
      return typed(call, { kind: 'number' }, 'a count');
    case 'write':
    case 'deletion':
      return typed(call, outcome(call, query.result), 'the result of a write');
    default:
      return call.unknown('the result of a query');
  }
}

/** A query is run by whoever waits for it. */
function asPromise(call: Call, name: 'then' | 'catch'): Value {
  const query = call.data(call.receiver, queryType);
  const promise = promised(call, query ? resultOf(call, query) : call.unknown('a query'));
  return call.invoke(call.get(promise, name), call.args, promise);
}

const chained: Transfer = (call) => call.receiver;
/** What a query comes to, which is run where it is made: whoever waits for it may call `exec` as well. */
function run(call: Call, value: Value): Value {
  const made = answered(call, value);
  call.set(
    made,
    'exec',
    call.fn('exec', () => made),
  );
  return made;
}
const counted: Transfer = (call) => run(call, typed(call, { kind: 'number' }, 'a count'));
const queryType: HostType<Query> = defineHostType<Query>({
  name: 'Query',
  inert: true,
  methods: {
    exec: (call) => {
      const query = call.data(call.receiver, queryType);
      const [callback] = call.args;
      const value = query ? resultOf(call, query) : call.unknown('a query');
      if (callback && call.isFunction(callback)) call.invoke(callback, [call.unknown('an error'), value]);
      return promised(call, value);
    },
    then: (call) => asPromise(call, 'then'),
    catch: (call) => asPromise(call, 'catch'),
    // Cursors give the documents one after the other.
    eachAsync: (call) => {
      const query = call.data(call.receiver, queryType);
      const found = query && resultOf(call, query);
      if (found && call.elements(found)) call.invoke(call.get(found, 'forEach'), call.args.slice(0, 1), found);
      return promised(call, call.const(undefined));
    },
    lean: (call) => {
      const query = call.data(call.receiver, queryType);
      if (query) query.lean = true;
      return call.receiver;
    },
    select: (call) => {
      const query = call.data(call.receiver, queryType);
      if (query) projection(call, query, call.args[0]);
      return call.receiver;
    },
    populate: (call) => {
      const query = call.data(call.receiver, queryType);
      if (query) populated(call, query, call.args[0], call.args[1]);
      return call.receiver;
    },
    countDocuments: counted,
    count: counted,
    distinct: (call) => run(call, distinctValues(call, call.data(call.receiver, queryType)?.model)),
    sort: chained,
    skip: chained,
    limit: chained,
    where: chained,
    equals: chained,
    in: chained,
    ne: chained,
    gt: chained,
    gte: chained,
    lt: chained,
    lte: chained,
    or: chained,
    and: chained,
    regex: chained,
    exists: chained,
    find: chained,
    session: chained,
    hint: chained,
    collation: chained,
    maxTimeMS: chained,
    read: chained,
    setOptions: chained,
    cursor: chained,
    clone: chained,
    ...Object.fromEntries(
      [
        'nin',
        'nor',
        'all',
        'size',
        'near',
        'within',
        'comment',
        'batchSize',
        'merge',
        'set',
        'projection',
        'allowDiskUse',
        'elemMatch',
        'slice',
      ].map((name) => [name, chained]),
    ),
    // Whoever waits for it has what was looked for, or an error: the one that is given, or made.
    orFail: (call) => {
      const query = call.data(call.receiver, queryType);
      if (query) query.certain = true;
      const [given] = call.args;
      const message = (): Value => typed(call, { kind: 'string' }, 'a message');
      const error = given && call.isFunction(given) ? call.invoke(given, []) : given;
      call.mayThrow?.(error && !call.isUndefined(error) ? error : errorValue(call, 'DocumentNotFoundError', message(), {}));
      return call.receiver;
    },
  },
  missing: (call, key) => {
    const model = key === 'model' && call.data(call.receiver, queryType)?.model;
    return model ? model.registry.get(model.name) : undefined;
  },
});

/** `name`: what hooks call it, where they run in front of it. */
interface Signature {
  readonly operation: Operation;
  readonly name?: string;
  readonly result: Query['result'];
  readonly certain?: boolean;
  readonly byId?: boolean;
  readonly writes?: number;
  readonly fields?: number;
}

/** `findOne({ token: '' })`, `findById(undefined)`. */
const asksByNothing = (call: Call, where: Value | undefined, byId: boolean): boolean =>
  where?.kind === 'object' &&
  (call.knownEntries?.(where) ?? []).some(([, value]) => value.kind === 'const' && (value.value === '' || (byId && value.value == null)));

const method =
  ({ operation, name, result, certain = false, byId = false, writes, fields }: Signature): Transfer =>
  (call) => {
    const model = call.data(call.receiver, modelType);
    if (!model) return call.unknown('a query');
    const [first] = call.args;
    const where = first && !call.isFunction(first) ? (byId ? call.record({ _id: first }) : first) : undefined;
    const values = writes === undefined ? undefined : call.args[writes];
    takePaths(call, model, values);
    if (byId && first) call.takenAs?.(first, { kind: 'string' });
    if (byId && comesIn(call, first))
      call.mayThrow?.(
        errorValue(call, 'CastError', typed(call, { kind: 'string' }, 'a message'), {
          kind: call.const('ObjectId'),
          path: call.const('_id'),
          value: first!,
        }),
      );
    if (where && !byId && where.kind === 'object') takePaths(call, model, where);
    const options = writes === undefined ? undefined : call.args[writes + 1];
    const asks = (flag: string): boolean => isSet(call, member(call, options, flag));
    if (asks('runValidators')) mayRefuse(call, schemaOf(call, model), values, 'changed');
    call.useData?.({ operation, entity: model.name, ...(where && { where }), ...(values && { values }), ...referencesOf(call, model) });
    // What is made where there is none is found then.
    const query = newQuery(
      model,
      result,
      certain || (asks('upsert') && (asks('new') || call.text(call.get(options!, 'returnDocument')) === 'after')),
    );
    const made = call.host(queryType, query);
    query.ofNobody = call.isOfNobody === true && asksByNothing(call, where, byId);
    if (name !== undefined) runHooks(call, model, name, made);
    if (fields !== undefined && call.args[fields] && !call.isFunction(call.args[fields])) projection(call, query, call.args[fields]);
    const callback = call.args.find((arg) => call.isFunction(arg));
    // That a database may fail says nothing of who is refused.
    if (callback) call.invoke(callback, [call.isOfNobody ? call.const(null) : call.unknown('an error'), resultOf(call, query)]);
    return made;
  };

const running = new WeakSet<Model>();
/** What the schema's own functions do to a query, those that ask the model again not once more. */
function runHooks(call: Call, model: Model, name: string, query: Value): void {
  const hooks = schemaOf(call, model)?.hooks.filter(({ of }) => of(name)) ?? [];
  if (hooks.length === 0 || running.has(model)) return;
  running.add(model);
  try {
    for (const { run } of hooks)
      call.catching?.(
        () => {
          call.invoke(run, [call.fn('next', () => undefined)], query);
        },
        () => undefined,
      );
  } finally {
    running.delete(model);
  }
}

/** What a document is made of. */
function keepGiven(call: Call, document: Value, values: Value | undefined): void {
  const data = call.data(document, documentType);
  const objects = call.global?.('Object');
  if (data && values && objects) call.invoke(call.get(objects, 'assign'), [data.given, values]);
}

const create = (call: Call, many = false): Value => {
  const model = call.data(call.receiver, modelType);
  if (!model) return call.unknown('a document');
  const [values] = call.args;
  const list = values ? call.elements(values) : null;
  for (const each of list ?? (values ? [values] : [])) takePaths(call, model, each, many && !list);
  for (const each of list ?? (values ? [values] : [])) mayRefuse(call, schemaOf(call, model), each, 'all');
  call.useData?.({ operation: 'create', entity: model.name, ...(values && { values }), ...referencesOf(call, model) });
  const document = newDocument(call, model, null);
  return answered(call, list || many ? (call.uniformList?.(document) ?? document) : document);
};

/** Documents as a pipeline gets them: nothing is left out, nothing is put in. */
const documentShape = (call: Call, model: Model): Shape => ({
  kind: 'object',
  properties: propertiesOf(call, model, null),
});
const collectionOf = (call: Call, model: Model): string => {
  const stated = option(call, model, 'collection');
  return (stated && call.text(stated)) ?? model.collection ?? collectionName(model.name);
};
const sourceOf = (call: Call, model: Model): Source => ({
  name: model.name,
  document: documentShape(call, model),
  collections: (name) => {
    const found = [...model.registry.values()]
      .map((each) => call.data(each, modelType))
      .find((each) => each !== null && collectionOf(call, each) === name);
    return found ? documentShape(call, found) : null;
  },
});
const aggregate: Transfer = (call) => {
  const model = call.data(call.receiver, modelType);
  if (!model) return call.unknown('an aggregation');
  call.useData?.({ operation: 'list', entity: model.name });
  return aggregation(call, sourceOf(call, model));
};
function distinctValues(call: Call, model: Model | null | undefined): Value {
  const shape =
    model && call.args[0] ? pathIn(documentShape(call, model), (call.text(call.args[0]) ?? '').split('.')) : { kind: 'any' as const };
  const value = typed(call, shape.kind === 'array' ? (shape.items ?? { kind: 'any' }) : shape, 'a value');
  return call.uniformList?.(value, true) ?? call.list([value]);
}
const distinct: Transfer = (call) => run(call, distinctValues(call, call.data(call.receiver, modelType)));
/** Methods of pagination plugins, which a schema has when one is plugged in. */
const paginate: Transfer = (call) => {
  const model = call.data(call.receiver, modelType);
  if (!model) return call.unknown('a page');
  const [where, options] = call.args;
  if (where) takePaths(call, model, where);
  call.useData?.({ operation: 'list', entity: model.name, ...(where?.kind === 'object' && { where }) });
  const query = newQuery(model, 'many');
  query.lean = options?.kind === 'object' && call.truthy(call.get(options, 'lean')) === true;
  const chosen = member(call, options, 'select') ?? member(call, options, 'projection');
  if (chosen) projection(call, query, chosen);
  for (const each of [member(call, options, 'populate')]) if (each) populated(call, query, each);
  return answered(call, page(call, resultOf(call, query), options, schemaOf(call, model)?.plugins.has('mongoose-paginate') ?? false));
};
const aggregatePaginate: Transfer = (call) => {
  const [given, options] = call.args;
  return given ? promised(call, page(call, call.awaited(given), options, false)) : call.unknown('a page');
};

/** What methods of mongoose-delete give is what these give. */
const OF_DELETED: readonly (readonly [RegExp, string])[] = [
  [/^find(?:With)?Deleted$/, 'find'],
  [/^findOne(?:With)?Deleted$/, 'findOne'],
  [/^count(?:Documents)?(?:With)?Deleted$/, 'countDocuments'],
  [/^(?:delete|deleteById|restore)$/, 'updateMany'],
];

const PLUGGED: Readonly<Record<string, { readonly by: RegExp; readonly run: Transfer }>> = {
  paginate: { by: /^mongoose-paginate/, run: paginate },
  aggregatePaginate: { by: /^mongoose-aggregate-paginate/, run: aggregatePaginate },
};

/** `Base.discriminator(name, schema)`: a model with the paths of both; what is found through the first may be one of the second. */
const discriminator: Transfer = (call) => {
  const base = call.data(call.receiver, modelType);
  const [nameValue, schema] = call.args;
  const name = nameValue && call.text(nameValue);
  const own = schema && call.data(schema, schemaType);
  const of = base && schemaOf(call, base);
  if (of) of.isOpen = true;
  if (!of || !own || !name) return call.unknown('a model', { module: 'mongoose', path: 'model()' });
  addPaths(call, schema, base.schema);
  for (const kind of ['methods', 'statics'])
    for (const [key, value] of call.knownEntries?.(call.get(base.schema, kind)) ?? [])
      if (call.isUndefined(call.get(call.get(schema, kind), key))) call.set(call.get(schema, kind), key, value);
  const made = call.host(modelType, { ...base, name, schema });
  base.registry.set(name, made);
  return made;
};

const staticOf = (call: Call, { schema }: Model, name: string): Value => call.get(call.get(schema, 'statics'), name);

/** `schema.statics.update = …` takes the place of what every model has. */
const unlessOwn = (methods: Readonly<Record<string, Transfer>>): Record<string, Transfer> =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]): [string, Transfer] => [
      name,
      (call, emit) => {
        const model = call.data(call.receiver, modelType);
        const own = model && staticOf(call, model, name);
        return own && call.isFunction(own) ? call.invoke(own, call.args, call.receiver) : method(call, emit);
      },
    ]),
  );

export const modelType: HostType<Model> = defineHostType<Model>({
  name: 'Model',
  inert: true,
  call: (call) => {
    const model = call.data(call.receiver, modelType);
    if (!model) return call.unknown('a document');
    takePaths(call, model, call.args[0]);
    const document = newDocument(call, model, null);
    keepGiven(call, document, call.args[0]);
    for (const [name, value] of (call.args[0]?.kind === 'object' ? call.knownEntries?.(call.args[0]) : null) ?? [])
      if (schemaOf(call, model)?.properties.has(name) && value.kind === 'const' && value.value !== undefined)
        call.set(document, name, value);
    return document;
  },
  methods: unlessOwn({
    find: method({ name: 'find', operation: 'list', result: 'many', fields: 1 }),
    findOne: method({ name: 'findOne', operation: 'read', result: 'one', fields: 1 }),
    findById: method({ name: 'findOne', operation: 'read', result: 'one', byId: true, fields: 1 }),
    where: method({ name: 'find', operation: 'list', result: 'many' }),
    findByIdAndUpdate: method({ name: 'findOneAndUpdate', operation: 'update', result: 'one', byId: true, writes: 1 }),
    findOneAndUpdate: method({ name: 'findOneAndUpdate', operation: 'update', result: 'one', writes: 1 }),
    findOneAndReplace: method({ name: 'findOneAndReplace', operation: 'update', result: 'one', writes: 1 }),
    findByIdAndDelete: method({ name: 'findOneAndDelete', operation: 'delete', result: 'one', byId: true }),
    findByIdAndRemove: method({ name: 'findOneAndRemove', operation: 'delete', result: 'one', byId: true }),
    findOneAndDelete: method({ name: 'findOneAndDelete', operation: 'delete', result: 'one' }),
    findOneAndRemove: method({ name: 'findOneAndRemove', operation: 'delete', result: 'one' }),
    updateOne: method({ operation: 'update', result: 'write', writes: 1 }),
    updateMany: method({ operation: 'update', result: 'write', writes: 1 }),
    replaceOne: method({ operation: 'update', result: 'write', writes: 1 }),
    update: method({ operation: 'update', result: 'write', writes: 1 }),
    deleteOne: method({ operation: 'delete', result: 'deletion' }),
    deleteMany: method({ operation: 'delete', result: 'deletion' }),
    remove: method({ operation: 'delete', result: 'deletion' }),
    countDocuments: method({ operation: 'list', result: 'count' }),
    estimatedDocumentCount: method({ operation: 'list', result: 'count' }),
    count: method({ operation: 'list', result: 'count' }),
    exists: method({ operation: 'read', result: 'unknown' }),
    distinct,
    aggregate,
    create: (call) => create(call),
    insertMany: (call) => create(call, true),
    bulkWrite: method({ operation: 'update', result: 'write' }),
    populate: populateGiven,
    discriminator,
  }),
  missing: (call, key) => {
    const model = call.data(call.receiver, modelType);
    if (!model || key === 'then') return undefined;
    if (key === 'schema') return model.schema;
    if (key === 'modelName') return call.const(model.name);
    if (key === 'collection') {
      const name = call.const(collectionOf(call, model));
      const collection = call.record({ name, collectionName: name, modelName: call.const(model.name) });
      call.markOpen?.(collection);
      return collection;
    }
    const own = staticOf(call, model, key);
    if (
      call.isUndefined(own) &&
      Object.hasOwn(PLUGGED, key) &&
      [...(schemaOf(call, model)?.plugins.keys() ?? [])].some((name) => PLUGGED[key]!.by.test(name))
    )
      return call.fn(key, PLUGGED[key]!.run);
    const ofDeleted =
      call.isUndefined(own) && schemaOf(call, model)?.plugins.has(KEEPS_DELETED) && OF_DELETED.find(([name]) => name.test(key));
    if (ofDeleted) return call.get(call.receiver, ofDeleted[1]);
    const login = call.isUndefined(own) ? loginStatic(call, model, key) : null;
    if (login) return call.fn(key, login);
    return call.isUndefined(own) ? call.unknown(`${key} of a model`, { module: 'mongoose', path: `model().${key}` }) : own;
  },
});

function missingSchema(call: Call, name: string): Value {
  const error = call.construct(call.global?.('Error') ?? call.unknown('Error'), [
    call.const(`Schema hasn't been registered for model "${name}".`),
  ]);
  call.set(error, 'name', call.const('MissingSchemaError'));
  return error;
}

/** `model(name, schema, collection)`: makes a model, or gives one that was made. */
const modelIn =
  (registry: Registry, models: Value | null = null): Transfer =>
  (call) => {
    const [nameValue, schema, collection] = call.args;
    const name = (nameValue && call.text(nameValue)) ?? '';
    if (!schema || call.isUndefined(schema)) {
      const known = registry.get(name);
      // A model that nobody has made yet may be one of a module that runs later here; who catches it knows that there may be none.
      if (!known && name !== '' && call.isTried?.()) call.throws?.(missingSchema(call, name));
      return known ?? call.unknown(`the model ${name}`, { module: 'mongoose', path: 'model()' });
    }
    if (!call.data(schema, schemaType)) return call.unknown(`the model ${name}`, { module: 'mongoose', path: 'model()' });
    const stored = collection && call.text(collection);
    const made = call.host(modelType, { name, schema, registry, ...(stored && { collection: stored }) });
    registry.set(name, made);
    if (models?.kind === 'object') call.set(models, name, made);
    return made;
  };

/** `connect().once('open', …)` gives the connection again. */
const listening =
  (name: string): Transfer =>
  (call) => {
    call.invoke(call.unknown(`${name} of a connection`, { module: 'mongoose', path: `connection.${name}` }), call.args);
    return call.receiver;
  };

/** A connection: one of its own has models of its own, and that of the module those of the module. */
const connectionType: HostType<Registry> = defineHostType<Registry>({
  name: 'Connection',
  inert: true,
  methods: {
    model: (call, emit) => modelIn(call.data(call.receiver, connectionType) ?? new Map())(call, emit),
    useDb: (call) => call.host(connectionType, new Map()),
    asPromise: (call) => promised(call, call.receiver),
    startSession,
    on: listening('on'),
    once: listening('once'),
  },
  missing: (call, key) =>
    key === 'then' ? undefined : call.unknown(`${key} of a connection`, { module: 'mongoose', path: `connection.${key}` }),
});

/** Models are those of the module, or of an object of the class `Mongoose`. */
function mongoose(realm: Realm, isModule = true): Value {
  const registry: Registry = new Map();
  const types = realm.record(schemaTypes(realm));
  const models = realm.record({});
  const Schema = makeSchema(realm, { Types: types, ObjectId: realm.host(schemaTypeType, { shape: { kind: 'string' } }) });
  const members = {
    Schema,
    model: realm.fn('model', modelIn(registry, models)),
    createConnection: realm.fn('createConnection', (call) => call.host(connectionType, new Map())),
    connection: realm.host(connectionType, registry),
    startSession: realm.fn('startSession', startSession),
    models,
    Types: types,
    SchemaTypes: types,
    ...(isModule && { Mongoose: realm.fn('Mongoose', () => mongoose(realm, false)) }),
    // Methods of schemas that stand in front of its own call those: `mongoose.Document.prototype.toJSON.apply(this)`.
    Document: openModule(realm, 'mongoose', {
      prototype: realm.record({ toJSON: plainly(realm, 'toJSON'), toObject: plainly(realm, 'toObject') }),
    }),
    isValidObjectId: realm.fn('isValidObjectId', (call) => typed(call, { kind: 'boolean' }, 'whether an id is one')),
  };
  // `const { default: mongoose, Schema } = require('mongoose')`
  return openModule(realm, 'mongoose', { ...members, default: openModule(realm, 'mongoose', members) });
}

/** `mongoose`: what queries and documents give, by the schemas of the program, its plugins and transforms. */
export const mongooseLibrary = defineLibrary({ modules: { mongoose: (realm) => mongoose(realm) } });
