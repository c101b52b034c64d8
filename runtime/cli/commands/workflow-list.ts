import { columns, count } from '../columns.js';
import { defineCommand } from '../command.js';

export const workflowList = defineCommand({
  path: ['workflow', 'list'],
  summary: 'List the saved workflows in .tool/workflows/',
  examples: [
    ['tool workflow list', 'All workflows with the number of their steps'],
    ['tool simulate workflow --list', 'The same'],
  ],
  output: 'workflow-list',
  async run(context) {
    const { listWorkflows } = await import('../../workflow/list-workflows.js');
    const workflows = await listWorkflows(context.root);
    const { chooseServer, workflowsElsewhere } = await import('../workflows-elsewhere.js');
    const servers = await workflowsElsewhere(context.root);
    const invalid = workflows.filter(({ error }) => error !== undefined);
    return {
      kind: 'data',
      document: { total: workflows.length, workflows, ...(servers.length > 0 && { servers }) },
      text: (style) => {
        if (servers.length > 0) return `There are no workflows in ${context.root}. ${chooseServer(servers)}`;
        if (workflows.length === 0) return 'There are no workflows yet. `tool workflow scaffold <METHOD> <path>` makes one.';
        return [
          columns(
            workflows.map(({ name, file, steps, description, error }) => [
              name,
              file,
              error === undefined ? count(steps ?? 0, 'step') : 'not valid',
              description ?? '',
            ]),
          ),
          ...invalid.map(({ error }) => style.red(error!)),
          ...workflows.flatMap(({ file, problems = [] }) =>
            problems.map(({ severity, message }) => (severity === 'error' ? style.red : style.yellow)(`${file}: ${message}`)),
          ),
          style.dim('run one: tool simulate workflow --workflow <name>'),
        ].join('\n');
      },
      ...(invalid.length > 0 && { exitCode: 1 as const }),
    };
  },
});
