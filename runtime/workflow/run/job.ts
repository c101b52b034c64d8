import { setTimeout as sleep } from 'node:timers/promises';
import type { Faker } from '@faker-js/faker';
import type { Endpoint, RunCheck, RunFailure } from '../../../schemas/index.js';
import type { CookieJar, HttpClient, HttpFailure, HttpOutcome, HttpRequest, HttpResponse } from '../../simulate/index.js';
import { rounded } from '../../report/index.js';
import { isSecretName } from '../../store/index.js';
import type { Answered } from '../checks/expectation.js';
import type { PreparedRequest, PreparedStep, PreparedUse, PreparedWorkflow } from '../prepare/prepared.js';
import type { TemplateScope } from '../template/resolve.js';
import { TemplateError } from '../template/template-error.js';
import { valueAtPath } from '../../simulate/value-at-path.js';
import { buildRequest, RequestError, type BuiltRequest, type RequestTarget } from './build-request.js';
import { capturedValue, isCaptured, missingCapture } from './capture.js';
import type { HumanAnswers } from './human-answers.js';
import { isPlainName } from './is-plain-name.js';
import { delayBefore, isWorthRetrying, type Attempt } from './retry.js';
import type { RunMemory } from './run-memory.js';

/** Headers, query parameters and cookies that prove who asks. */
export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** What one run of one workflow has at hand. */
export interface JobContext {
  readonly client: Pick<HttpClient, 'send'>;
  readonly target: RequestTarget;
  readonly memory: RunMemory;
  readonly faker: () => Faker;
  readonly humans: HumanAnswers;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly cookies: CookieJar;
  /** Milliseconds for one request, where the step says nothing. */
  readonly timeoutMs: number | undefined;
  /** Ends the run; clean-up steps still follow. */
  readonly signal: AbortSignal;
  /** Ends the clean-up, too. */
  readonly cleanupSignal: AbortSignal;
  /** Logs in as the model says. @throws Error whose message says why that failed */
  readonly login: ((scheme: string, cookies: CookieJar) => Promise<Credential>) | undefined;
  /** Compares an answer with what the model says of the endpoint. */
  readonly contract: ((endpoint: Endpoint, response: HttpResponse) => readonly string[]) | undefined;
  /** Called with every value that no output may show. */
  readonly secret: (value: string) => void;
  /** Called after each step; the promise holds the run up. */
  readonly onStep: (result: StepResult) => Promise<'go' | 'stop'> | undefined;
}

/** One step that ended, with its requests as they were. Nothing is masked here. */
export interface StepResult {
  readonly check: Omit<RunCheck, 'exchanges'>;
  readonly outcomes: readonly HttpOutcome[];
  readonly unreachable: boolean;
}

interface Position {
  /** Names of the steps that use this workflow, each with an arrow behind it. */
  readonly prefix: string;
  readonly cleanup: boolean;
  readonly loop: TemplateScope['loop'];
}

type Ending = 'passed' | 'failed' | 'skipped' | 'stopped';

/** Runs a prepared workflow once. */
export class Job {
  readonly results: StepResult[] = [];
  /** Which step would have captured an address; asked when it is not there. */
  readonly #owners = new Map<string, string>();
  /** Steps after a failure do not run, except for clean-up. */
  #failed = false;
  #unreachable = false;
  #stopped = false;
  /** Steps that failed, or did not run for another reason than their condition. */
  readonly #gaveNothing = new Set<string>();

  constructor(
    readonly workflow: PreparedWorkflow,
    readonly context: JobContext,
  ) {
    this.#note(workflow.steps, '');
  }

  /** Never throws for what a workflow or a server can cause: that is in the results. */
  async run(): Promise<readonly StepResult[]> {
    await this.#runSteps(this.workflow.steps, { prefix: '', cleanup: false, loop: undefined });
    return this.results;
  }

  #note(steps: readonly PreparedStep[], prefix: string): void {
    for (const step of steps) {
      if (step.kind === 'use') {
        this.#note(step.workflow.steps, `${prefix}${step.name} › `);
        continue;
      }
      for (const { scope, key } of [...step.captures, ...step.captureInputs])
        if (!this.#owners.has(`${scope}:${key}`)) this.#owners.set(`${scope}:${key}`, prefix + step.name);
    }
  }

