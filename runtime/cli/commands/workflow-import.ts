import { resolve } from 'node:path';
import { count } from '../columns.js';
import { defineCommand } from '../command.js';

export const workflowImport = defineCommand({
  path: ['workflow', 'import'],
  summary: 'Read the workflows of an Arazzo 1.0 document into .tool/workflows/',
  positionals: [{ name: 'file', description: 'Arazzo document, JSON or YAML' }],
  options: { force: { type: 'boolean', description: 'Replace workflow files that say something else' } },
  examples: [
    ['tool workflow import api.arazzo.yaml', 'One file for each of its workflows'],
    ['tool workflow import api.arazzo.yaml --force', 'Also over files that are there'],
  ],
  output: 'workflow-import',
  async run(context, input) {
    const [{ fromArazzo }, { writeWorkflow }, { displayPath }] = await Promise.all([
      import('../../workflow/host.js'),
      import('../../store/index.js'),
      import('../display-path.js'),
    ]);
    const { workflows, omitted } = await fromArazzo(context.root, resolve(input.positionals[0]!));
    const written: { name: string; file: string; steps: number; written: boolean }[] = [];
    for (const workflow of workflows) {
      const result = await writeWorkflow(context.root, workflow, { replace: input.flag('force') });
      written.push({
        name: workflow.name,
        file: displayPath(result.file, context.root),
        steps: workflow.steps.length,
        written: result.written,
      });
    }
    return {
      kind: 'report',
      document: { workflows: written, omitted: [...omitted] },
      messages: (style) =>
        omitted
          .map(
            ({ workflow, step, reason }) =>
              `${style.yellow('not exact')}  ${[workflow, step].filter((each) => each !== '').join(', ')}: ${reason}`,
          )
          .join('\n'),
      text: (style) =>
        written
          .map(
            ({ file, steps, written: isNew }) =>
              `${isNew ? style.green('wrote') : 'unchanged'} ${file}  ${style.dim(count(steps, 'step'))}`,
          )
          .join('\n') || 'The document has no workflows.',
    };
  },
});
