import type { RequestPart, Strategy } from '@tool/ir';
import { defineHostType, type Call, type HostType, type Observation } from './adapter.js';
import type { Provenance, Value } from './values.js';

/** Who is let in, and whether somebody may be refused. */
export interface Verdict {
  readonly user: Value;
  readonly refuses: boolean;
}

/** Who a function of the program says the caller is: `(…, done) => done(null, user)`, or what it returns. Null where it names nobody. */
function said(call: Call, verify: Value, given: readonly Value[]): Verdict | null {
  const users: Value[] = [];
  let fails = false;
  const uncertain: Value[] = [];
  const says = (user: Value, isCertain: boolean): void => {
    users.push(user);
    if (!isCertain) uncertain.push(user);
  };
  // A strategy of the program's own that passes strangers on says for certain whom it lets in.
  const done = call.fn('done', ({ args: [, user, , isCertain] }) => {
    if (user) says(user, isCertain !== undefined);
    else fails = true;
  });
  const run = (): void => {
    const result = call.awaited(call.invoke(verify, [...given, done]));
    if (users.length === 0) says(result, false);
  };
  if (call.catching)
    call.catching(run, () => {
      fails = true;
    });
  else run();
  // Asked where the function has run: in its arms it has found what there is.
  fails ||= uncertain.some((user) => call.alternatives(user).some((each) => call.truthy(each) !== true));
  const all = users.flatMap((user) => call.alternatives(user));
  // Who is passed on by a strategy of the program's own is nobody.
  const isNobody = (user: Value): boolean => call.isUndefined(user) || call.truthy(user) === false;
  const found = [...all.filter((user) => !isNobody(user)), ...(fails ? [] : all.filter(isNobody).slice(0, 1))];
  const user = found.length > 1 ? call.oneOf?.(found, 'who is let in') : found[0];
  return user ? { user, refuses: fails } : null;
}

const unknowns = (call: Call, count: number, why: string): Value[] => Array.from({ length: Math.max(0, count) }, () => call.unknown(why));

/** A strategy of the program's own (`passport-custom`): it is given the request, and takes of it what it likes. */
const isOfTheProgram = (kind: string | null): boolean => kind === 'custom';

/**
 * What is in use under a name. Where only run time knows whether it is, whoever asks for it counts on it: `if (settings.local) passport.use('local', …)` in front
 * of `passport.authenticate('local')`. Null: nothing, or one of several.
 */
function strategyNamed(call: Call, module: string, name: string | null): Value | null {
  const known = call.module && name !== null ? call.get(call.module(module), '_strategies') : null;
  const [found, ...others] =
    known?.kind === 'object' ? call.alternatives(call.get(known, name!)).filter(({ kind }) => kind === 'object') : [];
  return found && others.length === 0 ? found : null;
}

/** Whether one of the strategies never fails, under whatever name. */
export function admitsAnybody(call: Call, module: string, strategies: Value | undefined): boolean {
  return (strategies ? (call.elements(strategies) ?? [strategies]) : []).some((each) => {
    const name = call.text(each);
    const strategy = strategyNamed(call, module, name);
    return strategy ? call.truthy(call.get(strategy, 'admitsAnybody')) === true : name === 'anonymous' || name === 'session';
  });
}

/**
 * The user that strategies of passport leave, by what `passport.use` was given, and whether somebody is refused: strategies of the program's own may name
 * somebody whatever the request is.
 */
