import { Hono } from 'hono';
import { readRun, runIds } from '../../store/index.js';
import { isUsageError } from '../api-error.js';
import { textQuery } from '../read-body.js';
import type { Studio } from '../studio.js';

/** So many runs are listed: the newest. */
const MOST = 200;

/** Records of runs, from here and from the command line. */
export function runRoutes(studio: Studio): Hono {
  const routes = new Hono();
  routes.get('/', (c) => {
    const endpoint = c.req.query('endpoint');
    const ids = runIds(studio.root);
    const damaged: string[] = [];
    const runs = ids.slice(0, MOST).flatMap((id) => {
      try {
        const { runId, kind, startedAt, durationMs, environment, verdict, counts, latency, groups } = readRun(studio.root, id);
        const own =
          endpoint === undefined ? undefined : groups.flatMap(({ checks }) => checks).filter((check) => check.endpoint === endpoint);
        if (own?.length === 0) return [];
        return [
          {
            runId,
            kind,
            startedAt,
            durationMs,
            environment,
            verdict,
            counts,
            ...(latency && { latency }),
            names: groups.slice(0, 3).map(({ name }) => name),
            groups: groups.length,
            ...(own && {
              checks: own.map(({ name, verdict: ended, durationMs: took, exchanges }) => ({
                name,
                verdict: ended,
                durationMs: took,
                ...(exchanges.at(-1)?.response && { status: exchanges.at(-1)!.response!.status }),
              })),
            }),
          },
        ];
      } catch (error) {
        // One record that cannot be read must not hide the others.
        if (!isUsageError(error)) throw error;
        damaged.push(id);
        return [];
      }
    });
    return c.json({ total: ids.length, damaged, runs });
  });
  routes.get('/one', (c) => c.json(readRun(studio.root, textQuery(c, 'id'))));
  return routes;
}
