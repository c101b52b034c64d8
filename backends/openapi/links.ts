import type { Endpoint } from '../../schemas/index.js';
import { endpointName } from '../interchange/exported.js';
import type { Operation } from './operation.js';

/** An operation of the document with the endpoint it came from and the names its parameters have in the document. */
export interface Placed {
  readonly endpoint: Endpoint;
  readonly operation: Operation;
  readonly renamed: ReadonlyMap<string, string>;
}

/**
 * Adds to the answers of producing operations how their values are used: `consumes` of the model as OpenAPI links. The
 * Authorization header is left to the security schemes, and body fields, which a link can only replace as a whole, to the model.
 */
export function addLinks(placed: readonly Placed[]): void {
  const byName = new Map<string, Placed>();
  for (const one of placed) if (!byName.has(endpointName(one.endpoint))) byName.set(endpointName(one.endpoint), one);
  for (const consumer of placed) {
    for (const use of consumer.endpoint.consumes ?? []) {
      const [, where, name] = /^(path|query|header):(.+)$/.exec(use.usedAs) ?? [];
      const producer = byName.get(use.producedBy);
      const field = producer?.endpoint.produces?.find((one) => one.variable === use.variable)?.responseField;
      if (producer === undefined || field === undefined || where === undefined || name!.toLowerCase() === 'authorization') continue;
      const response = answerWith(producer, field);
      const parameter = where === 'path' ? (consumer.renamed.get(name!) ?? name!) : name!;
      const links = (response.links ??= {});
      const link = links[consumer.operation.operationId] as { parameters: Record<string, string> } | undefined;
      const expression = `$response.body#/${field
        .split('.')
        .map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))
        .join('/')}`;
      if (link === undefined)
        links[consumer.operation.operationId] = {
          operationId: consumer.operation.operationId,
          parameters: { [`${where}.${parameter}`]: expression },
        };
      else link.parameters[`${where}.${parameter}`] = expression;
    }
  }
}

/** The answer that holds the field: a success whose schema has it, else the first success, else the first answer. */
function answerWith({ endpoint, operation }: Placed, field: string) {
  const statuses = Object.keys(operation.responses);
  const successes = statuses.filter((status) => status.startsWith('2'));
  const status = successes.find((one) => Object.hasOwn(endpoint.responses?.[one]?.schema ?? {}, field)) ?? successes[0] ?? statuses[0]!;
  return operation.responses[status]!;
}
