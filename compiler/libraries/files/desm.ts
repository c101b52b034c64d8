import { defineLibrary, functions, type Call, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, unmodelled } from '../support/fallback.js';
import { joinPath } from '../support/paths.js';

/** The path of a module from its `import.meta.url`. */
function pathOf(call: Call, value: Value): string | null {
  const text = call.text(value);
  return text === null ? null : text.replace(/^file:\/\//, '');
}

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0)) || '/';

const dirname: Transfer = (call) => {
  const path = pathOf(call, argument(call, 0));
  return path === null ? unmodelled(call, 'desm', 'dirname') : call.const(folderOf(path));
};
const filename: Transfer = (call) => {
  const path = pathOf(call, argument(call, 0));
  return path === null ? unmodelled(call, 'desm', 'filename') : call.const(path);
};

/** `join(import.meta.url, 'routes', …)`. */
const join: Transfer = (call) => {
  const path = pathOf(call, argument(call, 0));
  const parts = call.args.slice(1).map((part) => call.text(part));
  return path === null || parts.includes(null)
    ? unmodelled(call, 'desm', 'join')
    : call.const(parts.reduce<string>((folder, part) => joinPath(folder, part!), folderOf(path)));
};

/** `desm`: folders of ES modules. */
export const desmLibrary = defineLibrary({
  modules: {
    desm: (realm) => {
      const members = functions(realm, { dirname, filename, join });
      return realm.fn('desm', (call) => call.record(members), { ...members, default: realm.fn('desm', (call) => call.record(members)) });
    },
  },
});
