import { isAbsent, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, configurable, unmodelled } from '../support/fallback.js';
import { LODASH } from './iteratee.js';
import { capitalized as capitalize } from '../inflection.js';

/** By a text's method, with the rest of the arguments; a text that is missing is the empty one. */
const viaText =
  (method: string): Transfer =>
  (call) => {
    const given = argument(call, 0);
    const text = isAbsent(given) || (given.kind === 'const' && given.value == null) ? call.const('') : given;
    return call.invoke(call.get(text, method), call.args.slice(1), text);
  };

const words = (text: string): string[] => text.match(/[A-Z]{2,}(?=[A-Z][a-z]|\d|\b|_)|[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];

/** Text to text, for each that it may be; what is missing is the empty text, and a text that is not known stays unknown. */
const onText =
  (name: string, change: (text: string, ...rest: string[]) => string): Transfer =>
  (call) => {
    const rest = call.args.slice(1).map((value) => call.text(value));
    const one = (value: Value): Value => {
      const text = value.kind === 'const' && value.value == null ? '' : call.text(value);
      if (text === null || rest.includes(null)) return unmodelled(call, LODASH, name);
      const made = call.const(change(text, ...(rest as string[])));
      return value.kind === 'const' && value.taint !== null ? configurable(made, value.taint) : made;
    };
    const given = argument(call, 0);
    return given.kind === 'oneOf' ? { ...given, values: given.values.map((each) => (isAbsent(each) ? each : one(each))) } : one(given);
  };

/** A text without the given characters (white space, when none are given) at one end or at both. */
const trimmed =
  (start: boolean, end: boolean) =>
  (text: string, characters?: string): string => {
    const drops = (character: string): boolean => (characters === undefined ? character.trim() === '' : characters.includes(character));
    let [from, to] = [0, text.length];
    while (start && from < to && drops(text[from]!)) from++;
    while (end && to > from && drops(text[to - 1]!)) to--;
    return text.slice(from, to);
  };

/** Functions that make one text of another. */
export const textFunctions: Readonly<Record<string, Transfer>> = {
  camelCase: onText('camelCase', (text) =>
    words(text)
      .map((word, index) => (index === 0 ? word.toLowerCase() : capitalize(word)))
      .join(''),
  ),
  kebabCase: onText('kebabCase', (text) =>
    words(text)
      .map((word) => word.toLowerCase())
      .join('-'),
  ),
  snakeCase: onText('snakeCase', (text) =>
    words(text)
      .map((word) => word.toLowerCase())
      .join('_'),
  ),
  startCase: onText('startCase', (text) =>
    words(text)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' '),
  ),
  upperFirst: onText('upperFirst', (text) => text.charAt(0).toUpperCase() + text.slice(1)),
  lowerFirst: onText('lowerFirst', (text) => text.charAt(0).toLowerCase() + text.slice(1)),
  capitalize: onText('capitalize', capitalize),
  toLower: onText('toLower', (text) => text.toLowerCase()),
  toUpper: onText('toUpper', (text) => text.toUpperCase()),
  trim: onText('trim', trimmed(true, true)),
  trimStart: onText('trimStart', trimmed(true, false)),
  trimEnd: onText('trimEnd', trimmed(false, true)),
  toString: onText('toString', (text) => text),
  startsWith: viaText('startsWith'),
  endsWith: viaText('endsWith'),
  split: viaText('split'),
  replace: viaText('replace'),
  repeat: viaText('repeat'),
  padStart: viaText('padStart'),
  padEnd: viaText('padEnd'),
};
