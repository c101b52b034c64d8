import { createRequire } from 'node:module';
import type { Faker } from '@faker-js/faker';

interface Expander {
  max: number;
  randInt: (from: number, to: number) => number;
  gen: () => string;
}
type ExpanderClass = new (pattern: RegExp) => Expander;

/** The package is a CommonJS class, which its types describe as an ES module. Few runs need it: it is loaded with the first pattern. */
let expanderClass: ExpanderClass | undefined;
const loadExpander = (): ExpanderClass => (expanderClass ??= createRequire(import.meta.url)('randexp') as ExpanderClass);

const TRIES = 60;

/**
 * Texts that match a regular expression. The library reads no look-around, so rules such as "one digit somewhere" are met by trying:
 * texts that have everything rules ask for, of several lengths, then what the expression gives without its look-around.
 */
export function createPatternGenerator(
  faker: Faker,
): (pattern: RegExp, least: number, most: number, fits: (text: string) => boolean) => string | undefined {
  const expand = (pattern: RegExp, repeats: number): string | undefined => {
    const Expander = loadExpander();
    try {
      const expander = new Expander(pattern);
      expander.max = repeats;
      expander.randInt = (from, to) => faker.number.int({ min: from, max: to });
      return expander.gen();
    } catch {
      return undefined;
    }
  };
  return (pattern, least, most, fits) => {
    const flags = pattern.flags.replace(/[gyuv]/g, '');
    const simple = readable(pattern.source, flags);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      // Repetitions without an end are made as long as the length demands, now shorter, now longer.
      const repeats = Math.max(1, Math.min(most, Math.max(least, 4) + (attempt % 8)));
      const made = simple && expand(simple, repeats);
      if (made !== undefined && fits(made)) return made;
      const longer =
        made !== undefined && made.length < least ? made + faker.string.alphanumeric(least - made.length) : made?.slice(0, most);
      if (longer !== undefined && fits(longer)) return longer;
    }
    for (let length = Math.max(least, 4); length <= Math.min(most, Math.max(least, 4) + 40); length++) {
      for (const text of [
        `Aa1!${faker.string.alphanumeric(Math.max(length - 4, 0))}`,
        `Aa1${faker.string.alphanumeric(Math.max(length - 3, 0))}`,
        `aA1_-${faker.string.alphanumeric(Math.max(length - 5, 0))}`,
        faker.string.numeric(length),
        faker.string.alpha({ length, casing: 'lower' }),
        faker.string.alpha({ length, casing: 'upper' }),
      ]) {
        if (fits(text.slice(0, length))) return text.slice(0, length);
      }
    }
    return undefined;
  };
}

/** The expression without look-around and without what only the `u` flag knows. */
function readable(source: string, flags: string): RegExp | undefined {
  const plain = withoutLookAround(source)
    .replace(/\\p\{(?:Lu|Uppercase(?:_Letter)?)\}/g, '[A-Z]')
    .replace(/\\p\{(?:L|Ll|Letter|Alphabetic)[^}]*\}/g, '[a-z]')
    .replace(/\\p\{N[^}]*\}/g, '\\d')
    // A class inside a class is none: take its contents.
    .replace(/\[([^\]\\]*)\[(A-Z|a-z)\]/g, '[$1$2')
    .replace(/\(\?<([A-Za-z_]\w*)>/g, '(');
  try {
    return new RegExp(plain, flags);
  } catch {
    return undefined;
  }
}

/** Drops groups that begin with `(?=`, `(?!`, `(?<=` and `(?<!`, whatever they hold. */
function withoutLookAround(source: string): string {
  let result = '';
  let at = 0;
  while (at < source.length) {
    const character = source[at]!;
    if (character === '\\') {
      result += source.slice(at, at + 2);
      at += 2;
      continue;
    }
    if (character === '[') {
      const end = endOfClass(source, at);
      result += source.slice(at, end);
      at = end;
      continue;
    }
    if (/^\(\?<?[=!]/.test(source.slice(at, at + 4))) {
      at = endOfGroup(source, at);
      continue;
    }
    result += character;
    at++;
  }
  return result;
}

function endOfClass(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === ']') return at + 1;
  }
  return source.length;
}

function endOfGroup(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if (source[at] === '\\') {
      at++;
      continue;
    }
    if (source[at] === '[') {
      at = endOfClass(source, at) - 1;
      continue;
    }
    if (source[at] === '(') depth++;
    if (source[at] === ')' && --depth === 0) return at + 1;
  }
  return source.length;
}
