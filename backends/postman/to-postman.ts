import type { Endpoint, Model } from '../../schemas/index.js';
import { endpointName, unusable, type Exported, type Omission } from '../interchange/exported.js';
import { pathPieces } from '../interchange/path-pieces.js';
import { resourcesOf } from '../interchange/resource-of.js';
import { request } from './request.js';
import { collectionVariables, type Captured } from './variables.js';

export interface PostmanCollection {
  readonly info: { readonly name: string; readonly schema: string; readonly description?: string };
  readonly item: readonly Folder[];
  readonly variable: readonly object[];
}

interface Folder {
  readonly name: string;
  readonly item: readonly object[];
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * A Postman collection 2.1 of a model: one folder for each resource, one request for each endpoint. Requests whose answers hold
 * credentials or values that others need store them in collection variables. Pure: the same model gives the same collection.
 */
export function toPostman(model: Model): Exported<PostmanCollection> {
  const variables = collectionVariables(model);
  const resourceOf = resourcesOf(model);
  const folders = new Map<string, object[]>();
  const omitted: Omission[] = [];
  for (const endpoint of model.endpoints) {
    const reason = unusable(endpoint);
    const pieces = pathPieces(endpoint.path);
    if (reason !== undefined || pieces === null) {
      omitted.push({ endpoint: endpointName(endpoint), reason: reason ?? 'its path is a regular expression, which has no single request' });
      continue;
    }
    const folder = folders.get(resourceOf(endpoint)) ?? [];
    folders.set(resourceOf(endpoint), folder);
    const captures = variables.captures.get(endpointName(endpoint)) ?? [];
    folder.push({
      name: title(endpoint),
      ...(captures.length > 0 && { event: [{ listen: 'test', script: { type: 'text/javascript', exec: captureScript(captures) } }] }),
      request: request(model, endpoint, pieces, variables),
      response: [],
    });
  }
  const item = [...folders].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, requests]) => ({ name, item: requests }));
  const variable = [...variables.all].map(([key, { value, description }]) => ({
    key,
    value,
    type: 'string',
    ...(description !== undefined && { description }),
  }));
  return { document: { info: { name: model.project.name || 'API', schema: SCHEMA }, item, variable }, omitted };
}

const title = (endpoint: Endpoint): string =>
  endpoint.summary ?? (endpoint.name !== undefined && endpoint.name !== '' ? endpoint.name : endpointName(endpoint));

/** Names come from sources and are quoted: they cannot become code. */
const captureScript = (captures: readonly Captured[]): string[] => [
  'if (pm.response.code < 300) {',
  '  const body = pm.response.json();',
  ...captures.flatMap(({ variable, field }) => {
    const path = field
      .split('.')
      .filter((key) => key !== '')
      .map((key) => `?.[${JSON.stringify(/^\d+$/.test(key) ? Number(key) : key)}]`)
      .join('');
    return [`  if (body${path} !== undefined) pm.collectionVariables.set(${JSON.stringify(variable)}, body${path});`];
  }),
  '}',
];

/** The bytes of a collection: two spaces, a final newline. */
export const formatPostman = (collection: PostmanCollection): string => `${JSON.stringify(collection, null, 2)}\n`;
