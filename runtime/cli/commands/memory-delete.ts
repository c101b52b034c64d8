import { defineCommand } from '../command.js';
import { UsageError } from '../../project/usage-error.js';

export const memoryDelete = defineCommand({
  path: ['memory', 'delete'],
  summary: 'Forget one value',
  positionals: [{ name: 'scope:key', description: 'Where the value is, e.g. workflow:accessToken' }],
  examples: [['tool memory delete workflow:accessToken', 'Forget a token']],
  output: 'memory-delete',
  async run(context, input) {
    const { deleteMemory, memoryEntries, parseMemoryAddress, readMemory } = await import('../../store/index.js');
    const { didYouMean } = await import('../../project/suggest.js');
    const [text] = input.positionals as [string];
    if (!(await deleteMemory(context.root, parseMemoryAddress(text)))) {
      throw new UsageError(
        `The memory has no value ${text}.`,
        didYouMean(
          text,
          memoryEntries(readMemory(context.root)).map(({ scope, key }) => `${scope}:${key}`),
        ) ?? 'See `tool memory list`.',
      );
    }
    return { kind: 'report', document: { address: text, deleted: true }, text: () => `${text} is forgotten.` };
  },
});
