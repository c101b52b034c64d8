import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint, Environment, Exchange, Memory, Model } from '../../../schemas/index.js';
import { memoryValue, type Masker } from '../../store/index.js';
import { createCookieJar, type CookieJar } from '../cookie-jar.js';
import type { Descriptor } from '../data/descriptor.js';
import { UnsatisfiableError, type Generator, type GeneratorFactory } from '../data/generate.js';
import { exchangeOf } from '../exchange-of.js';
import type { HttpClient, HttpOutcome, HttpRequest } from '../http-client.js';
import type { HttpResponse } from '../http-response.js';
import { isOptionalFilter } from '../optional-filter.js';
import { valueAtPath, withValueAt } from '../value-at-path.js';
import { reasonIn } from './check-response.js';
import { retryAfterMs, type Pace } from './pace.js';
import { keyOf } from './plan.js';
import { registrationFor, takesAccount } from './registration.js';
import { assemble, isFile, pathParameters, type Credential, type RequestParts } from './request-parts.js';

/** Something that an endpoint needs cannot be had. The message says what and why; it is a reason to leave the endpoint out. */
export class NotAvailableError extends Error {
  override readonly name = 'NotAvailableError';
  /** @param root the reason at the end of a chain of needs; default: the message */
  constructor(
    message: string,
    readonly help?: string,
    readonly root = message,
  ) {
    super(message);
  }
}

/** No server can be talked to. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  constructor(
    message: string,
    readonly help: string | undefined,
  ) {
    super(message);
  }
}

/** `other` owns nothing of `main`; `leaver` is who logs out, so that nobody else loses a session. */
export type User = 'main' | 'other' | 'leaver';

export interface SessionContext {
  readonly model: Model;
  readonly environment: Environment;
  readonly client: HttpClient;
  readonly masker: Masker;
  readonly generators: GeneratorFactory;
  readonly pace: Pace;
  readonly memory: Memory;
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  /** Requests that change something may be sent. */
  readonly writes: boolean;
  readonly longestWaitMs: number;
  readonly signal: AbortSignal | undefined;
  /** Told of every request that was sent. */
  readonly onSent: (outcome: HttpOutcome) => void;
}

export const isSafe = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);
/** An endpoint for every method is called with the one its data fits. */
export const methodOf = (endpoint: Endpoint): string =>
  endpoint.method !== 'ALL' ? endpoint.method : endpoint.requestBody === undefined ? 'GET' : 'POST';

/** A request that has everything the model demands. */
export interface Positive {
  readonly parts: RequestParts;
  /** Path parameters whose values nobody produced. */
  readonly invented: readonly string[];
}

interface Account {
  /** What was sent to make it, by field. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What one run knows: users, credentials, and what producers answered. Everything is obtained once, when it is first needed. */
export class Session {
  readonly #jars = new Map<User, CookieJar>();
  readonly #accounts = new Map<string, Promise<Account | undefined>>();
  readonly #credentials = new Map<string, Promise<Credential | null>>();
  readonly #answers = new Map<string, Promise<unknown>>();
  readonly #endpoints: ReadonlyMap<string, Endpoint>;
  /** Requests that were sent for others: accounts, credentials, ids. */
  readonly preparation: Exchange[] = [];
  /** Resources that were made, for cleaning up. */
  readonly made: { readonly endpoint: Endpoint; readonly body: unknown; readonly parts: RequestParts }[] = [];

  constructor(readonly context: SessionContext) {
    this.#endpoints = new Map(
      context.model.endpoints.filter((endpoint) => endpoint.shadowedBy === undefined).map((endpoint) => [keyOf(endpoint), endpoint]),
    );
  }

  endpoint(key: string): Endpoint | undefined {
    return this.#endpoints.get(key) ?? this.context.model.endpoints.find(({ id }) => id === key);
  }

  jar(user: User): CookieJar {
    const jar = this.#jars.get(user) ?? createCookieJar();
    this.#jars.set(user, jar);
    return jar;
  }

