import type { Endpoint, Exchange, RunCheck, RunFailure } from '../../../schemas/index.js';
import { curlOf, rounded } from '../../report/index.js';
import { valueAtPath } from '../value-at-path.js';
import { checkResponse, reasonIn } from './check-response.js';
import { negativeCases, type NegativeCase } from './negative-cases.js';
import { keyOf, spoilsAccount, takesLeave } from './plan.js';
import { methodOf, requestOf as requestFor, type RequestParts } from './request-parts.js';
import { NotAvailableError, UnreachableError } from './errors.js';
import { isSafe, type Positive, type Session, type User } from './session.js';

export interface EndpointOptions {
  readonly negative: boolean;
  /** Whether a status rejects a request. */
  readonly rejects: (status: number) => boolean;
}

export interface EndpointChecks {
  readonly checks: readonly RunCheck[];
  /** Set when no server could be talked to: nothing else need be tried. */
  readonly unreachable?: UnreachableError;
}

/** Why an endpoint cannot be called at all; undefined when it can. */
export function reasonToSkip(endpoint: Endpoint, writes: boolean): string | undefined {
  if (endpoint.stale === true) return 'it is no longer in the source';
  if (endpoint.shadowedBy !== undefined) return `${endpoint.shadowedBy} takes its requests`;
  if (!endpoint.path.startsWith('/') || /[\\^$()|]/.test(endpoint.path.replace(/:\w+\([^/]*\)/g, '')))
    return 'its path is a regular expression, for which no example is known';
  if (!writes && !isSafe(methodOf(endpoint)))
    return 'it may change data, and the environment is not on this machine; --allow-writes allows it';
  return undefined;
}

/** Calls one endpoint with valid data and, on demand, with data that breaks one thing at a time. */
export async function checkEndpoint(session: Session, endpoint: Endpoint, options: EndpointOptions): Promise<EndpointChecks> {
  const skip = reasonToSkip(endpoint, session.context.writes);
  if (skip !== undefined) return { checks: [skipped(keyOf(endpoint), endpoint, skip)] };
  const cases = options.negative ? negativeCases(endpoint) : [];
  const checks: RunCheck[] = [];
  try {
    // What is deleted cannot be refused to somebody afterwards, and who has logged out is nobody.
    const last = endpoint.method === 'DELETE' || takesLeave(endpoint);
    if (last) for (const one of cases) checks.push(await negative(session, endpoint, one, options));
    const { check, meaningful } = await positive(session, endpoint);
    checks.splice(last ? checks.length : 0, 0, check);
    if (!last) {
      for (const one of cases) {
        checks.push(
          meaningful
            ? await negative(session, endpoint, one, options)
            : skipped(
                `${keyOf(endpoint)}, ${one.name}`,
                endpoint,
                'the valid request was not accepted, so that a rejection would say nothing',
              ),
        );
      }
    }
    return { checks };
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    const failure: RunFailure = { check: 'connection', message: error.message, ...(error.help !== undefined && { help: error.help }) };
    return { checks: [...checks, made(keyOf(endpoint), endpoint, 0, [failure], [], session.preparation.splice(0))], unreachable: error };
  }
}

async function positive(session: Session, endpoint: Endpoint): Promise<{ check: RunCheck; meaningful: boolean }> {
  const name = keyOf(endpoint);
  const started = performance.now();
  const log: Exchange[] = [];
  const all = (): Exchange[] => [...session.preparation.splice(0), ...log];
  try {
    const { user, positive } = await forWhom(session, endpoint);
    const { invented, missing } = positive;
    const sent = await session.sendValid(endpoint, positive.parts, user, log);
    const { outcome, parts } = sent;
    let { notes } = sent;
    if (!outcome.ok) {
      session.remember(endpoint, Promise.reject(new NotAvailableError(`${name} failed: ${outcome.failure.message}`)));
      const check = outcome.failure.kind.startsWith('timeout')
        ? 'timeout'
        : outcome.failure.kind === 'aborted'
          ? 'interrupted'
          : 'connection';
      return {
        check: made(
          name,
          endpoint,
          started,
          [{ check, message: outcome.failure.message, ...(outcome.failure.help !== undefined && { help: outcome.failure.help }) }],
          [],
          all(),
        ),
        meaningful: false,
      };
    }
    const { response } = outcome;
    if (missing !== undefined) {
      // Pages send strangers somewhere else; what is wrong with a request is often said before who sends it is asked.
      if (response.status >= 300) throw missing;
      notes = [`It answers ${response.status} without a credential, which the model demands (${missing.message.replace(/\.$/, '')}).`];
    }
    const body = response.json.ok ? response.json.value : undefined;
    session.remember(
      endpoint,
      response.status < 400
        ? Promise.resolve(body)
        : Promise.reject(new NotAvailableError(`${name} answered ${response.status}${reasonIn(response)}.`)),
    );
    if (response.status < 400) {
      session.made.push({ endpoint, body, parts });
      session.follow(endpoint, parts, body);
    }
    if (response.status === 403 && (endpoint.security ?? []).length > 0) {
      const scopes = (endpoint.security ?? []).flatMap((use) => use.scopes ?? []);
      const variable = `TOOL_CREDENTIAL_${endpoint.security![0]!.scheme.toUpperCase().replace(/[^A-Z\d]/g, '_')}`;
      return {
        check: {
          ...skipped(
            name,
            endpoint,
            `403: the user that was made for this run has not the rights${scopes.length > 0 ? ` (${scopes.join(', ')})` : ''}; give the credential of one that has them in ${variable}`,
          ),
          exchanges: all(),
        },
        meaningful: false,
      };
    }
    const account = response.status >= 400 && response.status < 500 ? session.credentials.inventedAccount(endpoint) : [];
    if (account.length > 0) {
      const stored = account.map((field) => `\`tool memory set global:${field} <value>\``).join(', ');
      return {
        check: {
          ...skipped(
            name,
            endpoint,
            `${response.status}: no endpoint of the model makes an account for it, so that one was invented. Store that of an account which exists: ${stored}`,
          ),
          exchanges: all(),
        },
        meaningful: false,
      };
    }
    const { failures, warnings } = checkResponse(endpoint, response, invented);
    return {
      check: made(name, endpoint, started, failures, [...session.notes.splice(0), ...notes, ...warnings], all()),
      meaningful: failures.length === 0 && response.status < 400,
    };
  } catch (error) {
    if (!(error instanceof NotAvailableError)) throw error;
    session.remember(endpoint, Promise.reject(error));
    return {
      check: { ...skipped(name, endpoint, error.help === undefined ? error.message : `${error.message} ${error.help}`), exchanges: all() },
      meaningful: false,
    };
  }
}

