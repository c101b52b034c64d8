import { existsSync, readFileSync } from 'node:fs';
import { isMap, parseDocument, type Document } from 'yaml';
import { writeAtomically } from '../../store/index.js';
import { UsageError } from '../usage-error.js';

/**
 * Changes a YAML file that a person wrote: comments, order and quotes stay.
 * @param change returns whether it changed anything
 * @throws UsageError when the file is not what it should be; it stays as it is
 */
export function editYaml(file: string, change: (document: Document) => boolean): boolean {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const document = parseDocument(text, { keepSourceTokens: true });
  if (document.errors.length > 0 || !(document.contents === null || isMap(document.contents))) {
    throw new UsageError(
      `${file} cannot be read: ${document.errors[0]?.message.split('\n')[0] ?? 'it is no map of keys and values'}`,
      'Correct the file, then run the command again. It was not changed.',
    );
  }
  if (!change(document)) return false;
  // Lists are indented as the file has them, not as the printer would.
  const indentSeq = !/^([^\S\n]*)[^\s#-][^\n]*:[^\S\n]*\n\1- /m.test(text);
  const indent = /^( +)[^\s#-]/m.exec(text)?.[1]?.length ?? 2;
  writeAtomically(
    file,
    document.toString({
      lineWidth: 0,
      indentSeq,
      indent: Math.min(8, Math.max(2, indent)),
      flowCollectionPadding: !/[[{][^\s\]}]/.test(text),
    }),
  );
  return true;
}
