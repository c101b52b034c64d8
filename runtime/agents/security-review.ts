import type { Endpoint, Finding, Model } from '../../schemas/index.js';
import { bySeverity, count, nameOf, type Agent } from './agent.js';

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'ALL']);

/** Requests that cannot carry a credential yet, or that prove themselves in another way. */
const OPEN_BY_NATURE =
  /(?:^|\/)(?:log-?in|log-?out|sign-?in|sign-?up|sign-?out|register|registration|sessions?|tokens?|oauth2?|authorize|callback|refresh(?:-token)?|forgot(?:-password)?|reset(?:-password)?|password-reset|verify(?:-email)?|verification|confirm(?:ation)?|activate|otp|magic-link|webhooks?|hooks|health|csp-report)(?:\/|$)/i;

/** Requests that try a credential: without a limit, they can be tried until one fits. */
const TRIES_CREDENTIAL =
  /(?:^|\/)(?:log-?in|sign-?in|sessions?|tokens?|forgot(?:-password)?|reset(?:-password)?|password-reset|otp|verify(?:-otp|-code)?|2fa|mfa|magic-link|authenticate)(?:\/|$)/i;

export const securityReview: Agent = {
  name: 'security-review',
  description:
    'Unguarded writes beside guarded siblings, owners that are not checked, guards that come too late, credentials without a rate limit',
  async run({ model }) {
    const endpoints = model.endpoints.filter((endpoint) => !endpoint.stale && endpoint.shadowedBy === undefined);
    const groups = grouped(endpoints, (endpoint) => collectionOf(endpoint.path));
    const ofFile = grouped(endpoints, (endpoint) => endpoint.source?.file);
    const siblings = (endpoint: Endpoint): Endpoint[] => groups.get(collectionOf(endpoint.path))!.filter((other) => other !== endpoint);
    const guards = guardNames(endpoints);
    const findings = endpoints.flatMap((endpoint) => {
      const late = guardAfterHandler(endpoint, guards) ?? guardAfterRoute(endpoint, ofFile);
      return [
        late ?? unguardedWrite(endpoint, siblings(endpoint)),
        ownerNotChecked(endpoint, siblings(endpoint)),
        missingRateLimit(endpoint, model),
        uploadBeforeGuard(endpoint),
      ].filter((finding) => finding !== undefined);
    });
    const of = (severity: Finding['severity']): number => findings.filter((finding) => finding.severity === severity).length;
    return {
      summary:
        findings.length === 0
          ? `${count(endpoints.length, 'endpoint')} reviewed, nothing found.`
          : `${count(endpoints.length, 'endpoint')} reviewed: ${count(of('error'), 'error')}, ${count(of('warning'), 'warning')}, ${count(of('info'), 'note')}.`,
      findings: bySeverity(findings),
    };
  },
};

function grouped<Key>(endpoints: readonly Endpoint[], keyOf: (endpoint: Endpoint) => Key): ReadonlyMap<Key, readonly Endpoint[]> {
  const groups = new Map<Key, Endpoint[]>();
  for (const endpoint of endpoints) {
    const key = keyOf(endpoint),
      known = groups.get(key);
    if (known) known.push(endpoint);
    else groups.set(key, [endpoint]);
  }
  return groups;
}

const isGuarded = (endpoint: Endpoint): boolean => (endpoint.security ?? []).some((use) => use.required !== false);

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** What siblings share: the path up to its first parameter. */
function collectionOf(path: string): string {
  const segments = segmentsOf(path);
  const first = segments.findIndex((segment) => /[:*]/.test(segment));
  return `/${(first <= 0 ? segments : segments.slice(0, first)).join('/')}`;
}

const make = (kind: string, severity: Finding['severity'], endpoint: Endpoint, message: string, evidence: object): Finding => ({
  kind,
  severity,
  message,
  endpoint: nameOf(endpoint),
  ...(endpoint.source && { file: endpoint.source.file }),
  evidence: { ...(endpoint.source && { line: endpoint.source.line }), ...evidence },
});

