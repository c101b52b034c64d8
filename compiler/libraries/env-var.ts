import { defineHostType, defineLibrary, openModule, type Call, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from './support/fallback.js';

interface Variable {
  readonly name: string;
  readonly value: Value;
}

const isSet = (value: Value): boolean => !(value.kind === 'const' && value.value === undefined);

const withDefault: Transfer = (call) => {
  const data = call.data(call.receiver, variableType);
  if (!data || isSet(data.value)) return call.receiver;
  const fallback = argument(call, 0);
  return call.host(variableType, {
    name: data.name,
    value: fallback.kind === 'const' && fallback.taint === null ? { ...fallback, taint: `process.env.${data.name}` } : fallback,
  });
};

const read =
  (convert: (text: string, call: Call) => Value | null): Transfer =>
  (call) => {
    const value = call.data(call.receiver, variableType)?.value;
    if (!value) return call.unknown('an environment variable');
    if (value.kind !== 'const' || value.value === undefined) return value;
    const converted = convert(String(value.value), call);
    return converted ? (converted.kind === 'const' ? { ...converted, taint: value.taint } : converted) : value;
  };

const same: Transfer = (call) => call.receiver;
const numeric = read((text, call) => call.const(Number(text)));
const boolean = read((text, call) => call.const(['true', '1'].includes(text.toLowerCase())));
const list = read((text, call) => call.list(text.split(',').map((part) => call.const(part.trim()))));
const plain = read(() => null);

const variableType = defineHostType<Variable>({
  name: 'EnvironmentVariable',
  methods: {
    default: withDefault,
    required: same,
    example: same,
    description: same,
    convertFromBase64: same,
    asString: plain,
    asUrlString: plain,
    asEmailString: plain,
    asEnum: plain,
    asInt: numeric,
    asIntPositive: numeric,
    asPortNumber: numeric,
    asFloat: numeric,
    asFloatPositive: numeric,
    asBool: boolean,
    asBoolStrict: boolean,
    asArray: list,
    asSet: list,
  },
  missing: (call, key) =>
    key === 'then' ? undefined : call.unknown(`${key} of an environment variable`, { module: 'env-var', path: `get().${key}` }),
});

const get =
  (source: Value | null): Transfer =>
  (call) => {
    const name = call.text(argument(call, 0));
    if (name === null) return call.unknown('an environment variable whose name is not known', { module: 'env-var', path: 'get()' });
    const value = source ? call.get(source, name) : (call.environment?.(name) ?? call.unknown('an environment variable'));
    return call.host(variableType, { name, value });
  };

const members = (realm: Realm): Record<string, Value> => ({
  get: realm.fn('get', get(null)),
  from: realm.fn('from', (call) => {
    const source = argument(call, 0);
    return call.record({ get: call.fn('get', get(source)) });
  }),
});

export const envVarLibrary = defineLibrary({ modules: { 'env-var': (realm) => openModule(realm, 'env-var', members(realm)) } });
