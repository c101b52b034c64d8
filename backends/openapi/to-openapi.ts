import type { Endpoint, Model } from '../../schemas/index.js';
import { ALL_METHODS, endpointName, unusable, type Exported, type Omission } from '../interchange/exported.js';
import { pathPieces, unused, type PathPiece } from '../interchange/path-pieces.js';
import { resourcesOf } from '../interchange/resource-of.js';
import { addLinks, type Placed } from './links.js';
import { operation } from './operation.js';
import { securitySchemes } from './security.js';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly [key: string]: unknown;
}

export interface OpenApiOptions {
  /** Version of the API, as its manifest has it. Default: `0.0.0`. */
  readonly version?: string;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);

/** A path of the document; paths that differ only in the names of their parameters are one path for OpenAPI. */
interface PathEntry {
  readonly template: string;
  readonly pieces: readonly PathPiece[];
  readonly operations: Map<string, object>;
}

/** The OpenAPI 3.1 description of a model. Pure: the same model gives the same document. */
export function toOpenApi(model: Model, options: OpenApiOptions = {}): Exported<OpenApiDocument> {
  const schemes = securitySchemes(model);
  const resourceOf = resourcesOf(model);
  const paths = new Map<string, PathEntry>();
  const omitted: Omission[] = [];
  const omit = (endpoint: Endpoint, reason: string): void => {
    omitted.push({ endpoint: endpointName(endpoint), reason });
  };
  const ids = new Set<string>();
  const placed: Placed[] = [];

  const place = (endpoint: Endpoint, methods: readonly string[], pieces: readonly PathPiece[]): void => {
    const signature = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '{}')).join('');
    const entry = paths.get(signature) ?? { template: template(pieces), pieces, operations: new Map<string, object>() };
    paths.set(signature, entry);
    const renamed = renaming(endpoint.path, pieces, entry.pieces);
    for (const method of methods) {
      if (entry.operations.has(method)) {
        if (methods.length === 1) omit(endpoint, `OpenAPI cannot tell it from another ${method} ${entry.template}`);
        continue;
      }
      const made = operation(
        endpoint,
        unused(operationId(method, entry.pieces), ids),
        entry.pieces,
        renamed,
        schemes,
        resourceOf(endpoint),
      );
      entry.operations.set(method, made);
      placed.push({ endpoint, operation: made, renamed });
    }
  };

  // What is registered for every method gives way to what is registered for one.
  for (const endpoint of [...model.endpoints].sort((a, b) => Number(a.method === 'ALL') - Number(b.method === 'ALL'))) {
    const reason = unusable(endpoint);
    const pieces = pathPieces(endpoint.path);
    if (reason !== undefined) omit(endpoint, reason);
    else if (pieces === null) omit(endpoint, 'its path is a regular expression, which OpenAPI cannot say');
    else if (endpoint.method === 'ALL') place(endpoint, ALL_METHODS, pieces);
    else if (METHODS.has(endpoint.method)) place(endpoint, [endpoint.method], pieces);
    else omit(endpoint, `OpenAPI 3.1 has no operation for the method ${endpoint.method}`);
  }
  addLinks(placed);

  const tags = [...new Set(placed.flatMap(({ operation: { tags: own } }) => own as string[]))].sort();
  const sorted = [...paths.values()].filter(({ operations }) => operations.size > 0).sort((a, b) => (a.template < b.template ? -1 : 1));
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: { title: model.project.name, version: options.version || '0.0.0' },
    servers:
      model.environments.length > 0
        ? model.environments.map((environment) => ({ url: environment.baseUrl.replace(/\/+$/, ''), description: environment.name }))
        : [{ url: '/' }],
    ...(tags.length > 0 && { tags: tags.map((name) => ({ name })) }),
    paths: Object.fromEntries(sorted.map(({ template: key, operations }) => [key, pathItem(operations)])),
    ...(Object.keys(schemes.components).length > 0 && { components: { securitySchemes: schemes.components } }),
  };
  return { document, omitted };
}

const ORDER = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'];

const pathItem = (operations: ReadonlyMap<string, object>): Record<string, object> =>
  Object.fromEntries(ORDER.filter((method) => operations.has(method)).map((method) => [method.toLowerCase(), operations.get(method)!]));

/** Braces are the syntax of parameters: in a text they are sent as what they are encoded to. */
const template = (pieces: readonly PathPiece[]): string =>
  pieces
    .map((piece) =>
      piece.kind === 'text'
        ? piece.text.replaceAll('{', '%7B').replaceAll('}', '%7D').replaceAll('?', '%3F').replaceAll('#', '%23')
        : `{${piece.name}}`,
    )
    .join('');

/** Names in the document by names in the model, where they differ. */
function renaming(path: string, own: readonly PathPiece[], shared: readonly PathPiece[]): Map<string, string> {
  const written = [...path.matchAll(/:([A-Za-z0-9_$]+)|\*([A-Za-z0-9_$]*)/g)].map((match) => match[1] ?? match[2]!);
  const names = shared.flatMap((piece) => (piece.kind === 'text' ? [] : [piece.name]));
  const result = new Map<string, string>();
  own
    .flatMap((piece) => (piece.kind === 'text' ? [] : [piece.name]))
    .forEach((name, index) => {
      for (const one of [written[index], name])
        if (one !== undefined && one !== '' && names[index] !== undefined && !result.has(one)) result.set(one, names[index]);
    });
  return result;
}

/** `GET /users/:id/posts` → `getUsersByIdPosts`. Generated clients name their functions so. */
const operationId = (method: string, pieces: readonly PathPiece[]): string =>
  method.toLowerCase() + (pieces.map((piece) => (piece.kind === 'text' ? words(piece.text) : `By${words(piece.name)}`)).join('') || 'Root');

const words = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
