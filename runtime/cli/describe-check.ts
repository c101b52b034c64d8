import type { Model } from '../../schemas/index.js';
import { diffModels, type ModelDiff } from '../review/index.js';
import { sameJson } from '../store/index.js';
import type { ServerScan } from '../project/scan-project.js';
import { count } from './columns.js';
import { describeChange } from './describe-diff.js';
import type { Style } from './style.js';

type Preview = NonNullable<ServerScan['preview']>;

/** What `scan --check` says of one server, as a part of the document. */
export function checkDocument({
  stale,
  before,
  model,
  changes,
}: Preview): { stale: boolean } & Partial<Preview['changes']> & { api?: ModelDiff } {
  return stale ? { stale, ...changes, ...(before && { api: diffModels(before, model) }) } : { stale };
}

/** Whether a scan would only mark what people wrote. */
const isEditedOnly = (before: Model, after: Model): boolean => sameJson(withoutMarks(before), withoutMarks(after));
const withoutMarks = ({ endpoints, ...rest }: Model): object => ({
  ...rest,
  endpoints: endpoints.map(({ authored: _marks, origin: _writer, ...endpoint }) => endpoint),
});

/** The same for people: what a scan would change, endpoint by endpoint. */
export function describeCheck(server: ServerScan, preview: Preview, style: Style): string {
  const { stale, before, model, changes } = preview;
  if (!stale) return `${style.green(`${server.model} is up to date.`)}`;
  if (before === null)
    return `${style.red(`There is no ${server.model}.`)} The source has ${count(model.endpoints.length, 'endpoint')}.\n${style.cyan('help:')} Run \`tool scan\` and commit ${server.model}.`;
  const { changes: api } = diffModels(before, model);
  const of = (endpoint: string): string[] =>
    api
      .filter(
        (change) =>
          change.endpoint === endpoint &&
          change.code !== 'endpoint-added' &&
          change.code !== 'endpoint-removed' &&
          change.code !== 'endpoint-moved',
      )
      .map((change) => `      ${describeChange(change, style)}`);
  const place = (endpoint: string): string => {
    const source = model.endpoints.find((one) => `${one.method} ${one.path}` === endpoint)?.source;
    return source ? style.dim(`  ${source.file}:${source.line}`) : '';
  };
  const lines = [
    isEditedOnly(before, model)
      ? style.yellow(`${server.model} was edited by hand: \`tool scan\` marks what people wrote.`)
      : style.red(`${server.model} is stale: the source says something else.`),
    ...changes.added.map((endpoint) => `  ${style.green(`+ ${endpoint}`)}${place(endpoint)}`),
    ...changes.removed.map((endpoint) => `  ${style.red(`- ${endpoint}`)}`),
    ...changes.renamed.flatMap(({ from, to }) => [`  ${style.yellow(`> ${from} → ${to}`)}${place(to)}`, ...of(to)]),
    ...changes.changed.flatMap(({ endpoint, fields }) => [
      `  ${style.yellow(`~ ${endpoint}`)}: ${fields.join(', ')}${place(endpoint)}`,
      ...of(endpoint),
    ]),
  ];
  if (lines.length === 1 && !isEditedOnly(before, model))
    lines.push('  Only places in the source, or what could not be resolved, are others.');
  const breaking = api.filter(({ level }) => level === 'breaking').length;
  if (breaking > 0) lines.push(style.red(`  ${count(breaking, 'change')} that ${breaking === 1 ? 'breaks' : 'break'} clients`));
  return [...lines, `${style.cyan('help:')} Run \`tool scan\` and commit ${server.model}.`].join('\n');
}