/** Who leaves is a user of its own. Where no second account can be had, the one who did everything logs out, at the end; its account stays as it is. */
async function forWhom(session: Session, endpoint: Endpoint): Promise<{ readonly user: User; readonly positive: Positive }> {
  if (takesLeave(endpoint)) {
    const spoils = spoilsAccount(endpoint) && (endpoint.security ?? []).some((use) => use.required !== false);
    try {
      const positive = await session.positive(endpoint, 'leaver');
      if (positive.missing === undefined && (!spoils || session.credentials.isOwn('leaver'))) return { user: 'leaver', positive };
      if (spoils && positive.missing !== undefined) throw positive.missing;
    } catch (error) {
      if (!(error instanceof NotAvailableError)) throw error;
    }
    if (spoils)
      throw new NotAvailableError(
        'it would change or delete the account of whoever calls it, and none can be made for that alone.',
        'Call it yourself, with an account that you can do without.',
      );
  }
  return { user: 'main', positive: await session.positive(endpoint, 'main') };
}

async function negative(session: Session, endpoint: Endpoint, one: NegativeCase, options: EndpointOptions): Promise<RunCheck> {
  const name = `${keyOf(endpoint)}, ${one.name}`;
  const started = performance.now();
  const log: Exchange[] = [];
  const all = (): Exchange[] => [...session.preparation.splice(0), ...log];
  try {
    // Data of its own: a name that is taken would be refused for another reason.
    const { parts, missing } = await session.positive(endpoint, 'main', `negative ${one.name}`);
    if (missing !== undefined) throw missing;
    const broken = one.break(await as(session, endpoint, parts, one.as));
    const outcome = await session.send(endpoint, { ...requestOf(session, endpoint, broken), redirects: 'manual' }, log);
    if (!outcome.ok)
      return made(
        name,
        endpoint,
        started,
        [
          {
            check: 'negative',
            message: `${outcome.failure.message} (${one.name})`,
            ...(outcome.failure.help !== undefined && { help: outcome.failure.help }),
          },
        ],
        [],
        all(),
      );
    const { response } = outcome;
    if (response.status < 300) session.made.push({ endpoint, body: response.json.ok ? response.json.value : undefined, parts });
    return made(name, endpoint, started, judge(one, response.status, options.rejects), [], all());
  } catch (error) {
    if (!(error instanceof NotAvailableError)) throw error;
    return { ...skipped(name, endpoint, error.help === undefined ? error.message : `${error.message} ${error.help}`), exchanges: all() };
  }
}

async function as(session: Session, endpoint: Endpoint, parts: RequestParts, who: NegativeCase['as']): Promise<RequestParts> {
  switch (who) {
    case 'nobody':
      return { ...parts, credential: null, cookies: undefined };
    case 'unknown':
      return { ...parts, credential: session.credentials.unknown(endpoint), cookies: undefined };
    case 'other':
      return { ...parts, credential: await session.credentials.for(endpoint, 'other'), cookies: session.jar('other') };
    default:
      return parts;
  }
}

