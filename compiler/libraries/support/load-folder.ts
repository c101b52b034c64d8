import { longestText } from '@tool/ir';
import type { Call, Value } from '@tool/scanner-sdk';
import { compiledName, isSourceName } from './paths.js';

export interface LoadOptions {
  /** Name under which a file's exports appear, or null to leave it out. `name` is the file's name as the compiled project has it. */
  readonly file: (name: string, path: string) => string | null;
  /** Whether to go into a folder, and the key it gets. */
  readonly folder: (name: string, path: string) => string | null;
  readonly recursive: boolean;
  /** What becomes of a file's exports. */
  readonly visit?: (exports: Value, path: string, key: string) => Value;
}

const MAX_DEPTH = 12;

/** Requires the files of a folder, in order, into a record of their names; folders become records of their own. Null: no such folder. */
export function loadFolder(call: Call, folder: string, options: LoadOptions, depth = 0): Value | null {
  const entries = call.project?.readDirectory(folder);
  if (!entries || depth > MAX_DEPTH) return null;
  const record = call.record({});
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.directory) {
      const key = options.recursive ? options.folder(entry.name, path) : null;
      const inside = key === null ? null : loadFolder(call, path, options, depth + 1);
      if (key !== null && inside && (call.entries(inside)?.length ?? 1) > 0) call.set(record, key, inside);
      continue;
    }
    if (!isSourceName(entry.name)) continue;
    const key = options.file(compiledName(entry.name), path);
    if (key === null) continue;
    const exports = call.project!.load(path);
    call.set(record, key, options.visit ? options.visit(exports, path, key) : exports);
  }
  return record;
}

/** Names of files are no longer, and paths of files hardly. */
const LONGEST_NAME = 120;

/** A regular expression of the program as one of ours; null when it is none, has a syntax that we lack, or could take for ever on the name of a file. */
export function programRegExp(call: Call, value: Value): RegExp | null {
  const pattern = call.pattern(value);
  if (!pattern || longestText(pattern.source) < LONGEST_NAME) return null;
  try {
    return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  } catch {
    return null;
  }
}

/** A filter of the program: a regular expression, a function, or nothing (null: no filter). */
export function programFilter(call: Call, value: Value): ((text: string) => boolean) | null {
  const regexp = programRegExp(call, value);
  if (regexp) return (text) => regexp.test(text);
  if (call.isFunction(value)) return (text) => call.truthy(call.invoke(value, [call.const(text)])) !== false;
  return null;
}
