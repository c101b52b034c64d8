import { optional, param, text, wild, type ParsedPattern, type PatternNode } from './pattern-node.js';

const LABEL = /^:([^{}?]+)(?:\{(.+)\})?(\?)?$/s;

/**
 * Hono: a segment is `:name`, `:name{pattern}`, `*` or text. Where `?` ends the path, the path may end in front of each segment with a `?`, and behind
 * it: never is one left out that has others behind it. Elsewhere a `?` means nothing.
 */
export function parseHono(path: string): ParsedPattern {
  const labels = segments(path);
  const mayEnd = path.endsWith('?');
  const from = (start: number): PatternNode[] => {
    const nodes: PatternNode[] = [];
    for (let index = start; index < labels.length; index++) {
      const segment = labels[index]!;
      const label = LABEL.exec(segment);
      const own: PatternNode[] =
        segment === '*' ? [text('/'), wild()] : label ? [text('/'), param(label[1]!, label[2])] : [text(`/${segment}`)];
      if (mayEnd && label?.[3]) {
        const rest = from(index + 1);
        return [...nodes, optional(rest.length === 0 ? own : [...own, ...(isGroup(rest) ? rest : [optional(rest)])])];
      }
      nodes.push(...own);
    }
    return nodes;
  };
  return { ok: true, nodes: from(0) };
}

const isGroup = (nodes: readonly PatternNode[]): boolean => nodes.length === 1 && nodes[0]!.kind === 'group';

/** Splits at slashes outside of braces. */
function segments(path: string): string[] {
  const list: string[] = [];
  let depth = 0;
  let current = '';
  for (const char of path) {
    if (char === '{') depth++;
    if (char === '}') depth--;
    if (char === '/' && depth <= 0) {
      list.push(current);
      current = '';
    } else current += char;
  }
  return [...list, current].filter((segment) => segment !== '');
}
