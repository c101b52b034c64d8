import { Hono } from 'hono';
import { agents } from '../../agents/index.js';
import { findAgent, runAgent } from '../../project/run-agent.js';
import { optionalText, readFields, textField } from '../read-body.js';
import type { Studio } from '../studio.js';

/** Deterministic looks at the model. */
export function agentRoutes(studio: Studio): Hono {
  const routes = new Hono();
  routes.get('/', (c) =>
    c.json({
      agents: agents.map(({ name, description, takesSnapshot }) => ({ name, description, takesSnapshot: takesSnapshot === true })),
    }),
  );
  routes.post('/run', async (c) => {
    const fields = await readFields(c);
    const agent = findAgent(textField(fields, 'agent'));
    const since = optionalText(fields, 'since');
    const { report } = await runAgent(studio.root, agent, studio.model.get(), { ...(since !== undefined && { since }) });
    return c.json(report);
  });
  return routes;
}
