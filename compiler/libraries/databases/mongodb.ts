import { ANY, type Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  openFunction,
  openModule,
  type Call,
  type HostType,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, majorOf, promised } from '../support/fallback.js';
import { aggregation } from './mongoose-aggregate.js';
import { expressionShape, pathIn } from './support/pipeline-expressions.js';
import { pipelineShape, unknownDocument } from './support/pipeline.js';
import { startSession } from './support/session.js';
import { member, takeLists, typed, foundRows as many } from './support/table.js';

interface Database {
  readonly collections: Map<string, Collection>;
  readonly known: Map<string, Shape>;
}
/** `statements`: types that the program states for the documents, asked for when a document is. */
interface Collection {
  readonly name: string;
  readonly statements: (() => Shape | undefined)[];
  readonly database: Database;
}
interface Cursor {
  readonly collection: Collection;
  document: Shape;
}
type Operation = 'create' | 'read' | 'list' | 'update' | 'delete';

const ID: Shape = { kind: 'string' };
const WHOLE: Shape = { kind: 'integer' };
const TRUTH: Shape = { kind: 'boolean' };
const record = (members: Readonly<Record<string, Shape>>): Shape => ({
  kind: 'object',
  properties: Object.entries(members).map(([name, shape]) => ({ name, shape, required: true })),
});

/** A type that the program states for the documents; the driver puts the key in. */
function documentOf(stated: Shape | undefined): Shape {
  if (stated?.kind !== 'object' || !stated.properties || stated.properties.length === 0) return unknownDocument();
  return stated.properties.some(({ name }) => name === '_id')
    ? {
        ...stated,
        properties: stated.properties.map((property) =>
          property.name === '_id' ? { ...property, shape: scalarId(property.shape) } : property,
        ),
      }
    : { ...stated, properties: [{ name: '_id', shape: ID, required: true }, ...stated.properties] };
}
/** What the first type says that says something. */
function documentsOf({ name, statements, database }: Collection): Shape {
  let known = name === '' ? undefined : database.known.get(name);
  if (!known)
    database.known.set(name, (known = statements.map((stated) => documentOf(stated())).find((shape) => !shape.open) ?? unknownDocument()));
  return known;
}
/** An `ObjectId` is written as a text. */
const scalarId = (shape: Shape): Shape => (shape.kind === 'object' || shape.kind === 'any' ? ID : shape);

/** `find(filter, { projection })`, and in version 3 `find(filter, projection)` on cursors: `.project({…})`. */
const projectedBy = (call: Call, document: Shape, projection: Value | null): Shape =>
  projection ? pipelineShape(call, [call.record({ $project: projection })], document, () => null) : document;

function tell(call: Call, { name }: Collection, operation: Operation, where?: Value, values?: Value): void {
  // Two collections of which nobody knows the names are not the same.
  if (name === '') return;
  call.useData?.({
    operation,
    entity: name,
    ...(where?.kind === 'object' && !call.elements(where) && { where }),
    ...(values && { values }),
  });
}

/** Says of the values of a request which members of documents they are compared with or written to. */
function takeMembers(call: Call, document: Shape, given: Value | undefined): void {
  for (const alternative of given ? call.alternatives(given) : []) {
    if (alternative.kind === 'unknown' && document.properties && !document.open) call.takenAs?.(alternative, document);
    if (alternative.kind !== 'object') continue;
    for (const [name, value] of call.knownEntries?.(alternative) ?? []) {
      if (name === '$set' || name === '$setOnInsert' || name === '$push' || name === '$addToSet') {
        if (name.startsWith('$set')) takeMembers(call, document, value);
        continue;
      }
      const shape = pathIn(document, name.split('.'));
      if (shape.kind === 'any') continue;
      call.takenAs?.(value, shape);
      takeLists(call, value, shape);
    }
  }
}

/** What is stored has a key, also where the type says that the program need not give one. */
const stored = ({ properties, ...shape }: Shape): Shape => ({
  ...shape,
  ...(properties && { properties: properties.map((property) => (property.name === '_id' ? { ...property, required: true } : property)) }),
});
const document = (call: Call, shape: Shape, name: string): Value => typed(call, stored(shape), `a document of ${name}`);
const maybe = (call: Call, value: Value, name: string): Value =>
  call.oneOf?.([value, call.const(null)], `a document of ${name} was found`) ?? value;
