import { table, WRITTEN } from './markdown.mjs';

/** Where the files lie, whether they belong into version control, and the schema of each. */
const FILES = [
  ['tool.config.json', 'config', 'yes'],
  ['.tool/model.json', 'model', 'yes'],
  ['.tool/workflows/*.json', 'workflow', 'yes'],
  ['.tool/memory.json', 'memory', 'no'],
  ['.tool/changes.json', 'changes', 'no'],
  ['.tool/runs/<runId>/run.json', 'run', 'no'],
  ['.tool/runs/<runId>/agent-report.json', 'agent-report', 'no'],
  ['.tool/activity/activity.ndjson', 'activity-record', 'no'],
];

/** @param schemas name of a schema → the schema. One that no file has is a mistake here. */
export function fileReference(schemas) {
  const unknown = Object.keys(schemas).filter((name) => !FILES.some(([, schema]) => schema === name));
  if (unknown.length > 0)
    throw new Error(`docs/reference/files.mjs does not say where the files of these schemas lie: ${unknown.join(', ')}`);
  return `${[
    '# Files',
    WRITTEN,
    'Everything that the tool keeps in a project. What is source is committed; the rest is state, and ignored by `.tool/.gitignore`. Writes are whole or not at all, and a file that is broken is an ' +
      'error that names it: it is never taken for an empty one. A reader ignores fields that it does not know.',
    table(
      ['file', 'what it is', 'commit it'],
      FILES.map(([file, name, commit]) => [`[\`${file}\`](#${anchor(file)})`, schemas[name].description, commit]),
    ),
    'Beside these: `.tool/api.yaml`, `.tool/paths/` and `.tool/security/` (written by `tool model export --yaml`), and `.tool/cache/`, which may be deleted at any time.',
    ...FILES.flatMap(([file, name]) => [
      `## ${file.replaceAll('<', '&lt;')}`,
      `[${name}.schema.json](../schemas/${name}.schema.json).`,
      ...objects(schemas[name]),
    ]),
  ].join('\n\n')}\n`;
}

/** The fields of a schema, and of each object that it defines. */
function objects(schema) {
  const definitions = Object.entries(schema.$defs ?? {});
  return [
    ...(schema.properties === undefined ? [`Any name: ${typeOf(schema.additionalProperties)}.`] : [fields(schema)]),
    ...definitions.flatMap(([name, definition]) =>
      definition.properties === undefined ? [] : [`**${name}**: ${definition.description ?? ''}`, fields(definition)],
    ),
  ];
}

const fields = ({ properties, required = [] }) =>
  table(
    ['field', 'type', 'meaning'],
    Object.entries(properties).map(([name, field]) => [
      `\`${name}\`${required.includes(name) ? ', required' : ''}`,
      typeOf(field),
      `${field.description ?? ''}${bounds(field)}`,
    ]),
  );

function typeOf(field) {
  if (typeof field !== 'object') return 'anything';
  if (field.$ref !== undefined) return field.$ref.split('/').at(-1);
  if (field.const !== undefined) return `\`${JSON.stringify(field.const)}\``;
  if (field.enum !== undefined) return field.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  const several = field.anyOf ?? field.oneOf;
  if (several !== undefined) return [...new Set(several.map(typeOf))].join(' or ');
  if (field.type === 'array') return `list of ${typeOf(field.items ?? {})}`;
  if (field.type === 'object' && field.properties === undefined && field.additionalProperties !== undefined)
    return `map to ${typeOf(field.additionalProperties)}`;
  return [field.type ?? 'anything'].flat().join(' or ');
}

const bounds = ({ minimum, maximum, pattern, format }) =>
  [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(pattern === undefined ? [] : [`matches \`${pattern}\``]),
    ...(format === undefined ? [] : [format]),
  ]
    .map((text) => ` (${text})`)
    .join('');

const anchor = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
