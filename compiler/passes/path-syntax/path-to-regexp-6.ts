import { optional, param, text, wild, wordChoice, type ParsedPattern, type PatternNode } from './pattern-node.js';

type Token = { readonly kind: 'char' | 'escaped' | 'name' | 'pattern' | 'modifier' | 'open' | 'close'; readonly value: string };

/** The library rejects the text; the message says where. */
class Rejected extends Error {}

/** Koa's routers: `:name(pattern)` with `?`, `*`, `+`, unnamed `(pattern)`, groups in braces. A modifier takes the `/` or `.` before it along. */
export function parsePathToRegexp6(path: string): ParsedPattern {
  try {
    return { ok: true, nodes: new Parser(tokens(path)).all() };
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    // Older routers read a lone `*` as any text.
    return {
      ok: false,
      why: 'invalid',
      message: error.message,
      nodes: path.split('*').flatMap((part, index) => (index === 0 ? [text(part)] : [wild(), text(part)])),
    };
  }
}

function tokens(path: string): Token[] {
  const list: Token[] = [];
  let at = 0;
  while (at < path.length) {
    const char = path[at]!;
    if (char === '*' || char === '+' || char === '?') {
      list.push({ kind: 'modifier', value: char });
      at++;
    } else if (char === '\\') {
      list.push({ kind: 'escaped', value: path[at + 1] ?? '' });
      at += 2;
    } else if (char === '{' || char === '}') {
      list.push({ kind: char === '{' ? 'open' : 'close', value: char });
      at++;
    } else if (char === ':') {
      const name = /^\w+/.exec(path.slice(at + 1))?.[0];
      if (!name) throw new Rejected(`a ":" without a name at position ${at}`);
      list.push({ kind: 'name', value: name });
      at += 1 + name.length;
    } else if (char === '(') {
      const end = closing(path, at);
      list.push({ kind: 'pattern', value: path.slice(at + 1, end) });
      at = end + 1;
    } else {
      list.push({ kind: 'char', value: char });
      at++;
    }
  }
  return list;
}

function closing(path: string, open: number): number {
  let depth = 0;
  for (let at = open; at < path.length; at++) {
    if (path[at] === '\\') at++;
    else if (path[at] === '(') depth++;
    else if (path[at] === ')' && --depth === 0) return at;
  }
  throw new Rejected(`an unclosed "(" at position ${open}`);
}

class Parser {
  private at = 0;
  /** Unnamed patterns are numbered. */
  private unnamed = 0;
  constructor(private readonly list: readonly Token[]) {}

  all(): PatternNode[] {
    const nodes: PatternNode[] = [];
    while (this.at < this.list.length) {
      const char = this.take('char');
      const name = this.take('name');
      const pattern = this.take('pattern');
      if (name !== undefined || pattern !== undefined) {
        const isPrefix = char === '/' || char === '.';
        if (char !== undefined && !isPrefix) nodes.push(text(char));
        nodes.push(...this.modified(isPrefix ? char : '', this.value(name, pattern), ''));
        continue;
      }
      const literal = char ?? this.take('escaped');
      if (literal !== undefined) {
        nodes.push(text(literal));
        continue;
      }
      if (this.take('open') === undefined) throw new Rejected(`an unexpected "${this.list[this.at]!.value}"`);
      const prefix = this.literal();
      const groupName = this.take('name');
      const groupPattern = this.take('pattern');
      const suffix = this.literal();
      if (this.take('close') === undefined) throw new Rejected('a "{" that is not closed');
      const value = groupName === undefined && groupPattern === undefined ? [] : this.value(groupName, groupPattern);
      nodes.push(...this.modified(prefix, value, suffix));
    }
    return nodes;
  }

  private take(kind: Token['kind']): string | undefined {
    return this.list[this.at]?.kind === kind ? this.list[this.at++]!.value : undefined;
  }

  private literal(): string {
    let value = '';
    for (let next = this.take('char') ?? this.take('escaped'); next !== undefined; next = this.take('char') ?? this.take('escaped'))
      value += next;
    return value;
  }

  private value(name: string | undefined, pattern: string | undefined): PatternNode[] {
    if (pattern === '.*' || pattern === '.+') {
      if (name === undefined) this.unnamed++;
      return [wild(name)];
    }
    if (name !== undefined) return [param(name, pattern)];
    const index = this.unnamed++;
    const words = wordChoice(pattern!);
    return [words ? { kind: 'group', alternatives: words.map((word) => [text(word)]) } : param(String(index), pattern)];
  }

  private modified(prefix: string, value: readonly PatternNode[], suffix: string): PatternNode[] {
    const around = (inner: readonly PatternNode[]): PatternNode[] => [text(prefix), ...inner, text(suffix)];
    const repeated = (): PatternNode[] => around(value.map((node) => (node.kind === 'param' ? wild(node.name) : node)));
    switch (this.take('modifier')) {
      case '?':
        return [optional(around(value))];
      case '*':
        return [optional(repeated())];
      case '+':
        return repeated();
      default:
        return around(value);
    }
  }
}
