import { fileURLToPath } from 'node:url';
import { defineCommand } from '../command.js';
import { UsageError } from '../../project/usage-error.js';

export const init = defineCommand({
  path: ['init'],
  summary: 'Create tool.config.json, .tool/ with its ignore rules, and an empty model; keeps what exists',
  options: {
    editor: {
      type: 'string',
      value: '<name>',
      description:
        'Add the MCP server to the configuration of vscode, cursor, claude-code, windsurf, zed, junie, gemini, opencode or codex',
    },
    'dry-run': { type: 'boolean', description: 'With --editor: show the file and write nothing' },
  },
  examples: [
    ['tool init', 'Prepare the project in the current directory'],
    ['tool init --project apps/api', 'Prepare another folder'],
    ['tool init --editor vscode', 'And let the assistant of an editor use the model'],
    ['tool init --editor cursor --dry-run', 'Show what would be written for the editor'],
  ],
  output: 'init',
  async run(context, input) {
    const { initProject } = await import('../../store/index.js');
    const editor = input.string('editor');
    const dryRun = input.flag('dry-run');
    if (dryRun && editor === undefined)
      throw new UsageError(
        '--dry-run goes with --editor: `tool init` alone only adds what is missing.',
        'For example: tool init --editor vscode --dry-run',
      );
    let config: Config | undefined;
    if (editor !== undefined) {
      const { writeEditorConfig } = await import('../../mcp/editors/write-editor-config.js');
      config = writeEditorConfig(context.root, editor, fileURLToPath(new URL('../bin.js', import.meta.url)), { dryRun });
    }
    const { created, kept } = dryRun ? { created: [], kept: [] } : await initProject(context.root);
    return {
      kind: dryRun ? 'data' : 'report',
      document: {
        projectRoot: context.root,
        created,
        kept,
        ...(config
          ? {
              editor: {
                name: config.editor,
                file: config.file,
                outcome: config.outcome,
                written: !dryRun && (config.outcome === 'created' || config.outcome === 'changed'),
                text: config.text,
              },
            }
          : {}),
      },
      text: (style) =>
        [
          ...created.map((file) => `${style.green('created')}  ${file}`),
          ...kept.map((file) => `${style.dim('kept')}     ${file}`),
          ...(config ? describeEditor(config, dryRun, style) : []),
          ...(dryRun || created.some((file) => file.endsWith('model.json')) ? ['', 'Next: tool scan'] : []),
        ].join('\n'),
    };
  },
});

type Config = import('../../mcp/editors/write-editor-config.js').EditorConfig;

function describeEditor(config: Config, dryRun: boolean, style: import('../style.js').Style): string[] {
  if (config.outcome === 'different')
    return [
      `${style.yellow('kept')}     ${config.file}: it has another entry named "tool", which stays. Remove it to have it written anew.`,
    ];
  if (dryRun)
    return [`${config.file} (${config.outcome === 'kept' ? 'stays as it is' : `would be ${config.outcome}`}):`, config.text.trimEnd()];
  return [
    `${config.outcome === 'kept' ? style.dim('kept    ') : style.green(config.outcome.padEnd(8))} ${config.file}`,
    `         ${config.editor}: ${config.next}`,
  ];
}
