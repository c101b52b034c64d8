import { defineCommand } from '../command.js';
import { UsageError } from '../../project/usage-error.js';

export const memorySet = defineCommand({
  path: ['memory', 'set'],
  summary: 'Store a value that workflows and simulations can use',
  positionals: [
    { name: 'scope:key', description: 'Where to store it, e.g. global:baseUrl' },
    {
      name: 'value',
      description: 'The value; without it, it is read from stdin, which keeps a secret out of the history of the shell',
      optional: true,
    },
  ],
  examples: [
    ['tool memory set global:baseUrl http://localhost:3000', 'Where the server is, when the model has no environment'],
    ['tool memory set credential:bearerAuth < token.txt', 'A credential for simulations, read from stdin'],
  ],
  output: 'memory-set',
  async run(context, input) {
    const { parseMemoryAddress, setMemory } = await import('../../store/index.js');
    const [text, given] = input.positionals as [string, string | undefined];
    const address = parseMemoryAddress(text);
    if (given === undefined && process.stdin.isTTY)
      throw new UsageError('`tool memory set` needs a value.', `For example: tool memory set ${text} <value>, or pipe it in.`);
    const value = given === undefined ? (await (await import('node:stream/consumers')).text(process.stdin)).replace(/\r?\n$/, '') : given;
    await setMemory(context.root, [{ ...address, value }]);
    return { kind: 'report', document: { address: text, stored: true }, text: () => `${text} is stored.` };
  },
});
