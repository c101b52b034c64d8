import { optional, param, text, wild, type ParsedPattern, type PatternNode } from './pattern-node.js';

/** Hono: a segment is `:name`, `:name{pattern}`, `*` or text; `?` after a name makes its segment optional. */
export function parseHono(path: string): ParsedPattern {
  const nodes: PatternNode[] = [];
  for (const segment of segments(path)) {
    const label = /^:([^{}?]+)(?:\{(.+)\})?(\?)?$/s.exec(segment);
    if (segment === '*') nodes.push(text('/'), wild());
    else if (!label) nodes.push(text(`/${segment}`));
    else {
      const whole = [text('/'), param(label[1]!, label[2])];
      if (label[3]) nodes.push(optional(whole));
      else nodes.push(...whole);
    }
  }
  return { ok: true, nodes };
}

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
