import { z } from 'zod';
import { failure } from '../failure.js';
import { defineTool } from '../tool.js';
import { clearMemory, deleteMemory, MASK, memoryEntries, parseMemoryAddress, readMemory, setMemory } from '../../store/index.js';

const input = z.strictObject({
  action: z.enum(['list', 'set', 'delete', 'clear']).default('list'),
  key: z.string().optional().describe('"scope:key"'),
  value: z.string().optional(),
});

export const memory = defineTool({
  name: 'tool_memory',
  group: 'memory',
  description: 'What runs remember between steps. Values are masked: they are credentials.',
  input,
  effect: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(session, { action, key, value }) {
    if (action === 'list')
      return {
        document: {
          entries: memoryEntries(readMemory(session.root)).map((entry) => ({
            key: `${entry.scope}:${entry.key}`,
            value: MASK,
            length: entry.value.length,
          })),
        },
      };
    if (action === 'clear') return { document: { removed: await clearMemory(session.root) } };
    if (key === undefined) throw failure('input/invalid', `"${action}" needs a key.`, 'Write it as "scope:key", e.g. "workflow:token".');
    const address = parseMemoryAddress(key);
    if (action === 'delete') return { document: { removed: await deleteMemory(session.root, address) } };
    if (value === undefined)
      throw failure(
        'input/invalid',
        '"set" needs a value.',
        'Secrets are better given by a person: `tool memory set scope:key <value>` in a terminal.',
      );
    await setMemory(session.root, [{ ...address, value }]);
    return { document: { set: key } };
  },
});