export function admitted(call: Call, seen: Reading, module: string, strategies: Value | undefined): Verdict | null {
  if (!strategies) return null;
  const verdicts: Verdict[] = [];
  for (const each of call.elements(strategies) ?? [strategies]) {
    const strategy = strategyNamed(call, module, call.text(each));
    const verify = strategy && call.get(strategy, 'verify');
    if (!verify || !call.isFunction(verify)) return null;
    const kind = call.text(call.get(strategy, 'kind'));
    const fields = credentialFields(call, seen, kind, call.get(strategy, 'options'));
    const others = (call.arity(verify) ?? 2) - 1 - fields.length;
    const own = isOfTheProgram(kind);
    const unseen = unknowns(call, others - (own ? 1 : 0), 'what a strategy is given');
    const verdict = said(call, verify, [...(own ? [ownRequestOf(call, seen)] : []), ...unseen, ...fields]);
    if (!verdict) return null;
    verdicts.push({ ...verdict, refuses: verdict.refuses || !own });
  }
  const users = verdicts.map(({ user }) => user);
  const user = users.length > 1 ? call.oneOf?.(users, 'who is let in') : users[0];
  return user ? { user, refuses: verdicts.every(({ refuses }) => refuses) } : null;
}

/** What `passport-local` takes from the body, under the names that it is told; nothing for other strategies. */
export function credentialFields(call: Call, seen: Reading, kind: string | null, options: Value): readonly Value[] {
  if (kind !== 'local') return [];
  const option = (name: string): string | null =>
    options.kind === 'object' && !call.isFunction(options) ? call.text(call.get(options, name)) : null;
  const names = [option('usernameField') ?? 'username', option('passwordField') ?? 'password'];
  return demanded(call, seen, names);
}

/** Fields of the body without which a strategy refuses. */
function demanded(call: Call, seen: Reading, names: readonly string[]): readonly Value[] {
  const whole = seen.incoming('body');
  const properties = names.map((name) => ({ name, shape: { kind: 'string' as const }, required: true as const }));
  const refined = call.refine?.(whole, { kind: 'object', open: true, properties }, 'validator') ?? whole;
  return names.map((name) => call.get(refined, name));
}

/** What strategies take from the body, where the program itself answers what they say. */
export function observeFields(call: Call, seen: Reading, module: string, strategies: Value | undefined): void {
  for (const each of strategies ? (call.elements(strategies) ?? [strategies]) : []) {
    const strategy = strategyNamed(call, module, call.text(each));
    if (strategy) credentialFields(call, seen, call.text(call.get(strategy, 'kind')), call.get(strategy, 'options'));
  }
}

/** The strategies that these names stand for, with what their packages are for. A name that only a request says may be any in use. */
export function strategiesOf(call: Call, module: string, strategies: Value | undefined): readonly Strategy[] {
  const known = call.module ? call.get(call.module(module), '_strategies') : null;
  const inUse = known?.kind === 'object' ? (call.knownEntries?.(known) ?? []).map(([name]) => name) : [];
  const given = (strategies ? (call.elements(strategies) ?? [strategies]) : []).flatMap((each) =>
    call.text(each) === null ? call.alternatives(each) : [each],
  );
  const names = given.flatMap((each) => call.text(each) ?? (each.kind === 'unknown' ? inUse : []));
  return [...new Set(names)].map((name) => {
    const strategy = strategyNamed(call, module, name);
    const kind = strategy && call.text(call.get(strategy, 'kind'));
    if (kind !== 'headerapikey') return kind === null ? { name } : { name, kind };
    const options = call.get(strategy!, 'options');
    const header = options.kind === 'object' && !call.isFunction(options) ? call.text(call.get(options, 'header')) : null;
    return { name, kind, header: (header ?? 'x-api-key').toLowerCase() };
  });
}

/**
 * Says which strategies decide, and where they look for a token, by what `jwtFromRequest` does with a request. No place where that is the
 * header `authorization` alone.
 */
export function observeExtraction(call: Call, seen: Observation, module: string, strategies: Value | undefined): void {
  const named = (strategies ? (call.elements(strategies) ?? [strategies]) : []).map((each) => call.text(each));
  if (named.length === 0 || named.includes(null)) {
    seen.asks([], () => undefined);
    return;
  }
  const asked = strategiesOf(call, module, strategies);
  const all = (named as string[]).flatMap((name) => {
    const strategy = strategyNamed(call, module, name);
    return strategy ? extractorsOf(call, call.get(strategy, 'jwtFromRequest')) : [null];
  });
  seen.asks(asked, () => {
    if (!all.includes(null) && all.some((extract) => extract !== fromAuthorization))
      for (const extract of all) extract?.(seen, all.length === 1);
  });
}

