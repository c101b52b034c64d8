import type { Endpoint, EndpointSet, Link, Scheme, Shape } from '@tool/ir';
import { keysOfTables } from '../bearers-of-tables.js';
import { answerPlace, answeredFields, fieldsOf, isText, plainName, type Field } from './fields.js';

/** A credential in an answer: its whole dotted path says which kind. */
const ACCESS = /(?:access|auth|bearer|id|jwt|session|api)?(?:token|jwt)$|^jwt$|^access$|bearer$/;
const REFRESH = /refresh/;
/** Tokens for something else than calling the API. */
const OTHER =
  /reset|verif|csrf|xsrf|hash|confirm|invit|activation|push|device|fcm|unsubscribe|download|upload|setup|temp|tmp|expires?|type$/;
/** The same by the name of the field alone: a wrapper may be called so, too. */
const NAMED_OTHERWISE = /^(?:signup|regist|e?mail|magic|otp|mfa|totp|two|password|forgot|recover|challenge)/;

const LOGIN = /log-?in|sign-?in|authenticate|session|token|auth(?:\/|$)/i;
const REGISTER = /regist|sign-?up|join|create-account/i;
const SECRET = /^(?:password|passwd|pwd|pass|secret|pin|otp|code|clientsecret|idtoken|credential|credentials|apikey)$/;

const segmentsOf = (field: Field): string => field.path.split('.').map(plainName).join('.');
const isAccess = (field: Field): boolean => {
  const path = segmentsOf(field);
  const name = plainName(field.name);
  return (
    isText(field.shape) &&
    (ACCESS.test(name) || field.shape.format === 'jwt') &&
    !REFRESH.test(path) &&
    !OTHER.test(path) &&
    !NAMED_OTHERWISE.test(name)
  );
};
const isRefresh = (field: Field): boolean => {
  const path = segmentsOf(field);
  return isText(field.shape) && REFRESH.test(path) && /token$|^refresh$/.test(plainName(field.name)) && !/expires?|hash/.test(path);
};

/** A key of the calling application, in front of a login as of everything else: whoever calls has it before. */
const applicationKeys = ({ schemes }: EndpointSet): ReadonlySet<string> =>
  new Set(
    schemes.some(({ type, scheme }) => type === 'http' && scheme === 'bearer')
      ? schemes
          .filter((scheme) => scheme.type === 'apiKey' && scheme.in !== 'cookie' && /key/i.test(scheme.parameter ?? ''))
          .map(({ name }) => name)
      : [],
  );
const guarded = (endpoint: Endpoint, keys: ReadonlySet<string>): boolean =>
  (endpoint.security ?? []).some((use) => use.required && !keys.has(use.scheme));
const takesSecret = (endpoint: Endpoint): boolean =>
  endpoint.requestBody !== undefined && fieldsOf(endpoint.requestBody.shape).some((field) => SECRET.test(plainName(field.name)));

interface Source {
  readonly endpoint: Endpoint;
  readonly field: Field;
  readonly rank: number;
}

/** Endpoints that hand out a credential to whoever proves who they are: they are not guarded, and they take a secret or are called so. */
function sources(set: EndpointSet, is: (field: Field) => boolean): readonly Source[] {
  const found: Source[] = [];
  const keys = applicationKeys(set);
  for (const endpoint of set.endpoints) {
    if (endpoint.shadowedBy !== undefined || endpoint.conditional || guarded(endpoint, keys) || endpoint.method === 'DELETE') continue;
    const secret = takesSecret(endpoint);
    // A parameter called `token` is what the client has already.
    const segments = endpoint.path.split('/').filter((segment) => segment !== '' && !segment.startsWith(':'));
    const last = segments.at(-1) ?? '';
    const path = `/${segments.join('/')}`;
    const login = LOGIN.test(path),
      register = REGISTER.test(path) || /create|add|new/i.test(last);
    if (!secret && !login) continue;
    const fields = answeredFields(endpoint).filter(is);
    const [field] = [...fields].sort((a, b) => preference(a) - preference(b));
    if (field) found.push({ endpoint, field, rank: (secret ? 0 : 8) + (register ? 4 : LOGIN.test(last) ? 0 : login ? 1 : 2) });
  }
  return found.sort((a, b) => a.rank - b.rank);
}

/** Endpoints behind a guard whose answer has a token that was signed for it, or that are called a renewal: a new one for whoever has one. */
function renewals(set: EndpointSet): readonly { readonly endpoint: Endpoint; readonly field: Field }[] {
  const keys = applicationKeys(set);
  return set.endpoints.flatMap((endpoint) => {
    if (endpoint.shadowedBy !== undefined || endpoint.conditional || !guarded(endpoint, keys)) return [];
    const renews = /refresh|renew/i.test(endpoint.path.split('/').at(-1) ?? '');
    const [field] = answeredFields(endpoint)
      .filter((candidate) => (renews || candidate.shape.format === 'jwt') && isAccess(candidate))
      .sort((a, b) => preference(a) - preference(b));
    return field ? [{ endpoint, field }] : [];
  });
}

