import type { Endpoint, Model } from '../../../schemas/index.js';

/** A field that holds a secret which a person chooses. */
const SECRET_FIELD = /pass(?:word|phrase|code)|pwd|^pin$/i;
/** How the endpoints are called that make an account. */
const NAMES = /regist|sign-?_?up|create-?_?(?:user|account)|\/(?:users|accounts|members|customers)$/i;

/** The endpoint that makes the account which a login needs, and which fields of its body are those of the login. */
export interface Registration {
  readonly endpoint: Endpoint;
  /** Fields that both bodies have. */
  readonly shared: readonly string[];
}

/**
 * Finds where an account comes from: an open POST whose body has all the fields that the login demands, and whose name says that it
 * makes an account. Undefined when there is none, or when there are several that fit equally well: an account is not made by chance.
 */
export function findRegistration(model: Pick<Model, 'endpoints'>, login: Endpoint): Registration | undefined {
  const wanted = Object.entries(login.requestBody?.fields ?? {})
    .filter(([, field], _index, all) => field.required === true || all.every(([, each]) => each.required !== true))
    .map(([name]) => name);
  if (!wanted.some((name) => SECRET_FIELD.test(name))) return undefined;
  const candidates = model.endpoints.filter((endpoint) => {
    if (endpoint.method !== 'POST' || endpoint === login || endpoint.shadowedBy !== undefined) return false;
    if ((endpoint.security ?? []).some((use) => use.required !== false)) return false;
    const fields = endpoint.requestBody?.fields ?? {};
    return NAMES.test(`${endpoint.path}`) || NAMES.test(endpoint.handlerName ?? '') || NAMES.test(endpoint.name ?? '')
      ? wanted.every((name) => Object.hasOwn(fields, name))
      : false;
  });
  const named = candidates.filter(({ path }) => /regist|sign-?_?up/i.test(path));
  const best = named.length > 0 ? named : candidates;
  return best.length === 1 ? { endpoint: best[0]!, shared: wanted } : undefined;
}
