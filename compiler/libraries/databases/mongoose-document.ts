import { ANY, nullable, type Shape, type ShapeProperty } from '@tool/ir';
import { defineHostType, type Call, type HostType, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { mayRefuse } from './mongoose-checks.js';
import { brought, documentProperties, schemaType, type SchemaData } from './mongoose-schema.js';
import { modelType } from './mongoose.js';
import { majorOf, promised } from '../support/fallback.js';
import { member, perhaps, takeLists, typed } from './support/table.js';

export interface Model {
  readonly name: string;
  readonly schema: Value;
  readonly registry: Registry;
  readonly collection?: string;
}
export type Registry = Map<string, Value>;

export type Operation = 'create' | 'read' | 'list' | 'update' | 'delete';

/** What a query gives when it is awaited; changed by `select`, `populate` and `lean`. */
export interface Query {
  readonly model: Model;
  readonly result: 'one' | 'many' | 'count' | 'write' | 'deletion' | 'unknown';
  certain: boolean;
  /** It asks for a record by an empty text or by no id, as a request does that says nothing of who sends it: nobody has that. */
  ofNobody?: boolean;
  lean: boolean;
  projection: ReadonlySet<string> | null;
  excluded: ReadonlySet<string>;
  asked: ReadonlySet<string>;
  populated: readonly Populated[];
}
/** `inside`: what is put into the documents that are put there. */
interface Populated {
  readonly path: string;
  readonly fields: readonly string[];
  readonly inside: readonly Populated[];
}
/** `given`: what the program has set since the document was made or found. */
interface Document {
  readonly model: Model;
  readonly query: Query | null;
  readonly given: Value;
  isSaved?: boolean;
}

export const schemaOf = (call: Call, model: Model): SchemaData | null => call.data(model.schema, schemaType);
export const option = (call: Call, model: Model, key: string): Value | null => {
  const options = call.get(model.schema, 'options');
  const found = options.kind === 'object' ? call.get(options, key) : null;
  return found && !call.isUndefined(found) ? found : null;
};

/** Paths that hold ids of other models' documents. */
export const referencesOf = (call: Call, model: Model): { readonly references?: ReadonlyMap<string, string> } => {
  const references = schemaOf(call, model)?.references;
  return references && references.size > 0 ? { references } : {};
};

/** Fields of a document after projection and population. */
export function propertiesOf(call: Call, model: Model, query: Query | null): readonly ShapeProperty[] {
  const data = schemaOf(call, model);
  if (!data) return [];
  const versionKey = option(call, model, 'versionKey');
  const all = documentProperties(data, !(versionKey && call.truthy(versionKey) === false));
  const own = all
    .filter((property) => !query || !data.hidden.has(property.name) || query.asked.has(property.name))
    .filter((property) =>
      query?.projection
        ? property.name === '_id'
          ? !query.excluded.has('_id')
          : // What is put into the place of an id is selected, too.
            query.projection.has(property.name) || query.populated.some(({ path }) => path === property.name)
        : !query?.excluded.has(property.name),
    )
    .map((property) => (query ? withPopulated(call, model, query, data, property, property.name) : property));
  return [
    ...own,
    ...(query?.populated ?? []).flatMap((population): ShapeProperty[] => {
      const linked = data.linked.get(population.path);
      const shape = linked && populatedShape(call, model, query!, population, linked.model);
      return shape ? [{ name: population.path, shape: linked.list ? { kind: 'array', items: shape } : nullable(shape) }] : [];
    }),
  ];
}

/** A path in which documents of other models were put into the place of their ids, or in a path below it: `items.product`. */
function withPopulated(call: Call, model: Model, query: Query, data: SchemaData, property: ShapeProperty, path: string): ShapeProperty {
  const { shape } = property;
  const population = query.populated.find((each) => each.path === path);
  const put = population && populatedShape(call, model, query, population, data.references.get(path));
  const inList = (items: Shape): Shape => (shape.kind === 'array' ? { ...shape, items } : items);
  if (put) return { ...property, shape: inList(put) };
  const record = shape.kind === 'array' ? shape.items : shape;
  if (!record?.properties || !query.populated.some((each) => each.path.startsWith(`${path}.`))) return property;
  const properties = record.properties.map((each) => withPopulated(call, model, query, data, each, `${path}.${each.name}`));
  return { ...property, shape: inList({ ...record, properties }) };
}

/** A document of another model as it stands in one that it was put into. */
function populatedShape(call: Call, model: Model, query: Query, { fields, inside }: Populated, other: string | undefined): Shape | null {
  const found = other === undefined ? undefined : model.registry.get(other);
  const target = found && call.data(found, modelType);
  if (!target) return null;
  const marked = (mark: string): string[] => fields.filter((name) => name.startsWith(mark)).map((name) => name.slice(1));
  const wanted = fields.filter((name) => !/^[-+]/.test(name)),
    unwanted = marked('-');
  const within: Query = { ...newQuery(target, 'one'), asked: new Set([...marked('+'), ...wanted]), populated: inside };
  const properties = query.lean ? propertiesOf(call, target, within) : plainProperties(call, target, within);
  return {
    kind: 'object',
    properties: properties.filter(({ name }) =>
      wanted.length > 0
        ? wanted.includes(name) || ((name === '_id' || name === 'id') && !unwanted.includes('_id'))
        : !unwanted.includes(name),
    ),
  };
}

const plainProperties = (call: Call, model: Model, query: Query | null): readonly ShapeProperty[] =>
  call.shapeOf?.(toJson(call, newDocument(call, model, query)))?.properties ?? propertiesOf(call, model, query);

/** A document: its fields, and the methods of its schema. */
export function newDocument(call: Call, model: Model, query: Query | null): Value {
  const properties = propertiesOf(call, model, query);
  const found = typed(call, { kind: 'object', properties }, model.name);
  const fields = Object.fromEntries(properties.map(({ name }) => [name, call.get(found, name)]));
  if (query?.lean) return asOpen(call, model, call.record(fields));
  const given = call.record({});
  for (const [path, value] of Object.entries(fields)) {
    if (call.elements(value)) growing(call, model, path, value, given);
    withRecord(call, value, properties.find(({ name }) => name === path)!.shape);
  }
  return call.host(documentType, { model, query, given }, fields);
}

/** The record of a document, in which there may be more than the schema says. */
function asOpen(call: Call, model: Model, record: Value): Value {
  if (schemaOf(call, model)?.isOpen) call.markOpen?.(record);
  return record;
}

/** Documents in a document have what those have: `post.comments.map((comment) => comment.toObject())`, `post.comments.id(id)`, `comment.id`. */
function withRecord(call: Call, inner: Value, given: Shape | undefined): void {
  const objects = call.global?.('Object');
  const shape = given && brought(given);
  for (const each of call.elements(inner) ?? []) withRecord(call, each, shape?.items);
  if (inner.kind !== 'object' || !objects) return;
  // Nobody who goes through its members meets it.
  const hidden = (name: string, value: Value): void => {
    call.invoke(call.get(objects, 'defineProperty'), [inner, call.const(name), call.record({ value })], objects);
  };
  const [first] = call.elements(inner) ?? [];
  const own = call.knownEntries?.(first ?? inner) ?? [];
  const hasId = own.some(([name]) => name === '_id');
  if (call.elements(inner)) {
    if (first && hasId)
      hidden(
        'id',
        call.fn('id', (asked) => perhaps(asked, first, 'a document of a list')),
      );
    return;
  }
  for (const [name, value] of own) withRecord(call, value, shape && shapeAt(shape, name));
  if (hasId && own.every(([name]) => name !== 'id')) hidden('id', typed(call, { kind: 'string' }, 'id'));
  if (shape) shapes.set(inner, shape);
  call.invoke(call.get(objects, 'setPrototypeOf'), [inner, call.prototype(innerType)], objects);
}

const shapes = new WeakMap<Value, Shape>();
/** A record inside of a document, which casts what is set as the document does. */
const innerType: HostType<null> = defineHostType<null>({
  name: 'Subdocument',
  inert: true,
  assign: (call, key, value) => {
    const shape = shapeAt(shapes.get(call.receiver) ?? ANY, key);
    if (!shape) return value;
    call.takenAs?.(value, shape);
    return value.kind === 'const' || value.kind === 'object' ? value : typed(call, shape, key);
  },
  takes: (call, value) => call.takenAs?.(value, shapes.get(call.receiver) ?? ANY),
  methods: {
    toObject: (call) =>
      call.record(Object.fromEntries((call.knownEntries?.(call.receiver) ?? []).filter(([, value]) => !call.isFunction(value)))),
  },
});

/** What is added to a list of a document becomes an element as its schema has them. */
function growing(call: Call, model: Model, path: string, list: Value, given: Value): void {
  const plain = call.get(list, 'push');
  const add: Transfer = (inner) => {
    const items = schemaOf(inner, model)?.properties.get(path)?.shape.items;
    for (const value of inner.args) {
      if (!items) continue;
      inner.takenAs?.(value, brought(withoutId(items)));
    }
    inner.set(given, path, inner.list(inner.args));
    const [element] = inner.elements(list) ?? [];
    if (element) inner.invoke(plain, [element], list);
    return typed(inner, { kind: 'integer' }, 'a length');
  };
  for (const name of ['push', 'unshift', 'addToSet']) call.set(list, name, call.fn(name, add));
}

const withoutId = (shape: Shape): Shape =>
  shape.properties ? { ...shape, properties: shape.properties.filter(({ name }) => name !== '_id') } : shape;

/** `address.city`, `items.$.quantity`. */
const shapeAt = (shape: Shape, path: string): Shape | undefined =>
  path
    .split('.')
    .filter((key) => !/^(?:\$.*|\d+)$/.test(key))
    .reduce<Shape | undefined>(
      (of, key) => (of?.kind === 'array' ? of.items : of)?.properties?.find(({ name }) => name === key)?.shape,
      shape,
    );

/** Says of the values of a request which paths they are compared with or written to. */
/** @param many it is a list of records, where that is not known */
export function takePaths(call: Call, model: Model, record: Value | undefined, many = false): void {
  const data = schemaOf(call, model);
  if (!data || !record) return;
  const properties = [...data.properties.values()].map(({ name, shape }) => ({ name, shape: brought(shape) }));
  for (const alternative of call.alternatives(record)) {
    const shape: Shape = { kind: 'object', properties };
    call.takenAs?.(alternative, many && alternative.kind === 'unknown' ? { kind: 'array', items: shape } : shape);
    if (alternative.kind === 'unknown') continue;
    for (const [name, value] of call.knownEntries?.(alternative) ?? []) {
      if (/^\$(?:set|setOnInsert|inc|mul|min|max|or|and|nor)$/.test(name))
        for (const each of call.elements(value) ?? [value]) takePaths(call, model, each);
      for (const [path, each] of /^\$(?:push|addToSet|pull)$/.test(name) ? (call.knownEntries?.(value) ?? []) : []) {
        const list = shapeAt(shape, path);
        const added = member(call, each, '$each') ?? call.list([each]);
        if (list?.kind === 'array') call.takenAs?.(added, { ...list, items: withoutId(list.items ?? ANY) });
      }
      const own = shapeAt(shape, name);
      if (own && name.includes('.')) call.takenAs?.(value, own);
      if (own) takeLists(call, value, own);
    }
  }
}

/** The document as a plain record, as `toObject` gives it. */
function plain(call: Call, document: Value, kind: 'toJSON' | 'toObject'): Value {
  const data = call.data(document, documentType);
  if (!data) return document;
  const own = (call.knownEntries?.(document) ?? []).filter(([, value]) => !call.isFunction(value));
  const ret = asOpen(call, data.model, call.record(Object.fromEntries(own)));
  const options = option(call, data.model, kind);
  // What another model's documents are put under is a virtual.
  if (options?.kind !== 'object' || call.truthy(call.get(options, 'virtuals')) !== true)
    for (const name of schemaOf(call, data.model)?.linked.keys() ?? []) drop(call, ret, name);
  if (options?.kind !== 'object') return ret;
  const set = (name: string): boolean => call.truthy(call.get(options, name)) === true;
  if (set('virtuals') || set('getters')) {
    const id = option(call, data.model, 'id');
    if (!id || call.truthy(id) !== false) call.set(ret, 'id', typed(call, { kind: 'string' }, 'id'));
    for (const [name, getter] of schemaOf(call, data.model)?.virtuals ?? []) call.set(ret, name, call.invoke(getter, [], document));
  }
  if (call.truthy(call.get(options, 'versionKey')) === false && !call.isUndefined(call.get(options, 'versionKey'))) drop(call, ret, '__v');
  const transform = call.get(options, 'transform');
  if (!call.isFunction(transform)) return ret;
  const made = call.invoke(transform, [document, ret, options]);
  return call.isUndefined(made) ? ret : made;
}

export const plainly = (realm: Realm, kind: 'toJSON' | 'toObject'): Value => realm.fn(kind, (call) => plain(call, call.receiver, kind));

/** JSON leaves out what is undefined. */
const drop = (call: Call, record: Value, key: string): void => call.set(record, key, call.const(undefined));

/** The document as a record: by the method that the schema has in place of Mongoose's own, which stands in front of it and mostly calls the other one. */
function written(call: Call, document: Value, kind: 'toJSON' | 'toObject', given: readonly Value[] = []): Value {
  const model = call.data(document, documentType)?.model;
  const own = model && call.get(call.get(model.schema, 'methods'), kind);
  return own && call.isFunction(own) ? call.invoke(own, [...given], document) : plain(call, document, kind);
}
const toJson = (call: Call, document: Value): Value => written(call, document, 'toJSON');

export const documentType: HostType<Document> = defineHostType<Document>({
  name: 'Document',
  inert: true,
  // A document casts what is set to the type of its path.
  assign: (call, key, value) => {
    const data = call.data(call.receiver, documentType);
    const model = data?.model;
    const property = model && schemaOf(call, model)?.properties.get(key);
    if (!property) return value;
    // Constants, records of a database and what else says of a request are not made of what the body has there.
    const set = call.alternatives(value).filter((each) => !(each.kind === 'const' && each.value == null));
    const isOther = set.every((each) =>
      each.kind === 'unknown' ? each.trace && each.trace.part !== 'body' : each.kind === 'const' || (each.kind === 'object' && each.host),
    );
    if (set.length > 0 && isOther && !data.isSaved) call.takesBack?.(data.given, key);
    call.set(data.given, key, value);
    const shape = brought(property.shape);
    call.takenAs?.(value, shape);
    return value.kind === 'const' || value.kind === 'object' ? value : typed(call, shape, `${model.name}.${key}`);
  },
  takes: (call, value) => {
    const data = call.data(call.receiver, documentType);
    if (data) takePaths(call, data.model, value);
  },
  methods: {
    toJSON: (call) => written(call, call.receiver, 'toJSON', call.args),
    toObject: (call) => written(call, call.receiver, 'toObject', call.args),
    save,
    remove: (call) => removed(call),
    deleteOne: (call) => removed(call),
    updateOne: (call) => {
      const data = call.data(call.receiver, documentType);
      if (data) takePaths(call, data.model, call.args[0]);
      return promised(call, call.receiver);
    },
    populate: populateFound,
    execPopulate: (call) => promised(call, call.receiver),
    set: (call) => {
      const [key, value] = call.args;
      const name = key && call.text(key);
      const objects = call.global?.('Object');
      if (name && value) {
        const keys = name.split('.');
        const last = keys.pop()!;
        const inner = keys.reduce((of, part) => call.get(of, part), call.receiver);
        if (inner.kind === 'object') call.set(inner, last, value);
      } else if (key && objects) call.invoke(call.get(objects, 'assign'), [call.receiver, key], objects);
      return call.receiver;
    },
    get: (call) => {
      const name = call.args[0] && call.text(call.args[0]);
      if (!name) return call.unknown('a field');
      return name.split('.').reduce((of, key) => call.get(of, key), call.receiver);
    },
    isModified: (call) => typed(call, { kind: 'boolean' }, 'whether a field was changed'),
    markModified: () => undefined,
    validate: (call) => answered(call, call.const(undefined)),
    equals: (call) => typed(call, { kind: 'boolean' }, 'whether two documents are one'),
  },
  missing: (call, key) => {
    const data = call.data(call.receiver, documentType);
    if (!data || key === 'then') return undefined;
    if (key === 'id') return typed(call, { kind: 'string' }, 'id');
    if (key === '_doc') return call.record(Object.fromEntries(call.knownEntries?.(call.receiver) ?? []));
    const method = call.get(call.get(data.model.schema, 'methods'), key);
    if (call.isFunction(method)) return method;
    const schema = schemaOf(call, data.model);
    const virtual = schema?.virtuals.get(key);
    if (virtual) return call.invoke(virtual, [], call.receiver);
    return schema?.isOpen ? call.unknown(`${key} of a ${data.model.name}`) : undefined;
  },
});

export const newQuery = (model: Model, result: Query['result'], certain = false): Query => ({
  model,
  result,
  certain,
  lean: false,
  projection: null,
  excluded: new Set(),
  asked: new Set(),
  populated: [],
});

/** Puts documents of other models into a document in the place of their ids. */
function put(call: Call, document: Value, path: Value | undefined, select?: Value): void {
  const data = call.data(document, documentType);
  if (!data) return;
  const query = newQuery(data.model, 'one', true);
  populated(call, query, path, select);
  const properties = propertiesOf(call, data.model, query);
  for (const { path } of query.populated) {
    const name = path.split('.')[0]!;
    const property =
      path === name || schemaOf(call, data.model)?.references.has(path) ? properties.find((each) => each.name === name) : undefined;
    if (property?.shape.kind === 'object' || property?.shape.items?.kind === 'object')
      call.set(document, name, typed(call, property.shape, `${data.model.name}.${name}`));
  }
}

/** `document.populate(path, select)`: up to version 5 it gives the document, to be chained. */
function populateFound(call: Call): Value {
  put(call, call.receiver, call.args[0], call.args[1]);
  return (majorOf(call, 'mongoose') ?? 6) < 6 ? call.receiver : promised(call, call.receiver);
}

/** `Model.populate(documents, { path, select })`. Members of what was put in before keep their ids. */
export const populateGiven: Transfer = (call) => {
  const [given, options] = call.args;
  if (!given) return call.unknown('documents');
  const each = call.awaited(given);
  for (const one of call.alternatives(each))
    for (const document of (one.kind === 'object' ? call.elements(one) : null) ?? [one]) put(call, document, options);
  return promised(call, each);
};

/** A document that was found is checked where it was changed. */
function save(call: Call): Value {
  const data = call.data(call.receiver, documentType);
  if (!data) return settled(call);
  const [options] = call.args;
  data.isSaved = true;
  const unchecked =
    options?.kind === 'object' &&
    call.truthy(call.get(options, 'validateBeforeSave')) === false &&
    !call.isUndefined(call.get(options, 'validateBeforeSave'));
  if (!unchecked) mayRefuse(call, schemaOf(call, data.model), data.given, data.query ? 'changed' : 'all');
  call.useData?.({
    operation: data.query ? 'update' : 'create',
    entity: data.model.name,
    values: call.receiver,
    ...referencesOf(call, data.model),
  });
  return settled(call);
}

function removed(call: Call): Value {
  const data = call.data(call.receiver, documentType);
  if (data) call.useData?.({ operation: 'delete', entity: data.model.name });
  return settled(call);
}

const settled = (call: Call): Value => answered(call, call.receiver);

/** A result in a promise, or with a callback: what went wrong only run time knows. */
export function answered(call: Call, result: Value): Value {
  const callback = call.args.find((arg) => call.isFunction(arg));
  if (callback) call.invoke(callback, [call.unknown('an error'), result]);
  return promised(call, result);
}

/** Documents inside of one another that are followed: what a program asks for may contain itself. */
const MAX_INSIDE = 4;

export function populated(call: Call, query: Query, value: Value | undefined, select?: Value): void {
  const words = (text: Value | undefined): readonly string[] =>
    (text
      ? (call
          .text(text)
          ?.split(/\s+/)
          .filter((word) => word !== '') ??
        call.elements(text)?.map((word) => call.text(word) ?? '') ??
        call.knownEntries?.(text)?.map(([name, on]) => (call.truthy(on) === false ? `-${name}` : name)))
      : undefined) ?? [];
  const each = (element: Value, depth: number): Populated[] =>
    call.text(element) === null && element.kind === 'object'
      ? words(call.get(element, 'path')).map((path) => ({
          path,
          fields: words(call.get(element, 'select')),
          inside: depth < MAX_INSIDE ? all(call.get(element, 'populate'), depth + 1) : [],
        }))
      : words(element).map((path) => ({ path, fields: words(select), inside: [] }));
  const all = (given: Value | undefined, depth = 0): Populated[] =>
    given && !call.isUndefined(given) ? (call.elements(given) ?? [given]).flatMap((element) => each(element, depth)) : [];
  query.populated = [...query.populated, ...all(value)];
}