function judge(one: NegativeCase, status: number, rejects: (status: number) => boolean): RunFailure[] {
  // Pages send whoever is not logged in somewhere else.
  if (rejects(status) || (one.kind === 'credential' && status >= 300 && status < 400)) return [];
  const failure = (message: string, help: string): RunFailure[] => [
    { check: 'negative', message, expected: one.kind === 'input' ? '4xx' : '401 or 403', received: status, help },
  ];
  if (status >= 500)
    return failure(
      `It answers ${status}, ${one.name}: the server fails where it should refuse.`,
      'Validate the input before it is used. Other statuses can be accepted with --negative-expect.',
    );
  if (one.kind === 'ownership')
    return failure(
      `It answers ${status} with ${one.name}: everybody can reach what belongs to one.`,
      'Compare the owner with the user who asks.',
    );
  if (one.kind === 'credential') return failure(`It answers ${status} with ${one.name}.`, 'Check the guard of this endpoint.');
  return failure(
    `It answers ${status} although ${one.name}.`,
    'Check the validation of this endpoint. Other statuses can be accepted with --negative-expect.',
  );
}

const requestOf = (session: Session, endpoint: Endpoint, parts: RequestParts) =>
  requestFor(endpoint, session.context.environment.baseUrl, parts);

/**
 * Deletes what the run made and nobody deleted: the last first, by the endpoint that takes the id which the making one produced.
 * @param signal ends it; not the one that interrupts the run, which must not keep it from cleaning up
 */
export async function cleanUp(session: Session, signal: AbortSignal | undefined): Promise<RunCheck[]> {
  const checks: RunCheck[] = [];
  const deleted = new Set(
    session.made
      .filter(({ endpoint }) => endpoint.method === 'DELETE')
      .map(({ endpoint, parts }) => requestOf(session, endpoint, parts).url),
  );
  for (const { endpoint: maker, body, parts: madeWith } of [...session.made].reverse()) {
    if (maker.method === 'DELETE' || body === undefined) continue;
    const link = (remover: Endpoint) =>
      (remover.consumes ?? []).find(
        ({ producedBy, usedAs }) =>
          producedBy === keyOf(maker) && usedAs.startsWith('path:') && remover.path.endsWith(`:${usedAs.slice('path:'.length)}`),
      );
    const remover = session.context.model.endpoints
      .filter((one) => one.method === 'DELETE' && one.shadowedBy === undefined && link(one) !== undefined)
      .sort((a, b) => a.path.length - b.path.length)[0];
    if (remover === undefined) continue;
    const { variable, usedAs } = link(remover)!;
    const id = valueAtPath(body, maker.produces?.find((one) => one.variable === variable)?.responseField ?? variable);
    if (id === undefined || id === null) continue;
    const started = performance.now();
    const log: Exchange[] = [];
    const name = `${keyOf(remover)}, clean up`;
    try {
      const credential = await session.credentials.for(remover, 'main');
      const parts: RequestParts = {
        path: { ...madeWith.path, [usedAs.slice(5)]: id },
        query: {},
        headers: {},
        body: undefined,
        credential,
        cookies: madeWith.cookies,
      };
      const request = requestOf(session, remover, parts);
      if (deleted.has(request.url)) continue;
      deleted.add(request.url);
      let outcome = await session.send(remover, request, log, signal ?? null);
      const renewed = outcome.ok && outcome.response.status === 401 && (await session.credentials.renewed(remover, 'main', credential));
      if (renewed)
        outcome = await session.send(remover, requestOf(session, remover, { ...parts, credential: renewed }), log, signal ?? null);
      const failures: RunFailure[] = !outcome.ok
        ? [{ check: 'cleanup', message: outcome.failure.message }]
        : outcome.response.status < 400 || outcome.response.status === 404 || outcome.response.status === 410
          ? []
          : [
              {
                check: 'cleanup',
                message: `${request.url} could not be deleted: ${outcome.response.status}${reasonIn(outcome.response)}.`,
                received: outcome.response.status,
              },
            ];
      checks.push({ ...made(name, remover, started, failures, [], log), cleanup: true });
    } catch (error) {
      if (!(error instanceof NotAvailableError) && !(error instanceof UnreachableError)) throw error;
      checks.push({ ...made(name, remover, started, [{ check: 'cleanup', message: error.message }], [], log), cleanup: true });
    }
  }
  return checks;
}

export const skipped = (name: string, endpoint: Endpoint, reason: string): RunCheck => ({
  name,
  verdict: 'skipped',
  endpoint: keyOf(endpoint),
  reason,
  durationMs: 0,
  failures: [],
  warnings: [],
  exchanges: [],
});

function made(
  name: string,
  endpoint: Endpoint,
  started: number,
  failures: readonly RunFailure[],
  warnings: readonly string[],
  exchanges: readonly Exchange[],
): RunCheck {
  const failed = failures.length > 0;
  return {
    name,
    verdict: failed ? 'failed' : 'passed',
    endpoint: keyOf(endpoint),
    durationMs: started === 0 ? 0 : rounded(performance.now() - started),
    failures: [...failures],
    warnings: [...warnings],
    // The last request is the one that failed; those before it were for accounts and ids.
    exchanges: exchanges.map((exchange, index) =>
      failed && index === exchanges.length - 1 ? { ...exchange, curl: curlOf(exchange) } : exchange,
    ),
  };
}
