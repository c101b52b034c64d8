import { setTimeout as sleep } from 'node:timers/promises';
import { elementsOf, type Endpoint, type Environment, type Exchange, type Memory, type Model } from '../../../schemas/index.js';
import { memoryValue, type Masker } from '../../store/index.js';
import { createCookieJar, type CookieJar } from '../cookie-jar.js';
import { wordsOf, type Descriptor } from '../data/descriptor.js';
import { UnsatisfiableError, type Generator, type GeneratorFactory } from '../data/generate.js';
import { itemBounds } from '../data/satisfies.js';
import { exchangeOf } from '../exchange-of.js';
import type { HttpClient, HttpOutcome, HttpRequest } from '../http-client.js';
import type { HttpResponse } from '../http-response.js';
import { isOptionalFilter } from '../optional-filter.js';
import { valueAtPath, withValueAt } from '../value-at-path.js';
import { takesAccount, withRepetitions } from './accounts.js';
import { reasonIn } from './check-response.js';
import { Credentials } from './credentials.js';
import { NotAvailableError, RefusedError, UnreachableError } from './errors.js';
import { CircleError, Needs } from './needs.js';
import { retryAfterMs, type Pace } from './pace.js';
import { keyOf } from './plan.js';
import { isFile, methodOf, pathParameters, requestOf, type RequestParts } from './request-parts.js';

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
  /** Puts something into the memory of the project. */
  readonly keep: (entries: readonly { readonly scope: string; readonly key: string; readonly value: string }[]) => Promise<void>;
  readonly signal: AbortSignal | undefined;
  /** Told of every request that was sent. */
  readonly onSent: (outcome: HttpOutcome) => void;
}

export const isSafe = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);
/** A request that has everything the model demands. */
export interface Positive {
  readonly parts: RequestParts;
  /** Path parameters whose values nobody produced. */
  readonly invented: readonly string[];
  /** Why there is no credential where the model demands one: the server has to refuse the request. */
  readonly missing?: NotAvailableError;
}

/** What one run knows: users, credentials, and what producers answered. Everything is obtained once, when it is first needed. */
export class Session {
  readonly #jars = new Map<User, CookieJar>();
  readonly #endpoints: ReadonlyMap<string, Endpoint>;
  readonly needs = new Needs();
  readonly credentials: Credentials;
  /** What a person should know of what was done for others. */
  readonly notes: string[] = [];
  /** Requests that were sent for others: accounts, credentials, ids. */
  readonly preparation: Exchange[] = [];
  /** Resources that were made, for cleaning up. */
  readonly made: { readonly endpoint: Endpoint; readonly body: unknown; readonly parts: RequestParts }[] = [];

