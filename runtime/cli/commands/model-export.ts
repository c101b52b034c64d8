import { count } from '../columns.js';
import { defineCommand, type OptionDefinition } from '../command.js';
import { exportFormats } from '../export-formats/index.js';
import type { Style } from '../style.js';
import { UsageError } from '../../project/usage-error.js';

export const modelExport = defineCommand({
  path: ['model', 'export'],
  summary: 'Write the model in another format',
  options: Object.fromEntries<OptionDefinition>(
    exportFormats.flatMap(({ option, description, options }) => [
      [option, { type: 'boolean' as const, description }] as const,
      ...Object.entries(options ?? {}),
    ]),
  ),
  examples: exportFormats.flatMap(({ examples }) => examples),
  output: 'model-export',
  async run(context, input) {
    const chosen = exportFormats.filter(({ option }) => input.flag(option));
    const [format] = chosen;
    if (format === undefined || chosen.length > 1) {
      const names = exportFormats.map(({ option }) => `--${option}`).join(', ');
      throw new UsageError(
        format === undefined ? '`tool model export` needs a format.' : '`tool model export` writes one format at a time.',
        `Give one of ${names}.`,
      );
    }
    const { readProjectModel } = await import('../../project/project-model.js');
    const result = await format.run(context, await readProjectModel(context.root), input);
    const { omitted = [], ...rest } = result;
    const common = {
      document: { format: format.option, ...rest, ...(omitted.length > 0 && { omitted: [...omitted] }) },
      ...(omitted.length > 0 && {
        messages: (style: Style) => omitted.map(({ endpoint, reason }) => `${style.yellow('left out')}  ${endpoint}: ${reason}`).join('\n'),
      }),
    };
    if ('content' in result) return { ...common, kind: 'data', text: () => result.content.replace(/\n$/, '') };
    return {
      ...common,
      kind: 'report',
      text: (style) =>
        [
          ...result.written.map((file) => `${style.green('wrote')}    ${file}`),
          ...result.removed.map((file) => `${style.yellow('removed')}  ${file}`),
          ...(result.unchanged.length > 0 ? [style.dim(`${count(result.unchanged.length, 'file')} unchanged`)] : []),
        ].join('\n'),
    };
  },
});
