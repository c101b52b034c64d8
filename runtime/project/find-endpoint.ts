import { nearestEndpoints } from './nearest-endpoints.js';
import { UsageError } from './usage-error.js';

interface Identified {
  readonly id?: string;
  readonly method: string;
  readonly path: string;
  readonly shadowedBy?: string;
}

/**
 * The endpoint a person names. The method may be in lower case; `{id}` and a trailing slash are read as the model writes them.
 * Of several with the same method and path it is the one that answers.
 * @throws UsageError with the nearest endpoints, or with the methods the path does have
 */
export function findEndpoint<E extends Identified>(model: { readonly endpoints: readonly E[] }, method: string, path: string): E {
  const wantedMethod = method.toUpperCase();
  const wantedPath = normalise(path);
  const same = model.endpoints.filter((endpoint) => endpoint.method === wantedMethod && endpoint.path === wantedPath);
  const found = same.find((endpoint) => endpoint.shadowedBy === undefined) ?? same[0];
  if (found) return found;
  if (model.endpoints.length === 0) throw new UsageError('The model has no endpoints.', 'Run `tool scan` first.', { code: 'model/empty' });

  const name = `${wantedMethod} ${wantedPath}`;
  const methods = model.endpoints.filter((endpoint) => endpoint.path === wantedPath).map((endpoint) => endpoint.method);
  if (methods.length > 0) {
    throw unknown(
      name,
      `${wantedPath} has ${methods.join(', ')}: tool inspect endpoint ${methods[0]} ${wantedPath}`,
      methods.map((one) => `${one} ${wantedPath}`),
    );
  }
  // What was typed is compared with each path as if its parameters held the values that were typed in their places.
  const candidates = new Map<string, string>();
  for (const endpoint of model.endpoints)
    candidates.set(`${endpoint.method} ${filledIn(endpoint.path, wantedPath)}`, `${endpoint.method} ${endpoint.path}`);
  const exact = candidates.get(name);
  if (exact !== undefined)
    throw new UsageError(`The model has no endpoint "${name}"; it is written with its parameters.`, `Did you mean "${exact}"?`, {
      code: 'endpoint/unknown',
      candidates: [exact],
    });
  const near = nearestEndpoints(model.endpoints, wantedMethod, wantedPath, 3).map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  const ends = model.endpoints
    .filter((endpoint) => endpoint.method === wantedMethod && wantedPath !== '/' && endpoint.path.endsWith(wantedPath))
    .map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  const nearest = [...new Set([...near, ...ends])].slice(0, 3);
  throw unknown(
    name,
    nearest.length > 0
      ? `Did you mean ${nearest.map((one) => `"${one}"`).join(' or ')}?`
      : 'See `tool model list` for all endpoints; run `tool scan` if the source has changed.',
    nearest,
  );
}

const unknown = (name: string, help: string, candidates: readonly string[]): UsageError =>
  new UsageError(`The model has no endpoint "${name}".`, help, { code: 'endpoint/unknown', candidates });

const normalise = (path: string): string => {
  const named = path.replace(/\{(\w+)\}/g, ':$1');
  const rooted = named.startsWith('/') || named.startsWith('*') ? named : `/${named}`;
  return rooted.length > 1 ? rooted.replace(/\/+$/, '') : rooted;
};

/** The path with its parameters replaced by what stands in their places in another path of the same length. */
function filledIn(path: string, other: string): string {
  const own = path.split('/');
  const given = other.split('/');
  return own.length === given.length ? own.map((segment, index) => (segment.startsWith(':') ? given[index] : segment)).join('/') : path;
}
