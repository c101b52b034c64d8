import {
  defineHostType,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { storeOf } from './store.js';
import { argument } from './paths.js';

/** What an integration provides under a token: made when a class asks for it, unless the program provides something else. */
interface Provided {
  readonly make: (call: Call) => Value;
  value: Value | null;
}
const providedType: HostType<Provided> = defineHostType<Provided>({ name: 'nest.token', inert: true, methods: {} });

/** What the token of a database integration stands for; null for another token. */
export function providedBy(call: Call, token: Value): Value | null {
  const provided = call.data(token, providedType);
  if (!provided) return null;
  return (provided.value ??= provided.make(call));
}

/** One token for each entity, so that a provider of the program can name it as well. */
function tokens(make: (call: Call, of: Value) => Value): (call: Call, of: Value) => Value {
  const known = new Map<unknown, Value>();
  return (call, of) => {
    const key = of.kind === 'object' ? of : call.constant(of);
    let token = known.get(key);
    if (!token) known.set(key, (token = call.host(providedType, { make: (inner) => make(inner, of), value: null })));
    return token;
  };
}

/** `@InjectRepository(User)` of a constructor's parameter or of a property. */
const injecting = (realm: Realm, name: string, tokenOf: (call: Call, of: Value) => Value): Value =>
  realm.fn(name, (given) =>
    given.fn(name, (call) => {
      storeOf(call).inject(call, tokenOf(given, argument(given, 0)));
    }),
  );

const exported = (call: Call, module: string, name: string): Value => call.get(call.module!(module), name);

const typeorm: ModuleModel = (realm) => {
  const repository = tokens((call, entity) => call.invoke(exported(call, 'typeorm', 'getRepository'), [entity]));
  const source = tokens((call) => call.construct(exported(call, 'typeorm', 'DataSource'), []));
  const manager = tokens((call) => call.invoke(exported(call, 'typeorm', 'getManager'), []));
  const whole =
    (make: typeof source) =>
    (call: Call): Value =>
      make(call, call.const('default'));
  return openModule(realm, '@nestjs/typeorm', {
    InjectRepository: injecting(realm, 'InjectRepository', repository),
    getRepositoryToken: realm.fn('getRepositoryToken', (call) => repository(call, argument(call, 0))),
    InjectDataSource: injecting(realm, 'InjectDataSource', whole(source)),
    InjectConnection: injecting(realm, 'InjectConnection', whole(source)),
    InjectEntityManager: injecting(realm, 'InjectEntityManager', whole(manager)),
  });
};

const mikroOrm: ModuleModel = (realm) => {
  const orm = (call: Call): Value => call.construct(exported(call, '@mikro-orm/core', 'MikroORM'), []);
  const manager = (call: Call): Value => call.get(orm(call), 'em');
  const repository = tokens((call, entity) => call.invoke(call.get(manager(call), 'getRepository'), [entity], manager(call)));
  const whole = (make: (call: Call) => Value) => {
    const one = tokens(make);
    return (call: Call): Value => one(call, call.const('default'));
  };
  return openModule(realm, '@mikro-orm/nestjs', {
    InjectRepository: injecting(realm, 'InjectRepository', repository),
    getRepositoryToken: realm.fn('getRepositoryToken', (call) => repository(call, argument(call, 0))),
    InjectEntityManager: injecting(realm, 'InjectEntityManager', whole(manager)),
    InjectMikroORM: injecting(realm, 'InjectMikroORM', whole(orm)),
  });
};

const sequelize: ModuleModel = (realm) => {
  const model = tokens((_call, cls) => cls);
  return openModule(realm, '@nestjs/sequelize', {
    InjectModel: injecting(realm, 'InjectModel', model),
    getModelToken: realm.fn('getModelToken', (call) => model(call, argument(call, 0))),
  });
};

// ---- @nestjs/mongoose -------------------------------------------------------------------------------------------------

type Properties = Map<string, Value>;
const properties = new WeakMap<ObjectValue, Properties>();
const options = new WeakMap<ObjectValue, Value>();

/** `@Prop(type | options)`: kept with the prototype. */
const prop: Transfer = (given) =>
  given.fn('Prop', (call) => {
    const [prototype, key] = call.args;
    const name = key && call.text(key);
    if (prototype?.kind !== 'object' || !name) return;
    let own = properties.get(prototype);
    if (!own) properties.set(prototype, (own = new Map()));
    own.set(name, argument(given, 0));
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

/** The constructor that stands for a declared type in a schema's definition. */
function declaredType(call: Call, cls: Value, name: string, given: Value): Value | null {
  const member = call.declaredMembers?.(cls)?.find((each) => each.name === name);
  const kind = member?.shape?.kind === 'array' ? member.shape.items?.kind : member?.shape?.kind;
  const format = member?.shape?.kind === 'array' ? member.shape.items?.format : member?.shape?.format;
  const names: Readonly<Record<string, string>> = {
    string: format === 'date-time' ? 'Date' : 'String',
    number: 'Number',
    integer: 'Number',
    boolean: 'Boolean',
  };
  const declared = member?.cls
    ? properties.has(call.get(member.cls, 'prototype') as ObjectValue)
      ? definitionOf(call, member.cls)
      : null
    : kind && names[kind]
      ? (call.global?.(names[kind]) ?? null)
      : null;
  const made = declared ?? typeAllowed(call, given);
  return made && (member?.list === true || member?.shape?.kind === 'array') ? call.list([made]) : made;
}

function definitionOf(call: Call, cls: Value): Value {
  const definition: Record<string, Value> = {};
  const chain: Value[] = [];
  const objects = call.global?.('Object');
  for (
    let at: Value = call.get(cls, 'prototype');
    at.kind === 'object' && chain.length < 8;
    at = objects ? call.invoke(call.get(objects, 'getPrototypeOf'), [at]) : call.const(null)
  )
    chain.unshift(at);
  for (const prototype of chain)
    for (const [name, given] of properties.get(prototype as ObjectValue) ?? []) {
      const owner = call.get(prototype, 'constructor');
      const record = given.kind === 'object' && !call.isFunction(given) && !call.elements(given) && !given.host;
      if (!record) {
        definition[name] = call.isUndefined(given) ? (declaredType(call, owner, name, given) ?? call.record({})) : given;
        continue;
      }
      const type = call.get(given, 'type');
      const declared = call.isUndefined(type) ? declaredType(call, owner, name, given) : null;
      definition[name] = declared ? call.record({ ...Object.fromEntries(call.knownEntries?.(given) ?? []), type: declared }) : given;
    }
  return call.record(definition);
}

const mongoose: ModuleModel = (realm) => {
  const schemas = new Map<string, Value>();
  const model = tokens((call, name) => {
    const text = call.text(name) ?? '';
    const schema = schemas.get(text);
    return schema
      ? call.invoke(exported(call, 'mongoose', 'model'), [call.const(text), schema])
      : call.unknown(`the model ${text}`, { module: 'mongoose', path: 'model()' });
  });
  const made = (call: Call): Value =>
    call.unknown('a module of models', { module: '@nestjs/mongoose', path: 'MongooseModule.forFeature()' });
  const forFeature: Transfer = (call) => {
    for (const entry of call.elements(argument(call, 0)) ?? []) {
      const name = call.text(call.get(entry, 'name'));
      const factory = call.get(entry, 'useFactory');
      if (name === null) continue;
      const given = call.isFunction(factory) ? call.awaited(call.invoke(factory, [])) : call.get(entry, 'schema');
      schemas.set(name, given);
      // There is a model, whether or not anything is given it: documents of others refer to it.
      call.invoke(exported(call, 'mongoose', 'model'), [call.const(name), given]);
    }
    return made(call);
  };
  const schema: Transfer = (given) =>
    given.fn('Schema', (call) => {
      const [cls] = call.args;
      if (cls?.kind === 'object') {
        options.set(cls, argument(given, 0));
        const prototype = call.get(cls, 'prototype') as ObjectValue;
        if (!properties.has(prototype)) properties.set(prototype, new Map());
      }
    });
  const createForClass: Transfer = (call) => {
    const [cls] = call.args;
    return cls?.kind === 'object'
      ? call.construct(exported(call, 'mongoose', 'Schema'), [definitionOf(call, cls), options.get(cls) ?? call.const(undefined)])
      : call.unknown('a schema');
  };
  return openModule(realm, '@nestjs/mongoose', {
    InjectModel: injecting(realm, 'InjectModel', model),
    getModelToken: realm.fn('getModelToken', (call) => model(call, argument(call, 0))),
    Prop: realm.fn('Prop', prop),
    Schema: realm.fn('Schema', schema),
    SchemaFactory: realm.record({ createForClass: realm.fn('createForClass', createForClass) }),
    MongooseModule: realm.record({
      forFeature: realm.fn('forFeature', forFeature),
      forFeatureAsync: realm.fn('forFeatureAsync', forFeature),
      forRoot: realm.fn('forRoot', made),
      forRootAsync: realm.fn('forRootAsync', made),
    }),
  });
};

/** Integrations of databases: what they inject is what their libraries make. */
export const databaseModules: Readonly<Record<string, ModuleModel>> = {
  '@nestjs/typeorm': typeorm,
  '@nestjs/sequelize': sequelize,
  '@nestjs/mongoose': mongoose,
  '@mikro-orm/nestjs': mikroOrm,
};