  /**
   * Sends a request, at the pace that limits allow; a server that asks for patience gets it.
   * @param signal ends it; null: nothing does. Default: that of the run
   * @throws UnreachableError, NotAvailableError (the limits of the model leave no room)
   */
  async send(
    endpoint: Endpoint,
    request: HttpRequest,
    log: Exchange[],
    signal: AbortSignal | null | undefined = this.context.signal,
  ): Promise<HttpOutcome> {
    const { client, masker, pace, longestWaitMs } = this.context;
    for (let attempt = 1; ; attempt++) {
      if (!(await pace.enter(endpoint))) {
        throw new NotAvailableError(
          `the rate limit that the model knows for ${keyOf(endpoint)} is used up, and waiting would take more than ${Math.round(longestWaitMs / 1000)} s.`,
          'Allow a longer wait with --max-wait, or run fewer endpoints with --only.',
        );
      }
      const outcome = await client.send({ ...request, ...(signal && { signal }) });
      this.context.onSent(outcome);
      log.push(exchangeOf(outcome, masker));
      if (!outcome.ok) {
        if (outcome.failure.unreachable) throw new UnreachableError(outcome.failure.message, outcome.failure.help);
        return outcome;
      }
      const { response } = outcome;
      if (attempt >= 3 || (response.status !== 429 && response.status !== 503)) return outcome;
      const wait = retryAfterMs(response.header('retry-after')) ?? (response.status === 429 ? 1_000 : undefined);
      if (wait === undefined || wait > longestWaitMs) return outcome;
      await sleep(wait, undefined, { ...(signal && { signal }) }).catch(() => undefined);
    }
  }

  /**
   * The parts of a valid request, with ids from what producers answered.
   * @param purpose makes data of its own, so that two requests to one endpoint do not collide
   * @throws NotAvailableError, UnreachableError
   */
  async positive(endpoint: Endpoint, user: User = 'main', purpose = 'check'): Promise<Positive> {
    const generator = this.context.generators(keyOf(endpoint), user, purpose);
    const parts = await this.#parts(endpoint, generator, user);
    const credential = await this.credentialFor(endpoint, user);
    return { ...parts, parts: { ...parts.parts, credential } };
  }

