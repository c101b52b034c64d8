import path from 'node:path';
import type { Adapter } from '@tool/scanner-sdk';
import type { ModuleResolution } from './resolution/module-resolution.js';
import { recordOf } from './sources/as-written.js';
import type { ProjectFiles } from './sources/project-files.js';
import { parseConfig } from './sources/read-config.js';
import { startsNoServer, type SourceGraph } from './resolution/source-graph.js';

/** The folder of the nearest manifest: what an entry belongs to. */
export function packageFolder(files: ProjectFiles, file: string): string {
  for (let folder = path.dirname(file); folder !== path.dirname(folder) && folder.startsWith(files.root); folder = path.dirname(folder))
    if (files.hasManifest(folder)) return folder;
  return files.root;
}

/** Files that a script gives to the command of a framework. */
export function startedByCommand(
  files: ProjectFiles,
  resolution: ModuleResolution,
  sources: readonly string[],
  adapters: readonly Adapter[],
): { readonly adapter: Adapter; readonly file: string }[] {
  const started: { adapter: Adapter; file: string }[] = [];
  for (const folder of foldersOf(files, sources))
    for (const script of Object.values(files.hasManifest(folder) ? (files.manifest(folder)?.scripts ?? {}) : {}))
      for (const adapter of adapters) {
        const name = typeof script === 'string' ? adapter.start?.command.exec(script)?.[1] : undefined;
        const resolved = name === undefined ? undefined : resolution.file(path.resolve(folder, name));
        if (resolved?.kind === 'source' && !started.some((each) => each.adapter === adapter && each.file === resolved.file))
          started.push({ adapter, file: resolved.file });
      }
  return started;
}

/**
 * Modules that the programs import and never read: whoever starts the programs reads them. From the programs on, as far as one makes an application.
 * @param isReaching files from which a framework can be reached
 */
export function runUnread(
  graph: SourceGraph,
  programs: readonly string[],
  isReaching: ReadonlySet<string>,
  isFound: () => boolean,
  run: (file: string) => void,
): void {
  const seen = new Set(programs);
  for (let level: readonly string[] = [...programs]; level.length > 0 && !isFound();) {
    const next: string[] = [];
    for (const file of level)
      for (const target of graph.of(file).files)
        if (isReaching.has(target) && !seen.has(target)) {
          seen.add(target);
          next.push(target);
        }
    next.forEach(run);
    level = next;
  }
}

/** The folders that hold sources and those above them, within the project. */
function foldersOf(files: ProjectFiles, sources: readonly string[]): readonly string[] {
  const folders = new Set<string>([files.root]);
  for (const source of sources)
    for (let folder = path.dirname(source); folder.startsWith(files.root) && !folders.has(folder); folder = path.dirname(folder))
      folders.add(folder);
  return [...folders].sort();
}

/**
 * Files that manifests start (`main`, `bin`, `exports`, and what their start scripts run), each with the folder it is started in: where a script
 * starts it, otherwise that of the first manifest that names it.
 * @param missing told of a manifest of which nothing that it starts is there, and of what its `main` names
 * @param variables told of files from which the scripts of a folder take variables of the environment
 */
export function statedEntries(
  files: ProjectFiles,
  resolution: ModuleResolution,
  sources: readonly string[],
  missing: (folder: string, main: string) => void,
  variables: (folder: string, file: string) => void,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const byScript = new Set<string>();
  let isThere = false;
  const add = (folder: string, target: unknown, isScript = false): void => {
    if (typeof target !== 'string') return;
    const resolved = resolution.started(path.resolve(folder, target));
    isThere ||= resolved?.kind === 'source';
    if (resolved?.kind !== 'source' || startsNoServer(files.display(resolved.file))) return;
    if (!found.has(resolved.file) || (isScript && !byScript.has(resolved.file))) found.set(resolved.file, folder);
    if (isScript) byScript.add(resolved.file);
  };
  for (const folder of foldersOf(files, sources)) {
    const manifest = files.hasManifest(folder) ? files.manifest(folder) : null;
    if (!manifest) continue;
    const scripts = manifest.scripts ?? {};
    isThere = false;
    for (const [name, script] of Object.entries(scripts)) {
      if (
        typeof script !== 'string' ||
        /test|lint|build|format|prepare|install|migrat|seed|generate|docs|storybook|release|deploy|clean|bench/i.test(name)
      )
        continue;
      for (const [, named = '.env'] of script.matchAll(VARIABLES)) variables(folder, path.resolve(folder, named));
      for (const { command, at } of commandsOf(script, folder))
        for (const token of command.split(/\s+/))
          if (
            /^[\w./@-]+$/.test(token) &&
            !token.startsWith('-') &&
            (/\.(?:[cm]?[jt]s)$/.test(token) || /^(?:\.\/)?(?:bin|src|dist|build|server|app|index|lib)(?:\/[\w.-]+)*$/.test(token)) &&
            !/\.config\.|\.json$/.test(token)
          )
            add(at, token, true);
      if (/\bnest\s+start\b/.test(script)) add(folder, 'src/main.ts', true);
    }
    add(folder, manifest.main);
    if (typeof manifest.bin === 'string') add(folder, manifest.bin);
    else if (manifest.bin && typeof manifest.bin === 'object') for (const target of Object.values(manifest.bin)) add(folder, target);
    const flat = (target: unknown): void => {
      if (typeof target === 'string') add(folder, target);
      else if (target && typeof target === 'object') Object.values(target).forEach(flat);
    };
    flat(manifest.exports);
    if (!isThere && typeof manifest.main === 'string') missing(folder, manifest.main);
  }
  for (const folder of foldersOf(files, sources)) add(folder, workerOf(files, folder));
  return found;
}

