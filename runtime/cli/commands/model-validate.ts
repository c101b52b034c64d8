import { join, posix } from 'node:path';
import type { PlacedFinding } from '../../review/index.js';
import { count } from '../columns.js';
import { defineCommand } from '../command.js';
import { ExitCode } from '../exit-code.js';
import type { Style } from '../style.js';
import { UsageError } from '../../project/usage-error.js';

const FORMATS = ['text', 'sarif', 'github'];

export const modelValidate = defineCommand({
  path: ['model', 'validate'],
  summary: 'Check the model and the workflows: each finding with its line, a code and what to do',
  options: {
    format: {
      type: 'string',
      value: FORMATS.join('|'),
      description: 'How to print it; sarif for code scanning, github for annotations of a pull request',
    },
    strict: { type: 'boolean', description: 'Exit with 1 for warnings, too' },
  },
  examples: [
    ['tool model validate', 'Everything that is wrong, with its place'],
    ['tool model validate --format sarif > tool.sarif', 'For code scanning'],
    ['tool model validate --format github', 'In a GitHub workflow: findings beside the lines'],
  ],
  output: 'model-validate',
  async run(context, input) {
    const format = input.string('format') ?? 'text';
    if (!FORMATS.includes(format)) throw new UsageError(`--format cannot be "${format}".`, `It is one of ${FORMATS.join(', ')}.`);
    const [{ modelFolders }, { repositoryPrefix, validateProject }, { toGithub, toSarif }, { workflowFindings }] = await Promise.all([
      import('../../project/project-model.js'),
      import('../../project/validate-project.js'),
      import('../../review/index.js'),
      import('../workflow-findings.js'),
    ]);
    const findings: PlacedFinding[] = [];
    const files: string[] = [];
    for (const folder of await modelFolders(context.root)) {
      const root = join(context.root, folder);
      const model = await validateProject(root);
      // Workflows are checked against the model: with a damaged one, everything in them would look wrong.
      const workflows = model.model ? await workflowFindings(root) : { files: [], findings: [] };
      const shown = (file: string): string => posix.join(folder, file);
      findings.push(...[...model.findings, ...workflows.findings].map((finding) => ({ ...finding, file: shown(finding.file) })));
      files.push(...[...model.files, ...workflows.files].map(shown));
    }
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const warnings = findings.length - errors;
    const document = { files, errors, warnings, findings };
    return {
      kind: format === 'text' ? 'report' : 'data',
      exitCode: errors > 0 || (input.flag('strict') && warnings > 0) ? ExitCode.findings : ExitCode.success,
      document,
      text: (style) => {
        if (format === 'sarif') return JSON.stringify(toSarif(findings, context.toolVersion, repositoryPrefix(context.root)), null, 2);
        if (format === 'github') return toGithub(findings, repositoryPrefix(context.root));
        const total =
          findings.length === 0
            ? style.green(`${count(files.length, 'file')}: nothing is wrong.`)
            : `${count(errors, 'error')}, ${count(warnings, 'warning')} in ${count(new Set(findings.map(({ file }) => file)).size, 'file')}`;
        return [...findings.map((finding) => describe(finding, style)), total].join('\n');
      },
    };
  },
});

const describe = ({ code, severity, file, line, column, message, help }: PlacedFinding, style: Style): string =>
  [
    `${style.cyan(`${file}:${line}:${column}`)}  ${severity === 'error' ? style.red('error') : style.yellow('warning')} ${style.dim(code)}`,
    `    ${message}`,
    ...(help === undefined ? [] : [`    ${style.cyan('help:')} ${help}`]),
  ].join('\n');