  async #parts(endpoint: Endpoint, generator: Generator, user: User): Promise<Positive> {
    const path: Record<string, unknown> = {};
    const query: Record<string, unknown> = {};
    const headers: Record<string, string> = {};
    let body = this.#body(endpoint, generator);
    const invented: string[] = [];
    const parameters = endpoint.parameters ?? [];
    for (const parameter of parameters) {
      // A filter that nobody demands would only make lists empty; what has a constraint is tried.
      const bounded =
        parameter.default !== undefined ||
        parameter.min !== undefined ||
        parameter.max !== undefined ||
        parameter.enum !== undefined ||
        parameter.example !== undefined;
      if (parameter.in === 'query' && (parameter.required === true || bounded))
        query[parameter.name] = parameter.default ?? parameter.example ?? this.#value(generator, parameter.name, parameter);
      if (parameter.in === 'header' && parameter.required === true && !/^(?:authorization|cookie|content-type)$/i.test(parameter.name))
        headers[parameter.name] = String(this.#value(generator, parameter.name, parameter));
      if (parameter.in === 'cookie' && parameter.required === true)
        headers['cookie'] = [
          headers['cookie'],
          `${parameter.name}=${encodeURIComponent(String(this.#value(generator, parameter.name, parameter)))}`,
        ]
          .filter(Boolean)
          .join('; ');
    }
    if (takesAccount(this.context.model, endpoint)) body = await this.#withAccount(endpoint, body, user);
    const consumed = new Set<string>();
    for (const { variable, usedAs, producedBy } of endpoint.consumes ?? []) {
      const [place, name] = [usedAs.slice(0, usedAs.indexOf(':')), usedAs.slice(usedAs.indexOf(':') + 1)];
      if (consumed.has(usedAs) || isOptionalFilter(endpoint, usedAs)) continue;
      // Credentials have their own way.
      if (place === 'header' && (endpoint.security ?? []).length > 0 && this.#isCredentialHeader(endpoint, name)) continue;
      // An account's own fields are those it was made with.
      if (place === 'body' && takesAccount(this.context.model, endpoint)) continue;
      const value = await this.#produced(producedBy, variable, user);
      consumed.add(usedAs);
      if (place === 'path') path[name] = value;
      if (place === 'query') query[name] = value;
      if (place === 'header') headers[name] = /^authorization$/i.test(name) ? `Bearer ${String(value)}` : String(value);
      if (place === 'body') body = withValueAt(body, name, value);
    }
    for (const name of pathParameters(endpoint.path)) {
      if (path[name] !== undefined) continue;
      const remembered =
        memoryValue(this.context.memory, { scope: 'workflow', key: name }) ??
        memoryValue(this.context.memory, { scope: 'global', key: name });
      if (remembered !== undefined) {
        path[name] = remembered;
        continue;
      }
      const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
      if (parameter?.example !== undefined) {
        path[name] = parameter.example;
        continue;
      }
      path[name] = this.#value(generator, name, parameter ?? {});
      if (parameter?.enum === undefined) invented.push(name);
    }
    return { parts: { path, query, headers, body, credential: null, cookies: this.jar(user) }, invented };
  }

  #body(endpoint: Endpoint, generator: Generator): unknown {
    const fields = endpoint.requestBody?.fields;
    if (fields === undefined) return undefined;
    return Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, isFile(field) ? '' : this.#value(generator, name, field)]),
    );
  }

  #value(generator: Generator, name: string, descriptor: Descriptor): unknown {
    try {
      return generator.value(name, descriptor);
    } catch (error) {
      if (error instanceof UnsatisfiableError) throw new NotAvailableError(`${error.message}.`, 'Give an "example" for it in the model.');
      throw error;
    }
  }

  #isCredentialHeader(endpoint: Endpoint, name: string): boolean {
    return (endpoint.security ?? []).some(({ scheme }) => {
      const known = this.context.model.securitySchemes[scheme];
      return (
        known !== undefined &&
        (known.type === 'apiKey'
          ? known.in === 'header' && known.name?.toLowerCase() === name.toLowerCase()
          : name.toLowerCase() === 'authorization')
      );
    });
  }

  /** What an endpoint answered; it is asked when it was not yet. */
  answerOf(key: string, user: User): Promise<unknown> {
    const known = this.#answers.get(`${user} ${key}`);
    if (known !== undefined) return known;
    const answer = this.#ask(key, user);
    answer.catch(() => undefined);
    this.#answers.set(`${user} ${key}`, answer);
    return answer;
  }

  /** Remembers what a check got, so that nobody asks again. */
  remember(endpoint: Endpoint, answer: Promise<unknown>): void {
    answer.catch(() => undefined);
    this.#answers.set(`main ${keyOf(endpoint)}`, answer);
  }

  async #ask(key: string, user: User): Promise<unknown> {
    const endpoint = this.endpoint(key);
    if (endpoint === undefined) throw new NotAvailableError(`the model has no endpoint ${key}.`, 'Run `tool scan`, or correct the model.');
    const { parts } = await this.positive(endpoint, user, 'prerequisite');
    return (await this.#prepare(endpoint, parts)).body;
  }

  /** Sends a request that others depend on. */
  async #prepare(endpoint: Endpoint, parts: RequestParts): Promise<{ response: HttpResponse; body: unknown }> {
    const method = methodOf(endpoint);
    if (!this.context.writes && !isSafe(method))
      throw new NotAvailableError(
        `${keyOf(endpoint)} would have to be called, and "${this.context.environment.name}" is not on this machine.`,
        'Allow it with --allow-writes, or with "allowWrites": true in that environment.',
      );
    const outcome = await this.send(endpoint, assemble(endpoint, method, this.context.environment.baseUrl, parts), this.preparation);
    if (!outcome.ok) throw new NotAvailableError(`${keyOf(endpoint)} failed: ${outcome.failure.message}`, outcome.failure.help);
    const { response } = outcome;
    if (response.status >= 400) throw new NotAvailableError(`${keyOf(endpoint)} answered ${response.status}${reasonIn(response)}.`);
    const body = response.json.ok ? response.json.value : undefined;
    this.made.push({ endpoint, body, parts });
    return { response, body };
  }

  async #produced(key: string, variable: string, user: User): Promise<unknown> {
    const producer = this.endpoint(key);
    let answer: unknown;
    try {
      answer = await this.answerOf(key, user);
    } catch (error) {
      if (error instanceof NotAvailableError)
        throw new NotAvailableError(`it needs "${variable}" from ${key}: ${error.root}`, error.help, error.root);
      throw error;
    }
    const field = producer?.produces?.find((one) => one.variable === variable)?.responseField ?? variable;
    const value = valueAtPath(answer, field);
    if (value === undefined || value === null)
      throw new NotAvailableError(
        `it needs "${variable}" from ${key}, whose answer has no "${field}".`,
        'Run `tool scan` if the source has changed.',
      );
    return value;
  }

  /** The fields of a login are those with which its account was made. */
  async #withAccount(endpoint: Endpoint, body: unknown, user: User): Promise<unknown> {
    const account = await this.#account(endpoint, user);
    let result = body;
    for (const name of Object.keys(endpoint.requestBody?.fields ?? {})) {
      const value = account?.fields[name] ?? memoryValue(this.context.memory, { scope: 'global', key: name });
      if (value !== undefined) result = withValueAt(result, name, value);
    }
    return result;
  }

  /** Fields of a login that had to be invented: no endpoint of the model makes an account for it, and nobody has stored them. */
  inventedAccount(login: Endpoint): readonly string[] {
    if (!takesAccount(this.context.model, login) || registrationFor(this.context.model, login) !== undefined) return [];
    return Object.keys(login.requestBody?.fields ?? {}).filter(
      (name) => memoryValue(this.context.memory, { scope: 'global', key: name }) === undefined,
    );
  }

  #account(login: Endpoint, user: User): Promise<Account | undefined> {
    const registration = registrationFor(this.context.model, login);
    if (registration === undefined) return Promise.resolve(undefined);
    const key = `${user} ${keyOf(registration)}`;
    const known = this.#accounts.get(key);
    if (known !== undefined) return known;
    const account = (async (): Promise<Account> => {
      const { parts } = await this.positive(registration, user, 'account');
      for (const [name, value] of Object.entries(parts.body as Record<string, unknown>))
        if (/pass|pwd|pin|secret/i.test(name) && typeof value === 'string') this.context.masker.learn(value);
      await this.#prepare(registration, parts);
      return { fields: parts.body as Record<string, unknown> };
    })();
    account.catch(() => undefined);
    this.#accounts.set(key, account);
    return account;
  }

  /**
   * The credential for an endpoint: null when it needs none.
   * @throws NotAvailableError when it needs one that cannot be had
   */
  async credentialFor(endpoint: Endpoint, user: User): Promise<Credential | null> {
    const uses = endpoint.security ?? [];
    if (uses.length === 0) return null;
    let credential = null as Credential | null;
    let missing: NotAvailableError | undefined;
    for (const { scheme } of uses) {
      try {
        const one = await this.#credential(scheme, user);
        if (one !== null)
          credential = { headers: { ...credential?.headers, ...one.headers }, query: { ...credential?.query, ...one.query } };
      } catch (error) {
        if (!(error instanceof NotAvailableError)) throw error;
        missing ??= error;
      }
    }
    if (credential === null && missing !== undefined && uses.some((use) => use.required !== false)) throw missing;
    return credential;
  }

  #credential(scheme: string, user: User): Promise<Credential | null> {
    const key = `${user} ${scheme}`;
    const known = this.#credentials.get(key);
    if (known !== undefined) return known;
    const credential = this.#obtain(scheme, user);
    credential.catch(() => undefined);
    this.#credentials.set(key, credential);
    return credential;
  }

  async #obtain(name: string, user: User): Promise<Credential> {
    const { model, masker, memory, processEnvironment } = this.context;
    const scheme = model.securitySchemes[name];
    if (scheme === undefined) throw new NotAvailableError(`the model has no security scheme "${name}".`);
    const variable = `TOOL_CREDENTIAL_${user === 'other' ? 'OTHER_' : ''}${name.toUpperCase().replace(/[^A-Z\d]/g, '_')}`;
    const basic = scheme.type === 'http' && scheme.scheme === 'basic';
    const given =
      processEnvironment[variable] || memoryValue(memory, { scope: 'credential', key: user === 'other' ? `${name}.other` : name });
    if (given !== undefined && given !== '') {
      masker.learn(given);
      return this.#carry(scheme, basic ? Buffer.from(given).toString('base64') : given);
    }
    const how = `Give one${basic ? ' as user:password' : ''} in the environment variable ${variable}, or with \`tool memory set credential:${name} <value>\`.`;
    if (scheme.obtainedFrom === undefined)
      throw new NotAvailableError(
        `nothing says where a credential for "${name}" comes from.`,
        `${how} Or let "obtainedFrom" in the model name the endpoint that yields it.`,
      );
    const login = this.endpoint(scheme.obtainedFrom.endpoint);
    if (login === undefined)
      throw new NotAvailableError(
        `the model has no endpoint ${scheme.obtainedFrom.endpoint}, which yields the credential for "${name}".`,
        how,
      );
    let answer: unknown;
    try {
      const { parts } = await this.positive(login, user, 'credential');
      answer = (await this.#prepare(login, parts)).body;
    } catch (error) {
      if (error instanceof NotAvailableError)
        throw new NotAvailableError(`no credential for "${name}": ${error.message}`, error.help ?? how);
      throw error;
    }
    const value = valueAtPath(answer, scheme.obtainedFrom.field);
    if (scheme.type === 'apiKey' && scheme.in === 'cookie') {
      const url = new URL(this.context.environment.baseUrl);
      const cookie = this.jar(user)
        .list(url)
        .find((one) => one.name === scheme.name);
      if (cookie !== undefined) {
        masker.learn(cookie.value);
        return { headers: {}, query: {} };
      }
    }
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new NotAvailableError(
        `the answer of ${keyOf(login)} has no "${scheme.obtainedFrom.field}", so there is no credential for "${name}".`,
        how,
      );
    masker.learn(String(value));
    return this.#carry(scheme, String(value));
  }

  #carry(scheme: Model['securitySchemes'][string], value: string): Credential {
    this.context.masker.learn(value);
    if (scheme.type === 'apiKey') {
      const name = scheme.name ?? 'X-API-Key';
      if (scheme.in === 'query') return { headers: {}, query: { [name]: value } };
      return { headers: scheme.in === 'cookie' ? { cookie: `${name}=${encodeURIComponent(value)}` } : { [name]: value }, query: {} };
    }
    if (scheme.type === 'http' && scheme.scheme === 'basic') return { headers: { authorization: `Basic ${value}` }, query: {} };
    return { headers: { authorization: `Bearer ${value}` }, query: {} };
  }

  /** A credential of the right form that nobody has. */
  unknownCredential(endpoint: Endpoint): Credential {
    let credential: Credential = { headers: {}, query: {} };
    for (const { scheme: name } of endpoint.security ?? []) {
      const scheme = this.context.model.securitySchemes[name];
      if (scheme === undefined) continue;
      const one = this.#carry(
        scheme,
        scheme.scheme === 'basic' ? Buffer.from('nobody:nothing').toString('base64') : 'unknown-credential-of-nobody',
      );
      credential = { headers: { ...credential.headers, ...one.headers }, query: { ...credential.query, ...one.query } };
    }
    return credential;
  }
}
