/** A place in a text; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The text is not JSON. The message says what was found and what was expected there. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  constructor(
    message: string,
    readonly position: Position,
  ) {
    super(message);
  }
}

export interface ParsedJson {
  readonly value: unknown;
  /** Where a value is, or the key that holds it, by JSON pointer; the nearest one above it when there is none. */
  locate(pointer: string, part?: 'key' | 'value'): Position;
  /** Keys that an object has twice; JSON keeps the last. */
  readonly duplicates: readonly { readonly key: string; readonly position: Position }[];
}

/** Text without the byte order mark that some editors write. */
export const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

const SLASH = 0x2f;
/** No file of ours comes near; deeper ones would end the call stack. */
const MAX_DEPTH = 500;

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Offsets at which lines begin; a line ends with CR, LF or both. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\n|\r/g)) starts.push(end.index + end[0].length);
  return starts;
}

/** Index of the line that an offset is in. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  for (let high = starts.length - 1; low < high;) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Parses JSON and remembers where everything is. The messages of `JSON.parse` name no place, or a different one with every
 * version of Node; for text that it accepts, this gives the same value.
 * @throws JsonSyntaxError
 */
export function parseJson(source: string): ParsedJson {
  const text = withoutMark(source);
  const shift = source.length - text.length;
  const keys = new Map<string, number>();
  const values = new Map<string, number>();
  const duplicates: { key: string; offset: number }[] = [];
  let at = 0;
  let depth = 0;

  // Found once: a large model with a finding in every line asks for the place of each.
  let starts: readonly number[] | undefined;
  const positionOf = (offset: number): Position => {
    starts ??= lineStarts(text);
    const line = lineAt(starts, offset);
    return { line: line + 1, column: offset - starts[line]! + 1 + (line === 0 ? shift : 0) };
  };
  const fail = (message: string, offset = at): never => {
    throw new JsonSyntaxError(message, positionOf(offset));
  };
  const found = (): string => {
    if (at >= text.length) return 'the end of the file';
    const character = String.fromCodePoint(text.codePointAt(at)!);
    return character === '\n' || character === '\r' ? 'the end of the line' : JSON.stringify(character);
  };
  const skipSpace = (): void => {
    while (isSpace(text.charCodeAt(at))) at++;
    if (text.charCodeAt(at) === SLASH && (text.startsWith('//', at) || text.startsWith('/*', at)))
      fail('a comment, which JSON does not have');
  };

  const readString = (): string => {
    const start = at++;
    for (;;) {
      const character = text[at];
      if (character === undefined || character === '\n' || character === '\r') return fail('a string that is not closed', start);
      if (character === '"') break;
      if (character < ' ') return fail('a control character in a string; it has to be escaped');
      if (character === '\\') {
        if (!/^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at + 1, at + 6))) return fail('an escape that JSON does not have');
        at++;
      }
      at++;
    }
    at++;
    return JSON.parse(text.slice(start, at)) as string;
  };

  const readObject = (pointer: string): unknown => {
    const result: Record<string, unknown> = {};
    at++;
    skipSpace();
    if (text[at] === '}') {
      at++;
      return result;
    }
    for (;;) {
      skipSpace();
      if (text[at] === '}') fail('a comma before "}", which JSON does not allow');
      if (text[at] !== '"') fail(`${found()} where a key in double quotes must be`);
      const keyOffset = at;
      const key = readString();
      const child = `${pointer}/${/[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key}`;
      if (Object.hasOwn(result, key)) duplicates.push({ key, offset: keyOffset });
      keys.set(child, keyOffset);
      skipSpace();
      if (text[at] !== ':') fail(`${found()} where ":" must be, after the key ${JSON.stringify(key)}`);
      at++;
      // Assignment would set the prototype for the key "__proto__"; JSON.parse defines a property, too.
      if (key === '__proto__')
        Object.defineProperty(result, key, { value: readValue(child), enumerable: true, configurable: true, writable: true });
      else result[key] = readValue(child);
      skipSpace();
      if (text[at] === ',') {
        at++;
        continue;
      }
      if (text[at] === '}') {
        at++;
        return result;
      }
      fail(`${found()} where "," or "}" must be`);
    }
  };

  const readList = (pointer: string): unknown => {
    const result: unknown[] = [];
    at++;
    skipSpace();
    if (text[at] === ']') {
      at++;
      return result;
    }
    for (;;) {
      skipSpace();
      if (text[at] === ']') fail('a comma before "]", which JSON does not allow');
      result.push(readValue(`${pointer}/${result.length}`));
      skipSpace();
      if (text[at] === ',') {
        at++;
        continue;
      }
      if (text[at] === ']') {
        at++;
        return result;
      }
      fail(`${found()} where "," or "]" must be`);
    }
  };

  const readValue = (pointer: string): unknown => {
    skipSpace();
    values.set(pointer, at);
    if (++depth > MAX_DEPTH) fail(`brackets nested more than ${MAX_DEPTH} deep`);
    const value = readHere(pointer);
    depth--;
    return value;
  };

  const readHere = (pointer: string): unknown => {
    const character = text[at];
    if (character === '{') return readObject(pointer);
    if (character === '[') return readList(pointer);
    if (character === '"') return readString();
    if (character === "'") return fail('a single quote; strings are in double quotes');
    const literal = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/.exec(text.slice(at, at + 400))?.[0];
    if (literal === undefined) return fail(`${found()} where a value must be`);
    at += literal.length;
    return JSON.parse(literal) as unknown;
  };

  const value = readValue('');
  skipSpace();
  if (at < text.length) fail(`${found()} after the end of the JSON value`);
  const nearest = (pointer: string, table: Map<string, number>): number => {
    for (let current = pointer; ; current = current.slice(0, current.lastIndexOf('/'))) {
      const offset = table.get(current) ?? values.get(current);
      if (offset !== undefined) return offset;
    }
  };
  return {
    value,
    locate: (pointer, part = 'value') => positionOf(nearest(pointer, part === 'key' ? keys : values)),
    duplicates: duplicates.map(({ key, offset }) => ({ key, position: positionOf(offset) })),
  };
}
