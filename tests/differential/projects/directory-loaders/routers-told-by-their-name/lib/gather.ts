import fs from 'node:fs';

const underTypescript = Symbol.for('loader.that.is.not.there') in process;
const names = new RegExp('^([^.].*)(?<!\\.d)\\.(' + (underTypescript ? 'mts' : 'ts') + ')$');

export function gather(folder: string, each: (name: string, file: string) => void, prefix = ''): void {
  for (const entry of fs.readdirSync(folder).sort()) {
    const file = folder + entry;
    if (fs.lstatSync(file).isDirectory()) gather(`${file}/`, each, `${prefix}/${entry}`);
    else if (entry.match(names)) each(`${prefix}/${entry.replace('.ts', '').replaceAll('#', ':')}`, file);
  }
}
