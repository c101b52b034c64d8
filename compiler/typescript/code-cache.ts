import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { runCached } from './cached-script.js';

/*
 * Compiling the TypeScript API takes longer than parsing most projects. Its compiled code is kept, and the module is put where the next `require`
 * finds it. Any failure means: an ordinary load. TOOL_NO_CODE_CACHE=1 switches it off.
 */
load();

function load(): void {
  const cache = (Module as unknown as { _cache?: Record<string, unknown> })._cache;
  try {
    const file = createRequire(import.meta.url).resolve('typescript');
    if (!cache || cache[file]) return;
    const module = new Module(file);
    module.filename = file;
    module.paths = (Module as unknown as { _nodeModulePaths(folder: string): string[] })._nodeModulePaths(path.dirname(file));
    runCached(file, { exports: module.exports, require: createRequire(file), module, __filename: file, __dirname: path.dirname(file) });
    module.loaded = true;
    // The package exports through getters; plain properties are read several times faster.
    module.exports = { ...(module.exports as object) };
    cache[file] = module;
  } catch {
    /* the ordinary require follows */
  }
}
