import type { Value } from '@tool/scanner-sdk';
import { skipOuter, ts } from '../language/syntax.js';

/** Packages and variables that keep values under keys for a while, in memory or behind a connection. */
const CACHE = /redis|valkey|memcache|memjs|keyv|cache|(?:^|[^a-z])(?:lru|kv)(?![a-z])/i;
const READS = /^(?:h|m|j)?get(?!Client|Or)|^(?:wrap|fetch|remember|getOrSet|getOrFetch|take|peek|smembers|lrange|json)/i;
const FILLS = /^(?:wrap|fetch|remember|getOrSet|getOrFetch)/i;

/** The name of the method of a cache that is called to get what the program has put there: `client.get(key)`; null for any other call. */
export function askedOfCache(callee: Value, node: ts.Node): string | null {
  if (callee.kind !== 'unknown' || !ts.isCallExpression(node)) return null;
  if (callee.provenance) {
    const { module, path } = callee.provenance;
    const name = /(\w+)(?:\.bind\(\))?$/.exec(path)?.[1] ?? '';
    return READS.test(name) && CACHE.test(`${module} ${path}`) ? name : null;
  }
  const called = skipOuter(node.expression);
  if (!ts.isPropertyAccessExpression(called) || !READS.test(called.name.text)) return null;
  const holder = skipOuter(called.expression);
  const named = ts.isPropertyAccessExpression(holder) ? holder.name : holder;
  return ts.isIdentifier(named) && CACHE.test(named.text) ? called.name.text : null;
}

/** `cache.wrap(key, make)`: it gives what is made by the function that it is given, now or at an earlier time. */
export const fillsCache = (method: string): boolean => FILLS.test(method);
