import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** What the text of a data file says: JSON by its name, or YAML, which JSON is as well. Throws when it is neither, or not there. */
export function parseData(file: string, text: string | null): unknown {
  if (text === null) throw new Error(`${file} cannot be read.`);
  const plain = text.replace(/^\uFEFF/, '');
  // The parser of YAML is sixty files, and few projects need it.
  return file.endsWith('.json') ? JSON.parse(plain) : (require('yaml') as typeof import('yaml')).parse(plain);
}
