import { relative, sep } from 'node:path';
import { z } from 'zod';
import { ANSWER_CHARACTERS, thatFit } from '../answer.js';
import { defineTool } from '../tool.js';

const input = z.strictObject({
  agent: z.string().optional().describe('without it the agents are listed'),
  since: z.string().optional().describe('workflow-impact: git ref'),
});

export const runAgent = defineTool({
  name: 'tool_run_agent',
  group: 'agents',
  description: 'Deterministic review of the model (changes, workflow impact, security, coverage); writes a report under .tool/runs.',
  input,
  effect: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run(session, { agent: name, since }) {
    const [{ agents }, { findAgent, runAgent: run }] = await Promise.all([
      import('../../agents/index.js'),
      import('../../project/run-agent.js'),
    ]);
    if (name === undefined) return { document: { agents: agents.map(({ name: each, description }) => ({ name: each, description })) } };
    const { report, file } = await run(session.root, findAgent(name), await session.model(), since === undefined ? {} : { since });
    const findings = thatFit(report.findings, ANSWER_CHARACTERS - 1000);
    const shown = relative(session.root, file).split(sep).join('/');
    return {
      document: {
        summary: report.summary,
        total: report.findings.length,
        findings,
        report: shown,
        ...(findings.length < report.findings.length ? { more: `${report.findings.length - findings.length} more in ${shown}` } : {}),
      },
    };
  },
});
