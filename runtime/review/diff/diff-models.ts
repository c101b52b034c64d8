import type { Endpoint, Model } from '../../../schemas/index.js';
import { endpointKey, matchRenames, sameJson } from '../../store/index.js';
import { LEVELS, text, type Change, type Level, type Part } from './change.js';
import { diffEndpoint } from './diff-endpoint.js';

export interface ModelDiff {
  /** The most severe first, then by path and method. */
  readonly changes: readonly Change[];
  readonly totals: Readonly<Record<Level, number>>;
}

/** What clients of the API notice between two models. Stale endpoints, which the source no longer has, count as absent. */
export function diffModels(before: Model, after: Model): ModelDiff {
  const [left, right] = [byKey(before), byKey(after)];
  const gone = [...left].filter(([key]) => !right.has(key)).map(([, endpoint]) => endpoint);
  const come = [...right].filter(([key]) => !left.has(key)).map(([, endpoint]) => endpoint);
  const renames = matchRenames(gone, come);
  const moved = new Set(renames.flatMap(({ from, to }) => [from, to]));
  const changes: Change[] = [...diffSchemes(before, after), ...diffEnvironments(before, after)];
  const at = (endpoint: Endpoint, parts: readonly Part[]): void => {
    for (const part of parts) changes.push({ ...part, endpoint: endpointKey(endpoint) });
  };

  for (const endpoint of gone) if (!moved.has(endpoint)) at(endpoint, [removal(endpoint, right)]);
  for (const endpoint of come) if (!moved.has(endpoint)) at(endpoint, [{ level: 'safe', code: 'endpoint-added', message: 'new' }]);
  for (const { from, to } of renames) {
    const same = shapeOf(from.path) === shapeOf(to.path);
    at(to, [
      {
        level: same ? 'safe' : 'breaking',
        code: same ? 'path-parameter-renamed' : 'endpoint-moved',
        before: endpointKey(from),
        after: endpointKey(to),
        message: same ? `was written ${from.path}: the same URLs` : `was ${endpointKey(from)}`,
      },
      ...diffEndpoint(from, to),
    ]);
  }
  for (const [key, endpoint] of right) {
    const old = left.get(key);
    if (old !== undefined) at(endpoint, diffEndpoint(old, endpoint));
  }
  changes.sort(
    (a, b) =>
      LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || compare(pathOf(a), pathOf(b)) || compare(a.endpoint ?? '', b.endpoint ?? ''),
  );
  const totals = { breaking: 0, risky: 0, safe: 0 };
  for (const { level } of changes) totals[level]++;
  return { changes, totals };
}

const byKey = (model: Model): Map<string, Endpoint> =>
  new Map(model.endpoints.filter(({ stale }) => !stale).map((endpoint) => [endpointKey(endpoint), endpoint]));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const pathOf = ({ endpoint = '' }: Change): string => endpoint.slice(endpoint.indexOf(' ') + 1);
const shapeOf = (path: string): string => path.replace(/:[\w$]+/g, ':');

function removal(endpoint: Endpoint, after: ReadonlyMap<string, Endpoint>): Part {
  if (after.has(`ALL ${endpoint.path}`))
    return { level: 'risky', code: 'endpoint-taken-over', message: `removed; ALL ${endpoint.path} answers its requests` };
  return {
    level: endpoint.shadowedBy ? 'safe' : 'breaking',
    code: 'endpoint-removed',
    message: endpoint.shadowedBy ? 'removed; it never answered' : 'removed',
  };
}

function diffSchemes({ securitySchemes: before }: Model, { securitySchemes: after }: Model): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name): Change[] => {
    const subject = `security scheme ${name}`;
    const [from, to] = [before[name], after[name]];
    if (from === undefined || to === undefined)
      return [
        { level: 'safe', code: from ? 'scheme-undefined' : 'scheme-defined', subject, message: `${subject}: ${from ? 'is gone' : 'new'}` },
      ];
    const how = ({ type, scheme, in: place, name: key }: typeof from): unknown => ({ type, scheme, in: place, name: key });
    if (!sameJson(how(from), how(to)))
      return [
        {
          level: 'breaking',
          code: 'scheme-changed',
          subject,
          message: `${subject}: the credential is sent in another way: ${text(how(from))} became ${text(how(to))}`,
          before: from,
          after: to,
        },
      ];
    if (!sameJson(from.obtainedFrom, to.obtainedFrom))
      return [
        {
          level: 'risky',
          code: 'scheme-source-changed',
          subject,
          message: `${subject}: comes from ${text(to.obtainedFrom)}`,
          ...(from.obtainedFrom && { before: from.obtainedFrom }),
          ...(to.obtainedFrom && { after: to.obtainedFrom }),
        },
      ];
    return [];
  });
}

function diffEnvironments({ environments: before }: Model, { environments: after }: Model): Change[] {
  const [left, right] = [before, after].map((environments) => new Map(environments.map(({ name, baseUrl }) => [name, baseUrl]))) as [
    Map<string, string>,
    Map<string, string>,
  ];
  return [...right].flatMap(([name, baseUrl]): Change[] => {
    const old = left.get(name);
    const subject = `environment ${name}`;
    return old !== undefined && old !== baseUrl
      ? [
          {
            level: 'risky',
            code: 'environment-moved',
            subject,
            message: `${subject}: ${old} became ${baseUrl}`,
            before: old,
            after: baseUrl,
          },
        ]
      : [];
  });
}
