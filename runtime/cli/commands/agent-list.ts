import { columns } from '../columns.js';
import { defineCommand } from '../command.js';

export const agentList = defineCommand({
  path: ['agent', 'list'],
  summary: 'List the agents: deterministic reviews of the model',
  examples: [
    ['tool agent list', 'All agents'],
    ['tool agent run security-review', 'Run one'],
  ],
  output: 'agent-list',
  async run() {
    const { agents } = await import('../../agents/index.js');
    const listed = agents.map(({ name, description }) => ({ name, description }));
    return { kind: 'data', document: { agents: listed }, text: () => columns(listed.map(({ name, description }) => [name, description])) };
  },
});
