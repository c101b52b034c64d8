import type { Endpoint } from '../../schemas/index.js';
import { endpointKey } from './endpoint-key.js';

/** An endpoint that is the same one under another path. */
export interface Rename<E> {
  readonly from: E;
  readonly to: E;
}

/**
 * Which of the endpoints that went are among those that came, under another path. Only what is certain enough to take over what people wrote:
 * 1. the same path but for the names of its parameters: the same URLs;
 * 2. the same method and handler in the same file, and no other candidate on either side;
 * 3. of several candidates, or handlers without a name, the only one whose path ends in the same way (a router that was mounted elsewhere).
 */
export function matchRenames<E extends Endpoint>(gone: readonly E[], come: readonly E[]): Rename<E>[] {
  const renames: Rename<E>[] = [];
  let [left, right] = [gone, come];
  const take = (signature: (endpoint: E) => string | null): void => {
    const [before, after] = [groups(left, signature), groups(right, signature)];
    for (const [name, [from, second]] of before) {
      const [to, third] = after.get(name) ?? [];
      if (from && to && !second && !third) renames.push({ from, to });
    }
    const [taken, found] = [new Set(renames.map(({ from }) => from)), new Set(renames.map(({ to }) => to))];
    [left, right] = [left.filter((endpoint) => !taken.has(endpoint)), right.filter((endpoint) => !found.has(endpoint))];
  };
  take((endpoint) => JSON.stringify([endpoint.method, shapeOf(endpoint.path)]));
  take((endpoint) =>
    endpoint.handlerName && endpoint.source ? JSON.stringify([endpoint.method, endpoint.source.file, endpoint.handlerName]) : null,
  );
  const longest = Math.max(0, ...[...left, ...right].map(({ path }) => path.split('/').length));
  // From the longest common end to the shortest: the more of a path is the same, the less another one fits as well.
  for (let length = longest; length > 0; length--) {
    take((endpoint) => {
      const end = endOf(endpoint.path, length);
      return end !== null && endpoint.source
        ? JSON.stringify([endpoint.method, endpoint.source.file, endpoint.handlerName ?? null, end])
        : null;
    });
  }
  return renames;
}

function groups<E>(list: readonly E[], signature: (element: E) => string | null): Map<string, E[]> {
  const all = new Map<string, E[]>();
  for (const element of list) {
    const name = signature(element);
    if (name === null) continue;
    const own = all.get(name);
    if (own) own.push(element);
    else all.set(name, [element]);
  }
  return all;
}

/** Names of parameters in a path; a segment can hold several: `/:from-:until`. */
const PARAMETER = /:([\w$]+)/g;

/** The path without the names of its parameters. */
const shapeOf = (path: string): string => path.replace(PARAMETER, ':');

/** The last segments of a path; null when it has fewer, or when only parameters are among them. */
function endOf(path: string, length: number): string | null {
  const segments = shapeOf(path)
    .split('/')
    .filter((segment) => segment !== '');
  if (segments.length < length) return null;
  const end = segments.slice(-length);
  return end.some((segment) => !segment.startsWith(':')) ? end.join('/') : null;
}

/** The endpoint as it would be under the path of another one: what it says of its path parameters goes by their new names. */
export function underPathOf(endpoint: Endpoint, other: Endpoint): Endpoint {
  const [before, after] = [endpoint.path, other.path].map((path) => [...path.matchAll(PARAMETER)].map((match) => match[1]!)) as [
    string[],
    string[],
  ];
  const renamed = { ...endpoint, method: other.method, path: other.path, ...(endpoint.id === endpointKey(endpoint) && { id: other.id }) };
  if (before.length !== after.length) return renamed;
  const names = new Map(before.map((name, index) => [name, after[index]!]));
  return {
    ...renamed,
    ...(endpoint.parameters && {
      parameters: endpoint.parameters.map((parameter) =>
        parameter.in === 'path' ? { ...parameter, name: names.get(parameter.name) ?? parameter.name } : parameter,
      ),
    }),
    ...(endpoint.consumes && {
      consumes: endpoint.consumes.map((entry) =>
        entry.usedAs.startsWith('path:')
          ? { ...entry, usedAs: `path:${names.get(entry.usedAs.slice(5)) ?? entry.usedAs.slice(5)}` }
          : entry,
      ),
    }),
  };
}
