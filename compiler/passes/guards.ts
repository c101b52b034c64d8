import {
  NO_FACTS,
  type Answer,
  type Behaviour,
  type BodyFacts,
  type Evidence,
  type Failure,
  type HandlerId,
  type Json,
  type Middleware,
  type MiddlewareId,
  type Place,
  type Program,
  type Read,
  type RequestCondition,
  type Scheme,
} from '@tool/ir';
import {
  CREDENTIAL_NAME,
  LOGIN_STATE,
  apiKeyHeader,
  isApiKeyHeader,
  namesToken,
  originExport,
  verifiesCredential,
  verifiesThroughRequest,
  withoutWhichNobodyPasses,
} from './classify-middleware.js';
import { ofPackage, optionsOf, whereItLooks } from './package-guards.js';
import {
  basic,
  bearer,
  eachOnce,
  isCredential,
  isLogin,
  key,
  mayBeKey,
  ofHeader,
  purposes,
  schemesOf,
  strategyScheme,
  strings,
  wordsIn,
  type Guard,
} from './schemes.js';

/** It is the login: whom it refuses, it refuses for what the form says. */
const logsInByForm = ({ behaviour }: Middleware): boolean =>
  behaviour?.strategies !== undefined &&
  purposes(behaviour.strategies).every((name) => strategyScheme(name) === null && /local|ldap|log-?in|sign-?(in|up)/i.test(name));

