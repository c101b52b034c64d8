const LOWER = /[a-z]/,
  LETTER = /[a-z]/i;
const opposite = (letter: string): string => (LOWER.test(letter) ? letter.toUpperCase() : letter.toLowerCase());
const both = (letter: string): string => `${letter.toLowerCase()}${letter.toUpperCase()}`;

/**
 * A regular expression that says without the flag `i` what this one says with it: each letter stands for itself in both cases. Undefined where that
 * cannot be written: back references, letters by their number or beyond ASCII, and properties of letters.
 */
export function caselessPattern(source: string): string | undefined {
  if (/[^\x00-\x7f]|\\(?:[1-9kcuxpP])/.test(source)) return undefined;
  let result = '';
  for (let at = 0; at < source.length;) {
    const special = /^(?:\\[^]|\(\?(?:[:=!]|<[=!]|<\w+>))/.exec(source.slice(at));
    if (special) {
      result += special[0];
      at += special[0].length;
      continue;
    }
    if (source.startsWith('(?', at)) return undefined;
    const set = source[at] === '[' ? /^\[\^?(?:\\[^]|[^\]\\])*\]/.exec(source.slice(at)) : null;
    if (set) {
      result += caselessSet(set[0]);
      at += set[0].length;
      continue;
    }
    result += LETTER.test(source[at]!) ? `[${both(source[at]!)}]` : source[at]!;
    at++;
  }
  return result;
}

/** `[a-f_]` → `[a-fA-F_]`. */
function caselessSet(set: string): string {
  const [start] = /^\[\^?/.exec(set)!;
  const items = set.slice(start.length, -1).match(/\\[^]|[^\\]-[^\\]|[^]/g) ?? [];
  const has = (character: string): boolean =>
    items.some((item) => item === character || (item.length === 3 && item[0]! <= character && character <= item[2]!));
  return `${start}${items.map((item) => (item.length === 3 ? `${item}${otherCase(item[0]!, item[2]!, has)}` : LETTER.test(item) && item.length === 1 && !has(opposite(item)) ? both(item) : item)).join('')}]`;
}

/** What a range lacks of the other case of its letters. */
function otherCase(first: string, last: string, has: (character: string) => boolean): string {
  const letters = Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) =>
    String.fromCharCode(first.charCodeAt(0) + index),
  ).filter((character) => LETTER.test(character));
  const others = letters.map(opposite).filter((letter) => !has(letter));
  if (others.length === 0) return '';
  const whole = others.at(-1)!.charCodeAt(0) - others[0]!.charCodeAt(0) === others.length - 1;
  return whole && others.length > 2 ? `${others[0]!}-${others.at(-1)!}` : others.join('');
}
