import { isSpan, type Endpoint as IrEndpoint, type EndpointSet, type Evidence, type Place, type Shape } from '@tool/ir';

/** One inferred field of an endpoint and what shows it. */
export interface FieldEvidence {
  /** `requestBody.user.email`, `parameters.query limit`, `responses.404`, `consumes.path:id`. */
  readonly field: string;
  /** `validator`, `schema`, `type`, `database`, `code`, `guard`, `path`. */
  readonly source: string;
  readonly file?: string;
  readonly line?: number;
}

/** Every inferred fact of an endpoint with the place that it was found at, in the order of the model. */
export function endpointEvidence(set: EndpointSet, endpoint: IrEndpoint): readonly FieldEvidence[] {
  const found: FieldEvidence[] = [];
  const add = (field: string, evidence: Evidence): void => {
    found.push(fieldEvidence(field, evidence.source, evidence.place));
  };
  for (const use of endpoint.security ?? []) add(`security.${use.scheme}`, use.evidence);
  for (const parameter of endpoint.parameters ?? []) add(`parameters.${parameter.in} ${parameter.name}`, parameter.evidence);
  if (endpoint.requestBody) {
    add('requestBody', endpoint.requestBody.evidence);
    members(endpoint.requestBody.shape, 'requestBody', found);
  }
  for (const response of endpoint.responses ?? []) add(`responses.${response.status}`, response.evidence);
  if (endpoint.pagination) add('pagination', endpoint.pagination.evidence);
  if (endpoint.ownership) add('ownership', endpoint.ownership.evidence);
  if (endpoint.rateLimit) add('rateLimit', endpoint.rateLimit.evidence);
  const key = endpoint.key ?? `${endpoint.method} ${endpoint.path}`;
  for (const link of set.links)
    if (link.consumer === key) add(`consumes.${link.usedAs} from ${link.producer} ${link.field}`, link.evidence);
  return found;
}

function members(shape: Shape, path: string, found: FieldEvidence[]): void {
  for (const property of shape.kind === 'object' ? (shape.properties ?? []) : []) {
    if (property.place && property.source) found.push(fieldEvidence(`${path}.${property.name}`, property.source, property.place));
    members(property.shape, `${path}.${property.name}`, found);
  }
  if (shape.kind === 'array' && shape.items) members(shape.items, `${path}.0`, found);
  if (shape.kind === 'union') for (const alternative of shape.alternatives ?? []) members(alternative, path, found);
}

const fieldEvidence = (field: string, source: string, place: Place): FieldEvidence => ({
  field,
  source,
  ...(isSpan(place) && { file: place.file, line: place.line }),
});