type Method = (call: Call, collection: Collection) => Value;
const read: Method = (call, collection) => {
  const [where, options] = call.args;
  tell(call, collection, 'read', where);
  takeMembers(call, documentsOf(collection), where);
  return promised(
    call,
    maybe(
      call,
      document(call, projectedBy(call, documentsOf(collection), member(call, options, 'projection')), collection.name),
      collection.name,
    ),
  );
};
const find: Method = (call, collection) => {
  const [where, options] = call.args;
  tell(call, collection, 'list', where);
  takeMembers(call, documentsOf(collection), where);
  return call.host(cursorType, { collection, document: projectedBy(call, documentsOf(collection), member(call, options, 'projection')) });
};
/** The driver puts `_id` into what it is given. */
const insert: Method = (call, collection) => {
  const values = argument(call, 0);
  tell(call, collection, 'create', undefined, values);
  takeMembers(call, documentsOf(collection), values);
  if (values.kind === 'object' && !call.elements(values) && call.isUndefined(call.get(values, '_id')))
    call.set(values, '_id', typed(call, ID, '_id'));
  return promised(call, typed(call, record({ acknowledged: TRUTH, insertedId: ID }), 'the result of a write'));
};
const insertMany: Method = (call, collection) => {
  const document = documentsOf(collection);
  const values = argument(call, 0);
  if (values.kind === 'unknown') call.takenAs?.(values, { kind: 'array', items: document });
  for (const each of call.elements(values) ?? []) takeMembers(call, document, each);
  tell(call, collection, 'create', undefined, values);
  return promised(
    call,
    typed(call, record({ acknowledged: TRUTH, insertedCount: WHOLE, insertedIds: { kind: 'object' } }), 'the result of a write'),
  );
};
const WRITTEN = record({
  acknowledged: TRUTH,
  matchedCount: WHOLE,
  modifiedCount: WHOLE,
  upsertedCount: WHOLE,
  upsertedId: { kind: 'union', alternatives: [ID, { kind: 'null' }] },
});
const update: Method = (call, collection) => {
  const [where, values] = call.args;
  tell(call, collection, 'update', where, values);
  takeMembers(call, documentsOf(collection), where);
  takeMembers(call, documentsOf(collection), values);
  return promised(call, typed(call, WRITTEN, 'the result of a write'));
};
const remove: Method = (call, collection) => {
  const [where] = call.args;
  tell(call, collection, 'delete', where);
  takeMembers(call, documentsOf(collection), where);
  return promised(call, typed(call, record({ acknowledged: TRUTH, deletedCount: WHOLE }), 'the result of a deletion'));
};
/** Since version 6 the document itself; before, and when asked, the document beside what was done. */
const findAnd =
  (operation: 'update' | 'delete'): Method =>
  (call, collection) => {
    const [where, second, third] = call.args;
    const [values, options] = operation === 'update' ? [second, third] : [undefined, second];
    tell(call, collection, operation, where, values);
    takeMembers(call, documentsOf(collection), where);
    takeMembers(call, documentsOf(collection), values);
    const found = maybe(
      call,
      document(call, projectedBy(call, documentsOf(collection), member(call, options, 'projection')), collection.name),
      collection.name,
    );
    const asked = member(call, options, 'includeResultMetadata');
    const beside = asked ? call.truthy(asked) === true : (majorOf(call, 'mongodb') ?? 6) < 6;
    return promised(
      call,
      beside
        ? call.record({
            value: found,
            ok: typed(call, { kind: 'number' }, 'ok'),
            lastErrorObject: typed(call, { kind: 'object' }, 'what was done'),
          })
        : found,
    );
  };
