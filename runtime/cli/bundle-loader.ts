import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runCached } from '../../compiler/typescript/cached-script.js';
import { requireCached } from '../../compiler/typescript/require-cached.js';

/** What a chunk needs before it runs: other chunks, and packages. */
type Needs = readonly string[];
type Exports = Readonly<Record<string, unknown>>;

const FOLDER = new URL('../../bundle/', import.meta.url);
const builtin = createRequire(import.meta.url);
const packages = new Map<string, Exports>();
const loaded = new Map<string, Exports>();
let needs: Readonly<Record<string, Needs>> | null = null;

/**
 * What `import(specifier)` gives in the bundle (bundle.mjs): the exports of a chunk by its file name, or of any other module. Packages are imported,
 * never required, except for those that never are imported: one copy of each is in the process. Chunks are linked as modules are: those that import one
 * another see what the other has exported so far.
 */
export async function load(specifier: string): Promise<Exports> {
  const name = specifier.replace(/^\.\//, '');
  if (!needsOf(name)) return importPackage(specifier);
  const missing = new Set<string>();
  collect(name, missing, new Set());
  await Promise.all(
    [...missing].map(async (each) => {
      packages.set(each, await importPackage(each));
    }),
  );
  return run(name);
}

/** Packages that take longer to compile than to run. They have CommonJS files, too, and V8 keeps compiled code of those only; all of these use the same copy. */
const KEPT = ['zod', '@modelcontextprotocol/server', '@modelcontextprotocol/core'];

async function importPackage(specifier: string): Promise<Exports> {
  if (KEPT.some((name) => specifier === name || specifier.startsWith(`${name}/`))) {
    try {
      return requireCached(builtin.resolve(specifier), { packages: KEPT }) as Exports;
    } catch {
      /* a later version may have no such files */
    }
  }
  return (await import(specifier)) as Exports;
}

function collect(name: string, missing: Set<string>, seen: Set<string>): void {
  if (seen.has(name) || loaded.has(name)) return;
  seen.add(name);
  for (const each of needsOf(name)!)
    if (needsOf(each)) collect(each, missing, seen);
    else if (!packages.has(each)) missing.add(each);
}

function run(name: string): Exports {
  const known = loaded.get(name);
  if (known) return known;
  const exports: Record<string, unknown> = {};
  loaded.set(name, exports);
  const url = new URL(name, FOLDER);
  const require = (specifier: string): unknown =>
    specifier.startsWith('./') ? run(specifier.slice(2)) : (packages.get(specifier) ?? builtin(specifier));
  runCached(fileURLToPath(url), { exports, require, __import: load, __here: url });
  return exports;
}

function needsOf(name: string): Needs | undefined {
  needs ??= JSON.parse(readFileSync(new URL('chunks.json', FOLDER), 'utf8')) as Readonly<Record<string, Needs>>;
  return needs[name];
}
