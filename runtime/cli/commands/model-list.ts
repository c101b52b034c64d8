import { columns, count } from '../columns.js';
import { defineCommand } from '../command.js';

export const modelList = defineCommand({
  path: ['model', 'list'],
  summary: 'List all endpoints, from the split YAML layout if there is one, otherwise from model.json',
  examples: [
    ['tool model list', 'All endpoints with their source lines'],
    ['tool model list --json', 'One JSON document'],
  ],
  output: 'model-list',
  async run(context) {
    const { readListedModel } = await import('../../project/project-model.js');
    const { model, source, disagreement } = await readListedModel(context.root);
    const endpoints = model.endpoints.map((endpoint) => ({
      method: endpoint.method,
      path: endpoint.path,
      ...(endpoint.name !== undefined ? { name: endpoint.name } : {}),
      ...(endpoint.handlerName !== undefined ? { handlerName: endpoint.handlerName } : {}),
      ...(endpoint.source !== undefined ? { source: endpoint.source } : {}),
      security: (endpoint.security ?? []).map((use) => use.scheme),
      ...(endpoint.conditional ? { conditional: true } : {}),
      ...(endpoint.stale ? { stale: true } : {}),
      ...(endpoint.shadowedBy !== undefined ? { shadowedBy: endpoint.shadowedBy } : {}),
    }));
    return {
      kind: 'data',
      document: { source, ...(disagreement !== undefined && { disagreement }), total: endpoints.length, endpoints },
      ...(disagreement !== undefined && { messages: (style) => `${style.yellow('warning:')} ${disagreement}` }),
      text: (style) => {
        if (endpoints.length === 0) return 'The model has no endpoints. Run `tool scan`.';
        const table = columns(endpoints.map((endpoint) => [
          endpoint.method,
          endpoint.path,
          endpoint.security.length > 0 ? endpoint.security.join(' ') : '-',
          endpoint.source ? `${endpoint.source.file}:${endpoint.source.line}` : '(by hand)',
          [endpoint.conditional ? 'conditional' : '', endpoint.stale ? 'stale' : '', endpoint.shadowedBy ? 'shadowed' : ''].filter(Boolean).join(' '),
        ]));
        return `${table}\n${style.dim(`${count(endpoints.length, 'endpoint')}, from ${source}`)}`;
      },
    };
  },
});
