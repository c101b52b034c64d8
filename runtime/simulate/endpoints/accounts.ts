import type { Endpoint, Model } from '../../../schemas/index.js';
import { typeOf, wordsOf, type Descriptor } from '../data/descriptor.js';

/** A field that holds a secret which a person chooses. */
export const SECRET_FIELD = /pass(?:word|phrase|code|wd)|^pass$|pwd|^pin$/i;
/** How the endpoints are called that make an account, the usual names first. The last make the first account of a new installation. */
const MAKES_ACCOUNT = [
  /regist|sign-?_?up/i,
  /(?:create|add|new)-?_?(?:user|account|member|customer)|\/(?:users?|accounts?|members?|customers?)(?:\/(?:create|new|add))?$/i,
  /(?:create|add|new|first|initial)-?_?(?:first-?_?)?(?:admin|owner|user)|(?:^|[/_-])(?:setup|install|onboarding)(?:$|[/_-])/i,
];
const LOGS_IN = /log-?_?in|sign-?_?in|\/(?:sessions?|tokens?|authenticate|auth)$/i;
const HANDLES_LOGIN = /(?:^|\.)(?:log_?in|sign_?in|authenticate)/i;
/** What a login may ask for instead of what the account calls it. */
const IDENTITY =
  /^(?:e-?mail(?:address)?|user_?name|user|login(?:name)?|identifier|identity|account(?:name)?|handle|nick_?name|phone(?:number)?)$/i;
const IDENTITIES = /e-?mail.*or|or_?e-?mail|(?:user|login).*or|or_?user/i;

/** Whether a name says who somebody is. */
export const isIdentity = (name: string): boolean => IDENTITY.test(name);

const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

/** A single value in a body. */
export interface Leaf {
  /** Dotted. */
  readonly path: string;
  readonly name: string;
  readonly field: Descriptor;
}

/** The single values in the body of an endpoint, also those inside objects: `{ user: { email, password } }` has two. */
export function leavesOf(endpoint: Endpoint): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (fields: Readonly<Record<string, Descriptor>>, above: string, depth: number): void => {
    for (const [name, field] of Object.entries(fields)) {
      const type = typeOf(field);
      if (type === 'object' && field.properties !== undefined && depth < 3) walk(field.properties, `${above}${name}.`, depth + 1);
      else if (type !== 'object' && type !== 'array') leaves.push({ path: `${above}${name}`, name, field });
    }
  };
  walk(endpoint.requestBody?.fields ?? {}, '', 0);
  return leaves;
}

/** The second writing of a value, and what the first one is called: `repeat_password`, `passwordConfirmation`. */
export function repeatedName(name: string): readonly string[] | undefined {
  const words = wordsOf(name);
  const rest = words.flatMap((word) => {
    if (/^(?:confirm(?:ed|ation)?|repeat(?:ed)?|re|retype[d]?|reenter|again|verify|verification|second|check|2)$/.test(word)) return [];
    const joined =
      /^(?:confirm|repeat|retype|re)(password|passwd|pwd|pass|email)$|^(password|passwd|pwd|pass|email)(?:confirm(?:ation)?|repeat|again|2)$/.exec(
        word,
      );
    return [joined?.[1] ?? joined?.[2] ?? word];
  });
  const is = rest.join(' ');
  const changed = is !== words.join(' ');
  return changed && /^(?:(?:new|user|account|the|your) )?(?:password|passwd|pwd|pass|pin|e ?mail)$/.test(is) ? rest : undefined;
}

/** The name of the field that another one repeats: `password` for `confirmPassword`, `newPassword` where there are an old and a new one. */
export function firstWriting(names: readonly string[], name: string): string | undefined {
  const rest = repeatedName(name);
  if (rest === undefined) return undefined;
  const others = names.filter((other) => other !== name && repeatedName(other) === undefined);
  return (
    others.find((other) => wordsOf(other).join(' ') === rest.join(' ')) ??
    others.find((other) => /^new ?(?:user ?)?/.test(wordsOf(other).join(' ')) && wordsOf(other).join('').endsWith(rest.at(-1)!))
  );
}

