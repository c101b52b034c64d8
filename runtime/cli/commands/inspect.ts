import type { Model, Unresolved } from '../../../schemas/index.js';
import type { summarise } from '../../project/summary.js';
import { columns, count } from '../columns.js';
import { defineCommand } from '../command.js';
import type { Style } from '../style.js';

export const inspect = defineCommand({
  path: ['inspect'],
  summary: 'Show what the model says, or those of all servers of a workspace: endpoints by method, security, what is missing',
  examples: [
    ['tool inspect', 'Summary of the model'],
    ['tool inspect --json', 'The same as one JSON document'],
    ['tool inspect endpoint GET /users/:id', 'One endpoint'],
  ],
  output: 'inspect',
  async run(context) {
    const { modelFolders, readProjectModel } = await import('../../project/project-model.js');
    const { summarise } = await import('../../project/summary.js');
    const sumUp = (model: Model): Summary => {
      const { project, version, generatedAt } = model;
      return { project, version, generatedAt, ...summarise(model) };
    };
    if ((await modelFolders(context.root))[0] === '.') {
      const summary = sumUp(await readProjectModel(context.root));
      return { kind: 'data', document: summary, text: (style) => describe(summary, style) };
    }
    const { missingNote, readWorkspaceModels } = await import('../../project/workspace-models.js');
    const models = await readWorkspaceModels(context.root);
    const projects = models.flatMap(({ folder, listed }) => (listed ? [{ folder, summary: sumUp(listed.model) }] : []));
    const missing = missingNote(models);
    return {
      kind: 'data',
      document: { projects },
      ...(missing !== null && { messages: (style: Style) => `${style.yellow('warning:')} ${missing}` }),
      text: (style) => projects.map((one) => `${style.bold(one.folder)}\n${describe(one.summary, style)}`).join('\n\n'),
    };
  },
});

type Summary = Pick<Model, 'project' | 'version' | 'generatedAt'> & ReturnType<typeof summarise>;

function describe(summary: Summary, style: Style): string {
  const { project, version, generatedAt } = summary;
  const { endpoints, security, unresolved, loss } = summary;
  const parts = [
    `${style.bold(project.name)}  ${style.dim(`${[project.language, project.framework].filter(Boolean).join(', ')} · model ${version} of ${generatedAt}`)}`,
    '',
    style.bold(count(endpoints.total, 'endpoint')),
    ...(endpoints.total > 0
      ? [
          columns(
            Object.entries(endpoints.byMethod).map(([method, number]) => [method, String(number).padStart(String(endpoints.total).length)]),
            '  ',
          ),
        ]
      : []),
    ...(endpoints.conditional > 0 ? [`  ${endpoints.conditional} of them only under another configuration`] : []),
    ...(endpoints.shadowed > 0 ? [`  ${endpoints.shadowed} of them never answer: an earlier endpoint takes the request`] : []),
    ...(endpoints.manual > 0 ? [`  ${endpoints.manual} of them added by hand`] : []),
    ...(endpoints.stale > 0 ? [`  ${endpoints.stale} of them stale: no longer in the source, kept for what people wrote into them`] : []),
    '',
    style.bold('security'),
    columns(
      [
        ['credentials required', String(security.required).padStart(String(endpoints.total).length)],
        ['credentials optional', String(security.optional).padStart(String(endpoints.total).length)],
        ['open', String(security.open).padStart(String(endpoints.total).length)],
      ],
      '  ',
    ),
    ...Object.entries(security.schemes).map(
      ([name, scheme]) => `  scheme ${style.cyan(name)}: ${scheme.description}, ${count(scheme.endpoints, 'endpoint')}`,
    ),
    ...(security.rateLimited > 0
      ? [
          `  ${count(security.rateLimited, 'endpoint')} with a rate limit${security.rateLimitedConditionally > 0 ? `, ${security.rateLimitedConditionally} of them under another configuration only` : ''}`,
        ]
      : []),
    '',
    style.bold('missing'),
    unresolved.length > 0
      ? `  ${count(unresolved.length, 'place')} could not be resolved, or not exactly`
      : endpoints.total > 0
        ? style.green('  nothing: every registration that was found is in the model')
        : '  the model is empty: run `tool scan`',
    ...unresolved
      .slice(0, 10)
      .map(
        (one, index, all) =>
          `  ${style.yellow('?')} ${describeUnresolved(one)}${one.help && all.findIndex(({ help }) => help === one.help) === index ? `\n    ${style.cyan('help:')} ${one.help}` : ''}`,
      ),
    ...(unresolved.length > 10 ? [`  … ${unresolved.length - 10} more: tool inspect --json`] : []),
    ...(Object.keys(loss).length > 0
      ? [
          `  loss: ${Object.entries(loss)
            .map(([kind, number]) => `${number} ${kind}`)
            .join(', ')}`,
        ]
      : []),
  ];
  return parts.join('\n');
}

const describeUnresolved = (one: Unresolved): string =>
  [[one.method, one.path].filter(Boolean).join(' '), one.source ? `${one.source.file}:${one.source.line}` : '', one.reason]
    .filter(Boolean)
    .join('  ');
