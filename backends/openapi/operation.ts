import { elementsOf, type Endpoint, type Parameter, type Response } from '../../schemas/index.js';
import { endpointName } from '../interchange/exported.js';
import { responseTree } from '../interchange/response-tree.js';
import type { PathPiece } from '../interchange/path-pieces.js';
import { fieldSchema, objectSchema, treeSchema } from './json-schema.js';
import { statusText } from './status-text.js';
import { requirements, type Schemes } from './security.js';

/** The parts of an operation that links are added to later. */
export interface Operation {
  readonly operationId: string;
  readonly responses: Record<string, ResponseObject>;
  readonly [key: string]: unknown;
}

export interface ResponseObject {
  readonly description: string;
  readonly content?: Readonly<Record<string, object>>;
  links?: Record<string, object>;
}

/** Headers that OpenAPI describes elsewhere and tells readers to ignore as parameters. */
const ELSEWHERE: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/**
 * @param pieces of the endpoint's path, with the names that the template has
 * @param renamed names in the template by names in the model
 * @param resource what it is grouped under when it has no tags
 */
export function operation(
  endpoint: Endpoint,
  operationId: string,
  pieces: readonly PathPiece[],
  renamed: ReadonlyMap<string, string>,
  schemes: Schemes,
  resource: string,
): Operation {
  const parameters = parametersOf(endpoint, pieces, renamed);
  const body = requestBody(endpoint);
  return {
    operationId,
    summary: endpoint.summary || endpoint.name || endpointName(endpoint),
    ...(endpoint.description !== undefined && { description: endpoint.description }),
    tags: endpoint.tags !== undefined && endpoint.tags.length > 0 ? [...new Set(endpoint.tags)] : [resource],
    ...(endpoint.deprecated && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: body }),
    responses: responsesOf(endpoint),
    security: requirements(endpoint, schemes),
    ...(endpoint.source && { 'x-tool-source': { file: endpoint.source.file, line: endpoint.source.line } }),
    ...(endpoint.method === 'ALL' && { 'x-tool-method': 'ALL' }),
    ...(endpoint.conditional && { 'x-tool-conditional': true }),
    ...(endpoint.rateLimit && { 'x-tool-rate-limit': { ...endpoint.rateLimit } }),
    ...(endpoint.pagination && { 'x-tool-pagination': { ...endpoint.pagination } }),
    ...(endpoint.ownership && { 'x-tool-ownership': { ...endpoint.ownership } }),
  };
}

/** Every parameter of the path exactly once and required, then the others; the same name and place counts once. */
function parametersOf(endpoint: Endpoint, pieces: readonly PathPiece[], renamed: ReadonlyMap<string, string>): object[] {
  const given = endpoint.parameters ?? [];
  const inPath = pieces.flatMap((piece) => {
    if (piece.kind === 'text') return [];
    const known = given.find((one) => one.in === 'path' && (renamed.get(one.name) ?? one.name) === piece.name);
    const wildcard = piece.kind === 'wildcard' ? 'May hold slashes.' : undefined;
    const description = [known?.description, wildcard].filter((text) => text !== undefined).join(' ');
    return [
      {
        name: piece.name,
        in: 'path',
        ...(description !== '' && { description }),
        required: true,
        ...rest(known ?? { name: piece.name, in: 'path' }, 'string'),
      },
    ];
  });
  const seen = new Set<string>();
  const others = given.flatMap((parameter) => {
    const header = parameter.in === 'header';
    const key = `${parameter.in} ${header ? parameter.name.toLowerCase() : parameter.name}`;
    if (parameter.in === 'path' || seen.has(key) || (header && ELSEWHERE.has(parameter.name.toLowerCase()))) return [];
    seen.add(key);
    return [
      {
        name: parameter.name,
        in: parameter.in,
        ...(parameter.description !== undefined && { description: parameter.description }),
        ...(parameter.required && { required: true }),
        ...rest(parameter),
      },
    ];
  });
  return [...inPath, ...others];
}

/** The schema of a parameter; its description stands beside it. */
function rest(parameter: Parameter, otherwise?: string): { readonly schema: object } {
  const { description: _description, ...described } = parameter;
  return {
    schema: fieldSchema(
      parameter.name,
      otherwise !== undefined && parameter.type === undefined ? { ...described, type: otherwise } : described,
    ),
  };
}

function requestBody(endpoint: Endpoint): object | undefined {
  const body = endpoint.requestBody;
  if (body === undefined || endpoint.method === 'GET' || endpoint.method === 'HEAD') return undefined;
  const fields = body.fields ?? {};
  const schemas = [
    ...(Object.keys(fields).length > 0 ? [objectSchema(fields)] : []),
    ...(body.items ? [{ type: 'array', items: fieldSchema('item', body.items) }] : []),
  ];
  const schema = schemas.length > 1 ? { anyOf: schemas } : (schemas[0] ?? {});
  return {
    ...((elementsOf(endpoint) ?? Object.values(fields).some((field) => field.required)) && { required: true }),
    content: { [body.contentType || 'application/json']: { schema } },
  };
}

/** An operation needs one response; where the model has none, the answer is said to be unknown. */
function responsesOf(endpoint: Endpoint): Record<string, ResponseObject> {
  const entries = Object.entries(endpoint.responses ?? {});
  if (entries.length === 0) return { default: { description: 'The answer is not known.' } };
  const responses: Record<string, ResponseObject> = {};
  for (const [status, response] of entries) {
    // `20X` is a range that OpenAPI does not have.
    const key = /X/.test(status) ? `${status[0]}XX` : status;
    responses[key] ??= responseObject(status, response);
  }
  return responses;
}

function responseObject(status: string, response: Response): ResponseObject {
  const schema = response.schema ?? {};
  return {
    description: response.description || statusText(status),
    ...(Object.keys(schema).length > 0 && {
      content: { 'application/json': { schema: treeSchema(responseTree(schema, response.optional)) } },
    }),
  };
}