function unguardedWrite(endpoint: Endpoint, siblings: readonly Endpoint[]): Finding | undefined {
  if (!WRITES.has(endpoint.method) || isGuarded(endpoint) || OPEN_BY_NATURE.test(endpoint.path)) return undefined;
  const guarded = siblings.filter(isGuarded);
  const writing = guarded.filter((one) => WRITES.has(one.method));
  const [example] = writing.length > 0 ? writing : guarded;
  if (example === undefined) return undefined;
  const optional = (endpoint.security ?? []).length > 0;
  return make(
    'unguarded_write',
    writing.length > 0 ? 'error' : 'warning',
    endpoint,
    `${nameOf(endpoint)} changes something and ${optional ? 'answers without a credential, too' : 'has no guard'}, but ${nameOf(example)} beside it demands ${schemesOf(example)}.`,
    { guardedSiblings: guarded.map(nameOf), optional },
  );
}

const schemesOf = (endpoint: Endpoint): string =>
  (endpoint.security ?? [])
    .filter((use) => use.required !== false)
    .map((use) => use.scheme)
    .join(' or ');

/** A route whose last segment is a parameter is about one resource, and may be about somebody else's. */
function ownerNotChecked(endpoint: Endpoint, siblings: readonly Endpoint[]): Finding | undefined {
  const segments = segmentsOf(endpoint.path);
  if (!isGuarded(endpoint) || endpoint.ownership !== undefined || !segments.some((segment) => segment.startsWith(':'))) return undefined;
  const rights =
    (endpoint.security ?? []).some((use) => (use.scopes ?? []).length > 0) ||
    endpoint.middleware.some((entry) => (entry.scopes ?? []).length > 0);
  if (rights) return undefined;
  const checked = siblings.find((other) => other.ownership !== undefined && sameParameter(other, endpoint));
  if (checked !== undefined) {
    return make(
      'ownership_not_checked',
      'warning',
      endpoint,
      `${nameOf(endpoint)} does not compare the owner, but ${nameOf(checked)} compares ${checked.ownership!.ownerField} with the claim ${checked.ownership!.mustMatchAuthClaim}.`,
      { sibling: nameOf(checked), ownership: checked.ownership },
    );
  }
  const byId = segments.at(-1)!.startsWith(':') && ['PUT', 'PATCH', 'DELETE'].includes(endpoint.method);
  const guards = endpoint.middleware.filter((entry) => entry.type === 'auth').length;
  if (!byId || guards > 1) return undefined;
  return make(
    'ownership_not_checked',
    'info',
    endpoint,
    `Whoever has ${schemesOf(endpoint)} may ${endpoint.method === 'DELETE' ? 'delete' : 'change'} any ${segments.at(-1)!} of ${nameOf(endpoint)}: no comparison with the owner and no right was found.`,
    { guards },
  );
}

/** Both name the same resource: the same path up to the parameter. */
const sameParameter = (a: Endpoint, b: Endpoint): boolean => {
  const upTo = (path: string): string => {
    const segments = segmentsOf(path);
    return segments
      .slice(0, segments.findIndex((segment) => segment.startsWith(':')) + 1)
      .map((segment) => (segment.startsWith(':') ? ':' : segment))
      .join('/');
  };
  return upTo(a.path) !== '' && upTo(a.path) === upTo(b.path);
};

/** Names of middleware that guards endpoints of this model. Names that anything could have say nothing. */
const guardNames = (endpoints: readonly Endpoint[]): ReadonlySet<string> =>
  new Set(
    endpoints
      .flatMap((endpoint) =>
        endpoint.middleware.filter((entry) => entry.type === 'auth' && entry.scheme !== undefined).map((entry) => entry.name),
      )
      .filter((name) => name.length > 3 && !/^(?:anonymous|handler|middleware|default|arrow)\b/i.test(name)),
  );

