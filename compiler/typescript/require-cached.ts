import { createRequire } from 'node:module';
import path from 'node:path';
import { runCached } from './cached-script.js';

export interface RequireOptions {
  readonly instead?: Readonly<Record<string, unknown>>;
  readonly packages?: readonly string[];
}

interface Loaded {
  exports: unknown;
}

const builtin = createRequire(import.meta.url);
const loaded = new Map<string, Loaded>();

/**
 * What a CommonJS file exports, run with the code that an earlier process compiled of it and of the files that it requires by their place. They are
 * modules of their own, apart from those that `require` gives: for packages with parts that share no state with their rest.
 *
 * @param file absolute path
 * @param options.instead what these files get for a name that they require
 * @param options.packages those of which the files are run in the same way; others are required as usual
 * @throws what the files throw; Error when one cannot be read
 */
export function requireCached(file: string, options: RequireOptions = {}): unknown {
  const known = loaded.get(file);
  if (known) return known.exports;
  const module: Loaded = { exports: {} };
  loaded.set(file, module);
  const folder = path.dirname(file);
  const require = (name: string): unknown => {
    if (options.instead !== undefined && Object.hasOwn(options.instead, name)) return options.instead[name];
    if (name.startsWith('node:')) return builtin(name);
    if (!name.startsWith('.')) {
      const own = createRequire(file);
      return options.packages?.some((one) => name === one || name.startsWith(`${one}/`)) === true
        ? requireCached(own.resolve(name), options)
        : own(name);
    }
    const script = path.join(folder, /\.c?js$/.test(name) ? name : `${name}.js`);
    try {
      return requireCached(script, options);
    } catch (error) {
      const { code, path: missing } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' || missing !== script) throw error;
      // A folder, or data.
      return createRequire(file)(name);
    }
  };
  try {
    runCached(file, { exports: module.exports, require, module, __filename: file, __dirname: folder });
  } catch (error) {
    loaded.delete(file);
    throw error;
  }
  return module.exports;
}
