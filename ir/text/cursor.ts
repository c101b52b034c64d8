import { BARE_WORD } from './lexical.js';

/** The text is not a dump of an IR. `line` counts from 1. */
export class TextSyntaxError extends Error {
  override readonly name = 'TextSyntaxError';
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(`line ${line}: ${message}`);
  }
}

const BARE = /[A-Za-z][A-Za-z0-9-]*/y;
const INTEGER = /\d+/y;

/** Reads one line of the text form. Blanks between tokens are skipped; a `;;` outside strings ends the line. */
export class Cursor {
  #at = 0;
  constructor(
    readonly text: string,
    readonly line: number,
  ) {}

  get atEnd(): boolean {
    this.#skip();
    return this.#at === this.text.length;
  }

  fail(wanted: string): never {
    throw new TextSyntaxError(this.line, `expected ${wanted} at column ${this.#at + 1}: ${this.text.trim()}`);
  }

  /** Takes the punctuation if it comes next. */
  take(punctuation: string): boolean {
    this.#skip();
    return this.takeHere(punctuation);
  }

  /** The same without blanks before it. */
  takeHere(punctuation: string): boolean {
    if (!this.text.startsWith(punctuation, this.#at)) return false;
    this.#at += punctuation.length;
    return true;
  }

  expect(punctuation: string): void {
    if (!this.take(punctuation)) this.fail(`"${punctuation}"`);
  }

  expectHere(punctuation: string): void {
    if (!this.takeHere(punctuation)) this.fail(`"${punctuation}"`);
  }

  /** Takes the keyword if it is the whole next word. */
  keyword(name: string): boolean {
    this.#skip();
    if (this.#peek(BARE) !== name) return false;
    this.#at += name.length;
    return true;
  }

  oneOf<const Names extends readonly string[]>(names: Names): Names[number] {
    const name = this.optionalOneOf(names);
    return name ?? this.fail(`one of ${names.join(', ')}`);
  }

  /** The longest of the names that comes next, up to a blank, or undefined. */
  optionalOneOf<const Names extends readonly string[]>(names: Names): Names[number] | undefined {
    this.#skip();
    const next = /[^\s]*/y;
    const text = this.#peek(next)!;
    const name = names.find((candidate) => candidate === text);
    if (name !== undefined) this.#at += name.length;
    return name;
  }

  /** A bare word or a JSON string. */
  word<Word extends string>(): Word {
    this.#skip();
    return this.bareOrString(BARE_WORD, 'a word') as Word;
  }

  string(): string {
    this.#skip();
    return this.stringHere();
  }

  stringHere(): string {
    if (this.text[this.#at] !== '"') this.fail('a string');
    return this.#json(this.#endOfString(this.#at)) as string;
  }

  /** Without blanks before it. */
  bareOrString(pattern: RegExp, wanted: string): string {
    return this.optionalBareOrString(pattern) ?? this.fail(wanted);
  }

  optionalBareOrString(pattern: RegExp): string | undefined {
    if (this.text[this.#at] === '"') return this.stringHere();
    const bare = this.#peek(pattern);
    if (bare === null) return undefined;
    this.#at += bare.length;
    return bare;
  }

  integerHere(): number {
    return Number(this.bareOrString(INTEGER, 'a whole number'));
  }

  /** Any JSON value; the caller knows its type, the verifier checks it. */
  json<Type>(): Type {
    this.#skip();
    const opening = this.text[this.#at];
    if (opening === '"') return this.stringHere() as Type;
    if (opening !== '[' && opening !== '{') {
      const scalar = this.#peek(/[-+.\w]+/y) ?? this.fail('a JSON value');
      return this.#json(this.#at + scalar.length) as Type;
    }
    let depth = 0;
    for (let at = this.#at; at < this.text.length; at++) {
      const character = this.text[at];
      if (character === '"') at = this.#endOfString(at) - 1;
      else if (character === '[' || character === '{') depth++;
      else if ((character === ']' || character === '}') && --depth === 0) return this.#json(at + 1) as Type;
    }
    return this.fail('a complete JSON value');
  }

  /** Nothing may follow. */
  end(): void {
    if (!this.atEnd) this.fail('the end of the line');
  }

  #skip(): void {
    while (this.text[this.#at] === ' ' || this.text[this.#at] === '\t' || this.text[this.#at] === '\r') this.#at++;
    if (this.text.startsWith(';;', this.#at)) this.#at = this.text.length;
  }

  #peek(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.text)?.[0] ?? null;
  }

  #endOfString(start: number): number {
    for (let at = start + 1; at < this.text.length; at++) {
      if (this.text[at] === '\\') at++;
      else if (this.text[at] === '"') return at + 1;
    }
    return this.fail('the end of a string');
  }

  #json(end: number): unknown {
    const source = this.text.slice(this.#at, end);
    let value: unknown;
    try {
      value = JSON.parse(source);
    } catch {
      this.fail('a JSON value');
    }
    this.#at = end;
    return value;
  }
}