/** Every second writing in a body becomes the first one; those without a first one stay. */
export function withRepetitions(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withRepetitions);
  if (typeof body !== 'object' || body === null) return body;
  const names = Object.keys(body);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const first = typeof value === 'string' ? firstWriting(names, name) : undefined;
      return [name, first === undefined ? withRepetitions(value) : (body as Record<string, unknown>)[first]];
    }),
  );
}

const isOpen = (endpoint: Endpoint): boolean => !(endpoint.security ?? []).some((use) => use.required !== false);
const takesSecret = (endpoint: Endpoint): boolean => leavesOf(endpoint).some(({ name }) => SECRET_FIELD.test(name));
const namesOf = (endpoint: Endpoint): readonly string[] => [endpoint.path, endpoint.handlerName ?? ''];

/** How well the name of an endpoint says that it makes an account: 0 is best; undefined when it does not say so. */
function makesAccount(endpoint: Endpoint): number | undefined {
  const rank = MAKES_ACCOUNT.findIndex((pattern) => namesOf(endpoint).some((name) => pattern.test(name)));
  return rank < 0 ? undefined : rank;
}

/** Whether an endpoint is called like one that makes accounts. */
export const makesAccounts = (endpoint: Endpoint): boolean => makesAccount(endpoint) !== undefined;

/** Whether an endpoint makes the first account of an installation, and no second one: who made it has to keep it. */
export const makesFirstAccount = (endpoint: Endpoint): boolean => makesAccount(endpoint) === MAKES_ACCOUNT.length - 1;

const isLoginByName = (endpoint: Endpoint): boolean => LOGS_IN.test(endpoint.path) || HANDLES_LOGIN.test(endpoint.handlerName ?? '');

/** Whether an endpoint takes the credentials of an account that has to be there before. */
export function takesAccount(model: Model, endpoint: Endpoint): boolean {
  if (endpoint.method !== 'POST' || !takesSecret(endpoint)) return false;
  if (MAKES_ACCOUNT.some((pattern) => pattern.test(endpoint.path))) return false;
  return (
    isLoginByName(endpoint) || Object.values(model.securitySchemes).some((scheme) => scheme.obtainedFrom?.endpoint === keyOf(endpoint))
  );
}

/** Whether an endpoint begins something for whoever calls it: nobody sends it what others have. */
export const beginsSession = (model: Model, endpoint: Endpoint): boolean =>
  endpoint.method === 'POST' && takesSecret(endpoint) && (takesAccount(model, endpoint) || makesAccount(endpoint) !== undefined);

/** An endpoint that makes an account for a login, and where the values of the login stand in its body. */
export interface Registration {
  readonly endpoint: Endpoint;
  /** By the path in the body of the login. */
  readonly fields: ReadonlyMap<string, string>;
  /** How well it fits: what is equal fits equally well. */
  readonly rank: string;
}

/**
 * The endpoints that can make the account which a login needs, the best first: open ones whose name says so and whose body has what the
 * login demands. What is called alike and stands nearest to the login is better.
 */
export function registrationsFor(model: Pick<Model, 'endpoints'>, login: Endpoint): readonly Registration[] {
  return model.endpoints
    .flatMap((endpoint): Registration[] => {
      if (endpoint === login || endpoint.method !== 'POST' || endpoint.shadowedBy !== undefined || endpoint.stale === true) return [];
      const named = makesAccount(endpoint);
      if (named === undefined || !isOpen(endpoint)) return [];
      const fields = accountFields(login, endpoint);
      return fields === undefined
        ? []
        : [{ endpoint, fields, rank: `${named} ${9 - Math.min(9, sharedSegments(login.path, endpoint.path))}` }];
    })
    .sort((a, b) => (a.rank === b.rank ? a.endpoint.path.length - b.endpoint.path.length : a.rank < b.rank ? -1 : 1));
}

/** The one registration that fits best; undefined when several fit equally well. */
export function registrationFor(model: Pick<Model, 'endpoints'>, login: Endpoint): Registration | undefined {
  const [best, next] = registrationsFor(model, login);
  return best !== undefined && best.rank !== next?.rank ? best : undefined;
}