/**
 * An access token before one that is called token or otherwise, but an outer one before any inner one; what has another word in front is of another
 * system, and what may be null is none for everybody.
 */
const preference = (field: Field): number => {
  const name = plainName(field.name);
  const called = /(?:^|\.)(?:access|bearer)(?:token|jwt)?(?:\.|$)/.test(segmentsOf(field))
    ? 0
    : /^(?:token|jwt)$/.test(name)
      ? 1
      : /^(?:auth|id|jwt|session|api|user|login)(?:token|jwt)$/.test(name)
        ? 2
        : ACCESS.test(name)
          ? 20
          : 30;
  return field.path.split('.').length * 4 + called + (mayBeNull(field.shape) ? 40 : 0);
};
const mayBeNull = ({ kind, alternatives }: Shape): boolean => kind === 'null' || (alternatives ?? []).some(mayBeNull);

const keyOf = (endpoint: Endpoint): string => endpoint.key ?? `${endpoint.method} ${endpoint.path}`;

/** Which answer a credential of a scheme comes from, and who has to send it. */
export function credentialLinks(set: EndpointSet): {
  readonly schemes: readonly Scheme[];
  readonly links: readonly Link[];
  readonly produced: readonly Produced[];
} {
  const access = sources(set, isAccess);
  const [best] = access;
  const links: Link[] = [];
  const produced: Produced[] = [];
  const header = (scheme: Scheme): string | null =>
    scheme.type === 'http' && scheme.scheme === 'bearer'
      ? 'header:Authorization'
      : scheme.type === 'apiKey' && scheme.in === 'header' && scheme.parameter
        ? `header:${scheme.parameter}`
        : null;
  // With several schemes of the kind nobody knows which of them the token is for; a key that stands in a table comes from who writes it there.
  const kept = keysOfTables(set);
  const isWritten = ({ handler }: Endpoint, entity: string): boolean =>
    set.program.handlers
      .find(({ id }) => id === handler)
      ?.behaviour?.data.some((use) => use.operation === 'create' && use.entity === entity) === true;
  const bearing = set.schemes.filter(
    (scheme) => header(scheme) !== null && (!kept.has(scheme) || (best && isWritten(best.endpoint, kept.get(scheme)!.entity))),
  );
  const isKept = set.schemes.some(
    (scheme) => scheme.type === 'apiKey' && scheme.in === 'cookie' && !/session|sid$/i.test(scheme.parameter ?? ''),
  );
  const target =
    bearing.length === 1 && (bearing[0]!.type === 'http' || !isKept)
      ? bearing[0]!
      : (bearing.find((scheme) => kept.has(scheme)) ?? bearing.find((scheme) => scheme.type === 'http') ?? null);
  const obtained = new Map<Scheme, Pick<Source, 'endpoint' | 'field'>>(best && target ? [[target, best]] : []);
  for (const [scheme, { entity, column }] of kept) {
    const makers = set.endpoints.flatMap((endpoint) => {
      const field = answeredFields(endpoint).find(({ name, shape }) => name === column && isText(shape));
      return endpoint.shadowedBy === undefined && field && isWritten(endpoint, entity) ? [{ endpoint, field }] : [];
    });
    if (makers.length === 1 && !obtained.has(scheme)) obtained.set(scheme, makers[0]!);
  }
  const schemes = set.schemes.map((scheme) => {
    const from = obtained.get(scheme);
    return from ? { ...scheme, obtainedFrom: { endpoint: keyOf(from.endpoint), field: from.field.path } } : scheme;
  });
  for (const [scheme, { endpoint: producer, field }] of obtained)
    for (const endpoint of set.endpoints) {
      const use =
        endpoint.shadowedBy === undefined
          ? endpoint.security?.find((candidate) => candidate.scheme === scheme.name && candidate.required)
          : undefined;
      if (use)
        links.push({
          producer: keyOf(producer),
          field: field.path,
          consumer: keyOf(endpoint),
          usedAs: header(scheme)!,
          evidence: use.evidence,
        });
    }
  if (best && target)
    for (const source of [...access, ...renewals(set)]) produced.push({ endpoint: source.endpoint, field: source.field.path });
  // A refresh token goes where a body asks for one.
  const refresh = sources(set, isRefresh);
  const from = refresh.find((source) => !source.endpoint.requestBody || !fieldsOf(source.endpoint.requestBody.shape).some(isRefresh));
  if (from) {
    for (const endpoint of set.endpoints) {
      const field =
        endpoint.requestBody && endpoint.shadowedBy === undefined ? fieldsOf(endpoint.requestBody.shape).find(isRefresh) : undefined;
      if (field)
        links.push({
          producer: keyOf(from.endpoint),
          field: from.field.path,
          consumer: keyOf(endpoint),
          usedAs: `body:${field.path}`,
          evidence: endpoint.requestBody!.evidence,
        });
    }
    for (const source of refresh) produced.push({ endpoint: source.endpoint, field: source.field.path });
  }
  return { schemes, links, produced };
}

/** An answer's member that is a credential, used by nobody that is seen. */
export interface Produced {
  readonly endpoint: Endpoint;
  readonly field: string;
}
export { answerPlace };
