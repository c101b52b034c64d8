import { columns } from '../columns.js';
import { defineCommand } from '../command.js';

export const adapterList = defineCommand({
  path: ['adapter', 'list'],
  summary: 'List the framework adapters and whether each is detected in the project',
  examples: [
    ['tool adapter list', 'All adapters'],
    ['tool adapter inspect express', 'What one adapter finds here'],
  ],
  output: 'adapter-list',
  async run(context) {
    const { scanReadOnly } = await import('../../project/scan-project.js');
    const result = await scanReadOnly(context);
    const adapters = result.adapters.map(({ id, title, detected, evidence }) => ({ id, title, detected, evidence }));
    return {
      kind: 'data',
      document: { adapters },
      text: (style) =>
        columns(
          adapters.map((adapter) => [
            adapter.id,
            adapter.title,
            adapter.detected ? 'detected' : 'not detected',
            style.dim(adapter.evidence.join(', ')),
          ]),
        ),
    };
  },
});
