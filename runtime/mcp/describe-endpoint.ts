import { bodyFieldsOf, demandsOf, type Endpoint, type Parameter, type FieldDescriptor, type SecurityUse } from '../../schemas/index.js';

const place = (source: { readonly file: string; readonly line: number } | undefined): string | undefined =>
  source === undefined ? undefined : `${source.file}:${source.line}`;

/** One line of a list: what tells the endpoint from the others, and where it is written. */
export function toRow(endpoint: Endpoint): object {
  const { summary, name } = endpoint;
  return {
    endpoint: `${endpoint.method} ${endpoint.path}`,
    ...((summary ?? name) ? { is: summary ?? name } : {}),
    ...withPlace(endpoint),
    ...authOf(endpoint),
    ...marksOf(endpoint),
  };
}

/** What is needed to call it, without what is only of interest to whoever maintains it. */
export function toContract(endpoint: Endpoint): object {
  const { description, deprecated, handlerName, pagination, rateLimit, ownership, produces, consumes } = endpoint;
  return {
    ...toRow(endpoint),
    ...(description !== undefined ? { description } : {}),
    ...(deprecated ? { deprecated } : {}),
    ...(handlerName !== undefined ? { handler: handlerName } : {}),
    middleware: endpoint.middleware.map(
      (entry) =>
        `${entry.type} ${entry.name || `(unnamed${entry.source ? `, ${entry.source.file}:${entry.source.line}` : ''})`}${entry.conditional ? ' (conditional)' : ''}`,
    ),
    ...(endpoint.parameters?.length
      ? { parameters: endpoint.parameters.map((parameter) => `${parameter.in} ${parameter.name}: ${describeField(parameter)}`) }
      : {}),
    ...(endpoint.requestBody
      ? {
          body: {
            ...(endpoint.requestBody.contentType ? { type: endpoint.requestBody.contentType } : {}),
            fields: mapValues(bodyFieldsOf(endpoint), describeField),
          },
        }
      : {}),
    ...(endpoint.responses ? { responses: endpoint.responses } : {}),
    ...(pagination ? { pagination } : {}),
    ...(rateLimit ? { rateLimit } : {}),
    ...(ownership ? { ownership } : {}),
    ...(produces?.length ? { produces: produces.map((one) => `${one.variable} at ${one.responseField}`) } : {}),
    ...(consumes?.length ? { needs: consumes.map((one) => `${one.variable} as ${one.usedAs} from ${one.producedBy}`) } : {}),
    ...(endpoint.authored?.length ? { editedByHand: endpoint.authored } : {}),
  };
}

const withPlace = (endpoint: Endpoint): object => {
  const at = place(endpoint.source);
  return at === undefined ? {} : { at };
};

/** The schemes that are asked for: alternatives, with `and` between those that are needed together; `optional` in brackets. Absent for an open endpoint. */
function authOf(endpoint: Endpoint): object {
  const uses = endpoint.security ?? [];
  if (uses.length === 0) return {};
  const describe = (use: SecurityUse): string =>
    `${use.scheme}${use.required === false ? ' (optional)' : ''}${use.scopes?.length ? ` [${use.scopes.join(' ')}]` : ''}`;
  const demands = demandsOf(endpoint);
  if (demands.length < 2) return { auth: uses.map(describe).join(', ') };
  const together = demands.map((some) => (some.length > 1 ? `(${some.map(describe).join(', ')})` : describe(some[0]!))).join(' and ');
  return { auth: [together, ...uses.filter(({ required }) => required === false).map(describe)].join(', ') };
}

const marksOf = (endpoint: Endpoint): object => ({
  ...(endpoint.conditional ? { conditional: true } : {}),
  ...(endpoint.shadowedBy !== undefined ? { shadowedBy: endpoint.shadowedBy } : {}),
  ...(endpoint.stale ? { stale: true } : {}),
  ...(endpoint.origin === 'manual' ? { origin: 'manual' } : {}),
});

/** `string email, required, minLength 3`: a descriptor in the words of the schema, on one line. */
function describeField(field: FieldDescriptor | Parameter): string {
  const { type, format, required, properties, items, name: _name, in: _in, ...rest } = field as Parameter;
  return [
    [type ?? 'any', format].filter(Boolean).join(' '),
    ...(required ? ['required'] : []),
    ...Object.entries(rest).map(([key, value]) =>
      value === true ? key : `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
    ...(items ? [`of (${describeField(items)})`] : []),
    ...(properties
      ? [
          `{${Object.entries(properties)
            .map(([name, property]) => `${name}: ${describeField(property)}`)
            .join('; ')}}`,
        ]
      : []),
  ].join(', ');
}

const mapValues = <In, Out>(record: Readonly<Record<string, In>>, map: (value: In) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
