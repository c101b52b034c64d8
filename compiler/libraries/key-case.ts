import { defineLibrary, openModule, type Call, type ModuleModel, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from './support/fallback.js';

const MAX_DEPTH = 8;

const camel = (key: string): string => {
  const [first = '', ...others] = key.split(/[-_\s]+/);
  return first.charAt(0).toLowerCase() + first.slice(1) + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
};
const snake = (key: string): string =>
  key
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[-\s]+/g, '_')
    .toLowerCase();
const pascal = (key: string): string => {
  const name = camel(key);
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** The same records with other names of members; what is not known completely stays as it is. */
function renamed(call: Call, value: Value, name: (key: string) => string, deep: boolean, depth = 0): Value {
  if (value.kind === 'oneOf')
    return (
      call.oneOf?.(
        call.alternatives(value).map((each) => renamed(call, each, name, deep, depth)),
        'keys of records',
      ) ?? value
    );
  if (value.kind !== 'object' || depth > MAX_DEPTH || call.isFunction(value) || value.host) return value;
  const inner = (each: Value): Value => (deep ? renamed(call, each, name, deep, depth + 1) : each);
  const elements = call.elements(value);
  if (elements) {
    const made = elements.map((each) => renamed(call, each, name, deep, depth + 1));
    return call.isOpen(value) ? (made.length === 1 ? (call.uniformList?.(made[0]!) ?? value) : value) : call.list(made);
  }
  const entries = call.entries(value);
  return entries ? call.record(Object.fromEntries(entries.map(([key, each]) => [name(key), inner(each)]))) : value;
}

const keys =
  (name: (key: string) => string, deep: boolean): Transfer =>
  (call) => {
    const options = argument(call, 1);
    const stated = options.kind === 'object' && !call.isFunction(options) ? call.truthy(call.get(options, 'deep')) : null;
    return renamed(call, argument(call, 0), name, deep || stated === true);
  };
const text =
  (name: (key: string) => string): Transfer =>
  (call) => {
    const given = call.text(argument(call, 0));
    return given === null ? call.typed?.({ kind: 'string' }, 'a text') : call.const(name(given));
  };

const humps: ModuleModel = (realm: Realm) =>
  openModule(
    realm,
    'humps',
    Object.fromEntries(
      Object.entries({
        camelizeKeys: keys(camel, true),
        decamelizeKeys: keys(snake, true),
        depascalizeKeys: keys(snake, true),
        pascalizeKeys: keys(pascal, true),
        camelize: text(camel),
        decamelize: text(snake),
        pascalize: text(pascal),
      }).map(([name, transfer]) => [name, realm.fn(name, transfer)]),
    ),
  );
const one =
  (title: string, name: (key: string) => string): ModuleModel =>
  (realm) => {
    const fn = realm.fn(title, keys(name, false));
    return realm.fn(title, keys(name, false), { default: fn });
  };

/** Packages that give members of records other names: humps, camelcase-keys, snakecase-keys. */
export const keyCaseLibrary = defineLibrary({
  modules: { humps, 'camelcase-keys': one('camelcaseKeys', camel), 'snakecase-keys': one('snakecaseKeys', snake) },
});
