import {
  isSpan,
  printPlace,
  printSegments,
  type ChainEntry,
  type Endpoint as IrEndpoint,
  type EndpointSet,
  type Evidence,
  type Item,
  type Middleware,
  type Place,
  type Router,
} from '@tool/ir';
import type { Endpoint } from '../../schemas/index.js';
import { endpointInSet } from '../project/endpoint-in-set.js';

/** Why an endpoint of the model is what it is, from the intermediate representation: provenance and proof. */
export function explainEndpoint(set: EndpointSet, endpoint: Endpoint): object {
  const name = `${endpoint.method} ${endpoint.path}`;
  const found = endpointInSet(set, endpoint);
  if (found === undefined) {
    return {
      endpoint: name,
      note:
        endpoint.origin === 'manual'
          ? 'It was added by hand: the source does not register it.'
          : 'The source no longer registers it: tool_scan brings the model up to date.',
      ...(endpoint.authored?.length ? { editedByHand: endpoint.authored } : {}),
    };
  }
  const items = itemsOf(set);
  const routers = new Map(set.program.routers.map((router) => [router.id as string, router]));
  const middlewares = new Map(set.program.middlewares.map((middleware) => [middleware.id as string, middleware]));
  const shadow = found.shadowedBy === undefined ? undefined : set.endpoints.find((one) => one.id === found.shadowedBy);
  return {
    endpoint: name,
    trail: found.trail.map((step, index) => {
      const item = items.get(step.item);
      const router = routers.get(step.router);
      return `${index === found.trail.length - 1 ? 'route' : 'mount'} ${printSegments(step.segments)} on ${nameOf(router)}${item ? ` at ${shortPlace(item.item.place)}` : ''}${item?.condition ? `, if ${item.condition}` : ''}`;
    }),
    chain: found.chain.map((entry) => explainEntry(entry, found, items, routers, middlewares)),
    ...(shadow ? { shadowedBy: `${shadow.method} ${shadow.path} is registered first and takes its requests` } : {}),
    ...(found.conditional
      ? { conditional: 'A configuration value or an undecidable condition decides whether it exists; the steps above name it.' }
      : {}),
    evidence: evidenceOf(found, set),
    ...(endpoint.authored?.length ? { editedByHand: endpoint.authored } : {}),
    more: 'pass: the IR after a compiler pass; tool_get_endpoint with source: the handler',
  };
}

interface Found {
  readonly item: Item;
  readonly router: Router;
  readonly condition?: string;
}

/** Every item by its id, with the condition of the branch that it is in. */
function itemsOf(set: EndpointSet): Map<string, Found> {
  const found = new Map<string, Found>();
  const add = (items: readonly Item[], router: Router, condition?: string): void => {
    for (const item of items) {
      found.set(item.id, { item, router, ...(condition !== undefined ? { condition } : {}) });
      if (item.kind === 'branch')
        for (const arm of item.arms) add(arm, router, condition === undefined ? item.condition : `${condition} and ${item.condition}`);
    }
  };
  for (const router of set.program.routers) add(router.items, router);
  return found;
}

function explainEntry(
  entry: ChainEntry,
  endpoint: IrEndpoint,
  items: Map<string, Found>,
  routers: Map<string, Router>,
  middlewares: Map<string, Middleware>,
): object {
  const middleware = middlewares.get(entry.middleware);
  const use = entry.item === undefined ? undefined : items.get(entry.item);
  const because =
    use === undefined
      ? 'given to the route itself'
      : `${use.item.kind === 'use' ? 'used' : 'registered'} on ${nameOf(routers.get(use.router.id))} at ${shortPlace(use.item.place)}, before the route, under a path that covers it`;
  return {
    middleware: middleware?.name ?? entry.middleware,
    ...(middleware?.type ? { type: middleware.type } : {}),
    because,
    ...(middleware?.origin
      ? { from: `${middleware.origin.module}${middleware.origin.path ? `.${middleware.origin.path}` : ''}` }
      : middleware && isSpan(middleware.place)
        ? { code: shortPlace(middleware.place) }
        : {}),
    ...(middleware?.facts ? { does: describeFacts(middleware.facts) } : {}),
    ...(entry.phase !== undefined ? { phase: entry.phase } : {}),
    ...(entry.conditional ? { conditional: use?.condition ?? true } : {}),
  };
}

/** What the summary of its body says, in a line: the reason for its type. */
function describeFacts(facts: NonNullable<Middleware['facts']>): string {
  const parts = [
    facts.headers.length > 0 ? `reads headers ${facts.headers.join(', ')}` : '',
    facts.cookies.length > 0 ? `reads cookies ${facts.cookies.join(', ')}` : '',
    facts.calls.length > 0 ? `calls ${facts.calls.slice(0, 5).join(', ')}` : '',
    facts.statuses.length > 0 ? `answers ${facts.statuses.join(', ')}` : '',
    facts.sets.length > 0 ? `sets ${facts.sets.join(', ')}` : '',
    facts.continues === 'never' ? 'never passes on' : '',
  ].filter((part) => part !== '');
  return parts.join('; ') || 'nothing that was recognised';
}

/** Field → what shows it. Read generically: every part of an endpoint that was inferred carries its evidence. */
function evidenceOf(endpoint: IrEndpoint, set: EndpointSet): Record<string, string> {
  const evidence: Record<string, string> = {};
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isEvidence((value as { evidence?: unknown }).evidence)) evidence[path] = printEvidence((value as { evidence: Evidence }).evidence);
    for (const [key, child] of Object.entries(value)) {
      if (key === 'evidence' || key === 'trail' || key === 'chain' || key === 'segments') continue;
      const label = Array.isArray(value) ? labelOf(child, key) : key;
      visit(child, path === '' ? label : `${path}.${label}`);
    }
  };
  visit(endpoint, '');
  for (const { scheme } of endpoint.security ?? []) {
    const declared = set.schemes.find((one) => one.name === scheme);
    if (declared) evidence[`securityScheme.${scheme}`] = printEvidence(declared.evidence);
  }
  const name = `${endpoint.method} ${endpoint.path}`;
  for (const link of set.links)
    if (link.consumer === name) evidence[`consumes.${link.usedAs}`] = `${link.producer} ${link.field}: ${printEvidence(link.evidence)}`;
  return evidence;
}

const isEvidence = (value: unknown): value is Evidence =>
  typeof value === 'object' && value !== null && 'source' in value && 'place' in value;

const labelOf = (value: unknown, key: string): string => {
  const { name, scheme, in: place, status } = (value ?? {}) as { name?: unknown; scheme?: unknown; in?: unknown; status?: unknown };
  if (typeof name === 'string') return typeof place === 'string' ? `${place} ${name}` : name;
  return typeof scheme === 'string' ? scheme : typeof status === 'number' || typeof status === 'string' ? String(status) : key;
};

const printEvidence = (evidence: Evidence): string => `${evidence.source} at ${shortPlace(evidence.place)}`;

const shortPlace = (place: Place): string => (isSpan(place) ? `${place.file}:${place.line}` : printPlace(place));

const nameOf = (router: Router | undefined): string =>
  router === undefined
    ? 'an unknown router'
    : router.name !== ''
      ? router.name
      : `the ${router.framework} router at ${shortPlace(router.place)}`;
