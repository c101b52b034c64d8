import type { PathSyntax } from '@tool/ir';
import { parseFindMyWay } from './find-my-way.js';
import { parseHono } from './hono.js';
import { parsePathToRegexp0 } from './path-to-regexp-0.js';
import { parsePathToRegexp6 } from './path-to-regexp-6.js';
import { parsePathToRegexp8 } from './path-to-regexp-8.js';
import type { ParsedPattern } from './pattern-node.js';

/** One parser for each syntax that a framework writes paths in. */
export const pathParsers: Readonly<Record<PathSyntax, (path: string) => ParsedPattern>> = {
  'path-to-regexp@0': parsePathToRegexp0,
  'path-to-regexp@6': parsePathToRegexp6,
  'path-to-regexp@8': parsePathToRegexp8,
  'find-my-way': parseFindMyWay,
  hono: parseHono,
};
