import {
  defineHostType,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
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

/** Classes as schemas. */
const ofClasses =
  (name: string, args: (call: Call) => readonly Value[] = (call) => call.args): Transfer =>
  (call) =>
    call.invoke(exported(call, '@typegoose/typegoose', name), args(call));

const mongoose: ModuleModel = (realm) => {
  const schemas = new Map<string, Value>();
  const model = tokens((call, name) => {
    const text = call.text(name) ?? '';
    const schema = schemas.get(text);
    return schema
      ? call.invoke(exported(call, 'mongoose', 'model'), [call.const(text), schema])
      : call.unknown(`the model ${text}`, { module: 'mongoose', path: 'model()' });
  });
  // Its models are those of the package.
  const connection = tokens((call) => call.module!('mongoose'));
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
  return openModule(realm, '@nestjs/mongoose', {
    InjectModel: injecting(realm, 'InjectModel', model),
    getModelToken: realm.fn('getModelToken', (call) => model(call, argument(call, 0))),
    InjectConnection: injecting(realm, 'InjectConnection', connection),
    getConnectionToken: realm.fn('getConnectionToken', (call) => connection(call, argument(call, 0))),
    Prop: realm.fn('Prop', ofClasses('prop')),
    Schema: realm.fn('Schema', ofClasses('modelOptions')),
    SchemaFactory: realm.record({
      createForClass: realm.fn(
        'createForClass',
        ofClasses('buildSchema', (call) => [argument(call, 0), call.const(undefined), call.const(true)]),
      ),
    }),
    MongooseModule: realm.record({
      forFeature: realm.fn('forFeature', forFeature),
      forFeatureAsync: realm.fn('forFeatureAsync', forFeature),
      forRoot: realm.fn('forRoot', made),
      forRootAsync: realm.fn('forRootAsync', made),
    }),
  });
};

const typegoose =
  (module: string): ModuleModel =>
  (realm) => {
    const model = tokens((call, cls) => call.invoke(exported(call, '@typegoose/typegoose', 'getModelForClass'), [cls]));
    // There is a model for each class, whether or not anything is given it.
    const forFeature: Transfer = (call) => {
      for (const each of call.elements(argument(call, 0)) ?? [])
        call.invoke(
          exported(call, '@typegoose/typegoose', 'getModelForClass'),
          call.isFunction(each) ? [each] : [call.get(each, 'typegooseClass'), each],
        );
      return call.unknown('a module of models', { module, path: 'TypegooseModule.forFeature()' });
    };
    return openModule(realm, module, {
      InjectModel: injecting(realm, 'InjectModel', model),
      TypegooseModule: openModule(realm, module, { forFeature: realm.fn('forFeature', forFeature) }),
    });
  };

/** Modules of @knaadh that provide a database of Drizzle under a tag. */
const drizzle = (name: string, driver: string): readonly [string, ModuleModel] => [
  `@knaadh/nestjs-drizzle-${driver}`,
  (realm) => {
    const register: Transfer = (call) => {
      const given = argument(call, 0);
      const factory = call.get(given, 'useFactory');
      const useFactory = call.fn('useFactory', (inner) => {
        const options = call.isFunction(factory) ? inner.awaited(inner.invoke(factory, inner.args)) : given;
        return inner.invoke(exported(inner, 'drizzle-orm/node-postgres', 'drizzle'), [options, inner.get(options, 'config')]);
      });
      const provider = call.record({ provide: call.get(given, 'tag'), useFactory, inject: call.get(given, 'inject') });
      return call.record({ module: call.fn(name, () => undefined), global: call.const(true), providers: call.list([provider]) });
    };
    return openModule(realm, `@knaadh/nestjs-drizzle-${driver}`, {
      [name]: openModule(realm, name, { register: realm.fn('register', register), registerAsync: realm.fn('registerAsync', register) }),
    });
  },
];

/** Integrations of databases: what they inject is what their libraries make. */
export const databaseModules: Readonly<Record<string, ModuleModel>> = {
  '@nestjs/typeorm': typeorm,
  '@nestjs/sequelize': sequelize,
  '@nestjs/mongoose': mongoose,
  'nestjs-typegoose': typegoose('nestjs-typegoose'),
  '@m8a/nestjs-typegoose': typegoose('@m8a/nestjs-typegoose'),
  '@mikro-orm/nestjs': mikroOrm,
  ...Object.fromEntries([
    drizzle('DrizzlePGModule', 'pg'),
    drizzle('DrizzlePostgresModule', 'postgres'),
    drizzle('DrizzleMySqlModule', 'mysql2'),
    drizzle('DrizzleBetterSQLiteModule', 'better-sqlite3'),
    drizzle('DrizzleTursoModule', 'turso'),
  ]),
};
