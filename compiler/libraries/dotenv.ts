import { defineLibrary, openModule, type Call, type ModuleModel, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from './support/fallback.js';
import { joinPath } from './support/paths.js';

const LINE =
  /^[^\S\r\n]*(?:export[^\S\r\n]+)?([\w.-]+)[^\S\r\n]*[=:][^\S\r\n]*(?:"((?:\\.|[^"\\])*)"|'([^']*)'|`([^`]*)`|([^#\r\n]*))[^\S\r\n]*(?:#.*)?$/gm;

/** The variables of a `.env` file, in order. */
export function parseVariables(text: string): (readonly [string, string])[] {
  return [...text.matchAll(LINE)].map(
    (match) =>
      [match[1]!, match[2]?.replace(/\\n/g, '\n').replace(/\\"/g, '"') ?? match[3] ?? match[4] ?? match[5]?.trimEnd() ?? ''] as const,
  );
}

/** `${OTHER}` and `$OTHER` in values, from what the files say. */
function expand(variables: Map<string, string>): void {
  for (const [key, value] of variables)
    variables.set(
      key,
      value.replace(
        /\$\{?([A-Za-z_]\w*)(?::-([^}]*))?\}?/g,
        (whole, name: string, fallback?: string) => variables.get(name) ?? fallback ?? whole,
      ),
    );
}

/** Puts the variables of the files that exist into the environment; what is set already stays, as in the library. */
export function loadVariables(realm: Realm, files: readonly string[], expanded = false): Record<string, Value> {
  const variables = new Map<string, string>();
  for (const file of files)
    for (const [key, value] of parseVariables(realm.project?.readText(file) ?? '')) if (!variables.has(key)) variables.set(key, value);
  if (expanded) expand(variables);
  const values: Record<string, Value> = {};
  for (const [key, value] of variables) {
    // The file is one machine's configuration: another machine may have another value.
    values[key] = { kind: 'const', value, origin: null, taint: `process.env.${key}` };
    realm.setEnvironment?.(key, values[key]);
  }
  return values;
}

const filesOf = (call: Call): string[] => {
  const root = call.project?.workingDirectory ?? '.';
  const path = argument(call, 0).kind === 'object' ? call.get(argument(call, 0), 'path') : call.const(undefined);
  const texts = (call.elements(path) ?? [path]).map((value) => call.text(value)).filter((text): text is string => text !== null);
  return (texts.length > 0 ? texts : ['.env']).map((text) => joinPath(root, text));
};

const config =
  (expanded: boolean): Transfer =>
  (call) => {
    const parsed = loadVariables(call, filesOf(call), expanded);
    return call.record({ parsed: call.record(parsed) });
  };

const parse: Transfer = (call) => {
  const text = call.text(argument(call, 0));
  return text === null
    ? call.unknown('variables of a text that is not known')
    : call.record(Object.fromEntries(parseVariables(text).map(([key, value]) => [key, call.const(value)])));
};

const onImport: ModuleModel = (realm) => {
  loadVariables(realm, [joinPath(realm.project?.workingDirectory ?? '.', '.env')]);
  return realm.record({});
};

const model =
  (name: string, expanded = false): ModuleModel =>
  (realm) =>
    openModule(realm, name, {
      config: realm.fn('config', config(expanded)),
      load: realm.fn('load', config(expanded)),
      configDotenv: realm.fn('configDotenv', config(expanded)),
      parse: realm.fn('parse', parse),
    });

/** `dotenv-expand`: gives the result of `config` back. */
const expandModel: ModuleModel = (realm) => {
  const expandTransfer: Transfer = (call) => argument(call, 0);
  return realm.fn('expand', expandTransfer, {
    expand: realm.fn('expand', expandTransfer),
    default: realm.fn('expand', expandTransfer, { expand: realm.fn('expand', expandTransfer) }),
  });
};

export const dotenvLibrary = defineLibrary({
  modules: {
    dotenv: model('dotenv'),
    'dotenv/config': onImport,
    'dotenv-safe': model('dotenv-safe'),
    'dotenv-safe/config': onImport,
    'dotenv-expand': expandModel,
    'dotenv-flow': model('dotenv-flow'),
    'dotenv-flow/config': onImport,
    '@dotenvx/dotenvx': model('@dotenvx/dotenvx'),
    '@dotenvx/dotenvx/config': onImport,
  },
});