  async #runSteps(steps: readonly PreparedStep[], position: Position): Promise<Ending> {
    let ending: Ending = 'passed';
    for (const step of steps) {
      const own: Position = step.cleanup && !position.cleanup ? { ...position, cleanup: true } : position;
      const reason = this.#reasonToSkip(step, own);
      const ended = reason === undefined ? await this.#runStep(step, own) : await this.#skip(step, own, reason);
      if (ended === 'stopped') this.#stopped = true;
      if (ended === 'failed') {
        ending = 'failed';
        if (step.step.continueOnFailure !== true && !own.cleanup) this.#failed = true;
      }
    }
    return ending;
  }

  #reasonToSkip(step: PreparedStep, position: Position): string | undefined {
    const signal = position.cleanup ? this.context.cleanupSignal : this.context.signal;
    if (signal.aborted) return 'the run was interrupted';
    if (this.#unreachable) return 'the server is not reachable';
    if (this.#stopped && !position.cleanup) return 'the run was stopped';
    if (this.#failed && !position.cleanup) return 'a step before it failed';
    // What depends on a step that gave nothing is skipped, not failed: the cause is reported once, where it is.
    for (const address of step.needs) {
      if (this.context.memory.isCaptured(address)) continue;
      const owner = this.#owners.get(address) ?? this.#owners.get(address.replace(/\.[^.]*$/, ''));
      if (owner === undefined || owner === position.prefix + step.name) continue;
      // A value of an earlier run must not stand in: clean-up would remove what this run did not make.
      if (position.cleanup || this.#gaveNothing.has(owner)) return `it needs ${address}, which "${owner}" did not capture`;
    }
    return undefined;
  }

  #runStep(step: PreparedStep, position: Position): Promise<Ending> {
    return step.condition === undefined && step.forEach === undefined && step.humans.length === 0
      ? this.#runOnce(step, position, '')
      : this.#runWhenAsked(step, position);
  }

  /** A step that asks a person, has a condition or loops. */
  async #runWhenAsked(step: PreparedStep, position: Position): Promise<Ending> {
    try {
      for (const key of step.humans) this.#answers.set(key, await this.#ask(key));
      if (step.condition !== undefined && !step.condition.holds(this.#scope(position.loop)))
        return await this.#skip(step, position, `its condition does not hold: ${step.step.if!}`, '', true);
      if (step.forEach === undefined) return await this.#runOnce(step, position, '');
      return await this.#runLoop(step, position, listOf(step.forEach.resolve(this.#scope(position.loop))));
    } catch (error) {
      if (!(error instanceof TemplateError || error instanceof RequestError)) throw error;
      return this.#finish(step, position, '', failed(impossible(error)), [], false);
    }
  }

  readonly #answers = new Map<string, string>();

  async #ask(key: string): Promise<string> {
    const answer = await this.context.humans.answer(key);
    if (isSecretName(key)) this.context.secret(answer);
    return answer;
  }

  /** Captures of a loop are lists: one value for each element, in order. */
  async #runLoop(step: PreparedStep, position: Position, list: readonly unknown[]): Promise<Ending> {
    if (list.length === 0) return this.#skip(step, position, 'its list is empty');
    const captures = step.kind === 'request' ? [...step.captures, ...step.captureInputs] : [];
    const collected = captures.map((): unknown[] => []);
    let ending: Ending = 'passed';
    for (const [index, item] of list.entries()) {
      const inLoop: Position = { ...position, loop: { item, index } };
      const reason = this.#reasonToSkip(step, inLoop);
      const ended =
        reason === undefined
          ? await this.#runOnce(step, inLoop, ` [${index + 1}/${list.length}]`)
          : await this.#skip(step, inLoop, reason, ` [${index + 1}/${list.length}]`);
      captures.forEach(({ scope, key }, at) => {
        if (ended === 'passed') collected[at]!.push(this.context.memory.get(scope, key));
      });
      if (ended === 'stopped') return ended;
      if (ended === 'failed') {
        ending = ended;
        if (step.step.continueOnFailure !== true && !position.cleanup) break;
      }
    }
    captures.forEach(({ scope, key }, at) => {
      this.context.memory.set(scope, key, collected[at]!);
    });
    return ending;
  }

  #runOnce(step: PreparedStep, position: Position, suffix: string): Promise<Ending> {
    return step.kind === 'use' ? this.#runUse(step, position, suffix) : this.#runRequest(step, position, suffix);
  }

  async #runUse(step: PreparedUse, position: Position, suffix: string): Promise<Ending> {
    try {
      for (const [scope, key, tree] of step.with) this.context.memory.set(scope, key, tree.resolve(this.#scope(position.loop)));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      return this.#finish(step, position, suffix, failed(impossible(error)), [], false);
    }
    // The elements of the loop are not those of the workflow that is used: it would depend on who uses it.
    return this.#runSteps(step.workflow.steps, {
      prefix: `${position.prefix}${step.name}${suffix} › `,
      cleanup: position.cleanup,
      loop: undefined,
    });
  }

  async #runRequest(step: PreparedRequest, position: Position, suffix: string): Promise<Ending> {
    const outcomes: HttpOutcome[] = [];
    try {
      const built = buildRequest(step, this.#scope(position.loop), this.context.target);
      for (const { scope, key, from } of step.captureInputs) {
        const value = from.kind === 'body' ? valueAtPath(built.sent, from.path) : undefined;
        if (value === undefined)
          throw new RequestError(
            `The body has no field "${from.kind === 'body' ? from.path : ''}" to remember as ${scope}:${key}.`,
            'Correct "captureInput": its values name fields of the body.',
          );
        this.#remember(scope, key, value);
      }
      const request = step.auth === undefined ? built.request : await this.#withCredentials(step.auth, built);
      return await this.#attempt(step, request, position, suffix, outcomes);
    } catch (error) {
      if (!(error instanceof TemplateError || error instanceof RequestError)) throw error;
      return this.#finish(step, position, suffix, failed(impossible(error)), outcomes, false);
    }
  }

  async #withCredentials(schemes: readonly string[], { request }: BuiltRequest): Promise<BuiltRequest['request']> {
    let made = request;
    for (const scheme of schemes) made = await this.#withCredential(scheme, made);
    return made;
  }

  async #withCredential(scheme: string, request: BuiltRequest['request']): Promise<BuiltRequest['request']> {
    if (this.context.login === undefined)
      throw new RequestError(`No credential for "${scheme}" can be had: there is no model.`, 'Run `tool scan` first.');
    let credential: Credential;
    try {
      credential = await this.context.login(scheme, this.context.cookies);
    } catch (error) {
      throw new RequestError(
        `Logging in for "${scheme}" failed: ${error instanceof Error ? error.message : String(error)}`,
        error instanceof Error && 'help' in error && typeof error.help === 'string' ? error.help : undefined,
      );
    }
    const query = Object.entries(credential.query)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
    const url = query === '' ? request.url : `${request.url}${request.url.includes('?') ? '&' : '?'}${query}`;
    return { ...request, url, headers: { ...credential.headers, ...request.headers } };
  }

  async #attempt(
    step: PreparedRequest,
    built: BuiltRequest['request'],
    position: Position,
    suffix: string,
    outcomes: HttpOutcome[],
  ): Promise<Ending> {
    const { context } = this;
    const signal = position.cleanup ? context.cleanupSignal : context.signal;
    const timeoutMs = step.timeoutMs ?? context.timeoutMs;
    const request: HttpRequest = {
      method: built.method,
      url: built.url,
      cookies: context.cookies,
      signal,
      // Whoever expects a redirect wants to see it.
      redirects: step.expectation.expectsRedirect ? 'manual' : 'same-origin',
      ...(built.headers !== undefined && { headers: built.headers }),
      ...(built.body !== undefined && { body: built.body }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    };
    const times = step.retry?.times ?? 0;
    for (let attempt = 0; ; attempt++) {
      const outcome = await context.client.send(request);
      outcomes.push(outcome);
      const judged = outcome.ok
        ? this.#judge(step, outcome.response, position.loop)
        : { verdict: failed(unanswered(outcome.failure)), attempt: { kind: 'failure', failure: outcome.failure } as const };
      const isOver =
        judged.verdict.verdict === 'passed' ||
        attempt >= times ||
        step.retry === undefined ||
        signal.aborted ||
        !isWorthRetrying(step.retry, judged.attempt);
      if (!isOver) {
        try {
          await sleep(delayBefore(step.retry, judged.attempt), undefined, { signal });
        } catch {
          /* interrupted: the next check says so */
        }
        if (!signal.aborted) continue;
      }
      const unreachable = !outcome.ok && outcome.failure.unreachable;
      if (unreachable) this.#unreachable = true;
      return this.#finish(step, position, suffix, judged.verdict, outcomes, unreachable);
    }
  }

  /** Checks an answer and, when it is right, captures from it. */
  #judge(step: PreparedRequest, response: HttpResponse, loop: Position['loop']): { verdict: Verdict; attempt: Attempt } {
    const { captures } = step;
    const answer: Answered = { status: response.status, headers: response.headers, body: bodyOf(response) };
    const attempt: Attempt = { kind: 'answer', status: response.status, retryAfter: response.header('retry-after') };
    const values = captures.map((capture) => capturedValue(capture, answer));
    const failures = step.expectation.check(answer, this.#scopeWith(captures, values, loop));
    if (failures.length === 0)
      captures.forEach((capture, at) => {
        if (!isCaptured(values[at])) failures.push(missingCapture(capture, answer));
      });
    const differences = step.endpoint === undefined ? undefined : this.context.contract?.(step.endpoint, response);
    const warnings = differences === undefined ? [] : [...differences];
    if (failures.length > 0) return { verdict: { verdict: 'failed', failures, warnings }, attempt };
    captures.forEach(({ scope, key }, at) => {
      this.#remember(scope, key, values[at]);
    });
    return { verdict: { verdict: 'passed', failures, warnings }, attempt };
  }

  /** What is captured here is known to the assertions of the same step. */
  #scopeWith(captures: PreparedRequest['captures'], values: readonly unknown[], loop: Position['loop']): TemplateScope {
    const scope = this.#scope(loop);
    if (captures.length === 0) return scope;
    const own = new Map<string, unknown>();
    captures.forEach(({ scope: name, key }, at) => {
      if (isCaptured(values[at])) own.set(`${name}:${key}`, values[at]);
    });
    return { ...scope, memory: (name, key) => own.get(`${name}:${key}`) ?? scope.memory(name, key) };
  }

  #remember(scope: string, key: string, value: unknown): void {
    this.context.memory.set(scope, key, value);
    if (typeof value === 'string' && !isPlainName(key)) this.context.secret(value);
  }

  /** Outside of loops. */
  #plainScope: TemplateScope | undefined;

  #scope(loop: Position['loop']): TemplateScope {
    return loop === undefined ? (this.#plainScope ??= this.#scopeOf(loop)) : this.#scopeOf(loop);
  }

  #scopeOf(loop: Position['loop']): TemplateScope {
    const { context } = this;
    return {
      faker: context.faker,
      memory: (scope, key) => context.memory.get(scope, key),
      human: (key) => this.#answers.get(key),
      environment: context.environment,
      data: context.data,
      loop,
    };
  }

  async #skip(step: PreparedStep, position: Position, reason: string, suffix = '', isWanted = false): Promise<Ending> {
    if (!isWanted) this.#gaveNothing.add(baseName(position.prefix + step.name + suffix));
    const ended = await this.#finish(step, position, suffix, { verdict: 'skipped', reason, failures: [], warnings: [] }, [], false);
    return ended === 'stopped' ? ended : 'skipped';
  }

  #finish(
    step: PreparedStep,
    position: Position,
    suffix: string,
    verdict: Verdict,
    outcomes: readonly HttpOutcome[],
    unreachable: boolean,
  ): Ending | Promise<Ending> {
    const endpoint =
      step.kind === 'use'
        ? undefined
        : step.endpoint === undefined
          ? `${step.method} ${step.step.path ?? '/'}`
          : `${step.endpoint.method} ${step.endpoint.path}`;
    const ended = performance.now();
    const check = {
      name: position.prefix + step.name + suffix,
      ...(endpoint !== undefined && { endpoint }),
      ...(position.cleanup && { cleanup: true }),
      ...verdict,
      durationMs: rounded(ended - this.#stepStarted),
    };
    this.#stepStarted = ended;
    const result: StepResult = { check, outcomes, unreachable };
    this.results.push(result);
    if (check.verdict === 'failed') this.#gaveNothing.add(baseName(check.name));
    const decision = this.context.onStep(result);
    return decision === undefined ? verdict.verdict : this.#decided(decision, verdict.verdict);
  }

  async #decided(decision: Promise<'go' | 'stop'>, ending: Ending): Promise<Ending> {
    const decided = await decision;
    // A person who thinks about a step is no part of how long the next one takes.
    this.#stepStarted = performance.now();
    return decided === 'stop' ? 'stopped' : ending;
  }

  #stepStarted = performance.now();
}

