import type { Span } from '../nodes/span.js';
import { Cursor, TextSyntaxError } from './cursor.js';
import { span } from './parse-path.js';

/** Told of every node and the line (from 1) that declares it. */
export type OnNode = (node: object, line: number) => void;

/** The lines that hold anything, one after the other. */
export class Lines {
  readonly #cursors: Cursor[];
  #next = 0;
  #last: number;

  constructor(
    text: string,
    readonly onNode: OnNode,
  ) {
    const all = text.split('\n');
    this.#last = all.length;
    this.#cursors = all.map((line, index) => new Cursor(line, index + 1)).filter((cursor) => !cursor.atEnd);
  }

  /** Takes the next line if it begins with the keyword; the keyword is consumed. */
  peek(keyword: string): Cursor | null {
    const cursor = this.#cursors[this.#next];
    if (cursor === undefined) return null;
    const probe = new Cursor(cursor.text, cursor.line);
    return probe.keyword(keyword) ? probe : null;
  }

  optional(keyword: string): Cursor | null {
    const cursor = this.peek(keyword);
    if (cursor !== null) this.#next++;
    return cursor;
  }

  required(keyword: string): Cursor {
    return this.optional(keyword) ?? this.fail(`a line "${keyword} …"`);
  }

  take(): Cursor {
    return this.#cursors[this.#next++] ?? this.fail('another line');
  }

  /** Takes the next line if it closes a block. */
  closes(): boolean {
    const cursor = this.#cursors[this.#next];
    if (cursor === undefined) return this.fail('"}"');
    if (!cursor.take('}')) return false;
    cursor.end();
    this.#next++;
    return true;
  }

  /** Every line with the keyword that comes next, read by `read`. */
  all<Node extends object>(keyword: string, read: (cursor: Cursor) => Node): Node[] {
    const nodes: Node[] = [];
    for (let cursor = this.optional(keyword); cursor !== null; cursor = this.optional(keyword)) nodes.push(this.node(cursor, read(cursor)));
    return nodes;
  }

  node<Node extends object>(cursor: Cursor, node: Node): Node {
    this.onNode(node, cursor.line);
    return node;
  }

  end(): void {
    if (this.#next < this.#cursors.length) this.fail('a known keyword in the order of the text form');
  }

  fail(wanted: string): never {
    const cursor = this.#cursors[this.#next];
    throw new TextSyntaxError(cursor?.line ?? this.#last, `expected ${wanted}${cursor ? `: ${cursor.text.trim()}` : ', found the end'}`);
  }
}

export const jsonLines = <Node extends object>(lines: Lines, keyword: string): Node[] =>
  lines.all(keyword, (cursor) => {
    const node = cursor.json<Node>();
    cursor.end();
    return node;
  });

export function readJson<Node>(lines: Lines, keyword: string): Node | undefined {
  const cursor = lines.optional(keyword);
  const node = cursor?.json<Node>();
  cursor?.end();
  return node;
}

export function readSpans(lines: Lines, keyword: string): Span[] {
  return lines.all(keyword, (cursor) => {
    const value = span(cursor);
    cursor.end();
    return value;
  });
}

/** The entries that have values: an optional property is absent or has one. */
export const present = <Entries extends object>(entries: Entries): { [Key in keyof Entries]?: Exclude<Entries[Key], undefined> } =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Entries]?: Exclude<Entries[Key], undefined>;
  };

export function conditionalMark(cursor: Cursor): { conditional?: boolean } {
  if (cursor.takeHere('?')) return { conditional: true };
  return cursor.takeHere('!') ? { conditional: false } : {};
}

export function readString(cursor: Cursor): string {
  const text = cursor.string();
  cursor.end();
  return text;
}
