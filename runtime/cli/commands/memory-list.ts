import { columns, count } from '../columns.js';
import { defineCommand } from '../command.js';

export const memoryList = defineCommand({
  path: ['memory', 'list'],
  summary: 'List what simulations remember, by scope; values are masked',
  options: { reveal: { type: 'boolean', description: 'Show the values: tokens and passwords are among them' } },
  examples: [
    ['tool memory list', 'All keys'],
    ['tool memory list --reveal', 'With their values'],
  ],
  output: 'memory-list',
  async run(context, input) {
    const { MASK, memoryEntries, readMemory } = await import('../../store/index.js');
    const reveal = input.flag('reveal');
    const entries = memoryEntries(readMemory(context.root)).map(({ scope, key, value, expiresAt }) => ({
      address: `${scope}:${key}`,
      scope,
      key,
      value: reveal ? value : MASK,
      ...(expiresAt !== undefined && { expiresAt }),
    }));
    return {
      kind: 'data',
      document: { revealed: reveal, total: entries.length, entries },
      text: (style) => {
        if (entries.length === 0)
          return 'Nothing is remembered. Workflows do it with "capture"; `tool memory set <scope>:<key> <value>` does it by hand.';
        const table = columns(
          entries.map(({ address, value, expiresAt }) => [address, value, expiresAt === undefined ? '' : `until ${expiresAt}`]),
        );
        return `${table}\n${style.dim(`${count(entries.length, 'value')}${reveal ? '' : '; --reveal shows them'}`)}`;
      },
    };
  },
});