const count: Method = (call, collection) => {
  takeMembers(call, documentsOf(collection), call.args[0]);
  return promised(call, typed(call, WHOLE, 'a count'));
};
const aggregate: Method = (call, collection) => {
  tell(call, collection, 'list');
  const [stated] = call.typeArguments?.() ?? [];
  const given = stated?.();
  if (given?.kind === 'object' && given.properties)
    return aggregation(call, { name: collection.name, document: given, collections: () => null }, []);
  return aggregation(call, {
    name: collection.name,
    document: documentsOf(collection),
    collections: (name) => {
      const other = collection.database.collections.get(name);
      return other ? documentsOf(other) : null;
    },
  });
};
const distinct: Method = (call, collection) => {
  const shape = expressionShape(call, call.const(`$${call.text(argument(call, 0)) ?? ''}`), {
    document: documentsOf(collection),
    variables: new Map(),
  });
  return promised(call, many(call, typed(call, shape.kind === 'array' ? (shape.items ?? ANY) : shape, 'a value')));
};
const nothing: Method = (call) => promised(call, call.unknown('the result of a command', { module: 'mongodb', path: 'collection()' }));

const METHODS: Readonly<Record<string, Method>> = {
  findOne: read,
  find,
  insertOne: insert,
  insert,
  insertMany,
  updateOne: update,
  updateMany: update,
  update,
  replaceOne: update,
  deleteOne: remove,
  deleteMany: remove,
  remove,
  findOneAndUpdate: findAnd('update'),
  findOneAndReplace: findAnd('update'),
  findOneAndDelete: findAnd('delete'),
  countDocuments: count,
  estimatedDocumentCount: count,
  count,
  aggregate,
  distinct,
  createIndex: nothing,
  createIndexes: nothing,
  drop: nothing,
  bulkWrite: nothing,
};
const collectionType: HostType<Collection> = defineHostType<Collection>({
  name: 'mongodb.Collection',
  module: 'mongodb',
  inert: true,
  methods: Object.fromEntries(
    Object.entries(METHODS).map(([name, method]): [string, Transfer] => [
      name,
      (call) => {
        const collection = call.data(call.receiver, collectionType);
        return collection ? settled(call, method(call, collection)) : call.unknown('a document');
      },
    ]),
  ),
  // `db.collection('articles') as Collection<Article>`.
  stated: (call, types) => {
    const collection = call.data(call.receiver, collectionType);
    const given = types.find(({ name }) => name === 'Collection')?.arguments[0];
    if (collection && given) collection.statements.push(given);
  },
  missing: (call, key) =>
    ['then', 'constructor', 'toJSON'].includes(key)
      ? undefined
      : key === 'collectionName'
        ? call.const(call.data(call.receiver, collectionType)?.name ?? '')
        : call.unknown(`${key} of a collection`, { module: 'mongodb', path: `collection().${key}` }),
});

/** Old versions take a callback. */
function settled(call: Call, result: Value): Value {
  const callback = call.args.find((arg) => call.isFunction(arg));
  if (callback) call.invoke(callback, [call.unknown('an error'), call.awaited(result)]);
  return result;
}

const same: Transfer = (call) => call.receiver;
const rows =
  (run: (call: Call, one: Value, cursor: Cursor) => Value): Transfer =>
  (call) => {
    const cursor = call.data(call.receiver, cursorType);
    return cursor
      ? settled(call, promised(call, run(call, document(call, cursor.document, cursor.collection.name), cursor)))
      : call.unknown('documents');
  };
const cursorType: HostType<Cursor> = defineHostType<Cursor>({
  name: 'mongodb.Cursor',
  module: 'mongodb',
  inert: true,
  methods: {
    ...Object.fromEntries(
      [
        'sort',
        'limit',
        'skip',
        'batchSize',
        'collation',
        'hint',
        'maxTimeMS',
        'addCursorFlag',
        'allowDiskUse',
        'min',
        'max',
        'comment',
        'clone',
      ].map((name) => [name, same]),
    ),
    project: (call) => {
      const cursor = call.data(call.receiver, cursorType);
      if (cursor) cursor.document = projectedBy(call, cursor.document, argument(call, 0));
      return call.receiver;
    },
    toArray: rows((call, one) => many(call, one)),
    next: rows((call, one, { collection }) => maybe(call, one, collection.name)),
    hasNext: (call) => promised(call, typed(call, TRUTH, 'whether there is one more')),
    count: (call) => promised(call, typed(call, WHOLE, 'a count')),
    forEach: (call) => {
      const [each] = call.args;
      const cursor = call.data(call.receiver, cursorType);
      if (each && cursor && call.isFunction(each)) call.invoke(each, [document(call, cursor.document, cursor.collection.name)]);
      return promised(call, call.const(undefined));
    },
    map: (call) => {
      const [each] = call.args;
      const cursor = call.data(call.receiver, cursorType);
      return each && cursor
        ? call.record({
            toArray: call.fn('toArray', (inner) =>
              promised(inner, many(inner, inner.invoke(each, [document(inner, cursor.document, cursor.collection.name)]))),
            ),
          })
        : call.receiver;
    },
    close: (call) => promised(call, call.const(undefined)),
  },
  missing: (call, key) =>
    ['then', 'constructor', 'toJSON'].includes(key)
      ? undefined
      : call.unknown(`${key} of a cursor`, { module: 'mongodb', path: `find().${key}` }),
});

