import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Omission } from '../../../backends/interchange/exported.js';
import type { Context, Input, OptionDefinition } from '../command.js';
import { UsageError } from '../../project/usage-error.js';
import type { Exported } from './export-format.js';

/** Options of formats that are one document. */
export const fileOptions: Readonly<Record<string, OptionDefinition>> = {
  out: { type: 'string', value: '<file>', description: 'With --openapi or --postman: the file to write; default: stdout' },
};

/**
 * The document on stdout, or in the file that `--out` names. The path is relative to the current directory, as in other tools; a file
 * that has the same bytes is not touched.
 * @throws UsageError when the path is a folder
 */
export async function writeExport(context: Context, input: Input, content: string, omitted: readonly Omission[]): Promise<Exported> {
  const out = input.string('out');
  if (out === undefined) return { content, omitted };
  const file = resolve(out);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--out: ${out} is a folder.`, 'Name the file to write, for example openapi.yaml.');
  const path = relative(context.root, file);
  const shown = path.startsWith('..') || isAbsolute(path) ? file : path.split(sep).join('/');
  if (present(file) === content) return { written: [], unchanged: [shown], removed: [], omitted };
  const { writeAtomically } = await import('../../store/index.js');
  writeAtomically(file, content);
  return { written: [shown], unchanged: [], removed: [], omitted };
}

function present(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
