import { demandsOf, type Endpoint, type Model } from '../../../schemas/index.js';
import { memoryValue } from '../../store/index.js';
import { wordsOf } from '../data/descriptor.js';
import type { HttpResponse } from '../http-response.js';
import { valueAtPath, withValueAt } from '../value-at-path.js';
import {
  beginsSession,
  isIdentity,
  leavesOf,
  loginsOf,
  makesAccounts,
  makesFirstAccount,
  registrationsFor,
  SECRET_FIELD,
  takesAccount,
  tokenIn,
  withRepetitions,
  type Registration,
} from './accounts.js';
import { NotAvailableError, RefusedError } from './errors.js';
import { CircleError } from './needs.js';
import { keyOf } from './plan.js';
import type { Credential } from './request-parts.js';
import type { Session, User } from './session.js';

type Scheme = Model['securitySchemes'][string];

/** An account that the run made. */
interface Account {
  readonly registration: Registration;
  /** What was sent to make it. */
  readonly body: unknown;
  readonly response: HttpResponse;
}

/** The secret of who asks, in the body of a request that is guarded already. */
const OWN_SECRET = /^(?:current|old|existing|present)?(?:password|passwd|pwd|pass)$/;
const NOTHING: Credential = { headers: {}, query: {} };

/** The accounts and credentials of the users of one run. Each is made once, when it is first needed. */
export class Credentials {
  /** How many registrations were tried for a login: an account that the login does not take is none. */
  readonly #tried = new Map<string, number>();
  /** The account that each user logs in with, by user and login. */
  readonly #accounts = new Map<string, Account>();
  /** In which of its forms a scheme's credential is sent, and whether a server has taken it so. */
  readonly #forms = new Map<string, { index: number; taken: boolean }>();

  constructor(readonly session: Session) {}

  /**
   * The credential for an endpoint: null when it needs none.
   * @param asker what it is needed for, as `needs` knows it
   * @throws NotAvailableError when it needs one that cannot be had
   */
  async for(endpoint: Endpoint, user: User, asker?: string): Promise<Credential | null> {
    const uses = endpoint.security ?? [];
    const demanded = uses.some((use) => use.required !== false);
    // Whoever begins a session has none yet.
    if (uses.length === 0 || (!demanded && beginsSession(this.session.context.model, endpoint))) return null;
    let credential = null as Credential | null;
    let missing: NotAvailableError | undefined;
    const had: string[] = [];
    for (const { scheme } of uses) {
      try {
        const what = `credential ${user} ${scheme}`;
        const one = this.#carry(scheme, await this.session.needs.get(what, asker, () => this.#obtain(scheme, user, what)));
        credential = both(credential ?? NOTHING, one);
        had.push(scheme);
      } catch (error) {
        if (error instanceof CircleError)
          missing ??= new NotAvailableError(`the credential for "${scheme}" comes from what needs it itself.`);
        else if (error instanceof NotAvailableError) missing ??= error;
        else throw error;
      }
    }
    if (missing !== undefined && demanded && !meets(endpoint, had)) throw missing;
    return credential;
  }

  /**
   * A server that does not know a credential may want it written in another way. Says what to send instead; undefined when everything was tried, or when
   * it has taken one before.
   */
  async inAnotherForm(
    endpoint: Endpoint,
    user: User,
  ): Promise<{ readonly credential: Credential; readonly form: string; readonly remedy?: string } | undefined> {
    for (const { scheme: name } of endpoint.security ?? []) {
      const scheme = this.session.context.model.securitySchemes[name];
      const forms = scheme === undefined ? [] : formsOf(scheme);
      const state = this.#forms.get(name) ?? { index: 0, taken: false };
      if (state.taken || state.index + 1 >= forms.length) continue;
      this.#forms.set(name, { index: state.index + 1, taken: false });
      const credential = await this.for(endpoint, user);
      if (credential !== null)
        return {
          credential,
          form: `${headerOf(scheme!)}: ${forms[state.index + 1]}…`,
          ...remedyFor(name, scheme!, forms[state.index + 1]!),
        };
    }
    return undefined;
  }

