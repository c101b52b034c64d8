import type { Endpoint, Pagination, Response, Shape } from '@tool/ir';

const PAGES: ReadonlySet<string> = new Set(['page', 'pagenumber', 'pagenum', 'pageindex', 'pageno', 'currentpage', 'p']);
const OFFSETS: ReadonlySet<string> = new Set(['offset', 'skip', 'start', 'startindex']);
const CURSORS: ReadonlySet<string> = new Set([
  'cursor',
  'after',
  'before',
  'startingafter',
  'endingbefore',
  'pagetoken',
  'nexttoken',
  'nextpagetoken',
  'continuationtoken',
  'lastid',
  'sinceid',
]);
const LIMITS: ReadonlySet<string> = new Set([
  'limit',
  'size',
  'pagesize',
  'perpage',
  'take',
  'count',
  'itemsperpage',
  'maxresults',
  'pagelimit',
  'first',
  'resultsperpage',
  'rows',
]);
const TOTAL =
  /^(?:total|totalcount|totalresults|totalitems|totaldocs|totaldata|totalentries|totalrecords|totalelements|totalrows|totalhits|recordcount|itemcount|count)$|(?<!page|pages|dis|ac)count$/;
const PAGE_COUNT = /page/;

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** A list that is handed out in pieces: what says which piece, how large it is, and how much there is. Two of the three must be seen. */
export function paginationOf(endpoint: Endpoint, responses: readonly Response[]): Pagination | undefined {
  if (endpoint.method !== 'GET') return undefined;
  const query = (endpoint.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const named = (names: ReadonlySet<string>): (typeof query)[number] | undefined =>
    query.find((parameter) => names.has(plain(parameter.name)));
  const page = named(PAGES),
    // From a time to another one: `start` and `end` that are no numbers.
    isSpan = query.some(({ name }) => plain(name) === 'end'),
    offset = query.find(
      ({ name, shape }) =>
        OFFSETS.has(plain(name)) && !(isSpan && plain(name) === 'start' && !/^(?:number|integer)$/.test(shape?.kind ?? '')),
    ),
    cursor = named(CURSORS),
    limit = named(LIMITS);
  const which = page ?? offset ?? cursor;
  if (!which) return undefined;
  const answer = responses.find((response) => response.status === 200)?.shape;
  const lists = answer !== undefined && hasList(answer);
  // Middleware that reads the page runs before routes of single records too, and before those that only redirect.
  if (!lists && (!limit || (answer ? !isOpen(answer) : responses.some(({ status }) => String(status).startsWith('3'))))) return undefined;
  const total = answer && totalOf(answer, endpoint.path);
  return {
    type: page ? 'page' : offset ? 'offset' : 'cursor',
    pageParam: which.name,
    ...(limit && { limitParam: limit.name }),
    ...(total !== undefined && { totalPath: total }),
    evidence: which.evidence,
  };
}

const alternatives = (shape: Shape): readonly Shape[] => (shape.kind === 'union' ? shape.alternatives! : [shape]);
const hasList = (shape: Shape, depth = 0): boolean =>
  alternatives(shape).some(
    (each) =>
      each.kind === 'array' ||
      (depth < 2 && each.kind === 'object' && each.properties?.some((property) => hasList(property.shape, depth + 1))),
  );
/** There may be more in it than is known. */
const isOpen = (shape: Shape, depth = 0): boolean =>
  alternatives(shape).some(
    ({ kind, open, properties }) =>
      kind === 'any' ||
      open ||
      (kind === 'object' && !properties) ||
      (depth < 2 && properties?.some((property) => isOpen(property.shape, depth + 1))),
  );

/** The number of all elements: the outermost one with such a name, or one that is called like the list beside or around it (`posts`, `totalPosts`), or like the last word of the path. */
function totalOf(shape: Shape, path: string): string | undefined {
  const level: { shape: Shape; path: string; nouns: readonly string[] }[] = [
    { shape, path: '', nouns: [plain(path.slice(path.lastIndexOf('/')))] },
  ];
  for (let depth = 0; depth < 3; depth++) {
    const next: typeof level = [];
    for (const { shape: at, path, nouns: outer } of level.splice(0))
      for (const each of alternatives(at)) {
        const lists = (each.properties ?? []).filter((list) => alternatives(list.shape).some(({ kind }) => kind === 'array'));
        const nouns = [...outer, ...lists.map(({ name }) => plain(name))];
        for (const property of each.properties ?? []) {
          const full = path === '' ? property.name : `${path}.${property.name}`;
          const number = alternatives(property.shape).some(
            (kind) => kind.kind === 'number' || kind.kind === 'integer' || kind.kind === 'any',
          );
          const name = plain(property.name);
          // `count: results.length` beside `data: results` counts the piece that is sent.
          if (number && !property.shape.sentLength && (TOTAL.test(name) || isOf(name, nouns)) && !PAGE_COUNT.test(name)) return full;
          if (property.shape.kind === 'object') next.push({ shape: property.shape, path: full, nouns });
        }
      }
    level.push(...next);
  }
  return undefined;
}

const isOf = (name: string, nouns: readonly string[]): boolean => {
  const noun = /^(?:totalnumberof|numberof|total|num)(.+)/.exec(name)?.[1];
  return noun !== undefined && nouns.some((each) => each === noun || each === `${noun}s`);
};
