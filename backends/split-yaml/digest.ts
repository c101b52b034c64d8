import type { SplitFiles } from './to-files.js';

/** A digest of a text, as hexadecimal digits. Given by the caller: nothing here may reach for the system. */
export type Hash = (text: string) => string;

const LINE = /^# digest: (\S*)[^\S\n]*\n/m;

/** Version control may change the ends of lines; that is no edit. */
const content = (files: SplitFiles): string =>
  [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `${name}\n${text.replaceAll('\r\n', '\n').replace(LINE, '')}\n`)
    .join('');

/** Puts a digest of all files on the first line of `api.yaml`, so that an edit of any of them is noticed wherever the files are. */
export function seal(files: SplitFiles, hash: Hash): SplitFiles {
  const api = files.get('api.yaml') ?? '';
  return new Map([...files, ['api.yaml', `# digest: ${hash(content(files))}\n${api}`]]);
}

/** Whether the files are as an export wrote them. Files without a digest are a person's. */
export function isSealed(files: SplitFiles, hash: Hash): boolean {
  const found = LINE.exec((files.get('api.yaml') ?? '').replaceAll('\r\n', '\n'))?.[1];
  return found !== undefined && found === hash(content(files));
}
