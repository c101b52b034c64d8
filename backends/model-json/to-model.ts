import type { Endpoint, EndpointSet, Scheme, Segment } from '@tool/ir';
import type {
  Consumed,
  Endpoint as ModelEndpoint,
  Environment,
  Model,
  Parameter as ModelParameter,
  Produced,
  SecurityScheme,
} from '../../schemas/index.js';
import { modelBody, modelParameter, modelResponses } from './contract.js';
import { chainEntries, type MiddlewareTable } from './chain-entries.js';
import { compare, location } from './place.js';
import { unresolvedEntries } from './unresolved-entries.js';

/** What the model says that does not come from the endpoints. */
export interface ModelProject {
  readonly name: string;
  readonly language: 'typescript' | 'javascript';
  /** npm name; `''` when there is none. */
  readonly framework: string;
  /** From the configuration; a rescan adds them to those of the model. */
  readonly environments?: readonly Environment[];
}

/** Stands for the time until the model is stored: the store sets it, and only when the content is new. */
const NOT_STORED = '1970-01-01T00:00:00.000Z';

/**
 * The 0.3 model of a set of endpoints. Pure: the same set gives the same model. `generatedAt` is the Unix epoch until the store sets it.
 * Fields without evidence are absent.
 */
export function toModel(set: EndpointSet, project: ModelProject): Model {
  const keys = new Map(set.endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const middlewares: MiddlewareTable = new Map(set.program.middlewares.map((middleware) => [middleware.id, middleware]));
  const links = linksByEndpoint(set);
  const endpoints = set.endpoints
    .filter((endpoint) => !repeatsItsShadower(endpoint, keys))
    .map((endpoint) => modelEndpoint(endpoint, keys, middlewares, links))
    .sort((a, b) => compare(a.path, b.path) || compare(a.method, b.method));
  const unresolved = unresolvedEntries(set);
  return {
    version: '0.3',
    generatedAt: NOT_STORED,
    project: { name: project.name, language: project.language, framework: project.framework },
    environments: (project.environments ?? []).map((environment) => ({ ...environment })),
    securitySchemes: Object.fromEntries(
      [...set.schemes].sort((a, b) => compare(a.name, b.name)).map((scheme) => [scheme.name, modelScheme(scheme)]),
    ),
    endpoints,
    ...(unresolved.length > 0 && { unresolved }),
  };
}

type Endpoints = ReadonlyMap<string, Endpoint>;

const keyOf = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`;

/** Method and path are unique in the model, so of several registrations for both only the one that answers is in it. */
function repeatsItsShadower(endpoint: Endpoint, endpoints: Endpoints): boolean {
  const shadower = endpoint.shadowedBy === undefined ? undefined : endpoints.get(endpoint.shadowedBy);
  return shadower !== undefined && keyOf(shadower) === keyOf(endpoint);
}

/** In a process that scans again most nodes are those of the scan before: what holds no places is made of them once. */
function once<Node extends object, Made>(make: (node: Node) => Made): (node: Node) => Made {
  const known = new WeakMap<Node, Made>();
  return (node) => {
    let made = known.get(node);
    if (made === undefined) known.set(node, (made = make(node)));
    return made;
  };
}
const bodyOf = once(modelBody);
const responsesOf = once(modelResponses);
const parametersOf = once(modelParameters);

function modelEndpoint(endpoint: Endpoint, endpoints: Endpoints, middlewares: MiddlewareTable, links: Links): ModelEndpoint {
  const source = endpoint.source && location(endpoint.source);
  const parameters = parametersOf(endpoint);
  const { produces, consumes } = links.get(keyOf(endpoint)) ?? { produces: [], consumes: [] };
  const shadower = endpoint.shadowedBy === undefined ? undefined : endpoints.get(endpoint.shadowedBy);
  const { rateLimit, security } = endpoint;
  return {
    id: endpoint.key ?? keyOf(endpoint),
    method: endpoint.method,
    path: endpoint.path,
    ...(endpoint.name && { name: endpoint.name }),
    ...(endpoint.handlerName && { handlerName: endpoint.handlerName }),
    ...(source && { source }),
    ...(endpoint.requestBody && { requestBody: bodyOf(endpoint.requestBody) }),
    ...(endpoint.responses && endpoint.responses.length > 0 && { responses: responsesOf(endpoint.responses) }),
    middleware: chainEntries(endpoint, middlewares),
    ...(security &&
      security.length > 0 && {
        security: security.map(({ scheme, required, demand, scopes }) => ({
          scheme,
          ...(!required && { required: false }),
          ...(demand !== undefined && { demand }),
          ...(scopes && scopes.length > 0 && { scopes: [...scopes] }),
        })),
      }),
    ...(parameters.length > 0 && { parameters }),
    ...(rateLimit && {
      rateLimit: {
        ...(isCount(rateLimit.windowMs) && { windowMs: rateLimit.windowMs }),
        ...(isCount(rateLimit.max) && { max: rateLimit.max }),
        ...(rateLimit.scope !== undefined && { scope: rateLimit.scope }),
        ...(rateLimit.conditional && { conditional: true }),
      },
    }),
    ...(endpoint.pagination && { pagination: withoutEvidence(endpoint.pagination) }),
    ...(endpoint.ownership && { ownership: withoutEvidence(endpoint.ownership) }),
    ...(produces.length > 0 && { produces }),
    ...(consumes.length > 0 && { consumes }),
    ...(endpoint.conditional && { conditional: true }),
    ...(shadower && { shadowedBy: keyOf(shadower) }),
  };
}

const withoutEvidence = <Fact extends { readonly evidence: unknown }>({ evidence: _evidence, ...fact }: Fact): Omit<Fact, 'evidence'> =>
  fact;

/** A program may say `max: Infinity` or `max: -1` for no limit: that is no number of requests. */
const isCount = (value: number | undefined): value is number => value !== undefined && Number.isInteger(value) && value >= 0;

/** What the passes found; path parameters that they did not mention are added in the order of the path. */
function modelParameters(endpoint: Endpoint): ModelParameter[] {
  const found = (endpoint.parameters ?? []).map(modelParameter);
  const known = new Set(found.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name));
  const added: ModelParameter[] = [];
  for (const { name, pattern } of pathParameters(endpoint.segments)) {
    if (known.has(name)) continue;
    known.add(name);
    added.push({ name, in: 'path', type: 'string', required: true, ...(pattern !== undefined && { pattern }) });
  }
  return [...added, ...found];
}

const pathParameters = (segments: readonly Segment[]): { name: string; pattern?: string }[] =>
  segments.flatMap((segment) => {
    if (segment.kind === 'mixed') return pathParameters(segment.pieces);
    return segment.kind === 'param' ? [segment] : [];
  });

const modelScheme = (scheme: Scheme): SecurityScheme => ({
  type: scheme.type,
  ...(scheme.scheme !== undefined && { scheme: scheme.scheme }),
  ...(scheme.in !== undefined && { in: scheme.in }),
  ...(scheme.parameter !== undefined && { name: scheme.parameter }),
  ...(scheme.obtainedFrom && { obtainedFrom: { ...scheme.obtainedFrom } }),
});

interface EndpointLinks {
  readonly produces: Produced[];
  readonly consumes: Consumed[];
}
type Links = ReadonlyMap<string, EndpointLinks>;

function linksByEndpoint(set: EndpointSet): Links {
  const links = new Map<string, EndpointLinks>();
  const of = (key: string): EndpointLinks => {
    const known: EndpointLinks = links.get(key) ?? { produces: [], consumes: [] };
    links.set(key, known);
    return known;
  };
  const fields = new Map<string, Set<string>>();
  const note = (key: string, field: string): void => {
    fields.set(key, (fields.get(key) ?? new Set()).add(field));
  };
  for (const endpoint of set.endpoints) for (const field of endpoint.produces ?? []) note(endpoint.key ?? keyOf(endpoint), field);
  for (const link of set.links) note(link.producer, link.field);
  const nameOf = (key: string, field: string): string => variableName(field, fields.get(key)!);
  for (const endpoint of set.endpoints)
    for (const field of endpoint.produces ?? []) {
      const key = endpoint.key ?? keyOf(endpoint);
      of(key).produces.push({ variable: nameOf(key, field), responseField: field });
    }
  for (const link of set.links) {
    const variable = nameOf(link.producer, link.field);
    const { produces } = of(link.producer);
    if (!produces.some((entry) => entry.responseField === link.field)) produces.push({ variable, responseField: link.field });
    of(link.consumer).consumes.push({ variable, usedAs: link.usedAs, producedBy: link.producer });
  }
  return links;
}

/** The names in a dotted path; numeric segments are positions in a list. */
const namesIn = (field: string): readonly string[] => field.split('.').filter((segment) => !/^\d+$/.test(segment));

/** The last name in a dotted path, with those before it where another field of the same answer ends like it: `accessToken` and `refreshToken`. */
function variableName(field: string, fields: ReadonlySet<string>): string {
  const names = namesIn(field);
  const written = (of: readonly string[], count: number): string =>
    of
      .slice(-count)
      .map((name, index) => (index === 0 ? name : name.charAt(0).toUpperCase() + name.slice(1)))
      .join('');
  const others = [...fields].filter((other) => other !== field).map(namesIn);
  for (let count = 1; count <= names.length; count++)
    if (!others.some((other) => written(other, count) === written(names, count))) return written(names, count);
  return names.length > 0 ? written(names, names.length) : field;
}
