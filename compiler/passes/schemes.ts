import type { Json, Read, Scheme, Strategy } from '@tool/ir';

/** What a middleware asks of a request. */
export interface Guard {
  /** Null when it looks at a login state that something before it left, so that only the chain can say which credential it is. */
  readonly scheme: Omit<Scheme, 'evidence'> | null;
  /** Credentials that do as well as `scheme`. */
  readonly others?: readonly Omit<Scheme, 'evidence'>[];
  /** What is needed beside it; null: a login state. */
  readonly also?: readonly (Omit<Scheme, 'evidence'> | null)[];
  readonly required: boolean;
  readonly scopes: readonly string[];
  /** What it looks for may be in the session just as well. */
  readonly orSession?: true;
  /** A login state does as well, whatever established it. */
  readonly orLogin?: true;
  /** It says only which rights those have to have whom guards before it know: it asks for no login. */
  readonly rights?: true;
}

export const bearer = { name: 'bearerAuth', type: 'http', scheme: 'bearer' } as const;
export const basic = { name: 'basicAuth', type: 'http', scheme: 'basic' } as const;
export const oauth = { name: 'openIdConnect', type: 'openIdConnect' } as const;
export const key = (where: 'header' | 'query' | 'cookie', parameter: string): Omit<Scheme, 'evidence'> => ({
  name: where === 'cookie' ? 'cookieAuth' : 'apiKeyAuth',
  type: 'apiKey',
  in: where,
  parameter,
});
/** The name of the cookie is known only where the session middleware is configured; `connect.sid` is express-session's own default. */
export const sessionCookie = (name: string): Omit<Scheme, 'evidence'> => ({
  name: 'sessionCookie',
  type: 'apiKey',
  in: 'cookie',
  parameter: name,
});

/** Whether a value of the request is what the guard asks for. */
export function isCredential({ part, path }: Pick<Read, 'part' | 'path'>, scheme: Omit<Scheme, 'evidence'> | null): boolean {
  if (scheme === null || path.length === 0) return false;
  if (scheme.type === 'http') return part === 'header' && path[0]!.toLowerCase() === 'authorization';
  return part === scheme.in && path[0] === scheme.parameter;
}

/** Headers that say how, from where and for whom a request is sent, not who sends it. */
const OF_TRANSPORT =
  /^(accept|access-control|cache|cf|content|forwarded|if|sec|x-forwarded|x-real|x-requested|x-request|x-correlation|x-(?:app|client|api)-version|x-(?:platform|device|timezone)|api-version|x-tenant)(-|$)|^(connection|cookie|date|dnt|expect|from|host|origin|pragma|range|referer|referrer|te|upgrade|user-agent|via|x-amzn-trace-id|idempotency-key)$|csrf|xsrf|trace|lang|locale|-ip$|signature|timestamp|nonce/i;

/** A cookie or a header of the program's own, which may hold a credential. */
export const mayBeKey = ({ part, path }: Pick<Read, 'part' | 'path'>): boolean =>
  (part === 'cookie' || part === 'header') && path.length === 1 && !OF_TRANSPORT.test(path[0]!);

/** Packages of strategies that ask functions of the program, so that only the name tells what they are for. */
const OF_THE_PROGRAM = /^custom$/;

/** What strategies are for: by the package that they come out of, else by the names that the program calls them by. */
export const purposes = (strategies: readonly Strategy[]): readonly string[] =>
  strategies.map(({ name, kind }) => (kind === undefined || OF_THE_PROGRAM.test(kind) ? name : kind));

/** Passport strategies by what they are for; those that start a login elsewhere guard nothing. */
export function strategyScheme(name: string): Omit<Scheme, 'evidence'> | null {
  if (/jwt|bearer|token/i.test(name)) return bearer;
  if (/basic|digest/i.test(name)) return basic;
  if (/api-?key/i.test(name)) return key('header', 'x-api-key');
  return null;
}

/** What strategies ask for, each by itself; keys in the header that the strategy names. */
export const schemesOf = (strategies: readonly Strategy[]): readonly (Omit<Scheme, 'evidence'> | null)[] =>
  purposes(strategies).map((purpose, index) => {
    const { header } = strategies[index]!;
    return header === undefined ? strategyScheme(purpose) : key('header', header);
  });

/** Each of them once. */
export const eachOnce = (schemes: readonly (Omit<Scheme, 'evidence'> | null)[]): readonly Omit<Scheme, 'evidence'>[] => [
  ...new Map(schemes.flatMap((scheme) => (scheme ? [[`${scheme.name} ${scheme.parameter ?? ''}`, scheme] as const] : []))).values(),
];

/** Strategies that are the login itself, by the body or at another server: they ask for nothing that a client could hold beforehand. */
export const isLogin = (strategies: readonly string[]): boolean =>
  strategies.length > 0 && strategies.every((name) => strategyScheme(name) === null && name !== 'anonymous');

/** The texts among values, however deep. */
export const strings = (values: readonly Json[]): string[] =>
  values.flatMap((value) => (typeof value === 'string' ? [value] : Array.isArray(value) ? strings(value) : []));

/**
 * A header `authorization` in which the code looks for the word `Basic`, and for no other kind of credential, holds a name and a password; one that is
 * compared as a whole, and in which it looks for neither, a key.
 */
export const ofHeader = (reads: readonly Read[] = []): Omit<Scheme, 'evidence'> => {
  const words = wordsIn(reads);
  const [read] = reads.filter((each) => isCredential(each, bearer));
  if (read && words.includes('') && !read.token) return key('header', read.path[0]!);
  return words.includes('basic') && !words.includes('bearer') ? basic : bearer;
};
export const wordsIn = (reads: readonly Read[] = []): readonly string[] =>
  reads.filter((read) => isCredential(read, bearer)).flatMap((read) => read.words ?? []);
