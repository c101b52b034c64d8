import path from 'node:path';
import { recordOf } from './as-written.js';
import type { Manifest } from './manifest.js';
import type { ProjectFiles } from './project-files.js';

const NAMES = ['deno.json', 'deno.jsonc'] as const;

const OUTSIDE_OF_TEXTS = {
  comments: /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
  lastCommas: /"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g,
};
const withoutThose = (text: string, those: RegExp): string => text.replace(those, (found) => (found.startsWith('"') ? found : ' '));

/** JSON with comments and commas behind the last element; an empty object where it is something else. Whoever asks for manifests has no compiler. */
function parseCommented(text: string): Readonly<Record<string, unknown>> {
  try {
    const plain = withoutThose(withoutThose(text, OUTSIDE_OF_TEXTS.comments), OUTSIDE_OF_TEXTS.lastCommas);
    return recordOf(JSON.parse(plain.replace(/^\uFEFF/, '')));
  } catch {
    return {};
  }
}

export const holdsDenoConfig = (files: ProjectFiles, folder: string): boolean =>
  NAMES.some((name) => files.exists(path.join(folder, name)) === 'file');

/** The configuration of Deno that lies in a folder; null where there is none. */
function configIn(files: ProjectFiles, folder: string): Readonly<Record<string, unknown>> | null {
  for (const name of NAMES) {
    const file = path.join(folder, name);
    const text = files.exists(file) === 'file' ? files.readText(file) : null;
    if (text !== null) return parseCommented(text);
  }
  return null;
}

/**
 * The package, with the path inside it, that a specifier of Deno stands for: `npm:hono@4/jwt`, `jsr:@hono/hono@^4`, `https://esm.sh/hono@4`,
 * `https://deno.land/x/hono@v4.3.4/mod.ts`. Null for any other specifier.
 */
export function packageOfSpecifier(specifier: string): { readonly name: string; readonly path: string; readonly version: string } | null {
  const found =
    /^(?:npm|jsr):\/?(?<name>@[^/@]+\/[^/@]+|[^/@]+)(?:@(?<version>[^/]*))?(?<path>\/.*)?$/.exec(specifier) ??
    /^https:\/\/esm\.sh\/(?<name>@[^/@]+\/[^/@?]+|[^/@?]+)(?:@(?<version>[^/?]*))?(?<path>\/[^?]*)?/.exec(specifier) ??
    /^https:\/\/deno\.land\/x\/(?<name>[^/@]+)(?:@(?<version>[^/]*))?(?<path>\/.*)?$/.exec(specifier);
  if (!found?.groups) return null;
  const { name = '', version = '', path: inside = '' } = found.groups;
  return { name, version, path: inside.replace(/^\/(?:(?:mod|index)\.[jt]s)?$/, '').replace(/(?:\/(?:mod|index))?\.[jt]s$/, '') };
}

/** The import map of a folder: its own `imports`, or those of the file that `importMap` names. */
function importsOf(files: ProjectFiles, folder: string, config: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const named = config['importMap'];
  const file = typeof named === 'string' ? path.resolve(folder, named) : null;
  const text = file !== null && files.exists(file) === 'file' ? files.readText(file) : null;
  const mapped = text === null ? {} : recordOf(parseCommented(text)['imports']);
  const entries = Object.entries({ ...mapped, ...recordOf(config['imports']) });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** What Deno's configuration in a folder says, as a `package.json` would say it; null where there is none. */
export function manifestOfDeno(files: ProjectFiles, folder: string): Manifest | null {
  const config = configIn(files, folder);
  if (!config) return null;
  const { name, version, exports } = config;
  const packages = Object.values(importsOf(files, folder, config)).flatMap((target) => packageOfSpecifier(target) ?? []);
  const tasks = Object.entries(recordOf(config['tasks'])).map(([task, run]) => [
    task,
    typeof run === 'string' ? run : recordOf(run)['command'],
  ]);
  return {
    folder,
    ...(typeof name === 'string' && { name }),
    ...(typeof version === 'string' && { version }),
    ...((typeof exports === 'string' || Object.keys(recordOf(exports)).length > 0) && { exports }),
    scripts: Object.fromEntries(tasks.filter(([, run]) => typeof run === 'string')) as Record<string, string>,
    dependencies: Object.fromEntries(packages.map((each) => [each.name, each.version])),
  };
}

/** The import maps of a project's folders. */
export class DenoImports {
  private readonly known = new Map<string, { readonly folder: string; readonly imports: Readonly<Record<string, string>> } | null>();

  constructor(private readonly files: ProjectFiles) {}

  /** What the import map above a folder makes of a specifier: another specifier, or an absolute path; null when it says nothing of it. */
  mapped(specifier: string, folder: string): string | null {
    const map = this.for(folder);
    if (!map) return null;
    const exact = Object.hasOwn(map.imports, specifier) ? specifier : undefined;
    const key =
      exact ??
      Object.keys(map.imports)
        .filter((each) => each.endsWith('/') && specifier.startsWith(each))
        .sort((a, b) => b.length - a.length)[0];
    if (key === undefined) return null;
    const target = `${map.imports[key]!}${specifier.slice(key.length)}`;
    return /^\.{0,2}\//.test(target) ? path.resolve(map.folder, target) : target;
  }

  private for(folder: string): { readonly folder: string; readonly imports: Readonly<Record<string, string>> } | null {
    const known = this.known.get(folder);
    if (known !== undefined) return known;
    const config = configIn(this.files, folder);
    const above = path.dirname(folder);
    const found = config
      ? { folder, imports: importsOf(this.files, folder, config) }
      : this.files.inside(above) && above !== folder
        ? this.for(above)
        : null;
    this.known.set(folder, found);
    return found;
  }
}
