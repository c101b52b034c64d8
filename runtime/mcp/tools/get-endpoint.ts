import { z } from 'zod';
import { FULL_CHARACTERS } from '../answer.js';
import { toContract } from '../describe-endpoint.js';
import { endpointNamed } from '../name-endpoint.js';
import { defineTool, READS } from '../tool.js';

const input = z.strictObject({
  endpoint: z.string().describe('"METHOD /path"'),
  detail: z.enum(['concise', 'full']).default('concise').describe('full: every field of the model'),
  source: z.boolean().default(false).describe("add the handler's source"),
});

export const getEndpoint = defineTool({
  name: 'tool_get_endpoint',
  group: 'core',
  description:
    'Contract of one endpoint: parameters, body, responses, auth, middleware in order, which endpoints provide the values it needs.',
  input,
  effect: READS,
  async run(session, { endpoint: name, detail, source }, call) {
    const model = await session.model();
    const endpoint = endpointNamed(model, name);
    const schemes = Object.fromEntries(
      (endpoint.security ?? []).flatMap(({ scheme }) => (model.securitySchemes[scheme] ? [[scheme, model.securitySchemes[scheme]]] : [])),
    );
    return {
      document: {
        ...(detail === 'full' ? endpoint : toContract(endpoint)),
        ...(Object.keys(schemes).length > 0 ? { securitySchemes: schemes } : {}),
        ...(source ? { handlerSource: await (await import('../find-handler.js')).findHandler(session, endpoint, call) } : {}),
        ...(detail === 'concise' ? { more: 'detail "full"; tool_explain says why it is so' } : {}),
      },
      ...(detail === 'full' ? { budget: FULL_CHARACTERS } : {}),
    };
  },
});
