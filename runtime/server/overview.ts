import type { Endpoint, Model } from '../../schemas/index.js';
import { methodsOf } from '../project/summary.js';
import { keyOf, registrationFor, takesAccount } from '../simulate/index.js';
import { ApiError } from './api-error.js';
import { coveredEndpoints } from './coverage.js';
import { guardsOf } from './endpoint-rows.js';
import type { Studio } from './studio.js';

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'ALL']);

/** So many of each kind are named; the rest is a number and a filter away. */
const NAMED = 12;

const named = (endpoints: readonly Endpoint[]) => ({ count: endpoints.length, first: endpoints.slice(0, NAMED).map(({ id }) => id) });

/** What has to be open: what gives a credential, and what makes the account for it. */
function opening(model: Model): ReadonlySet<Endpoint> {
  const sources = new Set(Object.values(model.securitySchemes).map((scheme) => scheme.obtainedFrom?.endpoint));
  const logins = model.endpoints.filter((endpoint) => sources.has(keyOf(endpoint)) || takesAccount(model, endpoint));
  return new Set(logins.flatMap((login) => [login, registrationFor(model, login)?.endpoint ?? login]));
}

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
  const present = model.endpoints.filter((endpoint) => !endpoint.stale);
  const live = present.filter((endpoint) => endpoint.shadowedBy === undefined);
  const open = opening(model);
  return {
    scan,
    model: {
      project: model.project,
      generatedAt: model.generatedAt,
      endpoints: present.length,
      methods: methodsOf(present),
      unguarded: named(live.filter((endpoint) => WRITES.has(endpoint.method) && guardsOf(endpoint).length === 0 && !open.has(endpoint))),
      untested: named(live.filter((endpoint) => !covered.has(endpoint.id))),
      shadowed: named(present.filter((endpoint) => endpoint.shadowedBy !== undefined)),
      conditional: named(present.filter((endpoint) => endpoint.conditional)),
      stale: named(model.endpoints.filter((endpoint) => endpoint.stale)),
      unresolved: model.unresolved ?? [],
      environments: model.environments.length,
      securitySchemes: Object.keys(model.securitySchemes),
    },
  };
}