  constructor(readonly context: SessionContext) {
    this.credentials = new Credentials(this);
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
   * @param asker what the request is needed for, as `needs` knows it
   * @throws NotAvailableError, UnreachableError
   */
  async positive(endpoint: Endpoint, user: User = 'main', purpose = 'check', asker?: string): Promise<Positive> {
    const generator = this.context.generators(keyOf(endpoint), user, purpose);
    const parts = await this.#parts(endpoint, generator, user, asker);
    try {
      const credential = await this.credentials.for(endpoint, user, asker);
      return { ...parts, parts: { ...parts.parts, credential } };
    } catch (error) {
      // Whether it is refused without one is worth knowing; who refuses it says nothing else.
      if (!(error instanceof NotAvailableError)) throw error;
      return { ...parts, missing: error };
    }
  }

  async #parts(endpoint: Endpoint, generator: Generator, user: User, asker: string | undefined): Promise<Positive> {
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
    body = takesAccount(this.context.model, endpoint)
      ? await this.credentials.withAccount(endpoint, body, user, asker)
      : await this.credentials.withOwnSecret(endpoint, body, user, asker);
    const consumed = new Set<string>();
    for (const { variable, usedAs, producedBy } of endpoint.consumes ?? []) {
      const [place, name] = [usedAs.slice(0, usedAs.indexOf(':')), usedAs.slice(usedAs.indexOf(':') + 1)];
      if (consumed.has(usedAs) || isOptionalFilter(endpoint, usedAs)) continue;
      // Credentials have their own way.
      if (place === 'header' && (endpoint.security ?? []).length > 0 && this.#isCredentialHeader(endpoint, name)) continue;
      // An account's own fields are those it was made with.
      if (place === 'body' && takesAccount(this.context.model, endpoint)) continue;
      const value = await this.#produced(producedBy, variable, user, asker);
      consumed.add(usedAs);
      if (place === 'path') path[name] = value;
      if (place === 'query') query[name] = value;
      if (place === 'header') headers[name] = /^authorization$/i.test(name) ? `Bearer ${String(value)}` : String(value);
      if (place === 'body') body = withLinked(body, name, value, endpoint.requestBody?.fields);
    }
    for (const name of pathParameters(endpoint.path)) {
      if (path[name] !== undefined) continue;
      // A bare id that some workflow has captured is one of whatever it captured last.
      const remembered =
        (/^_*(?:id|uuid|guid)$/i.test(name) ? undefined : memoryValue(this.context.memory, { scope: 'workflow', key: name })) ??
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
      // Who is asked for is the user who asks: nobody else is known to be there.
      const own = await this.credentials.ownValue(endpoint, name, user, asker);
      if (own !== undefined) {
        path[name] = own;
        continue;
      }
      const value = this.#value(generator, name, parameter ?? {});
      // What names something in a path is one word, where nothing else is known of it.
      path[name] =
        typeof value === 'string' && isPlain(parameter)
          ? value
              .trim()
              .toLowerCase()
              .replace(/[^\w.@~-]+/g, '-')
          : value;
      if (parameter?.enum === undefined) invented.push(name);
    }
    return { parts: { path, query, headers, body, credential: null, cookies: this.jar(user) }, invented };
  }

  #body(endpoint: Endpoint, generator: Generator): unknown {
    const elements = elementsOf(endpoint);
    if (elements) return [this.#value(generator, 'item', elements)];
    const fields = Object.entries<Descriptor>(endpoint.requestBody?.fields ?? {});
    if (endpoint.requestBody?.fields === undefined) return undefined;
    const known = fields.filter(([name, field]) => !isUnknownReference(endpoint, name, field));
    return inOrder(
      withRepetitions(
        Object.fromEntries(
          (known.length > 0 ? known : fields).map(([name, field]) => [name, isFile(field) ? '' : this.#value(generator, name, field)]),
        ),
      ) as Record<string, unknown>,
      endpoint.requestBody.fields,
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
  answerOf(key: string, user: User, asker?: string): Promise<unknown> {
    const what = `answer ${user} ${key}`;
    return this.needs.get(what, asker, async () => {
      const endpoint = this.endpoint(key);
      if (endpoint === undefined)
        throw new NotAvailableError(`the model has no endpoint ${key}.`, 'Run `tool scan`, or correct the model.');
      const { parts, missing } = await this.positive(endpoint, user, 'prerequisite', what);
      try {
        return (await this.prepare(endpoint, parts, user)).body;
      } catch (error) {
        throw missing !== undefined && error instanceof RefusedError && error.isDenial ? missing : error;
      }
    });
  }

  /** Remembers what a check got, so that nobody asks again. */
  remember(endpoint: Endpoint, answer: Promise<unknown>): void {
    this.needs.set(`answer main ${keyOf(endpoint)}`, answer);
  }

  /**
   * Sends a valid request. A server that does not know the credential gets it in the other usual forms, and one that refuses what the model knows little
   * of gets only what it demands.
   * @returns what was sent in the end, and what is to be said of it
   * @throws UnreachableError, NotAvailableError
   */
  async sendValid(
    endpoint: Endpoint,
    parts: RequestParts,
    user: User,
    log: Exchange[],
  ): Promise<{ readonly outcome: HttpOutcome; readonly parts: RequestParts; readonly notes: readonly string[] }> {
    const send = (what: RequestParts): Promise<HttpOutcome> =>
      this.send(endpoint, requestOf(endpoint, this.context.environment.baseUrl, what), log);
    const outcome = await send(parts);
    if (!outcome.ok) return { outcome, parts, notes: [] };
    const from = log.length;
    const { status } = outcome.response;
    if (status === 401 && parts.credential !== null) {
      for (let other; (other = await this.credentials.inAnotherForm(endpoint, user));) {
        const changed = { ...parts, credential: other.credential };
        const again = await send(changed);
        if (!again.ok || again.response.status === 401) continue;
        this.credentials.settle(endpoint, true);
        const note = `The server takes the credential as "${other.form}", which the model does not say. It is sent so from now on.${other.remedy ?? ''}`;
        return { outcome: again, parts: changed, notes: [note] };
      }
      const { last } = this.credentials;
      const credential = await this.credentials.renewed(endpoint, user, parts.credential);
      const again = credential && (await send({ ...parts, credential }));
      if (credential && again?.ok && again.response.status !== 401) {
        this.credentials.settle(endpoint, true);
        const note = `The credential is no longer taken after ${last}: logged in again.`;
        return { outcome: again, parts: { ...parts, credential }, notes: [note] };
      }
      log.splice(from);
    }
    if (parts.credential !== null) this.credentials.settle(endpoint, status < 400 || status === 403);
    if (status === 400 || status === 422) {
      const body = demandedOf(endpoint.requestBody?.fields, parts.body);
      const changed = { ...parts, body };
      const again = body === undefined ? undefined : await send(changed);
      if (again?.ok && again.response.status < 400) {
        const note = `It answers ${status}${reasonIn(outcome.response)} when fields are sent that may be left out, and takes the request without them: constraints of theirs are missing in the model.`;
        return { outcome: again, parts: changed, notes: [note] };
      }
      log.splice(from);
    }
    return { outcome, parts, notes: [] };
  }

  /** What is changed may be called otherwise from now on: who produced it gave another name. */
  follow(endpoint: Endpoint, parts: RequestParts, body: unknown): void {
    if (endpoint.method !== 'PUT' && endpoint.method !== 'PATCH') return;
    for (const { variable, usedAs, producedBy } of endpoint.consumes ?? []) {
      const field = this.endpoint(producedBy)?.produces?.find((one) => one.variable === variable)?.responseField;
      const before = usedAs.startsWith('path:') ? parts.path[usedAs.slice(5)] : undefined;
      const now = field === undefined ? undefined : valueAtPath(body, field);
      if (before === undefined || (typeof now !== 'string' && typeof now !== 'number') || String(now) === String(before)) continue;
      const known = this.answerOf(producedBy, 'main');
      this.needs.set(
        `answer main ${producedBy}`,
        known.then((answer) => withValueAt(answer, field!, now)),
      );
    }
  }

  /** Sends a request that others depend on. */
  async prepare(
    endpoint: Endpoint,
    parts: RequestParts,
    user: User = 'main',
  ): Promise<{ response: HttpResponse; body: unknown; parts: RequestParts }> {
    const method = methodOf(endpoint);
    if (!this.context.writes && !isSafe(method))
      throw new NotAvailableError(
        `${keyOf(endpoint)} would have to be called, and "${this.context.environment.name}" is not on this machine.`,
        'Allow it with --allow-writes, or with "allowWrites": true in that environment.',
      );
    const { outcome, parts: sent } = await this.sendValid(endpoint, parts, user, this.preparation);
    if (!outcome.ok) throw new NotAvailableError(`${keyOf(endpoint)} failed: ${outcome.failure.message}`, outcome.failure.help);
    const { response } = outcome;
    if (response.status >= 400)
      throw new RefusedError(`${keyOf(endpoint)} answered ${response.status}${reasonIn(response)}.`, endpoint, response.status);
    const body = response.json.ok ? response.json.value : undefined;
    this.made.push({ endpoint, body, parts: sent });
    return { response, body, parts: sent };
  }

  async #produced(key: string, variable: string, user: User, asker: string | undefined): Promise<unknown> {
    const producer = this.endpoint(key);
    let answer: unknown;
    try {
      answer = await this.answerOf(key, user, asker);
    } catch (error) {
      if (error instanceof CircleError) throw new NotAvailableError(`it needs "${variable}" from ${key}, which itself needs it first.`);
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
}

const isPlain = (parameter: Descriptor | undefined): boolean =>
  parameter === undefined || (parameter.enum === undefined && parameter.pattern === undefined && parameter.format === undefined);

type Fields = Readonly<Record<string, Descriptor>>;

/** Refers to something that nothing of the model makes, and may be left out: an id that is invented is of nobody. */
const isUnknownReference = ({ consumes }: Endpoint, name: string, field: Descriptor): boolean =>
  field.required !== true &&
  /. ids?$/.test(wordsOf(name).join(' ')) &&
  field.enum === undefined &&
  field.example === undefined &&
  field.default === undefined &&
  !(consumes ?? []).some(({ usedAs }) => `${usedAs}.`.startsWith(`body:${name}.`));

/** A value of another answer in every element of the list that it stands in: of the elements there are as few as the list may have. */
function withLinked(body: unknown, path: string, value: unknown, fields: Fields | undefined): unknown {
  const [, at, rest] = /^(.+?)\.0(?:\.(.+))?$/.exec(path) ?? [];
  const elements = at === undefined ? undefined : valueAtPath(body, at);
  if (!Array.isArray(elements) || elements.length === 0) return withValueAt(body, path, value);
  const known = fields?.[at!];
  const kept = known === undefined ? elements : elements.slice(0, Math.max(1, itemBounds(known).least));
  return withValueAt(
    body,
    at!,
    kept.map((element) => (rest === undefined ? value : withLinked(element, rest, value, undefined))),
  );
}

const RANGES = ['start end', 'begin end', 'from to', 'from until', 'min max'].map((range) => range.split(' '));

/** A body in which what ends does not end before it starts: `start_date` and `end_date`, `from` and `to`. */
function inOrder(body: Record<string, unknown>, fields: Fields): Record<string, unknown> {
  const plain = (name: string): string => wordsOf(name).join(' ');
  const kind = ({ type, format, pattern, min, max }: Descriptor): string => JSON.stringify([type, format, pattern, min, max]);
  const ordered = { ...body };
  for (const first of Object.keys(body))
    for (const [start, end] of RANGES) {
      const wanted = plain(first)
        .split(' ')
        .map((word) => (word === start ? end! : word))
        .join(' ');
      const last = Object.keys(body).find((name) => name !== first && plain(name) === wanted);
      if (last === undefined || kind(fields[first]!) !== kind(fields[last]!)) continue;
      const [a, b] = [ordered[first], ordered[last]];
      if (typeof a === typeof b && (typeof a === 'number' || /^\d{4}-\d\d/.test(String(a))) && (a as number) > (b as number))
        [ordered[first], ordered[last]] = [b, a];
    }
  return ordered;
}

/** What has to be in a body; undefined when that is nothing, or everything. */
function demandedOf(fields: Readonly<Record<string, Descriptor>> | undefined, body: unknown): unknown {
  if (fields === undefined || typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  let left = false;
  const without = (known: Readonly<Record<string, Descriptor>>, value: object): object =>
    Object.fromEntries(
      Object.entries(value).flatMap(([name, child]): [string, unknown][] => {
        const field = known[name];
        if (field !== undefined && field.required !== true) {
          left = true;
          return [];
        }
        const inner = field?.properties;
        return [
          [name, inner && typeof child === 'object' && child !== null && !Array.isArray(child) ? without(inner, child as object) : child],
        ];
      }),
    );
  const demanded = without(fields, body);
  return left && Object.keys(demanded).length > 0 ? demanded : undefined;
}
