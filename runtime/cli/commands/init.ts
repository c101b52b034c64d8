import { defineCommand } from '../command.js';

export const init = defineCommand({
  path: ['init'],
  summary: 'Create tool.config.json, .tool/ with its ignore rules, and an empty model; keeps what exists',
  examples: [
    ['tool init', 'Prepare the project in the current directory'],
    ['tool init --project apps/api', 'Prepare another folder'],
  ],
  output: 'init',
  async run(context) {
    const { initProject } = await import('../../store/index.js');
    const { created, kept } = await initProject(context.root);
    return {
      kind: 'report',
      document: { projectRoot: context.root, created, kept },
      text: (style) => [
        ...created.map((file) => `${style.green('created')}  ${file}`),
        ...kept.map((file) => `${style.dim('kept')}     ${file}`),
        '',
        'Next: tool scan',
      ].join('\n'),
    };
  },
});
