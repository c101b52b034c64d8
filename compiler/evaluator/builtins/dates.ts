import type { Evaluator } from '../evaluator.js';
import { NUMBER, STRING, shaped } from '../requests/observation.js';
import { Obj } from '../values/values.js';
import { link, type Define } from './making.js';

export function installDate(evaluator: Evaluator, prototype: Obj, define: Define): Obj {
  const date = evaluator.native('Date', (_ev, _self, _args, site) => {
    const made = new Obj('Date', prototype, site);
    return made;
  });
  for (const name of Object.getOwnPropertyNames(Date.prototype))
    if (name !== 'constructor') define(prototype, name, () => shaped(name.startsWith('to') ? STRING : NUMBER, 'a part of a date'));
  define(date, 'now', () => shaped(NUMBER, 'the time'));
  define(date, 'parse', () => shaped(NUMBER, 'a time'));
  define(date, 'UTC', () => shaped(NUMBER, 'a time'));
  link(date, prototype);
  return date;
}
