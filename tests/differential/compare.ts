import { isSpan, type Endpoint, type EndpointSet } from '@tool/ir';
import { claimsOf, key, shape, type Claim } from './claims.js';
import type { Site } from './probe.js';
import type { Row } from './row.js';

/** One way in which the scanner's model and the running framework differ. */
export interface Disagreement {
  readonly kind: 'missing' | 'phantom' | 'chain' | 'params' | 'handler' | 'line' | 'shadowed' | 'conditional' | 'unresolved' | 'crash';
  readonly text: string;
}

export interface Expectation {
  /** Source text of each file, to find the table row of a route that shares its registering call. */
  readonly files: ReadonlyMap<string, string>;
  /** Rows of configurations other than the recorded one; they may be in the model if marked conditional. */
  readonly conditionalAllowed?: boolean;
  /** Rows of the configuration in which every variable is set: what runs in it only is in the model as well. */
  readonly configured?: readonly Row[];
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
  const claims = claimsOf(rows);
  const unreached = new Set(rows.filter((row) => !row.reached).map(key));
  const made = new Map<string, Endpoint[]>();
  for (const endpoint of set.endpoints) made.set(key(endpoint), [...(made.get(key(endpoint)) ?? []), endpoint]);
  const siteUses = countSites(rows);
  const unrecorded = [...made].some(([name, endpoints]) => !claims.has(name) && endpoints.some(({ conditional }) => conditional));
  const lenient = expectation.conditionalAllowed === true;
  for (const [name, claim] of claims) {
    const endpoints = made.get(name);
    if (!endpoints) {
      found.push({ kind: 'missing', text: `${name}  (${places(claim.row)})` });
      continue;
    }
    const open = endpoints.filter(({ shadowedBy }) => shadowedBy === undefined);
    const endpoint = open[0] ?? endpoints[0]!;
    const maybe = name.includes(MAYBE);
    if (maybe && !endpoint.conditional && !expectation.decidedOnly)
      found.push({ kind: 'conditional', text: `${name} depends on a condition and is not marked conditional` });
    if (endpoint.conditional && !maybe && !lenient)
      found.push({ kind: 'conditional', text: `${name} is marked conditional and always exists` });
    const chain = compareChain(claim, endpoint, set, lenient || expectation.decidedOnly === true);
    if (chain) found.push({ kind: 'chain', text: `${name}: expected [${claim.chain.join(', ')}], got [${chain.join(', ')}]` });
    const parameters = endpoint.chain.flatMap(({ phase }) => (phase?.startsWith('param:') ? [phase.slice('param:'.length)] : []));
    if (parameters.join() !== claim.row.params.join())
      found.push({
        kind: 'params',
        text: `${name}: expected callbacks of [${claim.row.params.join(', ')}], got [${parameters.join(', ')}]`,
      });
    const line = compareLine(claim.row, endpoint, rows, siteUses, expectation.files, unrecorded);
    if (line) found.push({ kind: 'line', text: `${name}: ${line}` });
    const handler = set.program.handlers.find(({ id }) => id === endpoint.handler)?.name ?? '';
    if (handler !== '' && !sameName(claim.row.handler, handler))
      found.push({ kind: 'handler', text: `${name}: expected ${claim.row.handler}, got ${handler}` });
    if (open.length === 0 && !isAnsweredBefore(claim.row, rows)) found.push({ kind: 'shadowed', text: `${name} is shadowed and answers` });
    const surplus = endpoints.length - 1 - claim.shadowed.length;
    if ((surplus < 0 || surplus > rows.filter((row) => !row.reached && key(row) === name).length) && !lenient)
      found.push({ kind: 'shadowed', text: `${name}: ${1 + claim.shadowed.length} registrations, ${endpoints.length} in the model` });
  }
  for (const [name, { row, chain }] of claimsOf(expectation.configured ?? [])) {
    const endpoint = made.get(name)?.[0];
    const described = claims.get(name);
    if (!endpoint || !described || places(row) !== places(described.row)) continue;
    const missing = chain.filter((each) => isMaybe(each) && !entriesOf(endpoint, set).some((entry) => entry.name === each));
    if (missing.length > 0) found.push({ kind: 'chain', text: `${name}: ${missing.join(', ')} may run and is missing` });
  }
  for (const [name, [endpoint]] of made) {
    if (claims.has(name) || unreached.has(name) || (endpoint!.conditional && (lenient || name.includes(MAYBE)))) continue;
    const { source } = endpoint!;
    found.push({ kind: 'phantom', text: `${name}  (${source && isSpan(source) ? `${source.file}:${source.line}` : '?'})` });
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

const places = (row: Row): string => row.sites.map((site) => `${site.file}:${site.line}`).join(' < ');

/** A registration for the same requests, or for them in every method, answers them before they come to the row. */
const isAnsweredBefore = (row: Row, rows: readonly Row[]): boolean =>
  row.steps.some(
    ({ answered, route }) =>
      answered &&
      rows.some(
        (other) => other.registration === route?.registration && [shape(row), shape({ ...row, method: 'ALL' })].includes(shape(other)),
      ),
  );

const isMaybe = (name: string): boolean => name.startsWith('maybe');

const entriesOf = (endpoint: Endpoint, set: EndpointSet): { readonly name: string; readonly conditional: boolean }[] =>
  endpoint.chain
    .filter(({ phase }) => phase === undefined)
    .map((entry) => ({
      name: set.program.middlewares.find((each) => each.id === entry.middleware)?.name ?? '',
      conditional: entry.conditional === true,
    }));

/** The scanner's chain when it is another one than the claimed. Only what is called `maybe…` is conditional, and may not have run. */
function compareChain({ chain }: Claim, endpoint: Endpoint, set: EndpointSet, lenient: boolean): string[] | undefined {
  const entries = entriesOf(endpoint, set);
  const matches = (want: number, got: number): boolean => {
    const entry = entries[got];
    if (!entry) return want === chain.length;
    if (entry.conditional && (lenient || isMaybe(entry.name)) && matches(want, got + 1)) return true;
    return (
      want < chain.length &&
      (lenient || entry.conditional === isMaybe(entry.name)) &&
      sameName(chain[want]!, entry.name) &&
      matches(want + 1, got + 1)
    );
  };
  return matches(0, 0) ? undefined : entries.map(({ name, conditional }) => name + (conditional ? '?' : ''));
}

/** Functions that a factory returns carry the factory's token in their names (`ward7Inner` of `ward7`). One without a name is called by what holds it. */
function sameName(real: string, modelled: string): boolean {
  const bare = real.replace(/^(?:bound )+/, '');
  if (real === modelled || bare === '') return true;
  const last = modelled.split('.').at(-1)!.replace(/\(.*$/, '');
  const token = /^[a-z]+\d+/.exec(bare)?.[0];
  return bare === last || EXPRESS_NAMES[bare] === last || (token !== undefined && token === /^[a-z]+\d+/.exec(last)?.[0]);
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
  rows: readonly Row[],
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
  // What was called for there may have made another route later, whose stack does not say so.
  const mayShare = (other: Row): boolean => other.late && other.sites.some(({ file }) => row.sites.some((site) => site.file === file));
  if (isSite(innermost) && rows.some(mayShare)) return undefined;
  // A row of a table that holds the path in pieces is as good as the call that belongs to the route alone.
  return own.some(isSite) || (!row.sites.some(isSite) && /['"`[{]/.test(text)) ? undefined : wrong;
}
