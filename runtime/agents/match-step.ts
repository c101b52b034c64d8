import type { Endpoint, Step, Workflow } from '../../schemas/index.js';
import type { WorkflowEntry } from './agent.js';

/**
 * The endpoint that answers a step. A template in the path stands for any text, best for a parameter; of several endpoints the one with
 * the most literal segments answers, as servers with a sensible order of routes do.
 */
export function endpointOfStep(endpoints: readonly Endpoint[], step: Pick<Step, 'method' | 'path'>): Endpoint | undefined {
  if (step.method === undefined || step.path === undefined) return undefined;
  const given = segmentsOf(withoutOrigin(step.path).replace(/[?#].*$/, ''));
  let best: { readonly endpoint: Endpoint; readonly score: number } | undefined;
  for (const endpoint of endpoints) {
    if ((endpoint.method !== step.method && endpoint.method !== 'ALL') || endpoint.shadowedBy !== undefined) continue;
    const score = scoreOf(segmentsOf(endpoint.path), given);
    if (score === null) continue;
    const total = score * 2 + (endpoint.method === 'ALL' ? 0 : 1);
    if (best === undefined || total > best.score) best = { endpoint, score: total };
  }
  return best?.endpoint;
}

/** Slashes inside a template (`{{a/b}}`) separate nothing. */
const segmentsOf = (path: string): string[] =>
  path
    .replaceAll(/\{\{[^}]*\}\}/g, '{{}}')
    .split('/')
    .filter((segment) => segment !== '');

/** `{{global:baseUrl}}/users` and `https://host/users` name the path after the server. */
const withoutOrigin = (path: string): string => path.replace(/^(?:https?:\/\/[^/]*|\{\{[^}]*\}\}(?=\/))/i, '');

/** Number of segments that are the same literally; null when the paths do not match. */
function scoreOf(pattern: readonly string[], given: readonly string[]): number | null {
  let score = 0;
  for (const [index, segment] of pattern.entries()) {
    if (segment.startsWith('*')) return given.length >= index ? score : null;
    const actual = given[index];
    if (actual === undefined) return null;
    if (segment === actual) score += 2;
    else if (segment.includes(':') || segment.includes('*')) {
      if (!segmentPattern(segment).test(actual)) return null;
    } else if (actual.includes('{{}}')) score -= 1;
    else return null;
  }
  return given.length === pattern.length ? score : null;
}

const segmentPattern = (segment: string): RegExp =>
  new RegExp(
    `^${segment
      .split(/:[A-Za-z0-9_$]+|\*[A-Za-z0-9_$]*/)
      .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
    's',
  );

export interface MatchedStep {
  /** `3. log in` */
  readonly step: string;
  readonly endpoint: Endpoint;
}

/** The endpoints that a workflow calls, with those of the workflows it uses. */
export function endpointsOfWorkflow(entry: WorkflowEntry, all: readonly WorkflowEntry[], endpoints: readonly Endpoint[]): MatchedStep[] {
  const matched: MatchedStep[] = [];
  const seen = new Set<string>();
  const visit = (file: string, workflow: Workflow, prefix: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [index, step] of workflow.steps.entries()) {
      const label = `${prefix}${index + 1}. ${step.name}`;
      const used = step.use === undefined ? undefined : usedWorkflow(step.use, all);
      if (used?.workflow) visit(used.file, used.workflow, `${label} › `);
      const endpoint = endpointOfStep(endpoints, step);
      if (endpoint !== undefined) matched.push({ step: label, endpoint });
    }
  };
  if (entry.workflow !== null) visit(entry.file, entry.workflow, '');
  return matched;
}

/** A workflow is used by its name, its file name, or its path. */
const usedWorkflow = (named: string, all: readonly WorkflowEntry[]): WorkflowEntry | undefined => {
  const plain = (text: string): string => text.replace(/^\.\//, '').replace(/\.(?:json|ya?ml)$/i, '');
  return (
    all.find(({ workflow }) => workflow?.name === named) ??
    all.find(({ file }) => plain(file) === plain(named) || plain(file).endsWith(`/${plain(named)}`))
  );
};
