import {
  defineHostType,
  openModule,
  type Call,
  type ModuleModel,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { storeOf } from './store.js';
import { argument } from './paths.js';

/** What the loaded factories give, joined under their names; they run when the first value is asked for. */
function configuration(call: Call): Value {
  const store = storeOf(call);
  if (store.configuration) return store.configuration;
  const joined = call.record({});
  store.configuration = joined;
  for (const factory of store.configFactories) {
    if (!call.isFunction(factory)) continue;
    const key = call.text(call.get(factory, 'KEY_NAME'));
    let value: Value;
    // A factory that throws leaves its part out, and the others are as good as ever.
    try {
      value = call.awaited(call.invoke(factory, []));
    } catch {
      continue;
    }
    if (key !== null) {
      call.set(joined, key, value);
      continue;
    }
    for (const [name, entry] of call.knownEntries?.(value) ?? call.entries(value) ?? []) call.set(joined, name, entry);
  }
  return joined;
}

/** `get('a.b')` of the loaded configuration, which may be a variable that is not set; null when it has no such value. */
function configured(call: Call, path: string): Value | null {
  let at = configuration(call);
  for (const name of path.split('.')) {
    if (at.kind === 'const') return null;
    at = call.get(at, name);
  }
  return at;
}

/** `get(path, default?, options?)`: an options object in the place of the default says nothing. */
function read(call: Call): Value {
  const path = call.text(argument(call, 0));
  if (path === null) return call.unknown('a configuration value whose name only run time knows');
  const known = configured(call, path);
  if (known && !call.isUndefined(known)) return known;
  const second = argument(call, 1);
  const isOptions = call.args.length < 3 && second.kind === 'object' && !call.isUndefined(call.get(second, 'infer'));
  const fallback = isOptions ? call.const(undefined) : second;
  const environment = path.includes('.') ? null : (call.environment?.(path) ?? null);
  if (environment && !call.isUndefined(environment)) return environment;
  if (!call.isUndefined(fallback)) return fallback;
  return environment ?? (known?.kind === 'const' && known.taint ? known : call.unknown(`the configuration value ${path}`));
}

export const configServiceType = defineHostType<null>({
  name: 'ConfigService',
  methods: { get: (call) => read(call), getOrThrow: (call) => read(call), set: () => undefined, setEnvFilePaths: () => undefined },
});

/** `registerAs('name', factory)`: the factory itself, with its name. */
const registerAs = (realm: Realm): Value =>
  realm.fn('registerAs', (given) => {
    const factory = argument(given, 1);
    const name = argument(given, 0);
    return given.fn('config', (call) => call.invoke(factory, call.args), {
      KEY: given.const(`CONFIGURATION(${given.text(name) ?? ''})`),
      KEY_NAME: name,
    });
  });

function load(call: Call, list: Value): void {
  for (const factory of call.elements(list) ?? []) storeOf(call).configFactories.push(factory);
}

/** The file of variables that the module reads before anything else. */
function loadVariables(call: Call, options: Value): void {
  if (options.kind === 'object' && call.truthy(call.get(options, 'ignoreEnvFile')) === true) return;
  const files = options.kind === 'object' ? call.get(options, 'envFilePath') : call.const(undefined);
  const dotenv = call.module?.('dotenv');
  if (!dotenv) return;
  for (const path of call.isUndefined(files) ? [null] : (call.elements(files) ?? [files]))
    call.invoke(call.get(dotenv, 'config'), path ? [call.record({ path })] : []);
}

/** `ConditionalModule.registerWhen(module, condition)`: the module, where the environment satisfies the condition (a function, or a variable that must not say "false"). */
const registerWhen: Transfer = (call) => {
  const [module = call.const(undefined), condition = call.const(undefined)] = call.args;
  const name = call.text(condition);
  const variables = call.get(call.global?.('process') ?? call.const(undefined), 'env');
  let wanted: Value = call.unknown('the condition of a module');
  if (name !== null) wanted = unlessFalse(call, call.environment?.(name) ?? wanted);
  else if (call.isFunction(condition))
    try {
      wanted = call.awaited(call.invoke(condition, [variables]));
    } catch {
      /* the condition is not known */
    }
  return call.record({ module: call.receiver, imports: call.list([whether(call, wanted, module)]) });
};

/** Whether a variable says anything but "false"; one that is not set does. */
const unlessFalse = (call: Call, value: Value): Value =>
  value.kind === 'const' ? { ...value, value: call.text(value)?.toLowerCase() !== 'false' } : value;

/** The value, where the condition holds. A condition that configuration decides leaves the other way open. */
function whether(call: Call, wanted: Value, value: Value): Value {
  const holds = call.truthy(wanted);
  const settled = wanted.kind === 'const' && !wanted.taint;
  if (holds !== null && settled) return holds ? value : call.const(undefined);
  const absent = call.const(undefined);
  return {
    kind: 'oneOf',
    values: holds === false ? [absent, value] : [value, absent],
    preferred: holds !== null,
    condition: 'the condition of a module',
    origin: null,
  };
}

/** Known by its class: the module itself says nothing about routes. */
export const configModule: ModuleModel = (realm) => {
  const service = configService(realm);
  const module = realm.fn('ConfigModule', () => undefined, {
    forRoot: realm.fn('forRoot', (call) => {
      const options = argument(call, 0);
      loadVariables(call, options);
      if (options.kind === 'object') load(call, call.get(options, 'load'));
      return call.record({ module: call.receiver, providers: call.list([service]) });
    }),
    forFeature: realm.fn('forFeature', (call) => {
      storeOf(call).configFactories.push(argument(call, 0));
      return call.record({ module: call.const(null) });
    }),
  });
  const conditional = realm.fn('ConditionalModule', () => undefined, { registerWhen: realm.fn('registerWhen', registerWhen) });
  return openModule(realm, '@nestjs/config', {
    ConfigModule: module,
    ConditionalModule: conditional,
    ConfigService: service,
    registerAs: registerAs(realm),
  });
};

const configService = (realm: Realm): ObjectValue =>
  realm.fn('ConfigService', (call) => call.host(configServiceType, null), { prototype: realm.prototype(configServiceType) });
