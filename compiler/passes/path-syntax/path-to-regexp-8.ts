import { param, text, wild, type ParsedPattern, type PatternNode } from './pattern-node.js';
import { parsePathToRegexp0 } from './path-to-regexp-0.js';

/** The library rejects the text; the message says where. */
class Rejected extends Error {}

const NAME = /[$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}]*/uy;

/** Express 5 and `router`: `:name`, `*name`, optional parts in braces, `\` escapes, quoted names. No patterns. */
export function parsePathToRegexp8(path: string): ParsedPattern {
  try {
    const parser = new Parser(path);
    return { ok: true, nodes: parser.sequence(false) };
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    // Mostly a path in the syntax of Express 4: read it that way, so that the reader sees what was meant.
    const meant = parsePathToRegexp0(path);
    return { ok: false, why: 'invalid', message: error.message, nodes: 'nodes' in meant ? meant.nodes : [text(path)] };
  }
}

class Parser {
  private at = 0;
  constructor(private readonly path: string) {}

  sequence(inGroup: boolean): PatternNode[] {
    const nodes: PatternNode[] = [];
    while (this.at < this.path.length) {
      const char = this.path[this.at++]!;
      switch (char) {
        case '}':
          if (!inGroup) throw new Rejected(`an unexpected "}" at position ${this.at - 1}`);
          return nodes;
        case '{':
          nodes.push({ kind: 'group', alternatives: [this.sequence(true), []] });
          break;
        case '\\':
          if (this.at === this.path.length) throw new Rejected('a "\\" at the end');
          nodes.push(text(this.path[this.at++]!));
          break;
        case ':':
          nodes.push(param(this.name()));
          break;
        case '*':
          nodes.push(wild(this.name()));
          break;
        case '(':
        case ')':
        case '[':
        case ']':
        case '+':
        case '?':
        case '!':
          throw new Rejected(`an unexpected "${char}" at position ${this.at - 1}`);
        default:
          nodes.push(text(char));
      }
    }
    if (inGroup) throw new Rejected('a "{" that is not closed');
    return nodes;
  }

  private name(): string {
    NAME.lastIndex = this.at;
    const plain = NAME.exec(this.path)?.[0];
    if (plain) {
      this.at += plain.length;
      return plain;
    }
    let name = '';
    if (this.path[this.at] === '"') {
      for (let at = this.at + 1; at < this.path.length; at++) {
        if (this.path[at] === '"' && name !== '') {
          this.at = at + 1;
          return name;
        }
        if (this.path[at] === '\\') at++;
        name += this.path[at] ?? '';
      }
    }
    throw new Rejected(`a parameter without a name at position ${this.at}`);
  }
}
