import { defineLibrary, openModule, type ModuleModel, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, unmodelled } from './support/fallback.js';

/** `load(text)`: what the text says is as configurable as a file of settings. */
const parse =
  (module: string, name: string): Transfer =>
  (call) => {
    const texts = call.alternatives(argument(call, 0)).map((each) => call.text(each));
    const found = texts.flatMap((text) => (text === null ? null : call.project?.dataOfText(text)) ?? []);
    return found.length < texts.length
      ? unmodelled(call, module, name)
      : found.length === 1
        ? found[0]!
        : call.oneOf!(found, 'one of several files');
  };

/** `load(path)` of yamljs reads the file. */
const read =
  (module: string, name: string): Transfer =>
  (call) => {
    const path = call.text(argument(call, 0));
    return (path === null ? null : call.project?.data(path)) ?? unmodelled(call, module, name);
  };

const modelOf = (module: string, names: readonly string[], files: readonly string[] = []): ModuleModel => {
  const members = (realm: Realm): Record<string, Value> =>
    Object.fromEntries([
      ...names.map((name) => [name, realm.fn(name, parse(module, name))] as const),
      ...files.map((name) => [name, realm.fn(name, read(module, name))] as const),
    ]);
  return (realm) => openModule(realm, module, { ...members(realm), default: openModule(realm, module, members(realm)) });
};

/** What texts of YAML say. */
export const yamlLibrary = defineLibrary({
  modules: {
    'js-yaml': modelOf('js-yaml', ['load', 'safeLoad']),
    yaml: modelOf('yaml', ['parse']),
    yamljs: modelOf('yamljs', ['parse'], ['load']),
  },
});
