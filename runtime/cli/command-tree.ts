import type { Command, OptionDefinition } from './command.js';

/** Options that every command takes. */
export const globalOptions: Readonly<Record<string, OptionDefinition>> = {
  project: { type: 'string', value: '<path>', description: 'Project root; default: the current directory' },
  json: { type: 'boolean', description: 'Print one JSON document on stdout' },
  quiet: { type: 'boolean', description: 'Print no progress, no messages and no summary of a success' },
};

/** What the commands of a group have in common, by the first word. */
export const groups: Readonly<Record<string, string>> = {
  simulate: 'Send requests to a live server',
  workflow: 'Work with workflow files',
  model: 'Work with the model',
  adapter: 'Show the framework adapters',
  agent: 'Review the model',
  hook: 'Check the model before each commit',
  config: 'Show the configuration',
  activity: 'Show what scans changed',
  memory: 'Show and change what simulations remember',
};

/** Commands by the words that name them. A group has children and no command; a command may have children, too. */
export interface CommandNode {
  command?: Command;
  readonly children: Map<string, CommandNode>;
}

export function treeOf(commands: readonly Command[]): CommandNode {
  const root: CommandNode = { children: new Map() };
  for (const command of commands) {
    let node = root;
    for (const word of command.path) {
      const next = node.children.get(word) ?? { children: new Map() };
      node.children.set(word, next);
      node = next;
    }
    node.command = command;
  }
  return root;
}
