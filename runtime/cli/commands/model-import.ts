import { defineCommand } from '../command.js';
import { UsageError } from '../../project/usage-error.js';

export const modelImport = defineCommand({
  path: ['model', 'import'],
  summary: 'Take over what was edited in the split YAML files into model.json; rescans keep it',
  options: {
    yaml: { type: 'boolean', description: 'From .tool/api.yaml, .tool/paths/*.yaml and .tool/security/*.yaml' },
    'dry-run': { type: 'boolean', description: 'Say what would change, and write nothing' },
  },
  examples: [
    ['tool model import --yaml', 'Make model.json say what the YAML files say'],
    ['tool model import --yaml --dry-run', 'What that would change'],
  ],
  output: 'model-import',
  async run(context, input) {
    if (!input.flag('yaml')) throw new UsageError('`tool model import` needs a format.', 'Give --yaml.');
    const [{ adoptModel, readSplitFiles, writeSplitFiles }, { isSameText, modelOfFiles, splitYamlOf }] = await Promise.all([
      import('../../store/index.js'),
      import('../../project/split-yaml.js'),
    ]);
    const files = readSplitFiles(context.root);
    if (files === null)
      throw new UsageError('There are no split YAML files: .tool/api.yaml does not exist.', 'Write them with `tool model export --yaml`.');
    const dryRun = input.flag('dry-run');
    const { model, written, differs, added, removed, changed } = await adoptModel(context.root, modelOfFiles(files), dryRun);
    // The marks of what is authored now belong into the files, too.
    if (!dryRun)
      await writeSplitFiles(context.root, splitYamlOf(model), (present) => {
        if (present === null || !isSameText(present, files))
          throw new UsageError('The YAML files were changed while they were imported.', 'Run `tool model import --yaml` again.');
      });
    const back = removed.filter((key) => model.endpoints.every((endpoint) => `${endpoint.method} ${endpoint.path}` !== key));
    return {
      kind: 'report',
      document: { ...(dryRun && { dryRun }), written, added, removed, changed },
      text: (style) => {
        if (!differs) return 'model.json says the same already: nothing was written.';
        const lines = [
          ...added.map((key) => `${style.green('added')}    ${key}`),
          ...changed.map((key) => `${style.yellow('changed')}  ${key}`),
          ...removed.map((key) => `${style.red('removed')}  ${key}`),
          style.dim(dryRun ? 'Nothing was written: this is what an import would do.' : 'wrote .tool/model.json and the YAML files'),
        ];
        if (back.length > 0) lines.push('A scan adds removed endpoints again as long as the source has them.');
        return lines.join('\n');
      },
    };
  },
});
