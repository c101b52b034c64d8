import type { Unresolved } from '../../schemas/index.js';
import { nearestEndpoints } from './nearest-endpoints.js';
import { count } from './count.js';
import { someOf } from './some-of.js';
import { UsageError } from './usage-error.js';

interface Identified {
  readonly id?: string;
  readonly method: string;
  readonly path: string;
  readonly shadowedBy?: string;
}

/**
 * The endpoint a person names. The method may be in lower case; `{id}` and a trailing slash are read as the model writes them, of a URL the path counts.
 * Of several with the same method and path it is the one that answers.
 * @param concrete whether a path with values in the places of its parameters names the endpoint, where it can be one only
 * @throws UsageError with the nearest endpoints, or with the methods the path does have, and what could not be resolved and may be it
 */
export function findEndpoint<E extends Identified>(
  model: { readonly endpoints: readonly E[]; readonly unresolved?: readonly Unresolved[] },
  method: string,
  path: string,
  concrete = false,
): E {
  const wantedMethod = method.toUpperCase();
  const written = path.replace(/^https?:\/\/[^/?#]+/i, '');
  const whole = normalise(written);
  const wantedPath = model.endpoints.some((endpoint) => endpoint.path === whole) ? whole : normalise(written.replace(/[?#].*$/, ''));
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
  const exact = model.endpoints.filter(
    (endpoint) =>
      endpoint.method === wantedMethod && endpoint.shadowedBy === undefined && filledIn(endpoint.path, wantedPath) === wantedPath,
  );
  if (concrete && exact.length === 1) return exact[0]!;
  if (exact.length > 0) {
    const names = exact.map((endpoint) => `${endpoint.method} ${endpoint.path}`);
    throw new UsageError(`The model has no endpoint "${name}"; it is written with its parameters.`, didYouMean(names), {
      code: 'endpoint/unknown',
      candidates: names,
    });
  }
  const near = nearestEndpoints(model.endpoints, wantedMethod, wantedPath, 3).map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  const ends = model.endpoints
    .filter((endpoint) => endpoint.method === wantedMethod && wantedPath !== '/' && endpoint.path.endsWith(wantedPath))
    .map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  const nearest = [...new Set([...near, ...ends])].slice(0, 3);
  throw unknown(
    name,
    (nearest.length > 0 ? didYouMean(nearest) : 'See `tool model list` for all endpoints; run `tool scan` if the source has changed.') +
      perhapsUnresolved(model.unresolved ?? [], wantedPath),
    nearest,
  );
}

const didYouMean = (names: readonly string[]): string => `Did you mean ${names.map((one) => `"${one}"`).join(' or ')}?`;

/** What the scan could not put into the model and may hold the path: what names one of its words before all else. */
function perhapsUnresolved(unresolved: readonly Unresolved[], path: string): string {
  const words = path.toLowerCase().match(/\w{3,}/g) ?? [];
  const left = unresolved.filter(({ loss, source }) => source && (loss === 'dropped' || loss === 'partial'));
  const named = left.filter(({ path: own, source }) => words.some((word) => `${own ?? ''} ${source!.file}`.toLowerCase().includes(word)));
  const shown = named.length > 0 ? named : left;
  if (shown.length === 0) return '';
  const places = someOf([...new Set(shown.map(({ source }) => `${source!.file}:${source!.line}`))], 3);
  return ` ${count(shown.length, 'place')} that could not be resolved may be it: ${places}. ${shown.length === 1 ? shown[0]!.reason : '`tool scan --verbose` says why.'}`;
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
