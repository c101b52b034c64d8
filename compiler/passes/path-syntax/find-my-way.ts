import { optional, param, text, wild, type ParsedPattern, type PatternNode } from './pattern-node.js';

/**
 * Fastify: a name ends at `(`, `-`, `.` or `/`; `:a-:b` holds two; `:name(^pattern$)` restricts one; `:name?` may end the
 * path; `*` is the rest of the path; `::` is a colon.
 */
export function parseFindMyWay(path: string): ParsedPattern {
  const optionalLast = /^(.*)(\/:[^/()]*?)\?\/?$/s.exec(path);
  if (optionalLast) {
    const [head, last] = [sequence(optionalLast[1]!), sequence(optionalLast[2]!)];
    return { ok: true, nodes: [...head, optional(last)] };
  }
  return { ok: true, nodes: sequence(path) };
}

function sequence(path: string): PatternNode[] {
  const nodes: PatternNode[] = [];
  let at = 0;
  while (at < path.length) {
    if (path.startsWith('::', at)) {
      nodes.push(text(':'));
      at += 2;
      continue;
    }
    if (path[at] === '*') {
      nodes.push(wild());
      at++;
      continue;
    }
    if (path[at] !== ':') {
      nodes.push(text(path[at]!));
      at++;
      continue;
    }
    const name = /^[^(\-./]*/.exec(path.slice(at + 1))![0];
    at += 1 + name.length;
    if (path[at] !== '(') {
      nodes.push(param(name));
      continue;
    }
    const end = closing(path, at);
    const pattern = path
      .slice(at + 1, end)
      .replace(/^\^/, '')
      .replace(/\$$/, '');
    nodes.push(pattern === '.*' || pattern === '.+' ? wild(name) : param(name, pattern));
    at = end + 1;
  }
  return nodes;
}

/** Index of the parenthesis that closes the one at `open`; the last character when none does. */
function closing(path: string, open: number): number {
  let depth = 0;
  for (let at = open; at < path.length; at++) {
    if (path[at] === '\\') at++;
    else if (path[at] === '(') depth++;
    else if (path[at] === ')' && --depth === 0) return at;
  }
  return path.length - 1;
}
