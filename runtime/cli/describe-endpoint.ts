import { bodyFieldsOf, type Endpoint, type FieldDescriptor, type Middleware } from '../../schemas/index.js';
import type { FieldEvidence } from '../project/endpoint-evidence.js';
import { printFrame, type SourceFrame } from '../project/source-frame.js';
import { columns, count } from './columns.js';
import type { Style } from './style.js';

const CONDITIONAL = '(under another configuration only)';

/**
 * What `inspect endpoint` says, for people.
 * @param frame the lines around the registration; null when the source has changed or is not here
 * @param evidence what shows each field; null when nobody asked
 */
export function describeEndpoint(
  endpoint: Endpoint,
  frame: SourceFrame | null,
  evidence: readonly FieldEvidence[] | null,
  style: Style,
): string {
  return [
    head(endpoint, frame, style),
    chain(endpoint, style),
    security(endpoint, style),
    parameters(endpoint, style),
    body(endpoint, style),
    responses(endpoint, style),
    links(endpoint),
    evidence === null ? [] : shown(evidence, style),
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function head(endpoint: Endpoint, frame: SourceFrame | null, style: Style): string[] {
  const { source } = endpoint;
  return [
    `${style.bold(`${endpoint.method} ${endpoint.path}`)}${endpoint.name && endpoint.name !== endpoint.id ? style.dim(`  ${endpoint.name}`) : ''}`,
    ...marksOf(endpoint).map((mark) => style.yellow(mark)),
    ...(endpoint.summary ? [endpoint.summary] : []),
    ...(endpoint.handlerName ? [`handler  ${endpoint.handlerName}`] : []),
    ...(source?.file !== undefined ? [`source   ${style.cyan(`${source.file}:${source.line}`)}`] : []),
    ...(frame
      ? ['', printFrame(frame, style.red, style.dim)]
      : source?.file !== undefined
        ? [style.dim('         (the file has changed or is not here; run `tool scan`)')]
        : []),
  ];
}

function chain({ middleware }: Endpoint, style: Style): string[] {
  const rows = middleware.map((entry, index) => [
    `${index + 1}.`,
    entry.name || '(unnamed)',
    entry.type,
    [
      placeOf(entry),
      entry.scheme ? `scheme ${entry.scheme}` : '',
      entry.scopes?.length ? `scopes ${entry.scopes.join(', ')}` : '',
      entry.config ? JSON.stringify(entry.config) : '',
      entry.conditional ? CONDITIONAL : '',
    ]
      .filter(Boolean)
      .join('  '),
  ]);
  return [style.bold('middleware, in the order in which it runs'), rows.length === 0 ? '  none' : columns(rows, '  ')];
}

function security({ security: uses = [], rateLimit, ownership, responses: answers = {} }: Endpoint, style: Style): string[] {
  return [
    style.bold('security'),
    ...(uses.length === 0
      ? [`  ${unguarded(Object.keys(answers))}`]
      : uses.map(
          (use) =>
            `  ${use.scheme}${use.required === false ? ' (optional)' : ''}${(use.demand ?? 1) > 1 ? ' (needed as well)' : ''}${use.scopes?.length ? `  scopes ${use.scopes.join(', ')}` : ''}`,
        )),
    ...(rateLimit
      ? [
          `  rate limit  ${[rateLimit.max !== undefined ? `${rateLimit.max} requests` : '', rateLimit.windowMs !== undefined ? `in ${duration(rateLimit.windowMs)}` : '', rateLimit.scope ? `for each ${rateLimit.scope}` : '', rateLimit.conditional ? CONDITIONAL : ''].filter(Boolean).join(' ')}`,
        ]
      : []),
    ...(ownership ? [`  ownership: ${ownership.ownerField} must equal the claim ${ownership.mustMatchAuthClaim}`] : []),
  ];
}

/** Nothing guards it as far as the model says. What answers 401 or 403 may look at its callers in a way that the scan does not follow. */
function unguarded(statuses: readonly string[]): string {
  const refusals = statuses.filter((status) => status === '401' || status === '403');
  return refusals.length === 0
    ? 'open: no guard was recognised'
    : `no guard was recognised, but it can answer ${refusals.join(' and ')}: it may check its callers itself`;
}

function parameters({ parameters: all = [] }: Endpoint, style: Style): string[] {
  return all.length === 0
    ? []
    : [
        style.bold('parameters'),
        columns(
          all.map((parameter) => [parameter.name, parameter.in, parameter.type ?? '', describeRest(parameter, ['name', 'in', 'type'])]),
          '  ',
        ),
      ];
}

function body(endpoint: Endpoint, style: Style): string[] {
  const { requestBody } = endpoint;
  if (requestBody === undefined) return [];
  const fields = Object.entries(bodyFieldsOf(endpoint));
  return [
    `${style.bold('request body')}  ${requestBody.contentType ?? ''}`.trimEnd(),
    ...(fields.length > 0
      ? [
          columns(
            fields.flatMap(([name, field]) => fieldRows(name, field)),
            '  ',
          ),
        ]
      : []),
  ];
}

/** A field and what is in it, by their dotted paths, as of responses; elements of a list are `0`. */
const fieldRows = (path: string, field: FieldDescriptor): string[][] => [
  [path, field.type ?? '', describeRest(field, ['type', 'properties', 'items'])],
  ...Object.entries(field.properties ?? {}).flatMap(([name, inner]) => fieldRows(`${path}.${name}`, inner)),
  ...(field.items ? fieldRows(`${path}.0`, field.items) : []),
];

function responses({ responses: all = {} }: Endpoint, style: Style): string[] {
  return [
    style.bold('responses'),
    ...(Object.keys(all).length === 0
      ? ['  not known']
      : Object.entries(all).flatMap(([status, response]) => {
          const schema = Object.entries(response.schema ?? {});
          const optional = new Set(response.optional);
          return [
            `  ${style.bold(status)}  ${response.description ?? ''}`.trimEnd(),
            ...(schema.length > 0
              ? [
                  columns(
                    schema.map(([field, type]) => [field, String(type), optional.has(field) ? 'optional' : '']),
                    '    ',
                  ),
                ]
              : []),
          ];
        })),
  ];
}

function links({ produces = [], consumes = [] }: Endpoint): string[] {
  return [
    ...produces.map(({ variable, responseField }) => `produces ${variable}, the field ${responseField} of its response`),
    ...consumes.map(({ variable, usedAs, producedBy }) => `needs ${variable} as ${usedAs}, from ${producedBy}`),
  ];
}

function shown(evidence: readonly FieldEvidence[], style: Style): string[] {
  return [
    style.bold('evidence'),
    evidence.length === 0
      ? '  none: the source does not register this endpoint, or nothing was inferred for it'
      : columns(
          evidence.map((entry) => [entry.field, entry.source, entry.file === undefined ? '' : `${entry.file}:${entry.line}`]),
          '  ',
        ),
  ];
}

const marksOf = (endpoint: Endpoint): string[] => [
  ...(endpoint.conditional ? ['exists only under another configuration'] : []),
  ...(endpoint.shadowedBy ? [`never answers: ${endpoint.shadowedBy} takes the request first`] : []),
  ...(endpoint.stale ? ['stale: no longer in the source, kept for what people wrote into it'] : []),
  ...(endpoint.origin === 'manual' ? ['added by hand'] : []),
  ...(endpoint.deprecated ? ['deprecated'] : []),
];

const placeOf = (entry: Middleware): string => (entry.source ? `${entry.source.file}:${entry.source.line}` : (entry.origin ?? ''));

/** Keys whose `false` or `true` is data, and no mark. */
const DATA: ReadonlySet<string> = new Set(['default', 'example']);

/** The remaining keys of a descriptor as `key value`, e.g. `required  min 1  max 100  default false`. */
const describeRest = (descriptor: object, shown: readonly string[]): string =>
  Object.entries(descriptor)
    // Whether a field is needed is what is looked for first.
    .sort(([a], [b]) => Number(b === 'required') - Number(a === 'required'))
    .filter(([key, value]) => !shown.includes(key) && value !== undefined && (value !== false || DATA.has(key)))
    .map(([key, value]) =>
      value === true && !DATA.has(key) ? key : `${key} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
    )
    .join('  ');

const SECOND = 1_000;
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `60000` as `1 minute`: the largest unit that gives a whole number; else milliseconds. */
function duration(milliseconds: number): string {
  const unit = UNITS.find(([, seconds]) => milliseconds > 0 && milliseconds % (seconds * SECOND) === 0);
  return unit === undefined ? `${milliseconds} ms` : count(milliseconds / (unit[1] * SECOND), unit[0]);
}
