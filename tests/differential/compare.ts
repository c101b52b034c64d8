import { isSpan, type Endpoint, type EndpointSet } from '@tool/ir';
import type { Site } from './probe.js';
import type { Row } from './oracle.js';

/** One way in which the scanner's model and the running framework differ. */
export interface Disagreement {
  readonly kind: 'missing' | 'phantom' | 'chain' | 'line' | 'conditional' | 'unresolved' | 'crash';
  readonly text: string;
}

export interface Expectation {
  /** Source text of each file, to find the table row of a route that shares its registering call. */
  readonly files: ReadonlyMap<string, string>;
  /** Rows of configurations other than the recorded one; they may be in the model if marked conditional. */
  readonly conditionalAllowed?: boolean;
  /** The project holds registrations that no source determines. */
  readonly unresolvedAllowed?: boolean;
  /** The model knows what ran, not what could have: nothing in it is conditional. */
  readonly decidedOnly?: boolean;
}

/** What Express names its own middlewares inside, and what a reader calls them. */
const EXPRESS_NAMES: Readonly<Record<string, string>> = {
  jsonParser: 'json',
  urlencodedParser: 'urlencoded',
  textParser: 'text',
  rawParser: 'raw',
  serveStatic: 'static',
};

export function compare(rows: readonly Row[], set: EndpointSet, expectation: Expectation): Disagreement[] {
  const found: Disagreement[] = [];
  // The first is meant, or one behind it where all up to there may be meant as guards.
  const wanted = new Map<string, [Row, ...Row[]]>();
  for (const row of rows.filter(({ reached }) => reached)) {
    const known = wanted.get(key(row));
    if (!known) wanted.set(key(row), [row]);
    else if (known.at(-1)!.optional) known.push(row);
  }
  const unreached = new Set(rows.filter((row) => !row.reached).map(key));
  const made = new Map<string, Endpoint>();
  for (const endpoint of set.endpoints) {
    const known = made.get(key(endpoint));
    if (!known || (known.shadowedBy !== undefined && endpoint.shadowedBy === undefined)) made.set(key(endpoint), endpoint);
  }
  const siteUses = countSites(rows);
  const unrecorded = [...made].some(([name, endpoint]) => endpoint.conditional && !wanted.has(name));
  for (const [name, meant] of wanted) {
    const endpoint = made.get(name);
    if (!endpoint) {
      const demanded = meant.find(({ optional }) => !optional);
      if (demanded) found.push({ kind: 'missing', text: `${name}  (${places(demanded)})` });
      continue;
    }
    const maybe = name.includes(MAYBE);
    if (maybe && !endpoint.conditional && !expectation.decidedOnly)
      found.push({ kind: 'conditional', text: `${name} depends on a condition and is not marked conditional` });
    if (endpoint.conditional && !maybe && !expectation.conditionalAllowed)
      found.push({ kind: 'conditional', text: `${name} is marked conditional and always exists` });
    const compared = meant.map((row) => ({
      row,
      chain: compareChain(row, endpoint, set, expectation.conditionalAllowed === true),
      line: compareLine(row, endpoint, siteUses, expectation.files, unrecorded),
    }));
    if (compared.some(({ chain, line }) => !chain && !line)) continue;
    const { row, chain, line } = compared[0]!;
    if (chain) found.push({ kind: 'chain', text: `${name}: expected [${row.chain.join(', ')}], got [${chain.join(', ')}]` });
    if (line) found.push({ kind: 'line', text: `${name}: ${line}` });
  }
  for (const [name, endpoint] of made) {
    if (wanted.has(name) || unreached.has(name) || (endpoint.conditional && (expectation.conditionalAllowed || name.includes(MAYBE))))
      continue;
    found.push({
      kind: 'phantom',
      text: `${name}  (${endpoint.source && isSpan(endpoint.source) ? `${endpoint.source.file}:${endpoint.source.line}` : '?'})`,
    });
  }
  const shown = [...made.keys()];
  if (!expectation.decidedOnly)
    for (const text of expectation.files.values())
      for (const [path] of text.matchAll(/\/maybe[A-Z]\w*/g)) {
        if (!shown.some((name) => name.endsWith(path) || name.includes(`${path}/`)))
          found.push({ kind: 'missing', text: `${path}, conditional` });
      }
  if (!expectation.unresolvedAllowed)
    for (const each of set.unresolved) {
      const diagnostic = set.diagnostics.find((one) => one.id === each.diagnostic);
      found.push({
        kind: 'unresolved',
        text: `${each.what} ${each.method ?? ''} ${each.path ?? ''} at ${isSpan(each.place) ? `${each.place.file}:${each.place.line}` : '?'}: ${diagnostic?.code ?? ''} ${diagnostic?.message ?? ''}`,
      });
    }
  return found;
}

