import path from 'node:path';
import { runCached, type Rewriting } from './cached-script.js';

type Exports = Readonly<Record<string, unknown>>;

const loaded = new Map<string, Exports>();

/**
 * What an ES module exports, run with the code that an earlier process compiled of it: V8 keeps none of modules. It holds for what bundlers write, where
 * names are imported from files beside it before all else and exported after it, and nobody imports in a circle. The exports are those that the module
 * has when it has run.
 *
 * @param file absolute path
 * @throws Error for any other module, which is to be imported as usual then; what the module throws
 */
export function importCached(file: string): Exports {
  const known = loaded.get(file);
  if (known) return known;
  const exports: Record<string, unknown> = {};
  runCached(
    file,
    { __exports: exports, __import: (specifier: string) => importCached(path.resolve(path.dirname(file), specifier)) },
    AS_FUNCTION,
  );
  loaded.set(file, exports);
  return exports;
}

/** `import { a as b } from './c.js';` at the beginning, where a name may be followed by another one. */
const IMPORT = /\s*import\s*\{([\w$\s,]*)\}\s*from\s*"(\.[^"]+)"\s*;/y;
const EXPORT = /^export\s*\{([\w$\s,]*)\}\s*;?\s*$/;

/** What is neither is no body of a function: compiling it fails. */
const AS_FUNCTION: Rewriting = {
  version: 'module-1',
  rewrite(source) {
    let imports = '';
    let begin = 0;
    for (IMPORT.lastIndex = 0; ;) {
      const found = IMPORT.exec(source);
      if (found === null) break;
      begin = IMPORT.lastIndex;
      imports += `const {${pairs(found[1]!)
        .map(([from, to]) => `${from}: ${to}`)
        .join(', ')}} = __import(${JSON.stringify(found[2]!)});`;
    }
    const end = source.lastIndexOf('export');
    const exported = end < begin ? null : EXPORT.exec(source.slice(end));
    if (exported === null) throw new Error('The module is not as bundlers write it.');
    return `'use strict';${imports}${source.slice(begin, end)};Object.assign(__exports, {${pairs(exported[1]!)
      .map(([from, to]) => `${to}: ${from}`)
      .join(', ')}});`;
  },
};

/** `a as b, c` */
const pairs = (names: string): [from: string, to: string][] =>
  names
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      const [from, to] = one.split(/\s+as\s+/);
      return [from!, to ?? from!];
    });
