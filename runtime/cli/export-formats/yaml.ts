import { UsageError } from '../../project/usage-error.js';
import type { ExportFormat } from './export-format.js';

export const yaml: ExportFormat = {
  option: 'yaml',
  description: 'Split YAML for review: .tool/api.yaml, .tool/paths/*.yaml, .tool/security/*.yaml',
  options: {
    force: { type: 'boolean', description: 'With --yaml: replace files although they were edited by hand' },
  },
  examples: [['tool model export --yaml', 'Write the model as YAML files, one for each resource']],
  async run(context, model, input) {
    const [{ writeSplitFiles }, { isUntouched, splitYamlOf }] = await Promise.all([
      import('../../store/index.js'),
      import('../../project/split-yaml.js'),
    ]);
    const force = input.flag('force');
    const files = splitYamlOf(model);
    const result = await writeSplitFiles(context.root, files, (present) => {
      if (present === null || force || isUntouched(present)) return;
      const kept = [...present].some(([name, text]) => files.get(name) !== text.replaceAll('\r\n', '\n'));
      if (kept) throw edited();
    });
    const inTool = (names: readonly string[]): string[] => names.map((name) => `.tool/${name}`);
    return { written: inTool(result.written), unchanged: inTool(result.unchanged), removed: inTool(result.removed) };
  },
};

const edited = (): UsageError =>
  new UsageError(
    'The YAML files in .tool were edited since they were exported (or merged from two branches); an export would undo that.',
    'Run `tool model import --yaml` to take the edits over into model.json, or `tool model export --yaml --force` to write the files again from model.json.',
  );
