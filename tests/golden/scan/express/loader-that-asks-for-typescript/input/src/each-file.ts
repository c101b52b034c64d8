import { lstatSync, readdirSync } from 'node:fs';

const ending = Symbol.for('ts-node.register.instance') in process ? 'ts' : 'js';
const wanted = new RegExp('^([^.].*)(?<!\\.d)\\.(' + ending + ')$');

export function eachFile(folder: string, take: (path: string, file: string) => void, prefix = ''): void {
  for (const name of readdirSync(folder)) {
    const file = folder + name;
    const path = `${prefix}/${name.replace(/\.[jt]s$/, '').replace('#', ':')}`;
    if (lstatSync(file).isDirectory()) eachFile(`${file}/`, take, path);
    else if (file.match(wanted)) take(path.replace(/\/index$/, '') || '/', file);
  }
}
