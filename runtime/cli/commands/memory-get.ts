import { defineCommand } from '../command.js';
import { UsageError } from '../../project/usage-error.js';

export const memoryGet = defineCommand({
  path: ['memory', 'get'],
  summary: 'Print one remembered value as it is',
  positionals: [{ name: 'scope:key', description: 'Where the value is, e.g. workflow:accessToken' }],
  examples: [['tool memory get workflow:accessToken', 'One value, for use in scripts']],
  output: 'memory-get',
  async run(context, input) {
    const { memoryEntries, memoryValue, parseMemoryAddress, readMemory } = await import('../../store/index.js');
    const { didYouMean } = await import('../../project/suggest.js');
    const [text] = input.positionals as [string];
    const address = parseMemoryAddress(text);
    const memory = readMemory(context.root);
    const value = memoryValue(memory, address);
    if (value === undefined)
      throw new UsageError(
        `The memory has no value ${text}.`,
        didYouMean(
          text,
          memoryEntries(memory).map(({ scope, key }) => `${scope}:${key}`),
        ) ?? 'See `tool memory list`.',
      );
    return { kind: 'data', document: { address: text, value }, text: () => value };
  },
});
