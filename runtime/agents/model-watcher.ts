import type { Endpoint, Finding, Model } from '../../schemas/index.js';
import { bySeverity, count, nameOf, type Agent } from './agent.js';

/** Fields whose change a client of the API notices. */
const CONTRACT: ReadonlySet<string> = new Set([
  'parameters',
  'requestBody',
  'responses',
  'security',
  'rateLimit',
  'ownership',
  'pagination',
  'conditional',
  'shadowedBy',
  'stale',
  'timeout',
]);

/** A place moves with every line above it, and bookkeeping says nothing about the API. */
const NO_CHANGE: ReadonlySet<string> = new Set(['source', 'authored', 'origin']);

export const modelWatcher: Agent = {
  name: 'model-watcher',
  description: 'Which endpoints were added, removed or changed since it last ran',
  takesSnapshot: true,
  async run({ model, snapshot }) {
    const before = snapshot();
    if (before === null)
      return {
        summary: `The first run: ${count(model.endpoints.length, 'endpoint')} recorded, and the next run says what changed.`,
        findings: [],
      };
    const findings = compareModels(before, model);
    const of = (kind: string): number => findings.filter((finding) => finding.kind === kind).length;
    return {
      summary:
        findings.length === 0
          ? `Nothing changed since ${before.generatedAt}.`
          : `Since ${before.generatedAt}: ${of('endpoint_added')} added, ${of('endpoint_removed')} removed, ${of('endpoint_changed')} changed.`,
      findings,
    };
  },
};

/** What is different in the second model. A moved line is no difference. */
export function compareModels(before: Model, after: Model): Finding[] {
  const old = new Map(before.endpoints.map((endpoint) => [nameOf(endpoint), endpoint]));
  const now = new Map(after.endpoints.map((endpoint) => [nameOf(endpoint), endpoint]));
  const findings: Finding[] = [];
  for (const [name, endpoint] of old) {
    if (!now.has(name))
      findings.push({
        kind: 'endpoint_removed',
        severity: 'warning',
        message: `${name} is gone: requests to it are not answered any more.`,
        endpoint: name,
        ...place(endpoint),
        evidence: { source: endpoint.source ?? null },
      });
  }
  for (const [name, endpoint] of now) {
    const previous = old.get(name);
    if (previous === undefined) {
      findings.push({
        kind: 'endpoint_added',
        severity: 'info',
        message: `${name} is new${guard(endpoint)}.`,
        endpoint: name,
        ...place(endpoint),
        evidence: { source: endpoint.source ?? null, security: endpoint.security ?? [] },
      });
      continue;
    }
    const fields = changedFields(previous, endpoint);
    if (fields.length === 0) continue;
    findings.push({
      kind: 'endpoint_changed',
      severity: fields.some((field) => CONTRACT.has(field)) ? 'warning' : 'info',
      message: `${name} changed: ${fields.join(', ')}.`,
      endpoint: name,
      ...place(endpoint),
      evidence: { fields, before: only(previous, fields), after: only(endpoint, fields) },
    });
  }
  return bySeverity(findings);
}

const place = ({ source }: Endpoint): { file?: string } => (source === undefined ? {} : { file: source.file });

const guard = (endpoint: Endpoint): string => {
  const required = (endpoint.security ?? []).filter((use) => use.required !== false).map((use) => use.scheme);
  return required.length > 0 ? `, guarded by ${required.join(' or ')}` : ', and open to everybody';
};

function changedFields(before: Endpoint, after: Endpoint): string[] {
  const left = comparable(before);
  const right = comparable(after);
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (field) => !NO_CHANGE.has(field) && canonical(left[field]) !== canonical(right[field]),
  );
}

const comparable = (endpoint: Endpoint): Record<string, unknown> => ({
  ...endpoint,
  middleware: endpoint.middleware.map(({ source: _place, ...entry }) => entry),
});

const only = (endpoint: Endpoint, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, comparable(endpoint)[field] ?? null]));

/** Equal for equal values, whatever the order of keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';
