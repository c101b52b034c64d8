/** What says nothing in the name of a file. */
const SILENT = /^(?:api|apis|rest)$/i;

/** Names that Windows keeps for devices, whatever their extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const LONGEST = 80;

/** A file name, without extension, that every file system takes. Different names may give the same one: what is in the files tells them apart. */
export function fileName(names: readonly string[]): string {
  const telling = names.filter((name) => !SILENT.test(name));
  const text = (telling.length > 0 ? telling : names)
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST);
  return text === '' ? 'root' : DEVICE.test(text) ? `${text}-` : text;
}
