import { defineCommand } from '../command.js';
import { ExitCode } from '../exit-code.js';
import { UsageError } from '../../project/usage-error.js';

const FORMATS = ['text', 'json', 'markdown'] as const;
const FAIL_ON = ['breaking', 'risky', 'safe'] as const;

export const modelDiff = defineCommand({
  path: ['model', 'diff'],
  summary: 'Show what changed for clients of the API: breaking, risky, safe',
  positionals: [{ name: 'before', description: 'A commit, branch or tag, or a file with a model; default: HEAD', optional: true }],
  options: {
    to: { type: 'string', value: '<ref or file>', description: 'Compare with this one; default: the present model.json' },
    'fail-on': {
      type: 'string',
      value: FAIL_ON.join('|'),
      description: 'Exit with 1 when there is a change of this level, or of a worse one',
    },
    format: { type: 'string', value: FORMATS.join('|'), description: 'How to print it; markdown is for a pull request' },
  },
  examples: [
    ['tool model diff', 'What changed since the last commit'],
    ['tool model diff main --fail-on breaking', 'Fail when this branch breaks clients'],
    ['tool model diff v1.0 --to v2.0 --format markdown', 'Release notes'],
  ],
  output: 'model-diff',
  async run(context, input) {
    const format = oneOf('format', input.string('format') ?? 'text', FORMATS);
    const failOn = input.string('fail-on') === undefined ? undefined : oneOf('fail-on', input.string('fail-on')!, FAIL_ON);
    const [{ modelNamed }, { diffMarkdown, diffModels }, { describeDiff }] = await Promise.all([
      import('../../project/named-model.js'),
      import('../../review/index.js'),
      import('../describe-diff.js'),
    ]);
    const to = input.string('to');
    const before = await modelNamed(context.root, input.positionals[0] ?? 'HEAD');
    const after = await modelNamed(context.root, to);
    const diff = diffModels(before.model, after.model);
    const failed = failOn !== undefined && FAIL_ON.slice(0, FAIL_ON.indexOf(failOn) + 1).some((level) => diff.totals[level] > 0);
    const document = { before: before.name, after: after.name, ...diff };
    return {
      kind: 'data',
      exitCode: failed ? ExitCode.findings : ExitCode.success,
      document,
      ...(before.note !== undefined && { messages: (style) => `${style.yellow('note:')} ${before.note}` }),
      text: (style) => {
        if (format === 'json') return JSON.stringify(document, null, 2);
        if (format === 'markdown') return diffMarkdown(diff, { before: before.name, after: after.name }).trimEnd();
        return diff.changes.length === 0
          ? `Clients notice nothing between ${before.name} and ${after.name}.`
          : `${style.dim(`${before.name} → ${after.name}`)}\n\n${describeDiff(diff, style)}`;
      },
    };
  },
});

function oneOf<T extends string>(option: string, given: string, known: readonly T[]): T {
  const found = known.find((one) => one === given);
  if (found === undefined) throw new UsageError(`--${option} cannot be "${given}".`, `It is one of ${known.join(', ')}.`);
  return found;
}
