import { createHash } from 'node:crypto';
import fs from 'node:fs';
import Module, { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { cachedDataVersionTag } from 'node:v8';
import vm from 'node:vm';

/*
 * Compiling the TypeScript API takes longer than parsing most projects. Its compiled code is kept in the user's cache folder, for this
 * version of Node and of TypeScript and for the flags of V8 only (it refuses code that was compiled under others), and the module is put where the next `require` finds it. Any failure means: an ordinary load.
 * TOOL_NO_CODE_CACHE=1 switches it off.
 */
load();

function load(): void {
  const require = createRequire(import.meta.url);
  const cache = (Module as unknown as { _cache?: Record<string, unknown> })._cache;
  try {
    const file = require.resolve('typescript');
    const stored = cacheFile(file);
    if (!cache || cache[file] || !stored) return;
    const source = fs.readFileSync(file, 'utf8');
    let cachedData: Buffer | undefined;
    try { cachedData = fs.readFileSync(stored); } catch { /* first run */ }
    const script = new vm.Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, { filename: file, ...(cachedData && { cachedData }) });
    const module = new Module(file);
    module.filename = file;
    module.paths = (Module as unknown as { _nodeModulePaths(folder: string): string[] })._nodeModulePaths(path.dirname(file));
    (script.runInThisContext() as (...args: unknown[]) => void)(module.exports, createRequire(file), module, file, path.dirname(file));
    module.loaded = true;
    // The package exports through getters; plain properties are read several times faster.
    module.exports = { ...module.exports };
    cache[file] = module;
    if (!cachedData || script.cachedDataRejected) process.once('exit', () => store(stored, () => script.createCachedData()));
  } catch { /* the ordinary require follows */ }
}

/** Null where there is no folder of the user's own: a shared one could be written by somebody else. */
function cacheFile(file: string): string | null {
  const base = process.env['XDG_CACHE_HOME'] || (os.homedir() ? path.join(os.homedir(), '.cache') : '');
  if (!path.isAbsolute(base) || process.env['TOOL_NO_CODE_CACHE']) return null;
  const { size, mtimeMs } = fs.statSync(file);
  const key = createHash('sha256').update(`${file}\0${size}\0${mtimeMs}\0${process.version}\0${process.arch}\0${cachedDataVersionTag()}`).digest('hex').slice(0, 24);
  return path.join(base, 'tool', `typescript-${key}.bin`);
}

function store(file: string, data: () => Buffer): void {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const temporary = `${file}.${process.pid}`;
    fs.writeFileSync(temporary, data(), { mode: 0o600 });
    fs.renameSync(temporary, file);
  } catch { /* the next run compiles again */ }
}