/** Files from which commands take variables of the environment: `node -r dotenv/config`, `node --env-file=.env`, `dotenv -e .env.local --`, `bun run`. */
const VARIABLES =
  /(?:--env-file(?:-if-exists)?|dotenv_config_path|\b(?:dotenvx?|env-cmd) [^&|;]*?-[ef])[ =]["']?([^\s"']+)|\bdotenv(?:-flow|-safe|x)?\/config\b|\b(?:dotenvx run|env-cmd|bun) /gi;

/** The commands of a script, each with the folder that `cd` has changed to when it runs; what is quoted changes it for itself. */
function commandsOf(script: string, folder: string): readonly { readonly command: string; readonly at: string }[] {
  const commands: { readonly command: string; readonly at: string }[] = [];
  let outer = folder;
  for (const [index, part] of script.split(/["'`]/).entries()) {
    let at = outer;
    for (const command of part.split(/[;&|]+/)) {
      const into = /^\s*cd\s+(\S+)/.exec(command)?.[1];
      if (into === undefined) commands.push({ command, at });
      else at = path.resolve(at, into);
    }
    if (index % 2 === 0) outer = at;
  }
  return commands;
}

const WORKER_CONFIG = /^wrangler(?:\.[\w-]+)*\.(?:jsonc?|toml)$/;
/** Those that are read unless a command names another one. */
const STANDARD_CONFIGS = ['wrangler.json', 'wrangler.jsonc', 'wrangler.toml'];

/** The modules that a configuration of Cloudflare's workers starts, those of its environments behind its own. */
function workersIn(files: ProjectFiles, file: string): readonly string[] {
  const text = files.exists(file) === 'file' ? files.readText(file) : null;
  if (text === null) return [];
  if (file.endsWith('.toml')) return [...text.matchAll(/^[ \t]*main[ \t]*=[ \t]*["']([^"'\n]+)["']/gm)].map((found) => found[1]!);
  const { config } = parseConfig(file, text);
  const environments = Object.values(recordOf(config['env'])).map(recordOf);
  return [config, ...environments].map((each) => each['main']).filter((main) => typeof main === 'string');
}

/** The module that a configuration of Cloudflare's workers in this folder starts. */
function workerOf(files: ProjectFiles, folder: string): string | null {
  for (const name of STANDARD_CONFIGS) {
    const [main] = workersIn(files, path.join(folder, name));
    if (main !== undefined) return main;
  }
  return null;
}

/** The modules that configurations of Cloudflare's workers start, of the nearest folder above a file (within its package) that has some. */
export function workersAbove(files: ProjectFiles, resolution: ModuleResolution, file: string): readonly string[] {
  const last = packageFolder(files, file);
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    // Others lie beside the usual ones: to list every folder would make the scan depend on all that is in it.
    const isThere = STANDARD_CONFIGS.some((name) => files.exists(path.join(folder, name)) === 'file');
    const names = (isThere ? (files.readDirectory(folder) ?? []) : []).map(({ name }) => name).filter((name) => WORKER_CONFIG.test(name));
    const mains = names.flatMap((name) => workersIn(files, path.join(folder, name)));
    const found = mains.flatMap((main) => resolution.started(path.resolve(folder, main)) ?? []);
    if (mains.length > 0) return found.flatMap((each) => (each.kind === 'source' ? [each.file] : []));
    if (folder === last || folder === path.dirname(folder)) return [];
  }
}

/** Whether a package's manifest has it started as a server of its own: a framework among its dependencies, and a program or a script that starts one. */
export function startsItself(files: ProjectFiles, folder: string, isFramework: (name: string) => boolean): boolean {
  const manifest = files.manifest(folder);
  if (!manifest || !Object.keys(manifest.dependencies ?? {}).some(isFramework)) return false;
  if (workerOf(files, folder) !== null) return true;
  return (
    manifest.bin !== undefined ||
    Object.entries(manifest.scripts ?? {}).some(
      ([name, script]) =>
        /^(?:start|dev|serve|server)(?::|$)/.test(name) &&
        typeof script === 'string' &&
        !/^(?:tsc|tsup|rollup|vite|webpack)\b/.test(script),
    )
  );
}
