import { createRequire } from 'node:module';
import { ts } from '../../typescript/index.js';

const require = createRequire(import.meta.url);

/** What the text of a data file says: JSON by its name, or YAML, which JSON is as well. Throws when it is neither, or not there. */
export function parseData(file: string, text: string | null): unknown {
  if (text === null) throw new Error(`${file} cannot be read.`);
  const plain = text.replace(/^\uFEFF/, '');
  // The parser of YAML is sixty files, and few projects need it.
  return file.endsWith('.json') ? JSON.parse(plain) : (require('yaml') as typeof import('yaml')).parse(plain);
}

/**
 * The same for a program that reads the file; `told` is told what is wrong with its text. Throws when it says nothing. JSON with comments and
 * commas at the end, as libraries for configuration take it, is read.
 * @param text null when the file is not there
 */
export function readData(file: string, text: string | null, told: (why: string) => void): unknown {
  try {
    return parseData(file, text);
  } catch (error) {
    if (text === null) throw error;
    const lenient = file.endsWith('.json') ? ts.parseConfigFileTextToJson(file, text.replace(/^\uFEFF/, '')) : null;
    if (lenient && !lenient.error) return lenient.config;
    told((error as Error).message.split('\n')[0]!.replace(/,? ?".*?" is not valid JSON$/s, ''));
    throw error;
  }
}