/** What running it has asked, else the names in `passport#default.authenticate('jwt','anonymous')`; none where neither says. */
function strategiesOf(
  facts: BodyFacts,
  behaviour?: Behaviour,
): Readonly<{ calls: readonly string[]; names: readonly string[]; schemes: ReturnType<typeof schemesOf> }> {
  const calls = facts.calls.filter((call) => /^(koa-|@fastify\/)?passport#.*authenticate/.test(call));
  const written = calls.flatMap((call) => [...(/\('(.*)'\)$/.exec(call)?.[1]?.split("','") ?? [])]);
  const { strategies } = behaviour ?? {};
  return strategies
    ? { calls, names: purposes(strategies), schemes: schemesOf(strategies) }
    : { calls, names: written, schemes: written.map(strategyScheme) };
}

/** By error: the status that becomes of it, by its own, else (or where they refuse) by what the error handlers answer to it. */
export function statusesOfErrors({ errors, errorHandling }: Program): ReadonlyMap<string, readonly number[]> {
  const statuses = new Map<string, readonly number[]>();
  for (const { id, status } of errors ?? []) if (status !== undefined) statuses.set(id, [status]);
  for (const { error, answers } of errorHandling ?? [])
    if (answers.length === 1 && answers[0]!.status !== null && (!statuses.has(error) || isRefusal(answers[0]!.status)))
      statuses.set(error, [answers[0]!.status]);
  return statuses;
}

/** It has to be there, since it is asked for or since it has to look like something. */
export const isRequired = (read: Read, { refinements }: Behaviour): boolean =>
  (read.required ?? read.refusedBy) !== undefined ||
  refinements.some((refined) => refined.required && refined.part === read.part && refined.path.join('.') === read.path[0]);

export const schemeOf = (read: Read): Omit<Scheme, 'evidence'> =>
  isCredential(read, bearer) ? ofHeader([read]) : key(read.part as 'cookie' | 'header' | 'query', read.path[0]!);

/** Handlers that answer 401 or 403 to those whom guards that let everybody pass do not know, and serve none of them; with their places. */
export function demandingHandlers(program: Program): ReadonlyMap<HandlerId, Place> {
  const statuses = statusesOfErrors(program);
  return new Map(
    program.handlers
      .filter(
        ({ behaviour }) =>
          behaviour?.strangers &&
          [...behaviour.strangers.answers, ...behaviour.strangers.failures.flatMap((error) => statuses.get(error) ?? [])].some(isRefusal),
      )
      .map(({ id, place }) => [id, place]),
  );
}

/** An error that says so refuses whoever is not known, with whatever status it is answered. */
const UNAUTHORIZED =
  /\bun-?auth(?:ori[sz]ed|enticated)\b|\bnot (?:authenticated|logged[- ]?in|signed[- ]?in)\b|\b(?:authentication|login) (?:is )?required\b|\b(?:must|need to|have to) (?:be logged in|log ?in|sign ?in)\b/i;

/** What an answer comes to: servers that answer everything with 200 say in the body what it is. */
export const statedBy = ({ status, says }: Pick<Answer, 'status' | 'says'>): number | null => says ?? status;

export const isRefusal = (status: number | null): status is number => status === 401 || status === 403;
export const isRedirect = (status: number): boolean => status >= 301 && status <= 308;

/**
 * The middlewares of a program with the 401, 403 and redirections that become of the errors they hand on: by the error's own status, else by what the error
 * handlers answer to it. Of one function that was made several times (`guard({ optional: true })`, a guard of routes marked as public) those refuse
 * that were seen to: that the text of the others says 401 is how the settings of those ones come out.
 */
export function withRefusals(program: Program): readonly Middleware[] {
  const statuses = statusesOfErrors(program);
  const ofErrors = ({ behaviour }: Middleware): readonly number[] =>
    (behaviour?.failures ?? [])
      .flatMap(({ error, message }) => [
        ...(statuses.get(error) ?? []),
        ...(message !== undefined && UNAUTHORIZED.test(message) ? [401] : []),
      ])
      .filter((status) => isRefusal(status) || isRedirect(status));
  const refuses = (middleware: Middleware): boolean =>
    ofErrors(middleware).some(isRefusal) || (middleware.behaviour?.answers.some((answer) => isRefusal(statedBy(answer))) ?? false);
  const refusing = new Set(program.middlewares.filter(refuses).map(textOf));
  const demands = ({ behaviour }: Middleware): boolean =>
    [...(behaviour?.answers ?? []), ...(behaviour?.failures ?? [])].some(
      (end) => end.when !== false && ('error' in end ? (statuses.get(end.error) ?? []) : [statedBy(end)]).includes(401),
    );
  const demanding = new Set(program.middlewares.filter(demands).map(textAndFactsOf));
  const isSlowing = ({ passesOn, answers, failures }: Behaviour): boolean => {
    const ends = [...answers.map(statedBy), ...failures.map(({ error }) => statuses.get(error)?.[0])];
    return passesOn && ends.length > 0 && ends.every((status) => status === 429);
  };
  return program.middlewares.map((each) => {
    const middleware = withClosings(each, statuses);
    const { facts, behaviour } = middleware;
    // It sends those away who come too often: what functions that it calls say elsewhere it has caught.
    if (facts && behaviour && isSlowing(behaviour))
      return { ...middleware, facts: { ...facts, statuses: facts.statuses.filter((status) => !isRefusal(status)) } };
    // Made so that it asks nobody for a login, whatever it says to those who have one: `if (user?.banned)`. One that refuses some, and looks at nothing which
    // may be missing, stands behind a guard that has asked: `if (!roles.includes(req.user.role))`.
    const isBehindLogin = behaviour?.reads.length === 0 && refuses(middleware);
    if (
      behaviour?.passesOn &&
      !isBehindLogin &&
      facts?.statuses.includes(401) &&
      !demands(middleware) &&
      demanding.has(textAndFactsOf(middleware))
    )
      return { ...middleware, facts: { ...unasked(middleware), statuses: [] }, behaviour: { ...behaviour, answers: [], failures: [] } };
    if (behaviour?.passesOn && behaviour.answers.length + behaviour.failures.length === 0 && refusing.has(textOf(middleware)))
      // Where a package looks its adapter has said, whatever the guard does without.
      return { ...middleware, facts: middleware.origin && facts ? facts : unasked(middleware) };
    const found = ofErrors(middleware);
    if (found.length === 0 || (!facts && middleware.origin)) return middleware;
    const { statuses: known } = facts ?? NO_FACTS;
    return { ...middleware, facts: { ...NO_FACTS, ...facts, statuses: [...new Set([...known, ...found])] } };
  });
}

/** Errors by which a server says that it is closed are answers like others. */
function withClosings(middleware: Middleware, statuses: ReturnType<typeof statusesOfErrors>): Middleware {
  const { behaviour } = middleware;
  const closing = ({ error }: Failure): boolean => statuses.get(error)?.every(closes) === true;
  if (!behaviour?.failures.some(closing)) return middleware;
  const answers = behaviour.failures
    .filter(closing)
    .map(({ error, message: _, ...failure }): Answer => ({ ...failure, status: statuses.get(error)![0]!, source: 'code' }));
  const failures = behaviour.failures.filter((failure) => !closing(failure));
  return { ...middleware, behaviour: { ...behaviour, answers: [...behaviour.answers, ...answers], failures } };
}
const closes = (status: number | null): boolean => status === 429 || status === 503;

/** Which function of the program a middleware is, whatever it was made with. */
const textOf = ({ name, place }: Middleware): string => `${name} ${JSON.stringify(place)}`;

/** The same, told apart from others in the same wrapper by what their bodies say. */
const textAndFactsOf = (middleware: Middleware): string => `${textOf(middleware)} ${JSON.stringify(middleware.facts)}`;

/** What the body of a function says that refuses nobody, made as it was: nothing where it looks at nothing of the request, `guard('public')`. */
function unasked({ facts = NO_FACTS, behaviour }: Middleware): BodyFacts {
  const { sets, parameters, statuses } = facts;
  if (behaviour?.reads.length === 0 && !behaviour.strategies) return { ...NO_FACTS, sets, parameters };
  return { ...facts, continues: 'always', statuses: statuses.filter((status) => !isRefusal(status)) };
}

/** Members that every request has: that a guard sets them says nothing of a login. */
const OF_EVERY_REQUEST: ReadonlySet<string> = new Set([
  'body',
  'query',
  'params',
  'headers',
  'cookies',
  'signedCookies',
  'session',
  'file',
  'files',
  'url',
  'method',
  'ip',
  'id',
  'state',
  'locals',
]);

/** Frameworks keep what is left in a holder of their own: `ctx.state.user`. */
const withoutHolder = (name: string): string => name.replace(/^(?:state|locals|var)\./, '');

/** Names under which guards of the program leave what they know of the caller: `user`, `jwtPayload`, `context`. */
export function loginNames(middlewares: readonly Middleware[], carrying: ReadonlyMap<MiddlewareId, Guard>): ReadonlySet<string> {
  const carried = middlewares.filter(({ id }) => carrying.has(id)).flatMap(leftBy);
  return new Set([...middlewares.filter((middleware) => guardOf(middleware)?.scheme).flatMap(leftBy), ...handedDown(carried, middlewares)]);
}

/** These names, and the ones under which somebody else leaves whom he has found by what stands there: `req.token`, by which another one sets `req.user`. */
function handedDown(names: readonly string[], middlewares: readonly Middleware[]): ReadonlySet<string> {
  const reads = ({ facts = NO_FACTS }: Middleware): boolean =>
    keeps(facts, new Set(names)) || facts.reads.some((read) => names.includes(withoutHolder(read.replace(/^[!?]/, '')).split('.')[0]!));
  const finds = (middleware: Middleware): boolean => middleware.behaviour?.passesOn === true && reads(middleware);
  return new Set([...names, ...(names.length === 0 ? [] : middlewares.filter(finds).flatMap(leftBy))]);
}

/** Names under which a middleware leaves something on the request. */
export const leftBy = ({ facts, behaviour }: Middleware): string[] =>
  [...(facts?.sets ?? []), ...(behaviour?.leaves ?? [])]
    .map((name) => withoutHolder(name).split('.')[0]!)
    // A session that the program finds for itself and leaves as a whole is one of its own.
    .filter((name) => name !== '?' && (!OF_EVERY_REQUEST.has(name) || (name === 'session' && behaviour?.leaves?.includes(name))));

/** Whether those behind it may know of it who the caller is: guards of packages leave that, and those of the program what they are seen to leave. */
export const leavesCaller = (middleware: Middleware): boolean =>
  middleware.origin !== undefined ||
  !middleware.behaviour ||
  middleware.behaviour.strategies !== undefined ||
  leftBy(middleware).length > 0;

/** Run on a request of which nothing is known it lets pass, and in no way through it anybody is refused: what it tests is always there. */
const refusesNobodySeen = ({ passesOn, answers, failures }: Behaviour): boolean => passesOn && answers.length + failures.length === 0;

/** Contexts keep what is left under `get`, as others keep headers: one of such a name is none. */
const keeps = ({ parameters, headers }: BodyFacts, names: ReadonlySet<string>): boolean =>
  parameters === 2 && headers.some((name) => names.has(name));

/** What a middleware does with what guards before it have left of the caller (`names`): it answers 401 or 403 to those without it, or to those with it. */
export function loginNeed(middleware: Middleware, names: ReadonlySet<string>): 'demanded' | 'refused' | null {
  const facts = middleware.origin ? undefined : withObserved(middleware);
  if (
    names.size === 0 ||
    !facts ||
    facts.parameters === 4 ||
    logsInByForm(middleware) ||
    (facts.continues === 'never' && !middleware.behaviour?.passesOn) ||
    (middleware.behaviour && refusesNobodySeen(middleware.behaviour)) ||
    !(facts.statuses.includes(401) || facts.statuses.includes(403))
  )
    return null;
  const named = (read: string): boolean => names.has(withoutHolder(read).split('.')[0]!);
  const inContext = ({ part, path }: Pick<Read, 'part' | 'path'>): boolean => part === 'context' && named(path.join('.'));
  const reads = middleware.behaviour?.reads.filter(inContext) ?? [];
  const passesWithout = (mark: string): boolean => facts.reads.some((read) => read.startsWith(mark) && named(read.slice(1)));
  // `if (req.user?.banned)` sends some of them away, and nobody has to be known.
  const unwanted = [
    ...facts.reads.filter((read) => read.startsWith('!') && named(read.slice(1))).map((read) => withoutHolder(read.slice(1)).split('.')),
    ...reads.filter((read) => read.unwanted).map(({ path }) => withoutHolder(path.join('.')).split('.')),
  ];
  if (unwanted.some((path) => isLoginItself(path))) return 'refused';
  if (unwanted.length > 0 || passesWithout('?') || reads.some((read) => read.spared)) return null;
  const queried = (middleware.behaviour?.data ?? []).some(({ where, values }) => [...(where ?? []), ...(values ?? [])].some(inContext));
  return reads.length > 0 || queried || keeps(facts, names) || facts.reads.some(named) ? 'demanded' : null;
}

/** What everybody has who has logged in, and not what some of them are: `user.banned`. */
const isLoginItself = (path: readonly string[]): boolean =>
  !path.slice(0, -1).some((name) => /^(?:current_?)?(?:user|account|member|customer|admin|principal)$/i.test(name)) ||
  /^_?(?:u?id|sub|e-?mail|(?:user_?)?name|user_?id|token)$/i.test(path.at(-1)!);

/** What the middleware guards with; null when it is no guard. `names`: what other guards leave of the caller. */
export function guardOf(middleware: Middleware, names?: ReadonlySet<string>): Guard | null {
  if (logsInByForm(middleware)) return null;
  return (
    ownGuard(middleware) ??
    (names && loginNeed(middleware, names) === 'demanded' ? { scheme: null, required: true, scopes: scopesOf(middleware) } : null) ??
    (names ? onlyRights(middleware) : null)
  );
}

/** `requirePermission('keys:cut')`: it is made with rights and answers 403 to whom it finds none of, wherever it looks for them. */
function onlyRights(middleware: Middleware): Guard | null {
  const facts = middleware.origin ? undefined : withObserved(middleware);
  if (!facts?.statuses.includes(403) || facts.parameters === 4 || !NAMES_RIGHTS.test(middleware.name)) return null;
  const scopes = scopesOf(middleware);
  return scopes.length === 0 ? null : { scheme: null, required: false, scopes, rights: true };
}
const NAMES_RIGHTS = /role|permi(t|ss)|scope|right|privilege|abilit|polic|access|claim|group|grant|authori[sz]/i;

function ownGuard(middleware: Middleware): Guard | null {
  const found = ofPackage(middleware);
  if (!found) return middleware.origin ? null : ofBody(middleware);
  // What a class of the program that extends a guard of a package asks for besides.
  const also =
    found.required && !found.others && middleware.origin?.module === '@nestjs/passport' ? neededBeside(found.scheme, middleware) : [];
  return also.length > 0 ? { ...found, also } : found;
}

/** Guards of packages that a middleware of the program calls: `login(request, response, next)`. One that refuses nobody lets those pass whom they do not know. */
export const calledGuards = ({
  id,
  place,
  origin,
  behaviour,
}: Middleware): readonly { readonly guard: Guard; readonly when?: RequestCondition }[] =>
  (origin ? [] : (behaviour?.calls ?? [])).flatMap(({ when, ...called }) => {
    const guard = /passport/.test(called.origin?.module ?? '') ? null : ofPackage({ id, name: '', place, ...called });
    const required = guard?.required === true && !(behaviour && refusesNobodySeen(behaviour) && !behaviour.mayAnswer);
    return guard ? [{ guard: { ...guard, required }, ...(when !== undefined && { when }) }] : [];
  });

/** What browsers ask before the request itself, without any credential. */
export const isPreflight = ({ when, status }: Answer): boolean => status !== null && status < 300 && asksForOptions(when);
const asksForOptions = (when: Answer['when']): boolean =>
  typeof when === 'object' &&
  when !== null &&
  ('all' in when
    ? when.all.some(asksForOptions)
    : 'of' in when && when.of === 'method' && when.steps.some(([how, text]) => /^={2,3}$/.test(how) && text === 'OPTIONS'));

/**
 * It closes the server for a while, or to those who come too often: whom it spares has shown a token, and nobody is asked for one. What else fails there
 * says nothing of tokens, and it knows nobody behind that.
 */
export function onlyCloses(middleware: Middleware): boolean {
  const { facts, behaviour } = middleware;
  if (!behaviour?.passesOn || behaviour.answers.length === 0 || !behaviour.answers.every(({ status }) => closes(status))) return false;
  return (
    behaviour.failures.length === 0 ||
    (!facts?.statuses.some(isRefusal) &&
      !behaviour.failures.some(({ message = '' }) => OF_CREDENTIALS.test(message)) &&
      !behaviour.reads.some((read) => read.part !== 'body' && isRequired(read, behaviour)) &&
      !leftBy(middleware).some((name) => LOGIN_STATE.test(name)))
  );
}
const OF_CREDENTIALS = /auth|token|jwt|log-?\s?in|sign|credential|session|\bkey\b|expire|permission|allowed|denied|forbidden/i;

function ofBody(middleware: Middleware): Guard | null {
  const facts = withObserved(middleware);
  if (!facts || facts.parameters === 4 || onlyCloses(middleware)) return null;
  const refuses = facts.statuses.includes(401) || facts.statuses.includes(403);
  const redirects = facts.statuses.some(isRedirect);
  const needed = withoutWhichNobodyPasses(middleware);
  // `if (await authenticated(request)) return response.redirect('/')`: who is logged in is sent elsewhere, and nobody is refused.
  if (redirects && !refuses && facts.reads.some((read) => /^!.*\(…\)$/.test(read))) return null;
  const passport = strategiesOf(facts, middleware.behaviour);
  const login = isLogin(passport.names);
  const shown =
    passport.schemes.find((scheme) => scheme !== null) ??
    credentialOf(login ? { ...facts, calls: facts.calls.filter((call) => !passport.calls.includes(call)) } : facts, refuses || redirects);
  // What makes the context of a request may have read the header that the guard refuses for.
  const asked = demandedWith401(middleware, facts) ?? comparedWithSecret(middleware, refuses);
  const otherwise = needed && (needed.part === 'context' ? null : schemeOf(needed));
  // A token that is verified comes out of the one cookie or header without which the guard answers 401.
  const found =
    shown === bearer && passport.names.length === 0 && !facts.headers.includes('authorization') && asked
      ? asked
      : shown === bearer && passport.names.length === 0
        ? (tokenOfQuery(middleware, facts) ?? bearer)
        : (shown ?? asked ?? (shown === null ? null : otherwise));
  if (found === undefined) return null;
  if (!refuses && !redirects && !needed && !verifiesCredential(facts) && servesAnybody(middleware)) return null;
  const credentials = (middleware.behaviour?.reads ?? []).filter((read) => isCredential(read, found));
  // Whoever has it is sent away: a page for those who are not logged in.
  if (credentials.some((read) => read.unwanted)) return null;
  // The text shows it, and running has shown nobody who is refused for the lack of it: whoever has a login may need none, and where strangers pass they do.
  const isDoubtful =
    credentials.length > 0 && credentials.every((read) => !read.required && !read.refusedBy && !read.suffices && !read.token);
  const spares =
    ((passport.calls.length === 0 || middleware.behaviour?.strategies) &&
      credentials.length > 0 &&
      credentials.every((read) => read.spared)) ||
    ((found === null || isDoubtful) && middleware.behaviour?.reads.some((read) => read.part === 'context' && read.spared) === true);
  const answersNobody =
    middleware.behaviour?.passesOn === true &&
    middleware.behaviour.answers.every(isPreflight) &&
    middleware.behaviour.failures.length === 0;
  const refusesNobody =
    (facts.continues === 'always' || answersNobody) &&
    !refuses &&
    !redirects &&
    !needed &&
    !(verifiesCredential(facts) && (middleware.behaviour?.failures.length ?? 0) > 0) &&
    !credentials.some((read) => read.required ?? read.refusedBy);
  const optional =
    spares ||
    refusesNobody ||
    // It serves them itself, and sends some elsewhere for something else.
    (redirects && !refuses && isDoubtful && middleware.behaviour!.answers.some(({ status }) => status === 200)) ||
    failsBeforeItAsks(middleware, credentials) ||
    passport.names.includes('anonymous') ||
    middleware.behaviour?.strategies?.every((each) => each.spares) === true;
  // Whether a failed `jwtVerify()` is swallowed shows in no fact: only a guard that answers nothing and says so by its name lets the request pass.
  const lenient = verifiesThroughRequest(facts) && !refuses && /optional/i.test(middleware.name);
  const named = found === bearer && passport.names.length === 0 ? ofHeader(middleware.behaviour?.reads) : found;
  const [first, ...rest] = passport.names.length === 0 ? eitherOf(named, middleware) : eachOnce(passport.schemes);
  const scheme = first ?? named;
  // Names and passwords as well as tokens, in one header.
  const takesBoth = named === bearer && passport.names.length === 0 && wordsIn(middleware.behaviour?.reads).includes('basic');
  const others = takesBoth ? [...rest, basic] : rest;
  const also = others.length > 0 || optional ? [] : neededBeside(scheme, middleware);
  return whereItLooks(middleware, {
    scheme,
    ...(others.length > 0 && { others }),
    ...(also.length > 0 && { also }),
    ...(scheme !== null &&
      middleware.behaviour?.reads.some(
        ({ suffices, part, path }) =>
          part === 'context' && (suffices || (isDoubtful && isKey(scheme) && (path[0] === 'session' || LOGIN_STATE.test(path.join('.'))))),
      ) && { orLogin: true as const }),
    required: !optional && !lenient,
    scopes: isKey(scheme) ? [] : scopesOf(middleware),
  });
}

/** What a guard refuses a request without, beside the credential: a login, and whatever is called like a key or compared with a secret. */
function neededBeside(scheme: Omit<Scheme, 'evidence'> | null, { behaviour }: Middleware): readonly (Omit<Scheme, 'evidence'> | null)[] {
  if (scheme === null || !behaviour) return [];
  const needed = behaviour.reads.filter((read) => read.path.length > 0 && isRequired(read, behaviour) && !isCredential(read, scheme));
  const isKeyToo = (read: Read): boolean =>
    isCredential(read, bearer) ||
    (read.secret === true && read.path.length === 1) ||
    (mayBeKey(read) && (CREDENTIAL_NAME.test(read.path[0]!) || NAMES_KEY.test(read.path[0]!)));
  const hasLogin = needed.some(({ part, path }) => part === 'context' && LOGIN_STATE.test(path.join('.')));
  return [...(hasLogin ? [null] : []), ...needed.filter(isKeyToo).map(schemeOf)];
}
const NAMES_KEY = /key|secret|token|auth|passw/i;

/** Nobody passes, since the server is not ready, and that is all that it answers, before it looks at any credential: who sends the request makes no difference. */
const failsBeforeItAsks = ({ behaviour }: Middleware, credentials: readonly Read[]): boolean =>
  behaviour?.passesOn === false &&
  credentials.length === 0 &&
  behaviour.failures.length === 0 &&
  behaviour.answers.length > 0 &&
  behaviour.answers.every(({ status }) => status !== null && status >= 500);

/** The credentials of which a guard asks for one, as running it has shown: first what its text shows. */
function eitherOf(named: Omit<Scheme, 'evidence'> | null, { behaviour }: Middleware): readonly Omit<Scheme, 'evidence'>[] {
  const saysWho = (read: Read): boolean => read.part === 'query' || isCredential(read, bearer) || mayBeKey(read);
  const doing = (behaviour?.reads ?? []).filter((read) => read.suffices && read.part !== 'context' && saysWho(read));
  return [...doing.filter((read) => isCredential(read, named)), ...doing.filter((read) => !isCredential(read, named))].map(schemeOf);
}

/**
 * It looks at the credential and asks for none: what it answers is only how often somebody came, or that the server is not ready. One that answers
 * nothing, leaves nothing and is not called after a login writes down what it has seen.
 */
function servesAnybody({ behaviour, ...middleware }: Middleware): boolean {
  if (behaviour?.passesOn !== true || behaviour.failures.length > 0) return false;
  if (behaviour.answers.length > 0) return behaviour.answers.every(({ status }) => status !== null && (status === 429 || status >= 500));
  const left = leftBy({ behaviour, ...middleware });
  const login = /auth|user|session|login|token|jwt|guard|identi/i;
  // What is called after logging leaves the notes that it takes.
  if (/log(?!in|out)/i.test(middleware.name))
    return ![middleware.name, ...left].some((name) => login.test(name) || /account|member|claims/i.test(name));
  return left.length === 0 && !login.test(middleware.name) && !/context/i.test(middleware.name);
}

/** The token that is verified comes in the query: no header and no cookie is read that may hold one. */
function tokenOfQuery({ behaviour }: Middleware, facts: BodyFacts): Omit<Scheme, 'evidence'> | undefined {
  if (!behaviour || facts.headers.includes('authorization') || behaviour.reads.some((read) => isCredential(read, bearer) || mayBeKey(read)))
    return undefined;
  const found = behaviour.reads.find(({ part, path }) => part === 'query' && path.length === 1 && TOKEN_OF_QUERY.test(path[0]!));
  return found && key('query', found.path[0]!);
}
const TOKEN_OF_QUERY = /^(?:api_?key|access_?token|auth_?token|token|jwt)$/i;

/** A header `authorization` that is read, or a cookie or header of whatever name without which the middleware answers 401. */
function demandedWith401({ behaviour }: Middleware, { statuses }: BodyFacts): Omit<Scheme, 'evidence'> | undefined {
  if (!behaviour || !statuses.includes(401)) return undefined;
  if (behaviour.reads.some((read) => isCredential(read, bearer))) return bearer;
  const keys = behaviour.reads.filter(mayBeKey);
  const required = keys.filter((read) => isRequired(read, behaviour));
  // It is compared with what the server keeps: a wrong one is refused like none.
  const asked =
    required.length > 0 || keys.length !== 1 || needsLogin(behaviour) ? required : keys.filter(({ path }) => NAMES_KEY.test(path[0]!));
  const found = asked.find(({ part }) => part === 'cookie') ?? asked[0];
  return found && key(found.part as 'cookie' | 'header', found.path[0]!);
}

/** A header, cookie or parameter that has to be what the configuration keeps secret; whatever it answers to whom it refuses for want of it. */
function comparedWithSecret({ behaviour }: Middleware, refuses: boolean): Omit<Scheme, 'evidence'> | undefined {
  const found = behaviour?.reads.find((read) => read.secret && (refuses || isRequired(read, behaviour)));
  return found && schemeOf(found);
}

/** What a middleware may take the login from that it leaves for others; null when it leaves none, or asks for the credential itself. */
function carriedBy(middleware: Middleware): readonly [Omit<Scheme, 'evidence'>, ...Omit<Scheme, 'evidence'>[]] | null {
  const { origin, facts, behaviour } = middleware;
  if (origin || facts?.parameters === 4 || behaviour?.passesOn !== true || leftBy(middleware).length === 0) return null;
  // What is looked for in the body or the query as well is a parameter.
  const isParameter = ({ path }: Read): boolean =>
    !CREDENTIAL_NAME.test(path[0]!) &&
    !isApiKeyHeader(path[0]!) &&
    behaviour.reads.some((other) => (other.part === 'body' || other.part === 'query') && other.path.join('.') === path[0]);
  // What is made a number is an id: a secret is none.
  const isNumber = ({ part, path, shape }: Read): boolean =>
    [
      shape,
      ...behaviour.refinements.flatMap((other) => (other.part === part && other.path.join('.') === path.join('.') ? [other.shape] : [])),
    ].some((known) => known !== undefined && ['number', 'integer', 'boolean'].includes(known.kind));
  // Nobody has a secret by default.
  const isGiven = ({ shape }: Read): boolean => shape?.default !== undefined;
  const reads = behaviour.reads.filter(
    (read) => !isGiven(read) && ((mayBeKey(read) && !isParameter(read) && !isNumber(read)) || isCredential(read, bearer)),
  );
  const distinct = [...new Map(reads.map((read) => [`${read.part} ${read.path[0]}`, read])).values()];
  const named = distinct.filter(({ path }) => CREDENTIAL_NAME.test(path[0]!) || path[0]!.toLowerCase() === 'authorization');
  const alike = distinct.filter(({ suffices }) => suffices);
  const [found, ...others] = distinct.length === 1 || alike.length === 0 ? (distinct.length === 1 ? distinct : named) : alike;
  return !found || (others.length > 0 && alike.length === 0) ? null : [schemeOf(found), ...others.map(schemeOf)];
}

/**
 * Middlewares that let everybody pass and leave who it is, where another one answers 401 to whom they do not know: `c.set('user', …)`, behind it
 * `if (!c.get('user')) return c.json(…, 401)`. The cookie or header that they take it from is the credential. Where only 403 is answered that may be for
 * want of rights: then it has to be called like a credential.
 */
export function carriers(middlewares: readonly Middleware[], program: Program): ReadonlyMap<MiddlewareId, Guard> {
  const found = new Map<MiddlewareId, Guard>();
  const asking = middlewares.filter((middleware) => withObserved(middleware)?.statuses.some(isRefusal));
  const handlersAsk = demandingHandlers(program).size > 0;
  if (asking.length === 0 && !handlersAsk) return found;
  const guards = middlewares.filter((middleware) => ownGuard(middleware)?.scheme);
  const byGuards = [...handedDown(guards.flatMap(leftBy), middlewares)];
  for (const middleware of middlewares) {
    const [scheme, ...others] = (ownGuard(middleware)?.scheme ? null : carriedBy(middleware)) ?? [];
    if (!scheme) continue;
    const names = handedDown(leftBy(middleware), middlewares);
    // Who looks for the login of another guard as well, or for a credential of its own, may answer 401 for want of that.
    const ofOthers = new Set(byGuards.filter((name) => !names.has(name)));
    const isAsked =
      (handlersAsk && [...names].some((name) => name === 'session' || LOGIN_STATE.test(name))) ||
      asking.some(
        (other) =>
          other !== middleware &&
          loginNeed(other, names) === 'demanded' &&
          (isNamedAsCredential(scheme) ||
            (withObserved(other)!.statuses.includes(401) && !guards.includes(other) && loginNeed(other, ofOthers) === null)),
      );
    const alike = others.length > 0 && { others };
    if (isAsked)
      found.set(middleware.id, { scheme, ...alike, required: false, scopes: [], ...(readsSession(middleware) && { orSession: true }) });
  }
  return found;
}

const isNamedAsCredential = ({ type, parameter = '' }: Omit<Scheme, 'evidence'>): boolean =>
  type === 'http' || CREDENTIAL_NAME.test(parameter) || isApiKeyHeader(parameter);

export const readsSession = ({ behaviour }: Middleware): boolean =>
  behaviour?.reads.some(({ part, path }) => part === 'context' && path[0] === 'session') === true;

/** A key in a header or the query: a text that its guard is made with may be the key itself, and says nothing of scopes. */
const isKey = (scheme: Omit<Scheme, 'evidence'> | null): boolean => scheme?.type === 'apiKey' && scheme.in !== 'cookie';

/** What reading the body tells, with what running it has shown: cookies, and headers for keys, of computed names, members of sessions, statuses that helpers answer. */
function withObserved({ facts: stated, behaviour }: Middleware): BodyFacts | undefined {
  if (!behaviour) return stated;
  const facts = stated ?? NO_FACTS;
  const named = (part: Read['part']): string[] =>
    behaviour.reads.filter((read) => read.part === part && read.path.length === 1).map((read) => read.path[0]!);
  const statuses = behaviour.answers.map(statedBy).filter(isRefusal);
  const isKept = without(behaviour);
  // Whoever is asked for a token is asked for no key that only another function, which is not run then, looks at.
  const asksToken = behaviour.reads.some((read) => isCredential(read, bearer) && isRequired(read, behaviour));
  const isSeen = (name: string): boolean => !asksToken || !isApiKeyHeader(name) || named('header').includes(name);
  return {
    ...facts,
    cookies: [...new Set([...facts.cookies, ...named('cookie')])].filter((name) => isKept('cookie', name)),
    headers: [
      ...new Set([
        ...facts.headers,
        ...named('header').filter((name) => isApiKeyHeader(name) || (name !== 'authorization' && namesToken(name))),
      ]),
    ].filter((name) => isKept('header', name) && isSeen(name)),
    statuses: [...new Set([...facts.statuses, ...statuses])],
    reads: [
      ...new Set([
        ...facts.reads,
        // `if (req.isAuthenticated()) return res.status(403).end()`: for whoever has not logged in.
        ...named('context').filter((name) => name === 'isAuthenticated()' && !facts.reads.includes(`!${name}`)),
        ...behaviour.reads.flatMap(({ part, path: [head, member], unwanted }) => {
          const read = `session.${member}`;
          const isOpposite = unwanted === true || facts.reads.some((each) => each === `!${read}` || each === `?${read}`);
          return part === 'context' && head === 'session' && member !== undefined && !isOpposite ? [read] : [];
        }),
        ...(behaviour.reads.some(isMemberOfLogin) ? ['session.user'] : []),
      ]),
    ],
  };
}

/** A member of the session that is enough to pass, whatever it is called. */
const isMemberOfLogin = ({ part, path: [head, member], suffices }: Read): boolean =>
  part === 'context' && head === 'session' && member !== undefined && suffices === true;

/** Nobody passes without a login. */
const needsLogin = (behaviour: Behaviour): boolean =>
  behaviour.reads.some((read) => read.part === 'context' && read.required === true && LOGIN_STATE.test(read.path.join('.')));

/** Tells credentials that a middleware may ask for from those that it only looks at beside one without which nobody passes. */
function without(behaviour: Behaviour): (part: Read['part'], name: string) => boolean {
  const mayBe = behaviour.reads.filter((read) => read.path.length === 1 && (mayBeKey(read) || isCredential(read, bearer)));
  const asked = mayBe.filter((read) => isRequired(read, behaviour) || read.suffices || read.secret);
  const open =
    asked.some((read) => isRequired(read, behaviour)) || needsLogin(behaviour) ? mayBe.filter((read) => !asked.includes(read)) : [];
  return (part, name) => !open.some((read) => read.part === part && read.path[0] === name);
}

/** Undefined: no credential. Null: a login state. */
function credentialOf(facts: BodyFacts, ends: boolean): Omit<Scheme, 'evidence'> | null | undefined {
  if (facts.calls.some((call) => /^(?:basic-auth|(?:koa|express|hono\/|@fastify\/)-?basic-auth)#/.test(call))) return basic;
  const header = apiKeyHeader(facts);
  const state = facts.reads.some((read) => LOGIN_STATE.test(read));
  if (facts.headers.includes('authorization')) return bearer;
  const cookie = facts.cookies.find((name) => CREDENTIAL_NAME.test(name) && !/csrf|xsrf/i.test(name));
  if (verifiesCredential(facts)) {
    const named = header ?? (cookie === undefined ? facts.headers.find(namesToken) : undefined);
    if (named !== undefined) return key('header', named);
    const kept = cookie ?? facts.cookies.find(namesToken);
    return kept === undefined ? bearer : key('cookie', kept);
  }
  if (!ends) return undefined;
  if (header) return key('header', header);
  if (cookie !== undefined) return key('cookie', cookie);
  const query = facts.query.find((name) => TOKEN_OF_QUERY.test(name));
  if (query !== undefined) return key('query', query);
  return state ? null : undefined;
}

/** Members of what a guard is made with that list rights: `guard({ roles: ['admin'] })`. */
const RIGHTS = /^(?:(?:allowed|required|any|all)_?)?(?:roles?|scopes?|permissions?|rights?|privileges?)$/i;
const listed = (given: Json): readonly Json[] =>
  given !== null && typeof given === 'object' && !Array.isArray(given)
    ? Object.entries(given).flatMap(([name, value]) => (RIGHTS.test(name) ? [value] : []))
    : [given];

/** `auth('manageUsers')` of the program itself names rights; names of strategies and addresses are none. */
const scopesOf = (middleware: Middleware): string[] => [
  ...new Set(
    strings((middleware.arguments ?? []).flatMap(listed)).filter(
      (text) =>
        text !== '' &&
        text !== middleware.name &&
        !middleware.said?.includes(text) &&
        !middleware.behaviour?.denies?.includes(text) &&
        !middleware.behaviour?.strategies?.some(({ name }) => name === text) &&
        // It is how the credential is called.
        !middleware.behaviour?.reads.some(
          ({ part, path }) => part !== 'context' && part !== 'body' && path.length === 1 && path[0] === text,
        ) &&
        !/^(jwt|bearer|basic|local|session|anonymous)$/i.test(text) &&
        !/[/\s]/.test(text),
    ),
  ),
];

export const evidenceOf = (middleware: Middleware): Evidence => ({ source: 'guard', place: middleware.place });

/** Whether it takes the caller out of the session: `passport.session()`, `passport.authenticate('session')`. */
export const restoresLogin = ({ origin, arguments: literals }: Middleware): boolean =>
  /^(koa-|fastify-|@fastify\/)?passport$/.test(origin?.module ?? '') &&
  (originExport(origin!.path) === 'session' || (originExport(origin!.path) === 'authenticate' && literals?.[0] === 'session'));

/** The cookie of the session middleware, when this is one or calls one; `isOther`: what it holds is no `request.session`. */
export function sessionOf(middleware: Middleware): { readonly name: string; readonly isOther: boolean } | null {
  const defaults: Readonly<Record<string, string>> = {
    'express-session': 'connect.sid',
    'cookie-session': 'session',
    'client-sessions': 'session_state',
    'koa-session': 'koa.sess',
    'koa-session2': 'koa:sess',
    'koa-session-minimal': 'koa:sess',
    'koa-generic-session': 'koa.sid',
    '@fastify/session': 'sessionId',
    '@fastify/secure-session': 'session',
  };
  const own = [middleware, ...(middleware.behaviour?.calls ?? [])].find(({ origin }) => origin && Object.hasOwn(defaults, origin.module));
  if (!own) return null;
  const { module } = own.origin!;
  const options = optionsOf(own.arguments ?? []);
  // What is called the key here encrypts the cookie.
  const written =
    module === '@fastify/secure-session'
      ? (options?.['cookieName'] ?? options?.['sessionName'])
      : (options?.['name'] ?? options?.['key'] ?? options?.['cookieName']);
  const called = module === 'client-sessions' ? (options?.['requestKey'] ?? written) : undefined;
  return { name: typeof written === 'string' ? written : defaults[module]!, isOther: typeof called === 'string' && called !== 'session' };
}

/** The cookie of the session behind a middleware: where several are open, that of `request.session`. */
export const sessionBehind = (before: string | null, opened: ReturnType<typeof sessionOf> | undefined): string | null =>
  opened && !(opened.isOther && before !== null) ? opened.name : before;
