import { Hono } from 'hono';
import { readActivity, readChanges } from '../../store/index.js';
import { diffModels } from '../diff-models.js';
import { modelAt } from '../git-model.js';
import type { Studio } from '../studio.js';

/** What changed: files, endpoints, and the model against a commit. */
export function changeRoutes(studio: Studio): Hono {
  const routes = new Hono();
  routes.get('/changes', (c) => {
    const log = readChanges(studio.root);
    return c.json({ watchedSince: log?.watchedSince ?? null, changes: [...(log?.changes ?? [])].reverse() });
  });
  routes.get('/activity', (c) => {
    const { records, damaged } = readActivity(studio.root);
    const wanted = Number(c.req.query('last') ?? 1_000);
    return c.json({ total: records.length, damaged: damaged.length, records: records.slice(-Math.max(1, wanted || 1_000)).reverse() });
  });
  routes.get('/diff', async (c) => {
    const ref = c.req.query('ref') ?? 'HEAD';
    const { commit, model } = await modelAt(studio.root, ref);
    return c.json({ ref, commit, hasModel: model !== null, ...diffModels(model, studio.model.get()) });
  });
  return routes;
}
