import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Model } from '../../schemas/index.js';
import { agents, Reaches } from '../agents/index.js';
import { confinePath } from '../project/confine-path.js';
import { someOf } from '../project/some-of.js';
import { agentInput } from '../project/run-agent.js';
import { thatFit, ANSWER_CHARACTERS } from './answer.js';
import type { Session } from './session.js';

/**
 * What a change reaches: files → endpoints (through everything that their routes import) → workflows.
 * @param files those that changed; without them git (`since`), the change log, or what git has not committed says it
 */
export async function impactOf(
  session: Session,
  model: Model,
  options: { readonly since?: string | undefined; readonly files?: readonly string[] | undefined },
): Promise<object> {
  for (const file of options.files ?? []) confinePath(session.root, file);
  const input = agentInput(session.root, model, {
    ...(options.since !== undefined ? { since: options.since } : {}),
    ...(options.files !== undefined ? { files: options.files } : {}),
  });
  const changes = await input.changes();
  if (changes.files.length === 0) return { changedFiles: [], from: changes.from, note: 'Nothing changed.' };
  const reaches = new Reaches(await input.imports(changes.files), new Set(changes.files));
  const affected = model.endpoints.flatMap((endpoint) => {
    const found = reaches.of(endpoint);
    return found.length === 0
      ? []
      : [
          {
            endpoint: `${endpoint.method} ${endpoint.path}`,
            by: found.map(({ changed, how, via }) => (via.length > 2 ? `${how}: ${via.join(' → ')}` : `${how}: ${changed}`)),
          },
        ];
  });
  const workflowImpact = agents.find((agent) => agent.name === 'workflow-impact');
  const { findings } = workflowImpact
    ? await workflowImpact.run({ ...input, changes: async () => changes, imports: input.imports })
    : { findings: [] };
  const shown = thatFit(affected, ANSWER_CHARACTERS / 2);
  const missing = (options.files ?? []).filter((file) => !existsSync(join(session.root, file)));
  return {
    ...(missing.length > 0 ? { note: `Not in the project, removed or misspelt: ${someOf(missing, 10)}.` } : {}),
    changedFiles: thatFit(changes.files, ANSWER_CHARACTERS / 8),
    from: changes.from,
    endpoints: {
      total: affected.length,
      affected: shown,
      ...(shown.length < affected.length ? { more: `${affected.length - shown.length} more: give fewer files` } : {}),
    },
    workflows: findings.map(({ kind, workflow, message }) => ({ kind, workflow, message })),
  };
}
