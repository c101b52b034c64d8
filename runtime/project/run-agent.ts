import type { AgentReport, Finding, Model } from '../../schemas/index.js';
import { agents, type Agent, type AgentInput, type WorkflowEntry } from '../agents/index.js';
import { newRunId, readModelSnapshot, readWorkflow, workflowFiles, writeAgentReport, writeModelSnapshot } from '../store/index.js';
import { changedSources, namedSources } from './changed-files.js';
import { maskEvidence } from './mask-evidence.js';
import { didYouMean } from './suggest.js';
import { UsageError } from './usage-error.js';

export interface AgentRun {
  readonly report: AgentReport;
  /** Absolute path of the report. */
  readonly file: string;
}

/** @throws UsageError with the nearest names */
export function findAgent(name: string): Agent {
  const found = agents.find((agent) => agent.name === name);
  if (found) return found;
  const names = agents.map((agent) => agent.name);
  throw new UsageError(`There is no agent "${name}".`, didYouMean(name, names) ?? `Agents: ${names.join(', ')}.`);
}

/**
 * Runs an agent on a project and writes its report to `.tool/runs/<runId>/agent-report.json`. Secrets in it are masked.
 * @param options.isBehind whether the source says more than the model
 * @param options.since a git reference for agents that look at changed files
 * @throws UsageError when something that the agent needs is damaged or missing; then nothing is written
 */
export async function runAgent(
  root: string,
  agent: Agent,
  model: Model,
  options: { readonly since?: string; readonly now?: () => Date; readonly isBehind?: boolean } = {},
): Promise<AgentRun> {
  const now = options.now ?? (() => new Date());
  const startedAt = now();
  const outcome = await agent.run(agentInput(root, model, options));
  const report: AgentReport = {
    version: 1,
    agent: agent.name,
    runId: newRunId(startedAt),
    startedAt: startedAt.toISOString(),
    finishedAt: now().toISOString(),
    summary: `${outcome.summary}${options.isBehind ? ' The model is older than the sources: run `tool scan` first.' : ''}`,
    findings: outcome.findings.map((finding) => maskEvidence(finding) as Finding),
  };
  const file = writeAgentReport(root, report);
  // After the report: what was never reported must not count as seen.
  if (agent.takesSnapshot) writeModelSnapshot(root, model);
  return { report, file };
}

/**
 * What an agent may look at, of a project.
 * @param options.since a git reference to compare with
 * @param options.files the files that changed, where the caller knows them
 */
export function agentInput(
  root: string,
  model: Model,
  options: { readonly since?: string; readonly files?: readonly string[] } = {},
): AgentInput {
  let workflows: Promise<readonly WorkflowEntry[]> | undefined;
  let gone: readonly string[] = [];
  return {
    model,
    snapshot: () => readModelSnapshot(root),
    workflows: () => (workflows ??= workflowEntries(root, model)),
    changes: async () => {
      const changed = options.files ? namedSources(root, options.files) : await changedSources(root, options.since);
      ({ gone } = changed);
      return changed;
    },
    // The front end is loaded by agents that ask for it only.
    imports: async () => (await import('../../compiler/import-graph.js')).importGraph(root, gone),
  };
}

async function workflowEntries(root: string, model: Model): Promise<WorkflowEntry[]> {
  const { validateWorkflow } = await import('../workflow/host.js');
  return Promise.all(
    workflowFiles(root).map(async (path): Promise<WorkflowEntry> => {
      try {
        const file = await readWorkflow(root, path);
        const wrong = (await validateWorkflow(root, file, model)).find(({ severity }) => severity === 'error');
        return { file: file.shown, workflow: file.workflow, ...(wrong && { problem: wrong.message }) };
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'UsageError') throw error;
        const shown = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
        return { file: shown, workflow: null, problem: error.message };
      }
    }),
  );
}
