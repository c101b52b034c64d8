import type { Endpoint, Model } from '../../schemas/index.js';
import { parseTemplate, type Template } from './template/template.js';

/** Stands for a value that only the run knows. */
const UNKNOWN = '\u0000';

/**
 * The endpoint of the model that a step calls. A template in the path stands for any one segment, so it matches a parameter
 * rather than a literal. Of several, the most literal one answers, as in a router; endpoints that another one shadows do not.
 */
export function matchEndpoint(model: Pick<Model, 'endpoints'>, method: string, path: string): Endpoint | undefined {
  const wanted = segmentsOf(path);
  let best: { readonly endpoint: Endpoint; readonly score: number } | undefined;
  for (const endpoint of model.endpoints) {
    if ((endpoint.method !== method && endpoint.method !== 'ALL') || endpoint.shadowedBy !== undefined || endpoint.stale === true) continue;
    const score = compare(wanted, endpoint.path.split('/').slice(1));
    if (score === undefined) continue;
    const exact = score * 2 + (endpoint.method === method ? 1 : 0);
    if (best === undefined || exact > best.score) best = { endpoint, score: exact };
  }
  return best?.endpoint;
}

/** Segments of a path as a step writes it; its query and a base address in front of it are no part of it. */
function segmentsOf(path: string): string[] {
  let template: Template;
  try {
    template = parseTemplate(path);
  } catch {
    return [];
  }
  const text = template.parts.map((part) => (typeof part === 'string' ? part : UNKNOWN)).join('');
  const bare = text
    .split('?')[0]!
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(new RegExp(`^${UNKNOWN}(?=/)`), '');
  const trimmed = bare.length > 1 ? bare.replace(/\/+$/, '') : bare;
  return trimmed.split('/').slice(1);
}

/** How well the segments fit: undefined when they do not. */
function compare(wanted: readonly string[], offered: readonly string[]): number | undefined {
  let score = 0;
  for (const [index, segment] of offered.entries()) {
    if (segment.startsWith('*')) return score;
    const given = wanted[index];
    if (given === undefined) return undefined;
    const isParameter = segment.includes(':');
    if (given.includes(UNKNOWN)) {
      if (!isParameter && !fits(given, segment)) return undefined;
      score += isParameter ? 3 : 0;
    } else if (isParameter && given !== '') score += 1;
    else if (decoded(given) === segment) score += 4;
    else return undefined;
  }
  return wanted.length === offered.length ? score : undefined;
}

/** Whether the literal parts of a segment can be found in another one. */
const fits = (given: string, segment: string): boolean => {
  const [first = '', ...rest] = given.split(UNKNOWN);
  return segment.startsWith(first) && segment.endsWith(rest.at(-1) ?? '');
};

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
