import type { Endpoint, Model } from '../../schemas/index.js';
import { ApiError } from './api-error.js';
import { coveredEndpoints } from './coverage.js';
import { guardsOf } from './endpoint-rows.js';
import type { Studio } from './studio.js';

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'ALL']);

/** So many of each kind are named; the rest is a number and a filter away. */
const NAMED = 12;

const named = (endpoints: readonly Endpoint[]) => ({ count: endpoints.length, first: endpoints.slice(0, NAMED).map(({ id }) => id) });

/** What the first page shows. A project without a model is a state, not an error. */
export async function overviewOf(studio: Studio): Promise<object> {
  const { running, progress, failure, outcome } = studio.scanner.state;
  const scan = {
    running,
    ...(progress !== undefined && { progress }),
    ...(failure && { failure }),
    ...(outcome && {
      milliseconds: outcome.milliseconds,
      diagnostics: outcome.diagnostics.length,
      conflicts: outcome.conflicts,
      kept: outcome.kept,
      ...(outcome.why && { why: outcome.why }),
    }),
  };
  let model: Model;
  try {
    model = studio.model.get();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { scan, model: null };
    throw error;
  }
  const covered = await coveredEndpoints(studio.root, model);
  const live = model.endpoints.filter((endpoint) => endpoint.shadowedBy === undefined && !endpoint.stale);
  const methods: Record<string, number> = {};
  for (const { method } of model.endpoints) methods[method] = (methods[method] ?? 0) + 1;
  return {
    scan,
    model: {
      project: model.project,
      generatedAt: model.generatedAt,
      endpoints: model.endpoints.length,
      methods,
      unguarded: named(live.filter((endpoint) => WRITES.has(endpoint.method) && guardsOf(endpoint).length === 0)),
      untested: named(live.filter((endpoint) => !covered.has(endpoint.id))),
      shadowed: named(model.endpoints.filter((endpoint) => endpoint.shadowedBy !== undefined)),
      conditional: named(model.endpoints.filter((endpoint) => endpoint.conditional)),
      unresolved: model.unresolved ?? [],
      environments: model.environments.length,
      securitySchemes: Object.keys(model.securitySchemes),
    },
  };
}
