import { defineCommand } from '../command.js';
import { UsageError } from '../../project/usage-error.js';

export const mcp = defineCommand({
  path: ['mcp'],
  summary: 'Serve the model to the assistant of an editor, over stdio (Model Context Protocol)',
  options: {
    tools: { type: 'string', value: '<groups>', description: 'More tools, separated by commas: agents, memory, runs, or all' },
    'read-only': { type: 'boolean', description: 'Offer only tools that change nothing and call no server' },
    'allow-url': {
      type: 'string',
      value: '<urls>',
      description: 'Base URLs, separated by commas, that live calls may go to beside this machine and the environments of the model',
    },
    'allow-adapters': { type: 'boolean', description: 'Load the adapters that tool.config.json names: they are code of the project' },
  },
  examples: [
    ['tool init --editor vscode', 'Write the configuration that starts this from an editor'],
    ['tool mcp', 'Serve the project in the current directory, or in TOOL_PROJECT_PATH'],
    ['tool mcp --read-only --tools agents', 'Only tools that read, with those of the agents'],
  ],
  output: 'mcp',
  async run(context, input) {
    const { serve } = await import('../../mcp/serve.js');
    const { GROUPS } = await import('../../mcp/tool.js');
    const groups = (input.string('tools') ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const unknown = groups.find((name) => name !== 'all' && !(GROUPS as readonly string[]).includes(name));
    if (unknown !== undefined) throw new UsageError(`--tools: there is no group "${unknown}".`, `Groups: ${GROUPS.join(', ')}, all.`);
    const { findRoot } = await import('../../project/project-root.js');
    const pinned = process.env['TOOL_PROJECT_PATH'];
    await serve({
      root: context.rootIsExplicit || pinned === undefined || pinned === '' ? context.root : findRoot(pinned),
      toolVersion: context.toolVersion,
      groups: new Set(GROUPS.filter((name) => groups.includes('all') || groups.includes(name))),
      readOnly: input.flag('read-only'),
      allowAdapters: input.flag('allow-adapters'),
      allowedUrls: allowedUrls(input.string('allow-url')),
    });
    // stdout was the protocol's: a document behind it would be a broken message.
    return { kind: 'silent', document: {}, text: () => '' };
  },
});

function allowedUrls(option: string | undefined): string[] {
  return (option ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
    .map((url) => {
      if (!/^https?:\/\//.test(url) || !URL.canParse(url))
        throw new UsageError(
          `--allow-url: "${url}" is no URL that starts with http:// or https://.`,
          'For example: --allow-url https://staging.example.org',
        );
      return url;
    });
}
