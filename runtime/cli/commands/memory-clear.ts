import { count } from '../columns.js';
import { defineCommand } from '../command.js';

export const memoryClear = defineCommand({
  path: ['memory', 'clear'],
  summary: 'Forget all values',
  examples: [['tool memory clear', 'Begin again with nothing']],
  output: 'memory-clear',
  async run(context) {
    const { clearMemory } = await import('../../store/index.js');
    const deleted = await clearMemory(context.root);
    return {
      kind: 'report',
      document: { deleted },
      text: () => (deleted === 0 ? 'Nothing was remembered.' : `${count(deleted, 'value')} forgotten.`),
    };
  },
});
