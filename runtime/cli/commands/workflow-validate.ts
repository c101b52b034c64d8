import { count } from '../columns.js';
import { defineCommand } from '../command.js';
import { displayPath } from '../display-path.js';
import { ExitCode } from '../exit-code.js';

export const workflowValidate = defineCommand({
  path: ['workflow', 'validate'],
  summary: 'Check workflows without sending anything: templates, the flow of values, and what the model says',
  options: {
    workflow: {
      type: 'string',
      value: '<name or path>',
      multiple: true,
      description: 'A workflow, a file, or a folder; default: all saved ones',
    },
  },
  examples: [
    ['tool workflow validate', 'All workflows of the project'],
    ['tool workflow validate --workflow checkout', 'One of them'],
  ],
  output: 'workflow-validate',
  async run(context, input) {
    const [
      { validateWorkflow },
      { filesOf },
      { storePaths, workflowFiles, readWorkflow, UsageError },
      { damagedPlaces },
      { pointElsewhere },
    ] = await Promise.all([
      import('../../workflow/host.js'),
      import('../../workflow/simulate-workflows.js'),
      import('../../store/index.js'),
      import('../damaged-workflow.js'),
      import('../workflows-elsewhere.js'),
    ]);
    const named = input.strings('workflow');
    const problems: {
      file: string;
      severity: 'error' | 'warning';
      message: string;
      place: string;
      step?: string;
      line?: number;
      column?: number;
      help?: string;
    }[] = [];
    let checked = 0;
    const files =
      named.length > 0
        ? (
            await filesOf({ root: context.root, workflows: named, workingDirectory: process.cwd() }).catch(pointElsewhere(context.root))
          ).map(({ file }) => file)
        : workflowFiles(context.root);
    if (files.length === 0)
      await pointElsewhere(context.root)(
        new UsageError({
          what: `There are no workflows in ${storePaths(context.root).workflows}.`,
          why: '',
          help: 'Make one with `tool workflow scaffold <METHOD> <path>`.',
        }),
      );
    for (const file of files) {
      checked++;
      try {
        const workflow = await readWorkflow(context.root, file);
        for (const { severity, message, place, step, line, column, help } of await validateWorkflow(context.root, workflow)) {
          problems.push({
            file: workflow.shown,
            severity,
            message,
            place,
            ...(step !== undefined && { step }),
            ...(line !== undefined && { line }),
            ...(column !== undefined && { column }),
            ...(help !== undefined && { help }),
          });
        }
      } catch (error) {
        // One damaged file must not hide what is wrong with the others.
        if (!(error instanceof UsageError)) throw error;
        const shown = displayPath(file, context.root);
        problems.push(
          ...damagedPlaces(error).map((place) => ({
            file: shown,
            severity: 'error' as const,
            ...place,
            place: place.line === undefined ? shown : `${shown}:${place.line}:${place.column}`,
            ...(error.help !== '' && { help: error.help }),
          })),
        );
      }
    }
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    return {
      kind: 'report',
      document: { checked, errors, warnings: problems.length - errors, problems },
      text: (style) =>
        [
          ...problems.flatMap(({ severity, place, step, message, help }) => [
            `${severity === 'error' ? style.red('error') : style.yellow('warning')} ${style.cyan(place)} ${step === undefined ? '' : `step "${step}": `}${message}`,
            ...(help === undefined ? [] : [`      ${style.cyan('help:')} ${help}`]),
          ]),
          errors === 0
            ? `${style.green('✔')} ${count(checked, 'workflow')}: nothing that cannot work${problems.length > 0 ? `, ${count(problems.length, 'warning')}` : ''}`
            : `${count(errors, 'error')} in ${count(checked, 'workflow')}`,
        ].join('\n'),
      ...(errors > 0 && { exitCode: ExitCode.findings }),
    };
  },
});
