import { distance } from 'fastest-levenshtein';

interface Addressed {
  readonly method: string;
  readonly path: string;
}

const OTHER_METHOD = 0.3;
/** A segment too many or too few costs less than a wrong one: people forget the id, or the end. */
const SEGMENT = 0.6;
const PARAMETER = 0.25;

/**
 * The endpoints that a person may have meant, nearest first: paths are compared segment by segment, a parameter stands for any one.
 * @returns at most `most`; none whose path is another one
 */
export function nearestEndpoints<E extends Addressed>(endpoints: readonly E[], method: string, path: string, most: number): E[] {
  const wanted = segmentsOf(path);
  const allowed = Math.max(0.9, wanted.length / 4);
  return endpoints
    .map((endpoint) => ({
      endpoint,
      cost: costOf(wanted, segmentsOf(endpoint.path)) + (endpoint.method === method || endpoint.method === 'ALL' ? 0 : OTHER_METHOD),
    }))
    .filter(({ cost }) => cost <= allowed)
    .sort(
      (a, b) =>
        a.cost - b.cost ||
        (a.endpoint.path < b.endpoint.path ? -1 : a.endpoint.path > b.endpoint.path ? 1 : a.endpoint.method < b.endpoint.method ? -1 : 1),
    )
    .slice(0, most)
    .map(({ endpoint }) => endpoint);
}

const segmentsOf = (path: string): string[] => path.toLowerCase().split('/').slice(1);

/** What it costs to make one path of the other: the edit distance, counted in segments. */
function costOf(wanted: readonly string[], offered: readonly string[]): number {
  let row = offered.map((_, index) => (index + 1) * SEGMENT);
  row.unshift(0);
  for (const [index, segment] of wanted.entries()) {
    const next = [(index + 1) * SEGMENT];
    for (const [at, other] of offered.entries())
      next.push(Math.min(row[at]! + difference(segment, other), row[at + 1]! + SEGMENT, next[at]! + SEGMENT));
    row = next;
  }
  return row.at(-1)!;
}

function difference(segment: string, offered: string): number {
  if (segment === offered || (segment.startsWith(':') && offered.startsWith(':'))) return 0;
  if (offered.startsWith(':')) return PARAMETER;
  return Math.min(1, distance(segment, offered) / Math.max(1, Math.min(segment.length, offered.length)));
}
