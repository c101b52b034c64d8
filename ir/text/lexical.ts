/**
 * The lexical rules of the text form, shared by printer and parser so that they cannot drift apart.
 * A string is bare where that is unambiguous, a JSON string everywhere else: any name survives.
 */

/** Ids, methods, codes, npm names: what can stand bare in a fixed position. */
export const BARE_WORD = /[A-Za-z0-9_$][A-Za-z0-9_$.#/@-]*/y;
/** A file name in a place. */
export const BARE_FILE = /[A-Za-z0-9_$.+~/-]+/y;
/** The cause of a synthetic place. */
export const BARE_CAUSE = /[A-Za-z0-9_.#/-]+(?: [A-Za-z0-9_.#/-]+)*/y;
/** Text of a literal segment; any other is `!` and a JSON string. */
export const BARE_LITERAL = /[A-Za-z0-9_$.%&,=@^-]+/y;
/** Name of a parameter or wildcard. */
export const BARE_NAME = /[A-Za-z0-9_$]+/y;
/** Flags of a regular expression. */
export const BARE_FLAGS = /[a-z]+/y;

/** The whole text matches the bare form. */
export function isBare(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.exec(text)?.[0].length === text.length && text.length > 0;
}

/** Control characters, line separators and direction marks would make a dump unreadable or misleading in review. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (text: string): string =>
  text.replace(UNPRINTABLE, (character) =>
    Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`).join(''),
  );

/** A JSON string in which every character can be seen. */
export const quote = (text: string): string => escaped(JSON.stringify(text));

/** One-line JSON; unprintable characters can occur in its strings only. */
export const printJson = (value: unknown): string => escaped(JSON.stringify(value));

export const bareOr = (pattern: RegExp, text: string): string => (isBare(pattern, text) ? text : quote(text));

export const word = (text: string): string => bareOr(BARE_WORD, text);