/** `db.collection<Article>('articles')`: the type of the documents, where one is stated at some place. */
const collection: Transfer = (call) => {
  const database = call.data(call.receiver, databaseType);
  const name = call.text(argument(call, 0));
  if (!database) return call.unknown('a collection', { module: 'mongodb', path: 'collection()' });
  // Where only the environment knows the name (`db.collection(process.env.USERS)`), the program may still state what is in it.
  const known = (name && database.collections.get(name)) || { name: name ?? '', statements: [], database };
  if (name) database.collections.set(name, known);
  const [stated] = call.typeArguments?.() ?? [];
  if (stated) known.statements.push(stated);
  return call.host(collectionType, known);
};
const databaseType: HostType<Database> = defineHostType<Database>({
  name: 'mongodb.Db',
  module: 'mongodb',
  inert: true,
  methods: {
    collection,
    command: (call) => promised(call, call.unknown('the result of a command', { module: 'mongodb', path: 'command()' })),
    createCollection: (call) => promised(call, collection(call, undefined as never) as Value),
    dropDatabase: (call) => promised(call, call.const(true)),
  },
  missing: (call, key) =>
    ['then', 'constructor', 'toJSON', 'default', '__esModule'].includes(key)
      ? undefined
      : call.unknown(`${key} of a database`, { module: 'mongodb', path: `db().${key}` }),
});
const database = (): Database => ({ collections: new Map(), known: new Map() });
const clientType: HostType<Database> = defineHostType<Database>({
  name: 'mongodb.MongoClient',
  module: 'mongodb',
  inert: true,
  methods: {
    db: (call) => call.host(databaseType, call.data(call.receiver, clientType) ?? database()),
    startSession: (call) => {
      const started = startSession(call, undefined as never);
      return started ? call.awaited(started) : undefined;
    },
    connect: (call) => {
      const callback = call.args.find((arg) => call.isFunction(arg));
      if (callback) call.later(callback, [call.const(null), call.receiver]);
      return promised(call, call.receiver);
    },
    close: (call) => promised(call, call.const(undefined)),
    on: same,
    once: same,
  },
  missing: (call, key) =>
    ['then', 'constructor', 'toJSON', 'default', '__esModule'].includes(key)
      ? undefined
      : call.unknown(`${key} of a client`, { module: 'mongodb', path: `MongoClient.${key}` }),
});

const mongodb = (realm: Realm): Value => {
  const made: Transfer = (call) => call.host(clientType, database());
  const connect: Transfer = (call) => {
    const client = call.host(clientType, database());
    const callback = call.args.find((arg) => call.isFunction(arg));
    if (callback) call.later(callback, [call.const(null), client]);
    return promised(call, client);
  };
  const id = openFunction(realm, 'mongodb', (call) => typed(call, ID, 'an id'), {
    name: realm.const('ObjectId'),
    isValid: realm.fn('isValid', (call) => typed(call, TRUTH, 'whether an id is one')),
    createFromHexString: realm.fn('createFromHexString', (call) => typed(call, ID, 'an id')),
  });
  const own = {
    MongoClient: realm.fn('MongoClient', made, { connect: realm.fn('connect', connect), prototype: realm.prototype(clientType) }),
    ObjectId: id,
    ObjectID: id,
  };
  return openModule(realm, 'mongodb', { ...own, default: openModule(realm, 'mongodb', own) });
};

/** The driver of MongoDB: documents by the types that the program states for its collections, else their key alone. */
export const mongodbLibrary = defineLibrary({ modules: { mongodb } });
