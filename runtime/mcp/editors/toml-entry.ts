import { UsageError } from '../../project/usage-error.js';
import type { Editor } from './editor.js';

/**
 * Adds a table at the end of a TOML file: what comes before is not read closely and not changed. Strings are written as JSON
 * writes them, which TOML's basic strings read in the same way.
 * @throws UsageError when the parent is an inline table, behind which no table of the same name may follow
 */
export function addTomlEntry(
  before: string | null,
  editor: Editor,
  entry: object,
  file: string,
): { text: string; outcome: 'created' | 'changed' | 'kept' | 'different' } {
  const [parent, name] = editor.path.map(String) as [string, string];
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value).replaceAll('\u007F', '\\u007F')}`);
  const block = `[${parent}.${name}]\n${lines.join('\n')}\n`;
  if (before === null || before.trim() === '') return { text: block, outcome: before === null ? 'created' : 'changed' };
  const content = before.replaceAll('\r\n', '\n');
  const header = new RegExp(`^[ \\t]*\\[[ \\t]*"?${parent}"?[ \\t]*\\.[ \\t]*["']?${name}["']?[ \\t]*\\]`, 'm').exec(content);
  if (header !== null) {
    const rest = content.slice(header.index);
    const own = rest.split(/\n(?=[ \t]*\[)/)[0]!;
    return { text: before, outcome: lines.every((line) => own.split('\n').some((one) => one.trim() === line)) ? 'kept' : 'different' };
  }
  if (new RegExp(`^[ \\t]*"?${parent}"?[ \\t]*(=|\\.)`, 'm').test(content)) {
    throw new UsageError(
      `${file} cannot be changed: it defines "${parent}" in a form that nothing can be added to.`,
      `Add this by hand:\n${block}The file was not changed.`,
      { code: 'editor/damaged-file' },
    );
  }
  const eol = before.includes('\r\n') ? '\r\n' : '\n';
  return { text: `${before}${before.endsWith('\n') ? '' : eol}${eol}${block.replaceAll('\n', eol)}`, outcome: 'changed' };
}
