import { optional, param, text, wild, wordChoice, type ParsedPattern, type PatternNode } from './pattern-node.js';

/** The text is a regular expression in all but name; it keeps its source. */
class NoNamedForm extends Error {}

/**
 * Express 4. A path is a regular expression with three rewritings: `:name(pattern)*?`, `*` (any text) and `.` (a dot);
 * everything else, groups and `?` included, means what it means in a regular expression. So `(.*)` is a dot and any text,
 * and `:name(*)` any text as well: the first star of a pattern is one, too.
 */
export function parsePathToRegexp0(path: string): ParsedPattern {
  try {
    // The expression is anchored anyway: `^/colophon$` is `/colophon`. With `|` the marks belong to one side, and there is no named form.
    const parser = new Parser(path.replace(/^\^(?=\/)|(?<=[\w/*?]|[^\\]\))\$$/g, ''));
    const nodes = parser.sequence(false);
    return { ok: true, nodes };
  } catch (error) {
    if (error instanceof NoNamedForm) return { ok: false, why: 'regexp', source: regexpSource(path) };
    throw error;
  }
}

const PARAMETER = /(\/)?(\.)?:(\w+)(\(.*?\))?(\*)?(\?)?/y;

/** What is left of a segment behind a look ahead: classes, groups and what repeats them. */
const REST_OF_SEGMENT = /(?:[\w()+?|$^\\-]|\[[^\]]*\])*(?=\/|$)/y;

class Parser {
  private at = 0;
  constructor(private readonly path: string) {}

  /** One sequence up to the end or, inside a group, up to `)` or `|`. */
  sequence(inGroup: boolean): PatternNode[] {
    const nodes: PatternNode[] = [];
    while (this.at < this.path.length) {
      const char = this.path[this.at]!;
      if (inGroup && (char === ')' || char === '|')) return nodes;
      const parameter = this.parameter();
      if (parameter) {
        nodes.push(...parameter);
        continue;
      }
      this.at++;
      switch (char) {
        case '*':
          nodes.push(wild());
          break;
        case '\\':
          nodes.push(text(this.escaped()));
          break;
        case '(':
          nodes.push(this.group());
          break;
        case '?':
          nodes.push(this.madeOptional(nodes));
          break;
        case '+':
        case '[':
        case '|':
        case ')':
        case '^':
        case '$':
          throw new NoNamedForm();
        case '{':
          if (/^\d/.test(this.path.slice(this.at))) throw new NoNamedForm();
          nodes.push(text(char));
          break;
        default:
          nodes.push(text(char));
      }
    }
    if (inGroup) throw new NoNamedForm();
    return nodes;
  }

  private parameter(): PatternNode[] | null {
    PARAMETER.lastIndex = this.at;
    const match = PARAMETER.exec(this.path);
    if (!match) return null;
    const [whole, slash, dot, name, capture, star, mayBeAbsent] = match;
    if (slash && dot) throw new NoNamedForm();
    this.at += whole.length;
    // `:name((?!new)[a-z]+)`, `:name(?!new)([a-z]+)`: a capture ends at the first `)`, and what the segment may be stands behind it.
    const own = capture && starred(capture);
    const looksAhead = own !== undefined && /^\(+\?[!=]/.test(own);
    const written = looksAhead ? own + this.restOfSegment() : own;
    const pattern = looksAhead && !written!.startsWith('((') ? written : written?.slice(1, -1);
    const value = star || pattern === '(.*)' || pattern === '.(.*)' || pattern === '.+' ? wild(name) : param(name!, pattern);
    const nodes = [...(slash ? [text('/')] : []), ...(dot ? [text('.')] : []), value];
    return mayBeAbsent ? [optional(nodes)] : nodes;
  }

  private restOfSegment(): string {
    REST_OF_SEGMENT.lastIndex = this.at;
    const rest = REST_OF_SEGMENT.exec(this.path)?.[0];
    if (!rest) throw new NoNamedForm();
    this.at += rest.length;
    return rest;
  }

  private escaped(): string {
    const char = this.path[this.at++];
    if (char === undefined || /\w/.test(char)) throw new NoNamedForm();
    return char;
  }

  private group(): PatternNode {
    if (this.path.startsWith('?:', this.at)) this.at += 2;
    else if (this.path[this.at] === '?') throw new NoNamedForm();
    const end = this.path.indexOf(')', this.at);
    const words = end < 0 ? null : wordChoice(this.path.slice(this.at, end));
    if (words) {
      this.at = end + 1;
      return { kind: 'group', alternatives: words.map((word) => [text(word)]) };
    }
    const alternatives: PatternNode[][] = [];
    for (;;) {
      alternatives.push(this.sequence(true));
      if (this.path[this.at++] === ')') break;
    }
    return { kind: 'group', alternatives };
  }

  /** `?` after the last node; the node is taken off the list. */
  private madeOptional(nodes: PatternNode[]): PatternNode {
    const last = nodes.pop();
    // A second quantifier (`a??`) or one on nothing is for regular expressions.
    if (!last || this.path[this.at] === '?' || this.path[this.at] === '+') throw new NoNamedForm();
    if (last.kind === 'wild') return last;
    return last.kind === 'group' ? { kind: 'group', alternatives: [...last.alternatives, []] } : optional([last]);
  }
}

/** A parameter's pattern, in which the first star that is no escaped one means any text: `(*)`, `(.*)`, `([a-z]*)`. */
const starred = (capture: string): string => capture.replace(/\\.|\*/, (match) => (match === '*' ? '(.*)' : match));

/** The same as a regular expression, parameters as named groups. */
function regexpSource(path: string): string {
  const source = path.replace(
    /\\.|(\/)?(\.)?:(\w+)(\(.*?\))?(\*)?(\?)?|[.*]/g,
    (
      match: string,
      slash: string | undefined,
      dot: string | undefined,
      name: string | undefined,
      capture: string | undefined,
      star: string | undefined,
      mayBeAbsent: string | undefined,
    ) => {
      if (match[0] === '\\') return match;
      if (match === '.') return '\\.';
      if (match === '*') return '(.*)';
      const value = `(?<${name}>${capture ? starred(capture).slice(1, -1) : star ? '.+' : '[^/]+?'})`;
      return `(?:${slash ?? ''}${dot ? '\\.' : ''}${value})${mayBeAbsent ?? ''}`;
    },
  );
  return `^${source.replace(/(^|[^\\])\//g, '$1\\/').replace(/(^|[^\\])\//g, '$1\\/')}\\/?$`;
}