/**
 * Where functions (what `jwtFromRequest` takes) look for a token: of each the header `authorization` and one place more, the cookie if there is one.
 * Empty where that is `authorization` alone.
 */
export function placesOfToken(call: Call, extract: Value): readonly TokenPlace[] {
  const extractors = extractorsOf(call, extract);
  if (extractors.includes(null)) return [];
  const places = extractors.flatMap((each) => {
    const found: TokenPlace[] = [];
    const note = (place: TokenPlace): Value => {
      found.push(place);
      return isJar(place) ? call.host(jarType, (name) => note({ in: 'cookie', name })) : call.unknown('a token');
    };
    const seen: Reading = {
      incoming: (part, path) =>
        path?.[0] === undefined ? call.host(partType, { part, note }) : note({ in: part as TokenPlace['in'], name: path[0] }),
    };
    const run = (): void => each?.(seen);
    if (call.catching) call.catching(run, () => undefined);
    const asked = found.filter((place) => /^(cookie|header|query)$/.test(place.in));
    const others = asked.filter((place) => !isBearer(place));
    return [asked.find(isBearer), others.find((place) => place.in === 'cookie') ?? others.map(ofJar)[0]].filter(
      (place) => place !== undefined,
    );
  });
  const distinct = [...new Map(places.map((place) => [`${place.in} ${place.name}`, place])).values()];
  return distinct.every(isBearer) ? [] : distinct;
}

const isBearer = ({ in: part, name }: TokenPlace): boolean => part === 'header' && name === 'authorization';

const isJar = ({ in: part, name }: TokenPlace): boolean => part === 'header' && name === 'cookie';

/** Which cookie is taken nobody knows. */
const ofJar = (place: TokenPlace): TokenPlace => (isJar(place) ? { in: 'cookie', name: '' } : place);

/** All cookies. */
export const jarType: HostType<(name: string) => Value> = defineHostType({
  name: 'cookies',
  methods: {},
  missing: (call) => call.unknown('a token'),
});

/** Without a name: nobody knows it. */
export interface TokenPlace {
  readonly in: 'cookie' | 'header' | 'query';
  readonly name: string;
}

/** A part of a request of which only matters what is read of it. */
const partType: HostType<{ readonly part: RequestPart; readonly note: (place: TokenPlace) => Value }> = defineHostType({
  name: 'part of a request',
  inert: true,
  methods: {},
  missing: (call, key) => {
    const data = call.data(call.receiver, partType);
    const part = data?.part as TokenPlace['in'];
    return data?.note({ in: part, name: part === 'header' ? key.toLowerCase() : key });
  },
});

type Reading = Pick<Observation, 'incoming'> & Partial<Pick<Observation, 'left'>>;
/** `isOnly`: nothing else gives a token. */
type Extractor = (seen: Reading, isOnly?: boolean) => void;
const fromAuthorization: Extractor = (seen) => {
  seen.incoming('header', ['authorization']);
};
/** Null: one of which nothing is known. */
function extractorsOf(call: Call, value: Value): readonly (Extractor | null)[] {
  if (value.kind === 'object' && call.isFunction(value))
    return [
      (seen) => {
        call.invoke(value, [call.host(extractedType, seen, requestOf(call, seen))]);
      },
    ];
  return value.kind === 'unknown' && value.provenance ? extractorsOfPackage(call, value.provenance) : [null];
}

