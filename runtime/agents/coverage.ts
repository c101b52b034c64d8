import type { Finding } from '../../schemas/index.js';
import { bySeverity, count, nameOf, type Agent } from './agent.js';
import { endpointsOfWorkflow } from './match-step.js';
import { unreadable } from './unreadable.js';

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'ALL']);

export const coverage: Agent = {
  name: 'coverage',
  description: 'Which endpoints no workflow exercises',
  async run({ model, workflows }) {
    const entries = await workflows();
    const findings: Finding[] = [...unreadable(entries)];
    const users = new Map<string, Set<string>>();
    for (const entry of entries) {
      if (entry.workflow !== null && entry.problem !== undefined) {
        findings.push({
          kind: 'workflow_broken',
          severity: 'error',
          message: `${entry.file} cannot work, so it exercises nothing: ${entry.problem}`,
          workflow: entry.file,
        });
        continue;
      }
      for (const { endpoint } of endpointsOfWorkflow(entry, entries, model.endpoints)) {
        users.set(nameOf(endpoint), (users.get(nameOf(endpoint)) ?? new Set()).add(entry.file));
      }
    }
    // Nobody can exercise what never answers.
    const relevant = model.endpoints.filter((endpoint) => !endpoint.stale && endpoint.shadowedBy === undefined);
    for (const endpoint of relevant) {
      const name = nameOf(endpoint);
      if (users.has(name)) continue;
      const writes = WRITES.has(endpoint.method);
      findings.push({
        kind: 'endpoint_uncovered',
        severity: writes ? 'warning' : 'info',
        message: `No workflow calls ${name}${writes ? ', which changes something' : ''}.`,
        endpoint: name,
        ...(endpoint.source && { file: endpoint.source.file }),
        evidence: { workflows: entries.length, secured: (endpoint.security ?? []).some((use) => use.required !== false) },
      });
    }
    const covered = relevant.filter((endpoint) => users.has(nameOf(endpoint))).length;
    const share = relevant.length === 0 ? 100 : Math.floor((covered / relevant.length) * 100);
    return {
      summary: `${covered} of ${count(relevant.length, 'endpoint')} (${share} %) are exercised by ${count(entries.filter(({ problem }) => problem === undefined).length, 'workflow')}.`,
      findings: bySeverity(findings),
    };
  },
};
