import type { Json, Middleware } from '@tool/ir';

type Fields = { readonly [key: string]: Json };

const MASK = '***';

/** Packages whose first argument is a secret, as a string or a list of strings. */
const SECRET_FIRST: ReadonlySet<string> = new Set(['cookie-parser', 'keygrip', 'cookies']);

/**
 * The literal arguments of the call that made a middleware: the fields of a single object, or `{arguments: [...]}`.
 * Undefined when there are none. The model is committed, so what is named like a secret is masked.
 */
export function literalConfig(type: string, middleware: Middleware): Record<string, unknown> | undefined {
  const given = middleware.arguments ?? [];
  if (given.length === 0) return undefined;
  const safe = given.map((value, index) => (index === 0 && SECRET_FIRST.has(middleware.origin?.module ?? '') ? hide(value) : mask(value)));
  const [first] = safe;
  if (safe.length > 1 || !isFields(first)) return { arguments: safe };
  if (Object.keys(first).length === 0) return undefined;
  return type === 'rate-limit' ? rateLimitConfig(first) : { ...first };
}

/** Rate limiters name the same setting `max` or `limit`; the model says `max`. */
const rateLimitConfig = ({ limit, ...rest }: Fields): Record<string, unknown> =>
  limit === undefined ? rest : { ...('max' in rest ? {} : { max: limit }), ...rest };

const isFields = (value: Json | undefined): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function mask(value: Json): Json {
  if (Array.isArray(value)) return value.map((element: Json) => mask(element));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, isSecret(key) ? hide(child) : mask(child)]));
}

/** Strings and numbers go, the structure stays: a reader sees that two keys are set, not which. */
function hide(value: Json): Json {
  if (typeof value === 'string' || typeof value === 'number') return MASK;
  if (Array.isArray(value)) return value.map((element: Json) => hide(element));
  return isFields(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, hide(value[key]!)])) : value;
}

/** `keys` are those of signed cookies, `users` those of basic authentication with their passwords. */
const isSecret = (key: string): boolean => {
  const word = key.toLowerCase().replaceAll(/[^a-z]/g, '');
  return (
    /secret|passw|passphrase|apikey|privatekey|accesskey|signingkey|encryptionkey|credential/.test(word) ||
    ['key', 'keys', 'token', 'tokens', 'accesstoken', 'authtoken', 'users', 'pwd', 'salt'].includes(word)
  );
};