function extractorsOfPackage(call: Call, { module, path, args }: Provenance): readonly (Extractor | null)[] {
  if (module !== 'passport-jwt') return [null];
  const first = args?.[0];
  if (/fromExtractors\(\)$/.test(path))
    return first ? (call.elements(first) ?? [first]).flatMap((each) => extractorsOf(call, each)) : [null];
  if (/fromAuthHeader\w*\(\)$/.test(path)) return [fromAuthorization];
  const name = first ? call.text(first) : null;
  const part = /fromBodyField\(\)$/.test(path)
    ? 'body'
    : /fromHeader\(\)$/.test(path)
      ? 'header'
      : /fromUrlQueryParameter\(\)$/.test(path)
        ? 'query'
        : null;
  return [
    name === null || part === null
      ? null
      : (seen, isOnly) => {
          if (part === 'body' && isOnly) demanded(call, seen, [name]);
          seen.incoming(part, [part === 'header' ? name.toLowerCase() : name]);
        },
  ];
}

/** The request that a function of the program takes a token from: extractors of the package that it calls look there as well. */
const extractedType: HostType<Reading> = defineHostType<Reading>({
  name: 'request of an extractor',
  inert: true,
  methods: {},
  handedOut: (call, _emit, _module, to) => {
    const seen = call.data(call.receiver, extractedType);
    if (seen) for (const extract of extractorsOfPackage(call, to)) extract?.(seen);
  },
});

function requestOf(call: Call, seen: Reading): Readonly<Record<string, Value>> {
  const parts = {
    headers: seen.incoming('header'),
    cookies: seen.incoming('cookie'),
    query: seen.incoming('query'),
    body: seen.incoming('body'),
  };
  const header = call.fn('get', (inner) => {
    const name = inner.args[0] && inner.text(inner.args[0]);
    return name ? seen.incoming('header', [name.toLowerCase()]) : inner.unknown('a header');
  });
  return { ...parts, signedCookies: parts.cookies, get: header, header };
}

/** The request that a strategy of the program's own is given: with what stands on it in front of the guard. */
const ownRequestType: HostType<Reading> = defineHostType<Reading>({
  name: 'request of a strategy',
  inert: true,
  methods: {
    isAuthenticated: (call) => call.data(call.receiver, ownRequestType)?.incoming('context', ['isAuthenticated()']),
    isUnauthenticated: (call) => call.data(call.receiver, ownRequestType)?.incoming('context', ['isUnauthenticated()']),
  },
  missing: (call, key) => {
    const seen = call.data(call.receiver, ownRequestType);
    return key === 'then' || key === 'constructor' || key === 'toJSON'
      ? undefined
      : (seen?.left?.(key) ?? seen?.incoming('context', [key]));
  },
});

const ownRequestOf = (call: Call, seen: Reading): Value => call.host(ownRequestType, seen, requestOf(call, seen));

/** The user that a session of passport leaves, when somebody is logged in. */
export function rememberedUser(call: Call, module: string): Value | null {
  const deserialize = call.module ? call.get(call.module(module), '_deserializer') : null;
  if (!deserialize || !call.isFunction(deserialize)) return null;
  // That of Fastify is given what the session keeps and the request, and returns who it is.
  const count = /fastify/.test(module) ? 2 : (call.arity(deserialize) ?? 2) - 1;
  const user = said(call, deserialize, unknowns(call, count, 'what a session keeps'))?.user ?? null;
  return user && (call.oneOf?.([user, call.const(undefined)], 'somebody is logged in') ?? user);
}

/** Strategies that send the caller to another server to log in, by their packages, or by the names that programs give them. */
const ELSEWHERE =
  /^(?:google|github|gitlab|facebook|twitter|linkedin|microsoft|azure(?:-?ad)?|apple|discord|twitch|spotify|steam|slack|instagram|amazon|bitbucket|dropbox|paypal|yahoo|vk(?:ontakte)?|line|kakao|naver|auth0|okta|keycloak|oauth2?|openid|openidconnect|oidc|saml|cas)(?:[-_].*)?$/i;

/** `passport-google-token` and its kin take what another server has given out already. */
const GIVEN = /(?:token|bearer|jwt)$/i;

/** Whether a strategy does, by what it is called. */
export const sendsElsewhere = (name: string): boolean => ELSEWHERE.test(name) && !GIVEN.test(name);
