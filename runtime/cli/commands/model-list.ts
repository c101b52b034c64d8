import type { Endpoint, Model } from '../../../schemas/index.js';
import type { ListedModel } from '../../project/project-model.js';
import { columns, count } from '../columns.js';
import { defineCommand, type Context, type Result } from '../command.js';
import type { Style } from '../style.js';

export const modelList = defineCommand({
  path: ['model', 'list'],
  summary: 'List the endpoints, all or those that match, from the split YAML layout if there is one, otherwise from model.json',
  options: {
    method: { type: 'string', value: '<method>', description: 'Only endpoints with this method' },
    path: { type: 'string', value: '<path>', description: 'Only paths that begin so, or match a pattern with *' },
    guard: { type: 'string', value: '<name>', description: 'Only behind this middleware or scheme; "none": open ones' },
    field: { type: 'string', value: '<name>', description: 'Only with this parameter, body or response field' },
    file: { type: 'string', value: '<name>', description: 'Only registered or guarded in a file whose path holds this' },
    workspace: {
      type: 'boolean',
      description: 'Endpoints of all servers of the workspace, each from its own model; by itself where the root has none',
    },
  },
  examples: [
    ['tool model list', 'All endpoints with their source lines'],
    ['tool model list --method POST --guard none', 'Open endpoints that a POST reaches'],
    ['tool model list --workspace', 'Those of all servers of a monorepo, from its root'],
    ['tool model list --json', 'One JSON document'],
  ],
  output: 'model-list',
  async run(context, input) {
    const query = Object.fromEntries(
      ['method', 'path', 'guard', 'field', 'file'].flatMap((name) => {
        const value = input.string(name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const { searchEndpoints, whyNone } = await import('../../project/search-endpoints.js');
    const found = (model: Model) => searchEndpoints(model, query).endpoints;
    const { modelFolders } = await import('../../project/project-model.js');
    const ofSeveral = input.flag('workspace') || (await modelFolders(context.root))[0] !== '.';
    return ofSeveral ? listWorkspace(context, found) : listProject(context, found, (model) => whyNone(model, query));
  },
});

const rowOf = (endpoint: Endpoint) => ({
  method: endpoint.method,
  path: endpoint.path,
  ...(endpoint.name !== undefined ? { name: endpoint.name } : {}),
  ...(endpoint.handlerName !== undefined ? { handlerName: endpoint.handlerName } : {}),
  ...(endpoint.source !== undefined ? { source: endpoint.source } : {}),
  security: (endpoint.security ?? []).map((use) => use.scheme),
  ...(endpoint.security?.some((use) => use.required === false) && {
    optional: endpoint.security.flatMap((use) => (use.required === false ? use.scheme : [])),
  }),
  ...(endpoint.conditional ? { conditional: true } : {}),
  ...(endpoint.stale ? { stale: true } : {}),
  ...(endpoint.shadowedBy !== undefined ? { shadowedBy: endpoint.shadowedBy } : {}),
});
type Row = ReturnType<typeof rowOf>;

/** @param folder in front of the source files */
const table = (rows: readonly Row[], folder = ''): string =>
  columns(
    rows.map((row) => [
      row.method,
      row.path,
      row.security.map((scheme) => (row.optional?.includes(scheme) ? `${scheme} (optional)` : scheme)).join(' ') || '-',
      row.source ? `${folder}${row.source.file}:${row.source.line}` : '(by hand)',
      [row.conditional ? 'conditional' : '', row.stale ? 'stale' : '', row.shadowedBy ? 'shadowed' : ''].filter(Boolean).join(' '),
    ]),
  );

type Find = (model: Model) => readonly Endpoint[];

async function listProject(context: Context, found: Find, whyNone: (model: Model) => string): Promise<Result> {
  const { readListedModel } = await import('../../project/project-model.js');
  const { model, source, disagreement } = await readListedModel(context.root);
  const endpoints = found(model).map(rowOf);
  return {
    kind: 'data',
    document: { source, ...(disagreement !== undefined && { disagreement }), total: endpoints.length, endpoints },
    ...(disagreement !== undefined && { messages: (style: Style) => warning(style, disagreement) }),
    text: (style) =>
      model.endpoints.length === 0
        ? 'The model has no endpoints. Run `tool scan`.'
        : endpoints.length === 0
          ? whyNone(model)
          : `${table(endpoints)}\n${style.dim(`${count(endpoints.length, 'endpoint')}, from ${source}`)}`,
  };
}

async function listWorkspace(context: Context, found: Find): Promise<Result> {
  const { missingNote, readWorkspaceModels } = await import('../../project/workspace-models.js');
  const read = await readWorkspaceModels(context.root);
  const models = read.map((one) => ({ ...one, endpoints: one.listed ? found(one.listed.model) : [] }));
  const projects = models.map(({ folder, listed }) => ({ folder, ...(listed ? aboutModel(listed) : { total: null }) }));
  const rows = models.flatMap(({ folder, endpoints }) => endpoints.map((endpoint) => ({ project: folder, ...rowOf(endpoint) })));
  const missing = missingNote(read);
  const notes = [
    ...models.flatMap(({ folder, listed }) => (listed?.disagreement === undefined ? [] : [`${folder}: ${listed.disagreement}`])),
    ...(missing !== null ? [missing] : []),
  ];
  return {
    kind: 'data',
    document: { source: 'workspace', total: rows.length, projects, endpoints: rows },
    ...(notes.length > 0 && { messages: (style: Style) => notes.map((note) => warning(style, note)).join('\n') }),
    text: (style) =>
      [
        ...models.flatMap(({ folder, endpoints }) =>
          endpoints.length > 0 ? [`${style.bold(folder)}\n${table(endpoints.map(rowOf), folder === '.' ? '' : `${folder}/`)}\n`] : [],
        ),
        style.dim(`${count(rows.length, 'endpoint')} in ${count(projects.filter(({ total }) => total !== null).length, 'model')}`),
      ].join('\n'),
  };
}

const aboutModel = ({ model, source, disagreement }: ListedModel) => ({
  name: model.project.name,
  source,
  total: model.endpoints.length,
  ...(disagreement !== undefined && { disagreement }),
});
const warning = (style: Style, text: string): string => `${style.yellow('warning:')} ${text}`;
