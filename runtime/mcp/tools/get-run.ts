import { z } from 'zod';
import { FULL_CHARACTERS } from '../answer.js';
import { describeRun } from '../describe-run.js';
import { defineTool, READS } from '../tool.js';
import { readRun, runIds } from '../../store/index.js';

const input = z.strictObject({
  run: z.string().optional().describe('id, or "last"; without it the runs are listed'),
  detail: z.enum(['concise', 'full']).default('concise'),
});

export const getRun = defineTool({
  name: 'tool_get_run',
  group: 'runs',
  description: 'List the recorded runs of workflows and endpoint tests, newest first, or read one.',
  input,
  effect: READS,
  run(session, { run, detail }) {
    if (run !== undefined)
      return { document: describeRun(readRun(session.root, run), detail), ...(detail === 'full' ? { budget: FULL_CHARACTERS } : {}) };
    const ids = runIds(session.root);
    return {
      document: {
        total: ids.length,
        ...(ids.length === 0 ? { next: 'tool_test_endpoint and tool_run_workflow record what they send.' } : {}),
        runs: ids.slice(0, 30).map((id) => {
          try {
            const { kind, verdict, counts } = readRun(session.root, id);
            return { run: id, kind, verdict, counts };
          } catch {
            return { run: id, verdict: 'unreadable' };
          }
        }),
      },
    };
  },
});
