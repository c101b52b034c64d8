import type { Endpoint, Model } from '../../../schemas/index.js';

/** A field that holds a secret which a person chooses. */
const SECRET_FIELD = /pass(?:word|phrase|code|wd)|pwd|^pin$/i;
/** How the endpoints are called that make an account. */
const MAKES_ACCOUNT = /regist|sign-?_?up|create-?_?(?:user|account)|\/(?:users|accounts|members|customers)$/i;
const LOGS_IN = /log-?_?in|sign-?_?in|\/(?:sessions?|tokens?|authenticate|auth)$/i;

const fieldsOf = (endpoint: Endpoint): string[] => Object.keys(endpoint.requestBody?.fields ?? {});

/** Whether an endpoint takes the credentials of an account that has to be there before. */
export function takesAccount(model: Model, endpoint: Endpoint): boolean {
  const key = `${endpoint.method} ${endpoint.path}`;
  const namesSecret = fieldsOf(endpoint).some((name) => SECRET_FIELD.test(name));
  if (!namesSecret || endpoint.method !== 'POST' || MAKES_ACCOUNT.test(endpoint.path)) return false;
  return LOGS_IN.test(endpoint.path) || Object.values(model.securitySchemes).some((scheme) => scheme.obtainedFrom?.endpoint === key);
}

/**
 * The endpoint that makes the account which a login needs: an open POST whose body has all that the login demands and whose name says so.
 * Undefined when there is none, or when several fit equally well: an account is not made by chance.
 */
export function registrationFor(model: Model, login: Endpoint): Endpoint | undefined {
  const all = Object.entries(login.requestBody?.fields ?? {});
  const demanded = all.filter(([, field]) => field.required === true);
  const wanted = (demanded.length > 0 ? demanded : all).map(([name]) => name);
  if (!wanted.some((name) => SECRET_FIELD.test(name))) return undefined;
  const candidates = model.endpoints.filter(
    (endpoint) =>
      endpoint !== login &&
      endpoint.method === 'POST' &&
      endpoint.shadowedBy === undefined &&
      !(endpoint.security ?? []).some((use) => use.required !== false) &&
      (MAKES_ACCOUNT.test(endpoint.path) || MAKES_ACCOUNT.test(endpoint.handlerName ?? '')) &&
      wanted.every((name) => fieldsOf(endpoint).includes(name)),
  );
  const named = candidates.filter(({ path }) => /regist|sign-?_?up/i.test(path));
  const best = named.length > 0 ? named : candidates;
  return best.length === 1 ? best[0] : undefined;
}
