import { count } from '../columns.js';
import { defineCommand } from '../command.js';

export const workflowScaffold = defineCommand({
  path: ['workflow', 'scaffold'],
  summary: 'Derive the workflow that leads to an endpoint: account, login, what the request needs, the request, clean-up',
  positionals: [
    { name: 'METHOD', description: 'HTTP method, e.g. POST' },
    { name: 'path', description: 'Full path as the model writes it, e.g. /orders/:id/cancel' },
  ],
  options: {
    name: { type: 'string', value: '<name>', description: 'Name of the workflow; default: that of the endpoint' },
    file: { type: 'string', value: '<path>', description: 'File below .tool/workflows; its extension decides between JSON and YAML' },
    stdout: { type: 'boolean', description: 'Print the workflow instead of writing a file' },
    force: { type: 'boolean', description: 'Replace a file that says something else' },
  },
  examples: [
    ['tool workflow scaffold POST /orders', 'Write .tool/workflows/post-orders.json'],
    ['tool workflow scaffold GET /orders/:id --stdout', 'Only look at it'],
  ],
  output: 'workflow-scaffold',
  async run(context, input) {
    const [{ scaffold }, { readProjectModel }, { findEndpoint }, { formatWorkflow, writeWorkflow }] = await Promise.all([
      import('../../workflow/host.js'),
      import('../../project/project-model.js'),
      import('../../project/find-endpoint.js'),
      import('../../store/index.js'),
    ]);
    const [method, path] = input.positionals as [string, string];
    const model = await readProjectModel(context.root);
    const { workflow, notes } = await scaffold(model, findEndpoint(model, method, path, true), input.string('name'));
    if (input.flag('stdout')) {
      const text = await formatWorkflow(workflow);
      return {
        kind: 'data',
        document: { workflow, notes },
        messages: (style) => notes.map((note) => `${style.yellow('note')}  ${note}`).join('\n'),
        text: () => text.replace(/\n$/, ''),
      };
    }
    const file = input.string('file');
    const result = await writeWorkflow(context.root, workflow, { ...(file !== undefined && { file }), replace: input.flag('force') });
    const { displayPath } = await import('../display-path.js');
    const shown = displayPath(result.file, context.root);
    return {
      kind: 'report',
      document: { workflow, notes, file: shown, written: result.written },
      text: (style) =>
        [
          `${result.written ? style.green('wrote') : 'unchanged'} ${shown}  ${style.dim(count(workflow.steps.length, 'step'))}`,
          ...workflow.steps.map(({ name, cleanup }) => `  ${cleanup === true ? style.dim(name) : name}`),
          ...notes.map((note) => `${style.yellow('note')}  ${note}`),
          style.dim(`run it: tool simulate workflow --workflow ${shown}`),
        ].join('\n'),
    };
  },
});
