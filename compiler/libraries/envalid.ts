import { defineLibrary, functions, openModule, type Call, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, configurable } from './support/fallback.js';

/** `str({default, choices})`: a description of one variable, kept as the options with the type beside them. */
const validator =
  (type: string): Transfer =>
  (call) => {
    const options = argument(call, 0);
    const record = call.record({ $type: call.const(type) });
    for (const name of ['default', 'devDefault', 'testDefault']) {
      if (options.kind !== 'object') break;
      const value = call.get(options, name);
      if (!call.isUndefined(value)) call.set(record, name, value);
    }
    return record;
  };

const convert = (call: Call, type: string | null, value: Value): Value => {
  if (value.kind !== 'const' || typeof value.value !== 'string') return value;
  if (type === 'num' || type === 'port') return { ...value, value: Number(value.value) };
  if (type === 'bool') return { ...value, value: ['true', 't', 'yes', 'on', '1'].includes(value.value) };
  return value;
};

/** `cleanEnv(process.env, {PORT: port({default: 3000})})`. */
const cleanEnv: Transfer = (call) => {
  const [environment, specs] = [argument(call, 0), argument(call, 1)];
  const record = call.record({});
  const node = call.environment?.('NODE_ENV');
  const production = node !== undefined && call.text(node) === 'production';
  for (const [name, spec] of call.entries(specs) ?? call.knownEntries?.(specs) ?? []) {
    const source = `process.env.${name}`;
    const set = call.get(environment, name);
    const type = spec.kind === 'object' ? call.text(call.get(spec, '$type')) : null;
    const option = (key: string): Value => (spec.kind === 'object' ? call.get(spec, key) : call.const(undefined));
    const [development, fallback] = [option('devDefault'), option('default')];
    const value = !call.isUndefined(set)
      ? convert(call, type, set)
      : !production && !call.isUndefined(development)
        ? development
        : !call.isUndefined(fallback)
          ? fallback
          : call.unknown(`${source}, which has no default`);
    call.set(record, name, configurable(value, source));
  }
  const environmentName = node ? call.text(node) : null;
  const flag = (yes: boolean): Value => configurable(call.const(yes), 'process.env.NODE_ENV');
  call.set(record, 'isProduction', flag(production));
  call.set(record, 'isProd', flag(production));
  call.set(record, 'isDevelopment', flag(environmentName === null || environmentName === 'development'));
  call.set(record, 'isDev', flag(environmentName === null || environmentName === 'development'));
  call.set(record, 'isTest', flag(environmentName === 'test'));
  return record;
};

export const envalidLibrary = defineLibrary({
  modules: {
    envalid: (realm) =>
      openModule(
        realm,
        'envalid',
        functions(realm, {
          cleanEnv,
          customCleanEnv: cleanEnv,
          makeValidator: () => realm.fn('validator', validator('custom')),
          makeExactValidator: () => realm.fn('validator', validator('custom')),
          ...Object.fromEntries(['str', 'num', 'bool', 'port', 'url', 'host', 'email', 'json'].map((type) => [type, validator(type)])),
        }),
      ),
  },
});