  /** A server has taken what was sent: it is the right form. One that took none gets what the model says. What needs no credential shows nothing. */
  settle(endpoint: Endpoint, taken: boolean): void {
    for (const { scheme, required } of endpoint.security ?? []) {
      if (required === false) continue;
      if (taken) [this.#alive, this.last] = [true, keyOf(endpoint)];
      const state = this.#forms.get(scheme) ?? { index: 0, taken: false };
      if (!state.taken) this.#forms.set(scheme, { index: taken ? state.index : 0, taken: taken || state.index > 0 });
    }
  }

  /** The last request whose credential was taken. */
  last: string | undefined;
  #alive = false;
  #renewals = 0;

  /**
   * Logs in anew where a credential that was taken before is taken no more. Undefined where none was taken since it was last renewed, or nothing new is had.
   * @throws NotAvailableError when nobody can log in any more: from then on that is why there is no credential
   */
  async renewed(endpoint: Endpoint, user: User, old: Credential | null): Promise<Credential | undefined> {
    const uses = (endpoint.security ?? []).filter(({ scheme }) => this.#forms.get(scheme)?.taken);
    if (!this.#alive || uses.length === 0 || this.#renewals >= 5) return undefined;
    this.#alive = false;
    this.#renewals++;
    for (const { scheme } of uses) {
      const what = `credential ${user} ${scheme}`;
      this.session.needs.forget(what);
      try {
        await this.session.needs.get(what, undefined, () => this.#obtain(scheme, user, what));
      } catch (error) {
        if (!(error instanceof NotAvailableError)) throw error;
        const dead = new NotAvailableError(`the credential is no longer taken after ${this.last}: ${error.message}`, error.help);
        this.session.needs.set(what, Promise.reject(dead));
        throw dead;
      }
    }
    const credential = await this.for(endpoint, user);
    return credential === null || (Object.keys(credential.headers).length > 0 && same(credential, old)) ? undefined : credential;
  }

  /** The fields of a login are those of an account: of one that a person has stored, else of one that is made for the run. */
  async withAccount(login: Endpoint, body: unknown, user: User, asker?: string): Promise<unknown> {
    let stored = user === 'other' ? [] : this.#stored(login);
    let account: Account | undefined;
    if (!stored.some(({ name }) => SECRET_FIELD.test(name))) account = await this.#account(login, user, asker);
    else if (user === 'leaver') {
      // What is stored is kept from whoever leaves, where there is another way.
      account = await this.#account(login, user, asker).catch(unavailable);
      if (account !== undefined) stored = [];
    }
    let result = body;
    for (const { path, value } of stored) result = withValueAt(result, path, value);
    for (const [path, source] of account?.registration.fields ?? []) {
      const value = valueAtPath(account!.body, source);
      if (value !== undefined) result = withValueAt(result, path, value);
    }
    return result;
  }

  /** A guarded endpoint that asks for the password again gets that of the account. */
  async withOwnSecret(endpoint: Endpoint, body: unknown, user: User, asker?: string): Promise<unknown> {
    const leaf = leavesOf(endpoint).find(({ name }) => OWN_SECRET.test(wordsOf(name).join('')));
    if (leaf === undefined || !(endpoint.security ?? []).some((use) => use.required !== false) || makesAccounts(endpoint)) return body;
    // Obtaining the credential makes the account.
    if ((await this.for(endpoint, user, asker)) === null) return body;
    for (const login of loginsOf(this.session.context.model)) {
      const stored = user === 'other' ? undefined : this.#stored(login).find(({ name }) => SECRET_FIELD.test(name))?.value;
      const account = stored === undefined ? this.#accounts.get(`${user} ${keyOf(login)}`) : undefined;
      const source = [...(account?.registration.fields.values() ?? [])].find((path) => SECRET_FIELD.test(path.split('.').at(-1)!));
      const value = stored ?? (source === undefined ? undefined : valueAtPath(account!.body, source));
      if (value !== undefined) return withRepetitions(withValueAt(body, leaf.path, value));
    }
    return body;
  }

  /**
   * What the account of a user was made with, by the name of a path parameter: the `username` of a profile. Undefined when the run has made no account
   * with such a field, and needs none for this endpoint.
   */
  async ownValue(endpoint: Endpoint, name: string, user: User, asker?: string): Promise<unknown> {
    if (!isIdentity(name)) return undefined;
    const { model } = this.session.context;
    for (const login of loginsOf(model)) {
      if (endpoint === login || this.#stored(login).length > 0) continue;
      const makers = registrationsFor(model, login).filter((one) => leavesOf(one.endpoint).some((leaf) => leaf.name === name));
      if (makers.length === 0) continue;
      const account = await this.#account(login, user, asker).catch(unavailable);
      const leaf = account && leavesOf(account.registration.endpoint).find((one) => one.name === name);
      if (leaf !== undefined) return valueAtPath(account!.body, leaf.path);
    }
    return undefined;
  }

  /** Fields of a login that had to be invented: no endpoint of the model makes an account for it, and nobody has stored them. */
  inventedAccount(login: Endpoint): readonly string[] {
    const { model } = this.session.context;
    if (!takesAccount(model, login) || registrationsFor(model, login).length > 0) return [];
    const stored = new Set(this.#stored(login).map(({ name }) => name));
    return stored.size > 0 && [...stored].some((name) => SECRET_FIELD.test(name))
      ? []
      : accountNames(login).filter((name) => !stored.has(name));
  }

  /** Whether a user has an account that was made for this run alone: it may be changed and deleted. */
  isOwn(user: User): boolean {
    return [...this.#accounts].some(([key, { registration }]) => key.startsWith(`${user} `) && !makesFirstAccount(registration.endpoint));
  }

  /** What a person has stored of the fields of a login. */
  #stored(login: Endpoint): { readonly path: string; readonly name: string; readonly value: string }[] {
    return leavesOf(login).flatMap(({ path, name }) => {
      const value = memoryValue(this.session.context.memory, { scope: 'global', key: name });
      return value === undefined ? [] : [{ path, name, value }];
    });
  }

  /** An account that a login takes; undefined when the model has nothing that makes one. */
  async #account(login: Endpoint, user: User, asker: string | undefined): Promise<Account | undefined> {
    const registrations = registrationsFor(this.session.context.model, login);
    let refused: NotAvailableError | undefined;
    const tried = `${user} ${keyOf(login)}`;
    for (let index = this.#tried.get(tried) ?? 0; index < registrations.length; index++) {
      try {
        const account = await this.#register(registrations[index]!, user, asker);
        this.#tried.set(tried, index);
        if (!this.#accounts.has(tried)) await this.#keep(login, account);
        this.#accounts.set(tried, account);
        return account;
      } catch (error) {
        if (error instanceof CircleError)
          refused ??= new NotAvailableError(`${keyOf(registrations[index]!.endpoint)} itself needs a login.`);
        else if (error instanceof NotAvailableError) refused ??= error;
        else throw error;
      }
    }
    if (refused !== undefined) throw new NotAvailableError(`no account could be made: ${refused.message}`, storeAccount(login));
    return undefined;
  }

  /** The first account of an installation is made once: without it nobody would get in again. */
  async #keep(login: Endpoint, { registration, body }: Account): Promise<void> {
    if (!makesFirstAccount(registration.endpoint)) return;
    const entries = [...registration.fields].flatMap(([path, source]) => {
      const value = valueAtPath(body, source);
      return typeof value === 'string' ? [{ scope: 'global', key: path.split('.').at(-1)!, value }] : [];
    });
    await this.session.context.keep(entries);
    this.session.notes.push(
      `${keyOf(registration.endpoint)} made the first account of the server. It is kept for ${keyOf(login)}: ${entries
        .map(({ key }) => `\`tool memory get global:${key}\``)
        .join(', ')}.`,
    );
  }

  #register(registration: Registration, user: User, asker: string | undefined): Promise<Account> {
    const { endpoint } = registration;
    const what = `account ${user} ${keyOf(endpoint)}`;
    return this.session.needs.get(what, asker, async () => {
      const { parts, missing } = await this.session.positive(endpoint, user, 'account', what);
      if (missing !== undefined) throw missing;
      for (const { name, path } of leavesOf(endpoint)) {
        const value = valueAtPath(parts.body, path);
        if (/pass|pwd|pin|secret/i.test(name) && typeof value === 'string') this.session.context.masker.learn(value);
      }
      const { response, parts: sent } = await this.session.prepare(endpoint, parts);
      return { registration, body: sent.body, response };
    });
  }

  async #obtain(name: string, user: User, asker: string): Promise<string | null> {
    const { model, masker, memory, processEnvironment } = this.session.context;
    const scheme = model.securitySchemes[name];
    if (scheme === undefined) throw new NotAvailableError(`the model has no security scheme "${name}".`);
    const variable = `TOOL_CREDENTIAL_${user === 'other' ? 'OTHER_' : ''}${name.toUpperCase().replace(/[^A-Z\d]/g, '_')}`;
    const basic = scheme.type === 'http' && scheme.scheme === 'basic';
    const given =
      processEnvironment[variable] || memoryValue(memory, { scope: 'credential', key: user === 'other' ? `${name}.other` : name });
    if (given !== undefined && given !== '') {
      masker.learn(given);
      return basic ? Buffer.from(given).toString('base64') : given;
    }
    const how = `Give one${basic ? ' as user:password' : ''} in the environment variable ${variable}, or with \`tool memory set credential:${name} <value>\`.`;
    const named = scheme.obtainedFrom === undefined ? undefined : this.session.endpoint(scheme.obtainedFrom.endpoint);
    if (scheme.obtainedFrom !== undefined && named === undefined)
      throw new NotAvailableError(
        `the model has no endpoint ${scheme.obtainedFrom.endpoint}, which yields the credential for "${name}".`,
        how,
      );
    // Where the model does not name the source, it is looked for: the answer shows whether it is one.
    const logins = named !== undefined ? [named] : basic ? [] : loginsOf(model).slice(0, 3);
    if (logins.length === 0)
      throw new NotAvailableError(
        `nothing says where a credential for "${name}" comes from.`,
        `${how} Or let "obtainedFrom" in the model name the endpoint that yields it.`,
      );
    let failure: NotAvailableError | undefined;
    for (const login of logins) {
      try {
        const response = await this.#logIn(login, user, asker);
        const token = this.#taken(scheme, named === undefined ? undefined : scheme.obtainedFrom?.field, response, user);
        if (token !== undefined) return token;
        failure ??= new NotAvailableError(
          named !== undefined && scheme.obtainedFrom !== undefined
            ? `the answer of ${keyOf(login)} has no "${scheme.obtainedFrom.field}", so there is no credential for "${name}".`
            : `nothing says where a credential for "${name}" comes from, and the answer of ${keyOf(login)} has none.`,
          named !== undefined ? how : `${how} Or let "obtainedFrom" in the model name the endpoint that yields it.`,
        );
      } catch (error) {
        if (error instanceof CircleError)
          failure ??= new NotAvailableError(`no credential for "${name}": ${keyOf(login)} itself needs one.`, how);
        else if (error instanceof NotAvailableError)
          failure ??= new NotAvailableError(
            `no credential for "${name}": ${error.message}`,
            error.help === undefined ? how : `${error.help} Or ${how[0]!.toLowerCase()}${how.slice(1)}`,
          );
        else throw error;
      }
    }
    throw failure!;
  }

  /** Logs in; where the account is not taken and there is another way to make one, with that one. */
  async #logIn(login: Endpoint, user: User, asker: string): Promise<HttpResponse> {
    const { model } = this.session.context;
    const ways = takesAccount(model, login) ? registrationsFor(model, login).length : 0;
    const tried = `${user} ${keyOf(login)}`;
    for (;;) {
      try {
        const { parts, missing } = await this.session.positive(login, user, 'credential', asker);
        if (missing !== undefined) throw missing;
        return (await this.session.prepare(login, parts)).response;
      } catch (error) {
        if (!(error instanceof RefusedError) || error.endpoint !== login) throw error;
        const next = (this.#tried.get(tried) ?? 0) + 1;
        if (next >= ways) {
          if (!takesAccount(model, login)) throw error;
          throw new NotAvailableError(error.message, ways === 0 || this.#stored(login).length > 0 ? storeAccount(login) : undefined);
        }
        this.#tried.set(tried, next);
      }
    }
  }

  /** The credential that an answer brought: in a cookie (null: cookies go by themselves), in a field, in a header. */
  #taken(scheme: Scheme, field: string | undefined, response: HttpResponse, user: User): string | null | undefined {
    const answer = response.json.ok ? response.json.value : undefined;
    const asCookie = scheme.type === 'apiKey' && scheme.in === 'cookie';
    if (asCookie) {
      const cookies = this.session.jar(user).list(new URL(this.session.context.environment.baseUrl));
      const cookie =
        cookies.find((one) => one.name === scheme.name) ?? (response.headers['set-cookie'] === undefined ? undefined : cookies[0]);
      if (cookie !== undefined) {
        this.session.context.masker.learn(cookie.value);
        return null;
      }
    }
    if (field !== undefined) {
      const value = valueAtPath(answer, field);
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    }
    const header = scheme.type === 'apiKey' && scheme.in === 'header' ? scheme.name : scheme.type === 'http' ? 'authorization' : undefined;
    const sent = header === undefined ? undefined : response.header(header);
    if (sent !== undefined) return sent.replace(/^Bearer\s+/i, '');
    // A key of its own is no token: only a field that is called like it may be it.
    const isKey = scheme.type === 'apiKey' && !asCookie && !/token|auth|jwt/i.test(scheme.name ?? '');
    const called = isKey ? new RegExp(`^${(scheme.name ?? 'api-key').replace(/^x-/i, '').replace(/[^A-Za-z\d]/g, '')}$`, 'i') : undefined;
    const at = tokenIn(answer, called);
    return at === undefined ? undefined : String(valueAtPath(answer, at));
  }

  #carry(name: string, value: string | null): Credential {
    const scheme = this.session.context.model.securitySchemes[name];
    if (scheme === undefined || value === null) return NOTHING;
    this.session.context.masker.learn(value);
    if (scheme.type === 'apiKey' && scheme.in === 'query') return { headers: {}, query: { [scheme.name ?? 'apiKey']: value } };
    if (scheme.type === 'apiKey' && scheme.in === 'cookie')
      return { headers: { cookie: `${scheme.name ?? 'session'}=${encodeURIComponent(value)}` }, query: {} };
    // What a person has given with its scheme is sent as it is.
    const form = /^[A-Za-z]+ \S/.test(value) ? '' : formsOf(scheme)[this.#forms.get(name)?.index ?? 0];
    return { headers: { [headerOf(scheme)]: `${form}${value}` }, query: {} };
  }

  /** A credential of the right form that nobody has. */
  unknown(endpoint: Endpoint): Credential {
    let credential = NOTHING;
    for (const { scheme: name } of endpoint.security ?? []) {
      const scheme = this.session.context.model.securitySchemes[name];
      if (scheme === undefined) continue;
      const one = this.#carry(
        name,
        scheme.scheme === 'basic' ? Buffer.from('nobody:nothing').toString('base64') : 'unknown-credential-of-nobody',
      );
      credential = both(credential, one);
    }
    return credential;
  }
}

/** One of these schemes for each demand of an endpoint. */
const meets = (endpoint: Endpoint, schemes: readonly string[]): boolean =>
  demandsOf(endpoint).every((alternatives) => alternatives.some(({ scheme }) => schemes.includes(scheme)));

/** Two credentials in one request: cookies share a header. */
function both(one: Credential, other: Credential): Credential {
  const headers = { ...one.headers, ...other.headers };
  if (one.headers['cookie'] && other.headers['cookie']) headers['cookie'] = `${one.headers['cookie']}; ${other.headers['cookie']}`;
  return { headers, query: { ...one.query, ...other.query } };
}

const same = (one: Credential, other: Credential | null): boolean => JSON.stringify(one) === JSON.stringify(other);

const unavailable = (error: unknown): undefined => {
  if (!(error instanceof NotAvailableError)) throw error;
  return undefined;
};

/** How the model says it: with the name that stands before the credential. */
const remedyFor = (name: string, scheme: Scheme, form: string): { remedy?: string } =>
  scheme.type === 'http' && form !== ''
    ? { remedy: ` Write "scheme": "${form.trim()}" at "${name}" in the model, and workflows do so, too.` }
    : {};

const headerOf = (scheme: Scheme): string => (scheme.type === 'apiKey' ? (scheme.name ?? 'X-API-Key') : 'authorization');

/** What stands before a credential in its header: what the model says, then what servers ask for besides. */
function formsOf(scheme: Scheme): readonly string[] {
  if (scheme.type === 'apiKey') return scheme.in === 'header' ? ['', 'Bearer ', 'Token '] : [''];
  if (scheme.scheme === 'basic') return ['Basic '];
  const own = scheme.scheme === undefined || /^bearer$/i.test(scheme.scheme) ? 'Bearer ' : `${scheme.scheme} `;
  return [...new Set([own, 'Bearer ', 'Token ', 'JWT ', ''])];
}

/** The fields of a login that say who logs in: texts that nothing else determines. */
const accountNames = (login: Endpoint): string[] => {
  const texts = leavesOf(login).filter(({ field }) => field.enum === undefined && field.default === undefined);
  const named = texts.filter(({ name, field }) => SECRET_FIELD.test(name) || field.required === true || texts.length <= 2);
  return (named.some(({ name }) => !SECRET_FIELD.test(name)) ? named : texts).map(({ name }) => name);
};

const storeAccount = (login: Endpoint): string =>
  `Store an account that exists: ${accountNames(login)
    .map((field) => `\`tool memory set global:${field} <value>\``)
    .join(', ')}.`;
