import type { Endpoint } from '../../../schemas/index.js';
import type { FieldEvidence } from '../../project/endpoint-evidence.js';
import { defineCommand, type Context } from '../command.js';
import { describeEndpoint } from '../describe-endpoint.js';

export const inspectEndpoint = defineCommand({
  path: ['inspect', 'endpoint'],
  summary: 'Show one endpoint: source line, middleware in order, parameters, responses',
  positionals: [
    { name: 'METHOD', description: 'HTTP method, e.g. GET; ALL for an endpoint that answers every method' },
    { name: 'path', description: 'Full path as the model writes it, e.g. /users/:id' },
  ],
  options: {
    evidence: {
      type: 'boolean',
      description: 'Say for each field what shows it (validator, type, code …) and where; scans the source without writing',
    },
  },
  examples: [
    ['tool inspect endpoint GET /users/:id', 'One endpoint'],
    ['tool inspect endpoint POST /users --evidence', 'Where each field was found'],
    ['tool inspect endpoint post /auth/login --json', 'The method may be in lower case'],
  ],
  output: 'inspect-endpoint',
  async run(context, input) {
    const { readProjectModel } = await import('../../project/project-model.js');
    const { findEndpoint } = await import('../../project/find-endpoint.js');
    const { routeColumn, sourceFrame } = await import('../../project/source-frame.js');
    const [method, path] = input.positionals as [string, string];
    const model = await readProjectModel(context.root);
    const endpoint = findEndpoint(model, method, path, true);
    const { source } = endpoint;
    const bare = source?.file !== undefined && source.line !== undefined ? sourceFrame(context.root, source.file, source.line) : null;
    const frame = bare && { ...bare, column: routeColumn(bare, endpoint.method) };
    const evidence = input.flag('evidence') ? await evidenceFor(context, endpoint) : null;
    return {
      kind: 'data',
      document: { endpoint, frame, ...(evidence && { evidence }) },
      text: (style) => describeEndpoint(endpoint, frame, evidence, style),
    };
  },
});

/** What shows each field: from the intermediate representation, which the model leaves out. */
async function evidenceFor(context: Context, endpoint: Endpoint): Promise<readonly FieldEvidence[]> {
  const { scanReadOnly } = await import('../../project/scan-project.js');
  const { endpointInSet } = await import('../../project/endpoint-in-set.js');
  const { endpointEvidence } = await import('../../project/endpoint-evidence.js');
  const { endpointSet } = await scanReadOnly(context);
  const found = endpointInSet(endpointSet, endpoint);
  return found ? endpointEvidence(endpointSet, found) : [];
}
