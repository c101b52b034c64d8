import type { Endpoint, Middleware } from '../../../schemas/index.js';
import { columns } from '../columns.js';
import type { FieldEvidence } from '../../project/endpoint-evidence.js';
import { defineCommand, type Context } from '../command.js';

export const inspectEndpoint = defineCommand({
  path: ['inspect', 'endpoint'],
  summary: 'Show one endpoint: source line, middleware in order, parameters, responses',
  positionals: [
    { name: 'METHOD', description: 'HTTP method, e.g. GET; ALL for an endpoint that answers every method' },
    { name: 'path', description: 'Full path as the model writes it, e.g. /users/:id' },
  ],
  options: { evidence: { type: 'boolean', description: 'Say for each field what shows it (validator, type, code …) and where; scans the source without writing' } },
  examples: [
    ['tool inspect endpoint GET /users/:id', 'One endpoint'],
    ['tool inspect endpoint POST /users --evidence', 'Where each field was found'],
    ['tool inspect endpoint post /auth/login --json', 'The method may be in lower case'],
  ],
  output: 'inspect-endpoint',
  async run(context, input) {
    const { readProjectModel } = await import('../../project/project-model.js');
    const { findEndpoint } = await import('../../project/find-endpoint.js');
    const { printFrame, routeColumn, sourceFrame } = await import('../../project/source-frame.js');
    const [method, path] = input.positionals as [string, string];
    const model = await readProjectModel(context.root);
    const endpoint = findEndpoint(model, method, path);
    const { source } = endpoint;
    const bare = source?.file !== undefined && source.line !== undefined ? sourceFrame(context.root, source.file, source.line) : null;
    const frame = bare && { ...bare, column: routeColumn(bare, endpoint.method) };
    const evidence = input.flag('evidence') ? await evidenceFor(context, endpoint) : null;
    return {
      kind: 'data',
      document: { endpoint, frame, ...(evidence && { evidence }) },
      text: (style) => {
        const lines = [`${style.bold(`${endpoint.method} ${endpoint.path}`)}${endpoint.name && endpoint.name !== endpoint.id ? style.dim(`  ${endpoint.name}`) : ''}`];
        for (const mark of marksOf(endpoint)) lines.push(style.yellow(mark));
        if (endpoint.summary) lines.push(endpoint.summary);
        if (endpoint.handlerName) lines.push(`handler  ${endpoint.handlerName}`);
        if (source?.file !== undefined) lines.push(`source   ${style.cyan(`${source.file}:${source.line}`)}`);
        if (frame) lines.push('', printFrame(frame, style.red, style.dim));
        else if (source?.file !== undefined) lines.push(style.dim('         (the file has changed or is not here; run `tool scan`)'));

        const chain = endpoint.middleware;
        lines.push('', style.bold('middleware, in the order in which it runs'));
        if (chain.length === 0) lines.push('  none');
        else lines.push(columns(chain.map((entry, index) => [
          `${index + 1}.`,
          entry.name,
          entry.type,
          [placeOf(entry), entry.scheme ? `scheme ${entry.scheme}` : '', entry.scopes?.length ? `scopes ${entry.scopes.join(', ')}` : '', entry.config ? JSON.stringify(entry.config) : '', entry.conditional ? '(under another configuration only)' : ''].filter(Boolean).join('  '),
        ]), '  '));

        lines.push('', style.bold('security'));
        const security = endpoint.security ?? [];
        if (security.length === 0) lines.push('  open: no guard was recognised');
        for (const use of security) lines.push(`  ${use.scheme}${use.required === false ? ' (optional)' : ''}${use.scopes?.length ? `  scopes ${use.scopes.join(', ')}` : ''}`);
        if (endpoint.rateLimit) lines.push(`  rate limit ${[endpoint.rateLimit.max !== undefined ? `${endpoint.rateLimit.max} requests` : '', endpoint.rateLimit.windowMs !== undefined ? `per ${endpoint.rateLimit.windowMs} ms` : '', endpoint.rateLimit.scope ?? ''].filter(Boolean).join(' ')}`);
        if (endpoint.ownership) lines.push(`  ownership: ${endpoint.ownership.ownerField} must equal the claim ${endpoint.ownership.mustMatchAuthClaim}`);

        const parameters = endpoint.parameters ?? [];
        if (parameters.length > 0) {
          lines.push('', style.bold('parameters'), columns(parameters.map((parameter) => [
            parameter.name, parameter.in, parameter.type ?? '', describeRest(parameter, ['name', 'in', 'type']),
          ]), '  '));
        }
        const fields = Object.entries(endpoint.requestBody?.fields ?? {});
        if (endpoint.requestBody) {
          lines.push('', `${style.bold('request body')}  ${endpoint.requestBody.contentType ?? ''}`.trimEnd());
          if (fields.length > 0) lines.push(columns(fields.map(([name, field]) => [name, field.type ?? '', describeRest(field, ['type'])]), '  '));
        }
        const responses = Object.entries(endpoint.responses ?? {});
        lines.push('', style.bold('responses'));
        if (responses.length === 0) lines.push('  not known');
        for (const [status, response] of responses) {
          lines.push(`  ${style.bold(status)}  ${response.description ?? ''}`.trimEnd());
          const schema = Object.entries(response.schema ?? {});
          if (schema.length > 0) lines.push(columns(schema.map(([field, type]) => [field, String(type)]), '    '));
        }
        for (const produced of endpoint.produces ?? []) lines.push('', `produces ${produced.variable} at ${produced.responseField}`);
        for (const consumed of endpoint.consumes ?? []) lines.push('', `needs ${consumed.variable} as ${consumed.usedAs}, from ${consumed.producedBy}`);
        if (evidence) {
          lines.push('', style.bold('evidence'));
          if (evidence.length === 0) lines.push('  none: the source does not register this endpoint, or nothing was inferred for it');
          else lines.push(columns(evidence.map((entry) => [entry.field, entry.source, entry.file === undefined ? '' : `${entry.file}:${entry.line}`]), '  '));
        }
        return lines.join('\n');
      },
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

const marksOf = (endpoint: Endpoint): string[] => [
  ...(endpoint.conditional ? ['exists only under another configuration'] : []),
  ...(endpoint.shadowedBy ? [`never answers: ${endpoint.shadowedBy} takes the request first`] : []),
  ...(endpoint.stale ? ['stale: no longer in the source, kept for what people wrote into it'] : []),
  ...(endpoint.origin === 'manual' ? ['added by hand'] : []),
  ...(endpoint.deprecated ? ['deprecated'] : []),
];

const placeOf = (entry: Middleware): string => (entry.source ? `${entry.source.file}:${entry.source.line}` : entry.origin ?? '');

/** The remaining keys of a descriptor as `key value`, e.g. `required  min 1  max 100`. */
const describeRest = (descriptor: object, shown: readonly string[]): string =>
  Object.entries(descriptor)
    .filter(([key, value]) => !shown.includes(key) && value !== undefined && value !== false)
    .map(([key, value]) => (value === true ? key : `${key} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`))
    .join('  ');
