import type { Endpoint, EndpointSet, Handler, Link, Segment } from '@tool/ir';
import { answeredFields, fieldsOf, isScalar, plainName, singular, type Field } from './fields.js';

const keyOf = (endpoint: Endpoint): string => endpoint.key ?? `${endpoint.method} ${endpoint.path}`;

/** An endpoint that makes a resource: a POST on a collection that answers with what it made. */
interface Creator {
  readonly endpoint: Endpoint;
  /** Segments of the collection, parameters as `:`. */
  readonly collection: string;
  /** Singular of the collection's own name. */
  readonly resource: string;
  readonly entities: ReadonlySet<string>;
  readonly fields: readonly Field[];
}

const textOf = (segments: readonly Segment[]): string => segments.map((segment) => (segment.kind === 'lit' ? segment.text : ':')).join('/');
const ACTIONS = /^(?:create|new|add|insert|register)$/i;

function creatorsOf(set: EndpointSet): readonly Creator[] {
  const created = new Map<string, ReadonlySet<string>>();
  for (const node of set.program.handlers) created.set(node.id, new Set(node.behaviour?.data.filter((use) => use.operation === 'create').map((use) => use.entity) ?? []));
  return set.endpoints.flatMap((endpoint): Creator[] => {
    if (endpoint.method !== 'POST' || endpoint.shadowedBy !== undefined) return [];
    const fields = answeredFields(endpoint);
    if (fields.length === 0) return [];
    const last = endpoint.segments.at(-1);
    // `/articles/create` makes what is in `/articles`.
    const segments = last?.kind === 'lit' && ACTIONS.test(last.text) ? endpoint.segments.slice(0, -1) : endpoint.segments;
    const name = segments.at(-1);
    return name?.kind === 'lit' ? [{ endpoint, collection: textOf(segments), resource: singular(name.text), entities: created.get(endpoint.handler) ?? new Set(), fields }] : [];
  });
}

/** The member of the answer that a parameter of this name takes; null when none or several could be meant. */
function identifier(creator: Creator, parameter: string): Field | null {
  const wanted = plainName(parameter);
  const bare = wanted === 'id' || wanted === creator.resource || wanted === '_id' || wanted === `${creator.resource}id` || (wanted.endsWith('id') && creator.resource.endsWith(wanted.slice(0, -2)) && wanted.length > 2);
  const names = bare ? [wanted, 'id', 'uuid', `${creator.resource}id`] : [wanted, ...(wanted.startsWith(creator.resource) ? [wanted.slice(creator.resource.length)] : [])];
  for (const name of names) {
    const found = creator.fields.filter((field) => plainName(field.name) === name && isScalar(field.shape) && !field.path.split('.').includes('0'));
    if (found.length === 0) continue;
    // The made resource itself is at the top or in one wrapper; what lies deeper belongs to others.
    const depth = Math.min(...found.map((field) => field.path.split('.').length));
    const nearest = found.filter((field) => field.path.split('.').length === depth);
    // Spelled in two ways in one record (`_id`, `id`) it is the same.
    const same = new Set(nearest.map((field) => field.path.split('.').slice(0, -1).join('.'))).size === 1;
    const own = nearest.length === 1 ? nearest[0]! : same ? nearest.find((field) => field.name === parameter) ?? nearest[0]! : nearest.find((field) => plainName(field.path.split('.').at(-2) ?? '') === creator.resource) ?? null;
    if (own && depth <= 3) return own;
    return null;
  }
  return null;
}

/** Path parameters and body fields that name a resource, and the one endpoint that makes such resources. */
export function resourceLinks(set: EndpointSet): readonly Link[] {
  const creators = creatorsOf(set);
  const byCollection = grouped(creators, ({ collection }) => [collection]);
  const byResource = grouped(creators, ({ resource }) => [resource]);
  const byEntity = grouped(creators, ({ entities }) => entities);
  const handlers = new Map(set.program.handlers.map((handler) => [handler.id, handler]));
  const links: Link[] = [];
  for (const endpoint of set.endpoints) {
    if (endpoint.shadowedBy !== undefined) continue;
    endpoint.segments.forEach((segment, index) => {
      if (segment.kind !== 'param') return;
      const candidates = byCollection.get(textOf(endpoint.segments.slice(0, index))) ?? [];
      const creator = only(candidates.length > 0 ? candidates.filter((candidate) => candidate.endpoint !== endpoint && identifier(candidate, segment.name) !== null) : (byEntity.get(entityOf(handlers.get(endpoint.handler), segment.name) ?? '') ?? []).filter((candidate) => candidate.endpoint !== endpoint));
      const field = creator && identifier(creator, segment.name);
      const parameter = endpoint.parameters?.find((candidate) => candidate.in === 'path' && candidate.name === segment.name);
      if (creator && field && parameter) links.push({ producer: keyOf(creator.endpoint), field: field.path, consumer: keyOf(endpoint), usedAs: `path:${segment.name}`, evidence: parameter.evidence });
    });
    for (const field of endpoint.requestBody ? fieldsOf(endpoint.requestBody.shape) : []) {
      const stem = /^(.{2,}?)_?[iI]ds?$/.exec(field.name)?.[1];
      if (stem === undefined || !isScalar(field.shape) || field.path.split('.').includes('0')) continue;
      const creator = only((byResource.get(plainName(stem)) ?? []).filter((candidate) => candidate.endpoint !== endpoint));
      const id = creator && identifier(creator, 'id');
      if (creator && id) links.push({ producer: keyOf(creator.endpoint), field: id.path, consumer: keyOf(endpoint), usedAs: `body:${field.path}`, evidence: endpoint.requestBody!.evidence });
    }
  }
  return links;
}

/** Of several nobody knows which one is meant. */
const only = (creators: readonly Creator[]): Creator | null => (creators.length === 1 ? creators[0]! : null);

/** Creators by the texts that each is found under: an endpoint is compared with those of its own text, not with all. */
function grouped(creators: readonly Creator[], textsOf: (creator: Creator) => Iterable<string>): ReadonlyMap<string, readonly Creator[]> {
  const groups = new Map<string, Creator[]>();
  for (const creator of creators) for (const text of textsOf(creator)) { const known = groups.get(text); if (known) known.push(creator); else groups.set(text, [creator]); }
  return groups;
}

/** The table in which the handler looks the parameter's value up by its id; null when there is none, or several. */
function entityOf(handler: Handler | undefined, parameter: string): string | null {
  const entities = new Set(handler?.behaviour?.data.filter((use) => use.operation !== 'create' && use.where?.some((binding) => binding.part === 'path' && binding.path[0] === parameter && /^_?id$/i.test(binding.column))).map((use) => use.entity) ?? []);
  const [entity] = entities;
  return entities.size === 1 ? entity! : null;
}