/** Names that the generator gives to what a condition decides. */
const MAYBE = '/maybe';

const key = (route: { method: string; path: string }): string => `${route.method} ${route.path}`;

const places = (row: Row): string => row.sites.map((site) => `${site.file}:${site.line}`).join(' < ');

/** The scanner's chain when it is another one than the row's; entries marked conditional may be there or not when the route has parameters. */
function compareChain(row: Row, endpoint: Endpoint, set: EndpointSet, conditionalAllowed: boolean): string[] | undefined {
  const names = endpoint.chain
    .filter((entry) => !entry.phase)
    .map((entry) => {
      const middleware = set.program.middlewares.find((each) => each.id === entry.middleware);
      return { name: middleware?.name ?? '', optional: entry.conditional === true };
    });
  const shown = names.map((each) => each.name + (each.optional ? '?' : ''));
  const lenient = conditionalAllowed || row.path.includes(':') || row.path.includes('*');
  const wanted = [...row.chain.keys(), row.chain.length].flatMap((index) => [
    ...row.inFront.filter(({ after }) => after === index).map(({ name }) => ({ name, may: true })),
    ...row.chain.slice(index, index + 1).map((name) => ({ name, may: false })),
  ]);
  const matches = (want: number, got: number): boolean => {
    if (wanted[want]?.may && matches(want + 1, got)) return true;
    if (got === names.length) return want === wanted.length;
    const may = names[got]!.optional && (lenient || names[got]!.name.startsWith('maybe'));
    if (may && matches(want, got + 1)) return true;
    return (
      want < wanted.length && (!names[got]!.optional || may) && sameName(wanted[want]!.name, names[got]!.name) && matches(want + 1, got + 1)
    );
  };
  return matches(0, 0) ? undefined : shown;
}

/** Functions that a factory returns carry the factory's token in their names (`ward7Inner` of `ward7`); a name may be missing on either side. */
function sameName(real: string, modelled: string): boolean {
  const last = modelled.split('.').at(-1)!.replace(/\(.*$/, '');
  if (real === '' || last === '' || real === last || EXPRESS_NAMES[real] === last) return true;
  const bare = real.replace(/^bound /, '');
  const token = /^[a-z]+\d+/.exec(bare)?.[0];
  return bare === last || (token !== undefined && token === /^[a-z]+\d+/.exec(last)?.[0]);
}

function countSites(rows: Iterable<Row>): Map<string, Set<number>> {
  const uses = new Map<string, Set<number>>();
  for (const row of rows)
    for (const site of row.sites) {
      const place = `${site.file}:${site.line}`;
      uses.set(place, (uses.get(place) ?? new Set()).add(row.registration));
    }
  return uses;
}

const lastLiteral = (path: string): string =>
  path
    .split('/')
    .filter((segment) => segment && !/[:*]/.test(segment))
    .at(-1) ?? '';

/** A call that made one route only must be its line; otherwise any place that belongs to the route alone will do. */
function compareLine(
  row: Row,
  endpoint: Endpoint,
  uses: ReadonlyMap<string, Set<number>>,
  files: ReadonlyMap<string, string>,
  unrecorded: boolean,
): string | undefined {
  const source = endpoint.source;
  const innermost = row.sites[0];
  if (!innermost) return undefined;
  if (!source || !isSpan(source)) return `no line, recorded ${places(row)}`;
  const isSite = (site: Site): boolean => site.file === source.file && site.line === source.line;
  const alone = (site: Site): boolean => uses.get(`${site.file}:${site.line}`)!.size === 1;
  const wrong = `${source.file}:${source.line}, recorded ${places(row)}`;
  if (alone(innermost)) return isSite(innermost) ? undefined : wrong;
  const text = files.get(source.file)?.split('\n')[source.line - 1] ?? '';
  const named = lastLiteral(row.path);
  if (named && text.includes(named)) return undefined;
  const own = row.sites.filter(alone);
  if (own.length === 0) return undefined;
  // A route of another configuration that comes from the same call makes it no longer this route's alone.
  if (unrecorded && row.sites.some(isSite)) return undefined;
  // A row of a table that holds the path in pieces is as good as the call that belongs to the route alone.
  return own.some(isSite) || (!row.sites.some(isSite) && /['"`[{]/.test(text)) ? undefined : wrong;
}
