import { parametersOf, ts, type Obj } from '../../evaluator/index.js';
import type { Value } from '@tool/scanner-sdk';

/** Packages whose servers and clients are made up for tests. */
const MADE_UP = /msw|mock|nock|mirage|supertest|fake|stub/;

/** What functions that serve requests call their first parameter. */
const REQUEST = /^_?(?:req|request|ctx|context)$/;

/**
 * The path of a route that a call seems to register on something that a package has made, which nobody models: `app.post('/logins', (req, res) => …)`.
 * Null where it seems to be another call: a client's, a cache's.
 * @param path the accesses and calls that lead to the call: `createApp().post()`
 */
export function seemsToRegister(module: string, path: string, args: readonly Value[]): string | null {
  const [first, ...rest] = args;
  if (!/\.(?:get|post|put|patch|delete|del|head|options|all)\(\)$/.test(path) || MADE_UP.test(module)) return null;
  if (first?.kind !== 'const' || typeof first.value !== 'string' || !first.value.startsWith('/')) return null;
  return rest.some(servesRequests) ? first.value : null;
}

/** Whether a package was given functions of the program where it made a handler: itself, in a list, or as what serves requests among options. */
export const givenFunctions = (args: readonly Value[] | null): boolean =>
  args?.some((arg) => {
    const object = arg.kind === 'object' ? (arg as Obj) : null;
    if (object?.fn && !object.host) return object.fn.kind !== 'class';
    return (object?.elements ?? [...(object?.props?.values() ?? [])].map(({ value }) => value)).some(servesRequests);
  }) ?? false;

function servesRequests(value: Value): boolean {
  const fn = value.kind === 'object' ? (value as Obj).fn : null;
  if (fn?.kind !== 'closure') return false;
  const [first] = parametersOf(fn.node);
  return first !== undefined && ts.isIdentifier(first.name) && REQUEST.test(first.name.text);
}
