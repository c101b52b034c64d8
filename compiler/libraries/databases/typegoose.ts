import {
  defineLibrary,
  describesMembers,
  functions,
  openModule,
  sentClassShape,
  withoutNull,
  type Call,
  type DeclaredMember,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { schemaTypeType } from './mongoose-schema.js';
import { isOff, member } from './support/table.js';

/** What decorators say of the properties of a class: with its prototype. */
const properties = new WeakMap<Value, Map<string, Value>>();
/** What they say of classes, and calls that their schemas get: with their prototypes, too. */
const options = new WeakMap<Value, Value>();
const steps = new WeakMap<Value, (readonly [string, readonly Value[]])[]>();
const models = new WeakMap<Value, Value>();

const ofObject = (call: Call, name: string, ...args: Value[]): Value => call.invoke(call.get(call.global!('Object'), name), args);
const fields = (call: Call, record: Value | null): Record<string, Value> =>
  Object.fromEntries((record && call.knownEntries?.(record)) ?? []);
const ofMongoose = (call: Call, name: string): Value => call.get(call.module!('mongoose'), name);
const schemaType = (call: Call, name: string): Value => call.get(ofMongoose(call, 'Types'), name);
const isRecord = (call: Call, value: Value): value is ObjectValue =>
  value.kind === 'object' && !call.isFunction(value) && !call.elements(value) && !value.host;
const propertiesOf = (call: Call, cls: Value): Map<string, Value> | undefined => properties.get(call.get(cls, 'prototype'));

/** `@prop(options)`. */
const prop: Transfer = (given) =>
  given.fn('prop', (call) => {
    const [prototype, key] = call.args;
    const name = key && call.text(key);
    if (prototype?.kind !== 'object' || !name) return;
    properties.set(prototype, (properties.get(prototype) ?? new Map<string, Value>()).set(name, argument(given, 0)));
  });

/** `@modelOptions(options)`: classes without properties are of schemas as well. */
const modelOptions: Transfer = (given) =>
  given.fn('modelOptions', (call) => {
    const prototype = call.get(argument(call, 0), 'prototype');
    options.set(prototype, argument(given, 0));
    if (!properties.has(prototype)) properties.set(prototype, new Map());
  });

/** `@pre('save', fn)`, `@plugin(paginate)`. */
const step =
  (method: string): Transfer =>
  (given) =>
    given.fn(method, (call) => {
      const prototype = call.get(argument(call, 0), 'prototype');
      steps.set(prototype, [[method, given.args], ...(steps.get(prototype) ?? [])]);
    });

/** What the values are that options allow: an enum, or a map of constants, that a property's type names. */
function typeAllowed(call: Call, given: Value): Value | null {
  const allowed = given.kind === 'object' ? call.get(given, 'enum') : given;
  const values = allowed.kind === 'object' ? (call.elements(allowed) ?? (call.entries(allowed) ?? []).map(([, value]) => value)) : [];
  const kinds = values.map((value) => typeof call.constant(value));
  // A numeric enum has its names as well.
  const kind = kinds.includes('number') ? 'Number' : kinds.length > 0 && kinds.every((each) => each === 'string') ? 'String' : null;
  return (kind && call.global?.(kind)) ?? null;
}

/** A type that options state: a class stands for its own properties, and `() => type` for the type. */
function statedType(call: Call, type: Value, written: (cls: Value) => Value): Value {
  const elements = call.elements(type);
  if (elements) return call.list(elements.map((each) => statedType(call, each, written)));
  if (type.kind !== 'object' || type.host || !call.isFunction(type)) return type;
  if (propertiesOf(call, type)) return written(type);
  const isOther = call.declaredMembers?.(type) != null || call.global?.(call.text(call.get(type, 'name')) ?? '') === type;
  return isOther ? type : statedType(call, call.invoke(type, []), written);
}

/** `Object`, `Mixed`, `Array`, and lists of these. */
function isLoose(call: Call, type: Value): boolean {
  const elements = call.elements(type);
  if (elements) return elements.length === 0 || (elements.length === 1 && isLoose(call, elements[0]!));
  const shape = call.data(type, schemaTypeType)?.shape;
  return shape?.kind === 'any' || ['Object', 'Array'].some((name) => call.global?.(name) === type);
}

/** What a field of any kind holds only the type of the property says. */
function looselyTyped(call: Call, type: Value, declared: DeclaredMember | undefined): Value {
  const { cls, list, shape } = declared ?? {};
  const one = cls && describesMembers(call, cls) ? sentClassShape(call, cls) : undefined;
  const said = one && list ? ({ kind: 'array', items: one } as const) : (one ?? (shape && withoutNull(shape)));
  return said && (said.kind === 'array' ? said.items : said.kind === 'object') ? call.host(schemaTypeType, { shape: said }) : type;
}

/** What stands for a property's type in a schema's definition. `plain`: see `plainOf`. */
function typeOf(call: Call, cls: Value, name: string, given: Value, plain: boolean): Value | null {
  const declared = call.declaredMembers?.(cls)?.find((each) => each.name === name);
  const isList = declared?.list === true || declared?.shape?.kind === 'array';
  // What a decorator knows of `Date | null` is `Date`.
  const said = declared?.shape && withoutNull(declared.shape);
  const shape = said?.kind === 'array' ? said.items : said;
  const names: Readonly<Record<string, string>> = {
    string: shape?.format === 'date-time' ? 'Date' : 'String',
    number: 'Number',
    integer: 'Number',
    boolean: 'Boolean',
  };
  const record = isRecord(call, given) ? given : null;
  const stated = member(call, record, 'type') ?? member(call, record, 'items');
  const written = (of: Value): Value =>
    plain ? plainOf(call, of) : schemaOf(call, of, isOff(call, member(call, record, '_id')) ? { _id: call.const(false) } : {});
  const known = (): Value | null => {
    if (stated) return statedType(call, stated, written);
    if (declared?.cls && propertiesOf(call, declared.cls)) return written(declared.cls);
    if (!declared?.cls && (member(call, record, 'ref') ?? member(call, record, 'itemsRef'))) return schemaType(call, 'ObjectId');
    return (!declared?.cls && shape && names[shape.kind] ? call.global?.(names[shape.kind]!) : null) ?? typeAllowed(call, given);
  };
  const type = known();
  if (type && plain && isLoose(call, type)) return looselyTyped(call, type, declared);
  return type && isList && !call.elements(type) && !(plain && stated) ? call.list([type]) : type;
}

/** The prototypes of a class and of those that it extends, these first. */
function chainOf(call: Call, cls: Value): Value[] {
  const chain: Value[] = [];
  const last = call.get(call.global!('Object'), 'prototype');
  for (
    let at = call.get(cls, 'prototype');
    at.kind === 'object' && at !== last && chain.length < 8;
    at = ofObject(call, 'getPrototypeOf', at)
  )
    chain.unshift(at);
  return chain;
}

function definitionOf(call: Call, cls: Value, plain: boolean): Value {
  const definition: Record<string, Value> = {};
  for (const prototype of chainOf(call, cls))
    for (const [name, given] of properties.get(prototype) ?? []) {
      const isUndefined = call.isUndefined(given);
      if (!isUndefined && !isRecord(call, given)) {
        const type = statedType(call, given, (of) => plainOf(call, of));
        const declared = call.declaredMembers?.(call.get(prototype, 'constructor'))?.find((each) => each.name === name);
        definition[name] = plain && isLoose(call, type) ? looselyTyped(call, type, declared) : type;
        continue;
      }
      const type = typeOf(call, call.get(prototype, 'constructor'), name, given, plain) ?? schemaType(call, 'Mixed');
      const of = isUndefined ? {} : fields(call, given);
      const ref = of['ref'] ?? of['itemsRef'];
      definition[name] = isUndefined ? type : call.record({ ...of, ...(ref && { ref: nameOf(call, ref) }), type });
    }
  return call.record(definition);
}

/** A class as @nestjs/mongoose has it: options make a schema of it. */
function plainOf(call: Call, cls: Value, isWhole = false): Value {
  const definition = definitionOf(call, cls, true);
  const stated = options.get(call.get(cls, 'prototype')) ?? call.const(undefined);
  return isWhole || !call.isUndefined(stated) ? call.construct(ofMongoose(call, 'Schema'), [definition, stated]) : definition;
}

/** The name of a class's model, or what else stands for one. */
function nameOf(call: Call, given: Value): Value {
  if (!call.isFunction(given)) return given;
  if (propertiesOf(call, given))
    return member(call, member(call, options.get(call.get(given, 'prototype')), 'options'), 'customName') ?? call.get(given, 'name');
  return call.declaredMembers?.(given) != null ? given : nameOf(call, call.invoke(given, []));
}

/** What a class is as a schema: its properties and those that it inherits, its accessors, methods and hooks. */
function schemaOf(call: Call, cls: Value, more: Readonly<Record<string, Value>> = {}): Value {
  const chain = chainOf(call, cls);
  const stated = chain.map((prototype) => fields(call, member(call, options.get(prototype), 'schemaOptions')));
  const schema = call.construct(ofMongoose(call, 'Schema'), [
    definitionOf(call, cls, false),
    call.record(Object.assign({}, ...stated, more)),
  ]);
  const on = (method: string, args: readonly Value[]): Value => call.invoke(call.get(schema, method), args, schema);
  for (const prototype of chain) {
    const owner = call.get(prototype, 'constructor');
    for (const [method, holder] of [
      ['method', prototype],
      ['static', call.get(owner, 'prototype') === prototype ? owner : call.record({})],
    ] as const)
      for (const name of call.elements(ofObject(call, 'getOwnPropertyNames', holder)) ?? []) {
        const written = ofObject(call, 'getOwnPropertyDescriptor', holder, name);
        const [getter, value] = [call.get(written, 'get'), call.get(written, 'value')];
        if (method === 'method' && call.isFunction(getter)) call.invoke(call.get(on('virtual', [name]), 'get'), [getter]);
        else if (call.isFunction(value) && call.text(name) !== 'constructor') on(method, [name, value]);
      }
    for (const [method, args] of steps.get(prototype) ?? []) on(method, args);
  }
  return schema;
}

const buildSchema: Transfer = (call) => {
  const [cls, given, plain] = call.args;
  if (cls?.kind !== 'object') return call.unknown('a schema');
  return plain ? plainOf(call, cls, true) : schemaOf(call, cls, fields(call, given ?? null));
};

const getModelForClass: Transfer = (call) => {
  const [cls, given] = call.args;
  if (cls?.kind !== 'object') return call.unknown('a model', { module: 'mongoose', path: 'model()' });
  const name = member(call, member(call, given, 'options'), 'customName') ?? nameOf(call, cls);
  const made =
    models.get(cls) ??
    call.invoke(ofMongoose(call, 'model'), [name, schemaOf(call, cls, fields(call, member(call, given, 'schemaOptions')))]);
  models.set(cls, made);
  return made;
};

const getDiscriminatorModelForClass: Transfer = (call) => {
  const [base, cls] = call.args;
  return base && cls ? call.invoke(call.get(base, 'discriminator'), [nameOf(call, cls), schemaOf(call, cls)], base) : undefined;
};

function typegoose(realm: Realm): Value {
  const prototype = realm.record({});
  options.set(prototype, realm.record({ schemaOptions: realm.record({ timestamps: realm.const(true) }) }));
  const bases = { TimeStamps: realm.fn('TimeStamps', () => undefined, { prototype }) };
  const transfers: Readonly<Record<string, Transfer>> = {
    prop,
    arrayProp: prop,
    mapProp: prop,
    modelOptions,
    pre: step('pre'),
    plugin: step('plugin'),
    buildSchema,
    getModelForClass,
    getDiscriminatorModelForClass,
    addModelToTypegoose: (call) => call.args[0],
    getName: (call) => nameOf(call, argument(call, 0)),
  };
  return openModule(realm, '@typegoose/typegoose', {
    ...functions(realm, transfers),
    ...bases,
    defaultClasses: openModule(realm, '@typegoose/typegoose', bases),
  });
}

/** `@typegoose/typegoose`: classes as schemas and models of Mongoose. */
export const typegooseLibrary = defineLibrary({
  modules: { '@typegoose/typegoose': typegoose, '@typegoose/typegoose/lib/defaultClasses': typegoose },
});
