import { setOwn } from './clone-json.js';
import { KnownTexts, LEAST_LENGTH } from './known-texts.js';
import { isSecretName } from './secret-names.js';

/** What stands where a secret was. */
export const MASK = '***';

/**
 * Takes secrets out of everything that is shown or written down: logs, reports, run records, curl lines, answers to assistants.
 * It masks by name (`isSecretName`), by form (`Bearer …`, JSON web tokens), and every value it was told about, wherever it occurs.
 * Nothing it returns shares structure with what it was given, and what it was given is never changed.
 */
export interface Masker {
  /** From now on this value is masked wherever it occurs, also encoded for a URL or in JSON. Values of fewer than 5 characters are not: they occur everywhere. */
  learn(value: string): void;
  text(text: string): string;
  /** A copy of a JSON value with its secrets masked. */
  json(value: unknown): unknown;
  /** A copy of a JSON value in whose texts everything that is known is masked; names do not matter. For what was masked before more was learnt. */
  strings(value: unknown): unknown;
  /** Header values; of `Authorization` the scheme stays, of cookies their names. */
  headers(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string | string[]>;
  /** User information and secret query parameters. */
  url(url: string): string;
  /** A body as text: JSON and forms by their fields, anything else by what is known. */
  body(text: string, contentType: string): string;
}

/** Headers that never hold what somebody chose, or that are made by the client: most of an exchange, and not worth a search. */
const PLAIN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'user-agent',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
  'vary',
  'server',
  'host',
]);
const JSON_WEB_TOKEN = /\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g;
const AUTHORIZATION = /\b(Bearer|Basic|Token|ApiKey)(\s+)(?!\*{3})([\w.~+/=-]{5,})/gi;
/** `Token expired`, `Basic authentication`: a word of a sentence is no credential. */
const WORD = /^[a-z]{1,14}[.]?$/;

export function createMasker(secrets: Iterable<string> = []): Masker {
  return maskerOf(knownFrom(secrets));
}

/** Makes maskers that all know the same secrets, and each what it is told. The secrets are taken in once. */
export function createMaskers(secrets: Iterable<string>): () => Masker {
  const common = knownFrom(secrets);
  return () => maskerOf(new KnownTexts(common));
}

function knownFrom(secrets: Iterable<string>): KnownTexts {
  const known = new KnownTexts();
  for (const secret of secrets) if (isWorthLearning(secret)) learnForms(known, secret);
  return known;
}

const isWorthLearning = (value: string): boolean => value.length >= LEAST_LENGTH && value !== MASK;

/** A value as it is written in texts, URLs, forms and JSON. */
function learnForms(learnt: KnownTexts, value: string): void {
  if (learnt.has(value)) return;
  learnt.add(value);
  // Most tokens and identifiers are written the same way everywhere.
  if (/^[\w.-]*$/.test(value)) return;
  const inUrl = encodeURIComponent(Buffer.from(value).toString());
  for (const form of [inUrl, inForms(inUrl), JSON.stringify(value).slice(1, -1)]) learnt.add(form);
}

function maskerOf(learnt: KnownTexts): Masker {
  /** Learnt when something is to be masked: what is told to a masker between two requests must not hold up the second. */
  let told = new Set<string>();

  const learn = (value: string): void => {
    if (isWorthLearning(value)) told.add(value);
  };

  const text = (given: string): string => {
    if (told.size > 0) {
      const values = told;
      told = new Set();
      for (const value of values) learnForms(learnt, value);
    }
    let result = learnt.replaceIn(given, MASK);
    if (result.includes('eyJ')) result = result.replace(JSON_WEB_TOKEN, MASK);
    if (result.length > 10)
      result = result.replace(AUTHORIZATION, (whole, scheme: string, space: string, value: string) =>
        WORD.test(value) ? whole : `${scheme}${space}${MASK}`,
      );
    return result;
  };

  const json = (value: unknown, secret = false): unknown => {
    if (typeof value === 'string') return secret && value !== '' ? MASK : text(value);
    if (typeof value === 'number') return secret ? MASK : value;
    if (Array.isArray(value)) return value.map((element: unknown) => json(element, secret));
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value))
      setOwn(copy, key, json((value as Readonly<Record<string, unknown>>)[key], secret || isSecretName(key)));
    return copy;
  };

  const strings = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(strings);
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = {};
    for (const [key, child] of Object.entries(value)) setOwn(copy, key, strings(child));
    return copy;
  };

  const header = (name: string, value: string): string => {
    if (PLAIN_HEADERS.has(name)) return value;
    const lower = name.toLowerCase();
    if (PLAIN_HEADERS.has(lower)) return value;
    if (lower === 'authorization' || lower === 'proxy-authorization')
      return /^[A-Za-z][\w-]* +\S/.test(value) ? `${value.slice(0, value.indexOf(' '))} ${MASK}` : MASK;
    if (lower === 'cookie')
      return value
        .split(';')
        .map((pair) => `${pair.split('=')[0]!.trim()}=${MASK}`)
        .join('; ');
    if (lower === 'set-cookie') return value.replace(/^([^=;]*)=[^;]*/, `$1=${MASK}`);
    return isSecretName(name) && !lower.startsWith('access-control-') && !lower.startsWith('www-') ? MASK : text(value);
  };

  const url = (given: string): string => {
    const withoutUser = !given.includes('@') ? given : given.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#@]*@/i, `$1${MASK}@`);
    const query = withoutUser.indexOf('?');
    if (query < 0) return text(withoutUser);
    const hash = withoutUser.indexOf('#', query);
    const end = hash < 0 ? withoutUser.length : hash;
    return text(withoutUser.slice(0, query)) + `?${pairs(withoutUser.slice(query + 1, end))}` + withoutUser.slice(end);
  };

  /** `a=1&token=x`, masked without decoding what is no secret: what is shown is what was sent. */
  const pairs = (given: string): string =>
    given
      .split('&')
      .map((pair) => {
        const equals = pair.indexOf('=');
        return equals >= 0 && isSecretName(decode(pair.slice(0, equals))) ? `${pair.slice(0, equals)}=${MASK}` : text(pair);
      })
      .join('&');

  const body = (given: string, contentType: string): string => {
    if (/^application\/x-www-form-urlencoded/i.test(contentType)) return pairs(given);
    if (/[/+]json\b/i.test(contentType) || /^\s*[[{]/.test(given)) {
      try {
        return JSON.stringify(json(JSON.parse(given)));
      } catch {
        return text(secretFields(given));
      }
    }
    return text(given);
  };

  return {
    learn,
    text,
    json: (value) => json(value),
    strings,
    headers: (headers) => {
      const masked: Record<string, string | string[]> = {};
      for (const name of Object.keys(headers)) {
        const value = headers[name];
        if (value !== undefined)
          setOwn(masked, name, typeof value === 'string' ? header(name, value) : value.map((one) => header(name, one)));
      }
      return masked;
    },
    url,
    body,
  };
}

/** As forms have it (https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set), from what a URL has. */
const inForms = (inUrl: string): string =>
  inUrl.replace(/%20|[!'()~]/g, (found) => (found === '%20' ? '+' : `%${found.charCodeAt(0).toString(16).toUpperCase()}`));

/** JSON that is cut off cannot be parsed; its fields are recognised by how they are written. */
const secretFields = (text: string): string =>
  text.replace(/"((?:[^"\\]|\\.)*)"(\s*:\s*)"(?:[^"\\]|\\.)*(?:"|$)/g, (whole, name: string, colon: string) =>
    isSecretName(name) ? `"${name}"${colon}"${MASK}"` : whole,
  );

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
