import { Hono } from 'hono';
import { storePaths } from '../../store/index.js';
import { graphOf } from '../graph.js';
import { overviewOf } from '../overview.js';
import type { Studio } from '../studio.js';

/** What the API is as a whole. */
export function projectRoutes(studio: Studio): Hono {
  const routes = new Hono();
  routes.get('/project', async (c) =>
    c.json({ ...(await overviewOf(studio)), root: studio.root, toolVersion: studio.toolVersion, modelFile: storePaths(studio.root).model }),
  );
  routes.get('/routes', (c) => {
    const { running, outcome, failure } = studio.scanner.state;
    return c.json({ scanning: running, ...(failure && { failure }), routes: outcome?.routes ?? null });
  });
  routes.get('/graph', (c) => c.json(studio.model.derived('graph', graphOf)));
  routes.get('/environments', (c) => {
    const { environments, securitySchemes } = studio.model.get();
    return c.json({
      environments: environments.map((environment) => ({ ...environment, local: isLocal(environment.baseUrl) })),
      securitySchemes,
    });
  });
  routes.get('/diagnostics', (c) => {
    const { running, outcome, failure } = studio.scanner.state;
    return c.json({
      scanning: running,
      ...(failure && { failure }),
      diagnostics: outcome?.diagnostics ?? [],
      unresolved: studio.model.get().unresolved ?? [],
    });
  });
  routes.post('/scan', async (c) => {
    const { outcome, failure } = await studio.scanner.scan('all');
    return c.json({
      ...(outcome && {
        endpoints: outcome.endpoints,
        written: outcome.written,
        kept: outcome.kept,
        changes: outcome.changes,
        milliseconds: outcome.milliseconds,
        ...(outcome.why && { why: outcome.why }),
      }),
      ...(failure && { failure }),
    });
  });
  return routes;
}

/** Whether a write there stays on this machine. */
function isLocal(baseUrl: string): boolean {
  try {
    const { hostname } = new URL(baseUrl);
    return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  } catch {
    return false;
  }
}