/** What has to be the same in both bodies, by its path in that of the login; undefined when the one does not have what the other demands. */
function accountFields(login: Endpoint, registration: Endpoint): ReadonlyMap<string, string> | undefined {
  const given = leavesOf(registration).filter(({ name }) => repeatedName(name) === undefined);
  const all = leavesOf(login);
  const anyDemanded = all.some(({ field }) => field.required === true);
  const fields = new Map<string, string>();
  for (const { path, name, field } of all) {
    const plain = wordsOf(name).join('');
    const same =
      given.find((one) => one.path === path) ??
      given.find((one) => wordsOf(one.name).join('') === plain) ??
      (SECRET_FIELD.test(name) ? only(given.filter((one) => SECRET_FIELD.test(one.name))) : undefined) ??
      (IDENTITY.test(name) || IDENTITIES.test(name)
        ? (given.find((one) => /e-?mail/i.test(one.name)) ?? given.find((one) => IDENTITY.test(one.name)))
        : undefined);
    if (same !== undefined) fields.set(path, same.path);
    else if (
      (field.required === true || !anyDemanded) &&
      typeOf(field) === 'string' &&
      field.enum === undefined &&
      field.default === undefined
    )
      return undefined;
  }
  return [...fields.keys()].some((path) => SECRET_FIELD.test(path.split('.').at(-1)!)) ? fields : undefined;
}

const only = <Element>(list: readonly Element[]): Element | undefined => (list.length === 1 ? list[0] : undefined);

function sharedSegments(one: string, other: string): number {
  const [first, second] = [one.split('/'), other.split('/')];
  const different = first.findIndex((segment, index) => segment !== second[index]);
  return different < 0 ? first.length : different;
}

/**
 * The endpoints that may hand out a credential whose source the model does not name, the likeliest first: open logins that take a password; where
 * there is none, what makes accounts.
 */
export function loginsOf(model: Model): readonly Endpoint[] {
  const open = model.endpoints.filter((endpoint) => endpoint.shadowedBy === undefined && endpoint.stale !== true && isOpen(endpoint));
  const logins = open.filter((endpoint) => takesAccount(model, endpoint));
  const by = (rank: (endpoint: Endpoint) => number) => (a: Endpoint, b: Endpoint) => rank(a) - rank(b) || a.path.length - b.path.length;
  if (logins.length > 0) return logins.sort(by(({ path }) => (/(?:log|sign)-?_?in[^/]*$/i.test(path) ? 0 : 1)));
  return open
    .filter((endpoint) => endpoint.method === 'POST' && takesSecret(endpoint) && makesAccount(endpoint) !== undefined)
    .sort(by((endpoint) => makesAccount(endpoint)!));
}

/** What holds an access token in an answer, by the name of the field. */
const TOKEN = /^(?:access|auth|bearer|id|jwt|session|api|user)?(?:token|jwt)$|^access$|^bearer$/;

/** Where the model says that an endpoint answers with an access token: a dotted path. */
export function tokenField(endpoint: Endpoint): string | undefined {
  const paths = Object.entries(endpoint.responses ?? {}).flatMap(([status, { schema }]) =>
    status.startsWith('2') ? Object.entries(schema ?? {}).flatMap(([path, type]) => (/string/i.test(type) ? [path] : [])) : [],
  );
  return paths
    .filter((path) => !/(?:^|\.)\d+(?:\.|$)/.test(path) && TOKEN.test(wordsOf(path.split('.').at(-1)!).join('')))
    .sort((a, b) => a.split('.').length - b.split('.').length)[0];
}

/** The dotted path of an access token in an answer. */
export function tokenIn(answer: unknown, wanted: RegExp = TOKEN): string | undefined {
  let level: [path: string, value: unknown][] = [['', answer]];
  for (let depth = 0; depth < 4 && level.length > 0; depth++) {
    const next: [string, unknown][] = [];
    for (const [path, value] of level) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      for (const [name, child] of Object.entries(value)) {
        const at = path === '' ? name : `${path}.${name}`;
        if (typeof child === 'string' && child !== '' && wanted.test(wordsOf(name).join(''))) return at;
        next.push([at, child]);
      }
    }
    level = next;
  }
  return undefined;
}
