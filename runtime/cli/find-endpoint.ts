import { suggest } from './suggest.js';
import { UsageError } from './usage-error.js';

interface Identified { readonly id?: string; readonly method: string; readonly path: string; readonly shadowedBy?: string }

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
  if (model.endpoints.length === 0) throw new UsageError('The model has no endpoints.', 'Run `tool scan` first.');

  const name = `${wantedMethod} ${wantedPath}`;
  const methods = model.endpoints.filter((endpoint) => endpoint.path === wantedPath).map((endpoint) => endpoint.method);
  if (methods.length > 0) {
    throw new UsageError(`The model has no endpoint "${name}".`, `${wantedPath} has ${methods.join(', ')}: tool inspect endpoint ${methods[0]} ${wantedPath}`);
  }
  const all = model.endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  // A parameter may have been called differently, or a value been given in its place.
  const shape = shapeOf(wantedPath);
  const alike = model.endpoints.filter((endpoint) => endpoint.method === wantedMethod && matches(endpoint.path, shape)).map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  const paths = [...new Set(model.endpoints.map((endpoint) => endpoint.path))];
  const near = [...alike, ...suggest(name, all).filter((one) => !alike.includes(one))].slice(0, 3);
  const ends = paths.filter((one) => one.endsWith(wantedPath) && wantedPath !== '/').slice(0, 3)
    .flatMap((one) => model.endpoints.filter((endpoint) => endpoint.path === one && endpoint.method === wantedMethod).map((endpoint) => `${endpoint.method} ${endpoint.path}`));
  const nearest = [...new Set([...near, ...ends])].slice(0, 3);
  throw new UsageError(
    `The model has no endpoint "${name}".`,
    nearest.length > 0 ? `Did you mean ${nearest.map((one) => `"${one}"`).join(' or ')}?` : 'See `tool model list` for all endpoints; run `tool scan` if the source has changed.',
  );
}

const normalise = (path: string): string => {
  const named = path.replace(/\{(\w+)\}/g, ':$1');
  const rooted = named.startsWith('/') || named.startsWith('*') ? named : `/${named}`;
  return rooted.length > 1 ? rooted.replace(/\/+$/, '') : rooted;
};

const shapeOf = (path: string): string[] => path.split('/');

/** Segment by segment; a parameter of the model takes anything. */
const matches = (path: string, shape: readonly string[]): boolean => {
  const own = path.split('/');
  return own.length === shape.length && own.every((segment, index) => segment === shape[index] || segment.startsWith(':') || shape[index]!.startsWith(':') && segment.startsWith(':'));
};
