import { basename, dirname, join, resolve } from 'node:path';
import { defineCommand } from '../command.js';
import { UsageError } from '../../project/usage-error.js';

export const workflowExport = defineCommand({
  path: ['workflow', 'export'],
  summary: 'Write workflows for other tools: Arazzo 1.0, or a k6 script for load',
  options: {
    arazzo: { type: 'boolean', description: 'Arazzo 1.0.1, and the OpenAPI document that it needs beside it' },
    k6: { type: 'boolean', description: 'A script for k6' },
    workflow: {
      type: 'string',
      value: '<name or path>',
      multiple: true,
      description: 'A workflow, a file, or a folder; default: all saved ones (k6: exactly one)',
    },
    output: {
      type: 'string',
      value: '<path>',
      description: 'File to write; default: workflows.arazzo.json or <name>.k6.js in the current folder',
    },
    stdout: { type: 'boolean', description: 'Print it instead of writing files' },
  },
  examples: [
    ['tool workflow export --arazzo', 'All workflows into workflows.arazzo.json, with workflows.openapi.json'],
    ['tool workflow export --k6 --workflow login --output load/login.k6.js', 'One workflow for load tests'],
  ],
  output: 'workflow-export',
  async run(context, input) {
    const format = input.flag('arazzo') ? 'arazzo' : input.flag('k6') ? 'k6' : undefined;
    if (format === undefined || (input.flag('arazzo') && input.flag('k6')))
      throw new UsageError(
        format === undefined ? '`tool workflow export` needs a format.' : '`tool workflow export` writes one format at a time.',
        'Give --arazzo or --k6.',
      );
    const [
      { toArazzo, toK6 },
      { filesOf },
      { readWorkflow, workflowFileName, workflowFiles, writeAtomically },
      { displayPath },
      { pointElsewhere },
    ] = await Promise.all([
      import('../../workflow/host.js'),
      import('../../workflow/simulate-workflows.js'),
      import('../../store/index.js'),
      import('../display-path.js'),
      import('../workflows-elsewhere.js'),
    ]);
    const named = input.strings('workflow');
    const files =
      named.length > 0
        ? await filesOf({ root: context.root, workflows: named, workingDirectory: process.cwd() }).catch(pointElsewhere(context.root))
        : await Promise.all(workflowFiles(context.root).map((file) => readWorkflow(context.root, file)));
    if (files.length === 0)
      await pointElsewhere(context.root)(
        new UsageError('There are no workflows to export.', 'Make one with `tool workflow scaffold <METHOD> <path>`.'),
      );
    if (format === 'k6' && files.length !== 1)
      throw new UsageError('A k6 script holds one workflow.', `Name it: --workflow ${files[0]!.workflow.name}`);

    const output = resolve(
      input.string('output') ??
        (format === 'arazzo' ? 'workflows.arazzo.json' : workflowFileName(files[0]!.workflow.name).replace(/\.json$/, '.k6.js')),
    );
    const contents: { path: string; content: string }[] = [];
    let omitted: readonly { workflow: string; step: string; reason: string }[];
    if (format === 'k6') {
      const result = await toK6(context.root, files[0]!);
      contents.push({ path: output, content: result.script });
      omitted = result.omitted;
    } else {
      const openapi = join(dirname(output), basename(output).replace(/(?:\.arazzo)?\.(?:json|ya?ml)$/, '') + '.openapi.json');
      const result = await toArazzo(context.root, files, `./${basename(openapi)}`);
      const yaml = /\.ya?ml$/i.test(output) ? await import('yaml') : undefined;
      contents.push(
        { path: output, content: yaml ? yaml.stringify(result.arazzo, { lineWidth: 0 }) : `${JSON.stringify(result.arazzo, null, 2)}\n` },
        { path: openapi, content: `${JSON.stringify(result.openapi, null, 2)}\n` },
      );
      omitted = result.omitted;
    }
    const isPrinted = input.flag('stdout');
    if (!isPrinted) for (const { path, content } of contents) writeAtomically(path, content);
    return {
      kind: isPrinted ? 'data' : 'report',
      document: {
        format,
        files: contents.map(({ path, content }) => ({ path: displayPath(path, context.root), ...(isPrinted && { content }) })),
        omitted: [...omitted],
      },
      messages: (style) =>
        omitted.map(({ workflow, step, reason }) => `${style.yellow('not exact')}  ${workflow}, ${step}: ${reason}`).join('\n'),
      text: (style) =>
        isPrinted
          ? contents[0]!.content.replace(/\n$/, '')
          : contents.map(({ path }) => `${style.green('wrote')} ${displayPath(path, context.root)}`).join('\n'),
    };
  },
});
