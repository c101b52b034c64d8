import type { Did, Row } from './row.js';

/** What the model has to say about one method and path. */
export interface Claim {
  /** The registration that is described: the first that answers. */
  readonly row: Row;
  /** `fn.name` of every middleware of it, in order. */
  readonly chain: readonly string[];
  /** Later registrations, which are in the model as shadowed by it. */
  readonly shadowed: readonly Row[];
}

/**
 * Says what the model claims of a program that does what the rows tell. A registration whose functions all hand on is in the chains of the endpoints
 * behind it that answer. It is no endpoint itself where one of its own method and path answers.
 */
export function claimsOf(rows: readonly Row[]): Map<string, Claim> {
  const handingOn = new Set(rows.filter(({ functions }) => functions.every(onlyHandsOn)).map(({ registration }) => registration));
  const reached = rows.filter((row) => row.reached);
  const answering = reached.filter(({ registration }) => !handingOn.has(registration));
  const answered = new Set(answering.map(shape));
  const inFront = new Set(
    answering.flatMap((row) => row.steps.flatMap(({ route }) => (route && isFor(route, row) ? [route.registration] : []))),
  );
  const isGuard = (row: Row): boolean => handingOn.has(row.registration) && inFront.has(row.registration) && answered.has(shape(row));
  const listed = new Map<string, Row[]>();
  for (const row of reached) if (!isGuard(row)) listed.set(key(row), [...(listed.get(key(row)) ?? []), row]);
  return new Map([...listed].map(([name, [row, ...shadowed]]) => [name, { row: row!, chain: chainOf(row!, handingOn), shadowed }]));
}

function chainOf(row: Row, handingOn: ReadonlySet<number>): string[] {
  const answers = !handingOn.has(row.registration);
  return row.steps
    .filter(({ route, handedOn }) => {
      if (route === null) return handedOn;
      return isFor(route, row) && (route.own || (answers && handingOn.has(route.registration)));
    })
    .map(({ name }) => name);
}

/** An endpoint of every method has what runs for every method; a request of HEAD runs what is for GET, unless both are of one route. */
const isFor = (route: { readonly method: string }, { method }: Row): boolean =>
  route.method === 'ALL' || route.method === method || (method === 'HEAD' && route.method === 'GET');

const onlyHandsOn = ({ handedOn, answered }: Did): boolean => handedOn && !answered;

export const key = (route: { readonly method: string; readonly path: string }): string => `${route.method} ${route.path}`;

/** Paths that differ in the names of parameters only match the same requests. */
export const shape = (route: { readonly method: string; readonly path: string }): string => key(route).replace(/([:*])\w+/g, '$1');
