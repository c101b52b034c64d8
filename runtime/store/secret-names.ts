/** Words that make a name that of a secret, wherever they stand in it. */
const SECRET_WORDS = new Set([
  'password',
  'passwords',
  'passwd',
  'passphrase',
  'passcode',
  'pwd',
  'secret',
  'secrets',
  'token',
  'tokens',
  'jwt',
  'bearer',
  'credential',
  'credentials',
  'authorization',
  'auth',
  'cookie',
  'cookies',
  'apikey',
  'otp',
  'totp',
  'pin',
  'cvv',
  'cvc',
  'csrf',
  'xsrf',
  'signature',
  'sid',
  'sessionid',
  'privatekey',
  'accesskey',
]);

/** Words that make it a secret only before `key` or `id`: a key of a map or an id of a book is none. */
const BEFORE_KEY = new Set(['api', 'access', 'private', 'secret', 'signing', 'encryption', 'client', 'master', 'service']);

/** What speaks *about* a secret: `tokenType`, `passwordExpiresAt`, `pinRequired`. */
const ABOUT = new Set([
  'type',
  'types',
  'expiry',
  'expires',
  'expiration',
  'at',
  'in',
  'count',
  'length',
  'limit',
  'required',
  'enabled',
  'policy',
  'hint',
  'min',
  'max',
  'name',
  'names',
  'url',
  'uri',
  'endpoint',
  'status',
  'ttl',
  'algorithm',
  'scope',
  'scopes',
  'ms',
  'seconds',
  'valid',
  'provider',
  'strength',
  'method',
  'mode',
  'state',
  'level',
]);

const known = new Map<string, boolean>();

/**
 * Whether a field, header, parameter or variable of this name holds a secret: `password`, `accessToken`, `X-Api-Key`, `client_secret`.
 * Names are read word by word, so `spinner` holds no pin and `tokenType` no token.
 */
export function isSecretName(name: string): boolean {
  const remembered = known.get(name);
  if (remembered !== undefined) return remembered;
  const verdict = judge(name);
  // Names come from answers of servers too: the table must not grow without end.
  if (known.size > 10_000) known.clear();
  known.set(name, verdict);
  return verdict;
}

function judge(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  const last = words.at(-1);
  if (last === undefined || (words.length > 1 && ABOUT.has(last))) return false;
  if (words.some((word) => SECRET_WORDS.has(word))) return true;
  if (words.length > 1 && last === 'id' && words.at(-2) === 'session') return true;
  return words.length > 1 && last === 'key' && BEFORE_KEY.has(words.at(-2)!);
}