type Verdict = Pick<RunCheck, 'verdict' | 'reason' | 'failures' | 'warnings'>;

const failed = (failure: RunFailure): Verdict => ({ verdict: 'failed', failures: [failure], warnings: [] });

const impossible = (error: TemplateError | RequestError): RunFailure => ({
  check: error instanceof TemplateError ? 'template' : 'request',
  message: error.message,
  ...(error.help !== undefined && { help: error.help }),
});

const unanswered = ({ message, help, kind }: HttpFailure): RunFailure => ({
  check: kind.startsWith('timeout') ? 'timeout' : 'connection',
  message: kind === 'aborted' ? 'the run was interrupted' : message,
  ...(help !== undefined && kind !== 'aborted' && { help }),
});

/** JSON where the body is JSON, whatever the content type says; else its text. */
function bodyOf(response: HttpResponse): unknown {
  if (!response.isJson && !/^\s*[[{]/.test(response.text)) return response.text;
  const { json } = response;
  return json.ok ? json.value : response.text;
}

/** A list from the memory file is a JSON text. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value === 'string' && value.trim().startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed)) return parsed as unknown[];
    } catch {
      /* said below */
    }
  }
  throw new RequestError(
    `"forEach" needs a list, and has ${value === null ? 'null' : typeof value === 'object' ? 'an object' : `the ${typeof value} ${JSON.stringify(value).slice(0, 60)}`}.`,
    'Capture a list, for example with the path of an array in the answer.',
  );
}

/** `delete [2/3]` and `delete` are the same step. */
const baseName = (name: string): string => name.replace(/ \[\d+\/\d+\](?= ›|$)/g, '');