/** What is given last answers; when that is a guard, the function before it has answered already. */
function guardAfterHandler(endpoint: Endpoint, guards: ReadonlySet<string>): Finding | undefined {
  const last = endpoint.handlerName;
  if (last === undefined || !guards.has(last)) return undefined;
  return make(
    'guard_after_handler',
    'error',
    endpoint,
    `${nameOf(endpoint)} lists the guard ${last} last, where the handler belongs: it runs after ${endpoint.middleware.at(-1)?.name ?? 'everything else'}, which answers first.`,
    { guard: last, chain: endpoint.middleware.map(({ name }) => name) },
  );
}

/** In one file, all routes from some line on have a guard and no route before it has: the guard is registered too late. */
function guardAfterRoute(endpoint: Endpoint, ofFile: ReadonlyMap<string | undefined, readonly Endpoint[]>): Finding | undefined {
  const { source } = endpoint;
  if (source === undefined || isGuarded(endpoint) || !WRITES.has(endpoint.method) || OPEN_BY_NATURE.test(endpoint.path)) return undefined;
  const same = ofFile.get(source.file)!;
  const guarded = same.filter(isGuarded);
  const first = Math.min(...guarded.map((other) => other.source!.line));
  if (guarded.length < 2 || source.line >= first || same.some((other) => other.source!.line > first && !isGuarded(other))) return undefined;
  const common = guarded[0]!.middleware
    .filter((entry) => entry.type === 'auth')
    .map(({ name }) => name)
    .find((name) => guarded.every((other) => other.middleware.some((entry) => entry.type === 'auth' && entry.name === name)));
  if (common === undefined) return undefined;
  return make(
    'guard_after_route',
    'warning',
    endpoint,
    `${nameOf(endpoint)} is registered before the guard ${common}, which every route after line ${source.line} of ${source.file} has: it does not run for this one.`,
    { guard: common, guarded: guarded.map(nameOf) },
  );
}

function missingRateLimit(endpoint: Endpoint, model: Model): Finding | undefined {
  if (endpoint.method !== 'POST' && endpoint.method !== 'ALL' && endpoint.method !== 'PUT') return undefined;
  const yields = Object.entries(model.securitySchemes).find(([, scheme]) => scheme.obtainedFrom?.endpoint === nameOf(endpoint))?.[0];
  if (yields === undefined && !TRIES_CREDENTIAL.test(endpoint.path)) return undefined;
  if (yields === undefined && isGuarded(endpoint)) return undefined;
  const limits = [
    ...(endpoint.rateLimit ? [endpoint.rateLimit] : []),
    ...endpoint.middleware.filter((entry) => entry.type === 'rate-limit'),
  ];
  if (limits.some(({ conditional }) => !conditional)) return undefined;
  return make(
    'missing_rate_limit',
    limits.length > 0 ? 'info' : 'warning',
    endpoint,
    `${nameOf(endpoint)} ${yields === undefined ? 'looks like a place where credentials are tried' : `gives out the credential of ${yields}`} and has ${limits.length > 0 ? 'a rate limit under another configuration only' : 'no rate limit: guesses cost nothing'}.`,
    { scheme: yields ?? null },
  );
}

/** A file that is received before anybody is asked who they are fills the disk for everybody. */
function uploadBeforeGuard(endpoint: Endpoint): Finding | undefined {
  const upload = endpoint.middleware.findIndex((entry) => entry.type === 'upload');
  const guard = endpoint.middleware.findIndex((entry) => entry.type === 'auth');
  if (upload < 0 || guard < 0 || upload > guard) return undefined;
  return make(
    'upload_before_guard',
    'warning',
    endpoint,
    `${nameOf(endpoint)} receives files with ${endpoint.middleware[upload]!.name} before ${endpoint.middleware[guard]!.name} asks for a credential.`,
    { chain: endpoint.middleware.map(({ name }) => name) },
  );
}
