import {
  sameShape,
  type Answer,
  type Behaviour,
  type CalledMiddleware,
  type DataUse,
  type ErrorKindId,
  type FactSource,
  type Failure,
  type PathTest,
  type Read,
  type RequestCondition,
  type RequestPart,
  type Shape,
  type Span,
  type Strategy,
} from '@tool/ir';
import type { Call, Ending, Observation, Provenance, Trace, Value } from '@tool/scanner-sdk';
import {
  all,
  any,
  askedSince,
  noUses,
  observingApart,
  possible,
  holdsBody,
  isFound,
  shapeOf,
  traceOf,
  traced,
  unknown,
  type Escaped,
  type Evaluator,
  type Guard,
  isUnknownError,
  type HandedOver,
  type Obj,
  type Observer,
  type Site,
  type Unfollowed,
  type Wanted,
  whereOther,
} from '../../evaluator/index.js';
import type { ts } from '../../typescript/index.js';
import { literalArguments } from '../tree/function-names.js';
import { dataUseOf } from './data-uses.js';
import { Demands, keyOf } from './demands.js';
import { LeftOut } from './left-out.js';
import { SeenReads } from './seen-reads.js';
import { RefusedByErrors } from './refused-by-errors.js';
import { isLoginPage, statedIn, statusesIn } from './stated-status.js';
import { ComparedClaims } from './compared-claims.js';
import { Validations } from './validations.js';
import { WatchedMember } from './watched-member.js';
import { ERRORS_PASS, type ErrorKinds } from './error-kinds.js';
import type { Left } from './leaves.js';
import { LeftValues, NOTHING_BEFORE, type Before } from './left-values.js';
import { Masked } from './masked.js';
import { WhoPasses } from './who-passes.js';
import { isSession, type Sender } from './who-sends.js';

/** Members that every request has, whose values are texts. */
const TEXTS_OF_REQUESTS: ReadonlySet<string> = new Set(['method', 'url', 'path', 'originalUrl', 'routerPath']);

/** Whether an answer, or (null) a request that is handed on, says all that is asked of a run: it ends there. */
export type Until = (answer: Pick<Answer, 'status' | 'says'> | null) => boolean;

/** Whether an error has gone through. */
const passes = (ending: Ending | null, error: Value): boolean =>
  ending !== null && ending.reached && !ending.answers && ending.thrown.includes(error);

/** Steps for finding out what a function does with errors. */
const FUEL_TO_ASK = 60_000;

/** The method or the address of a request. */
export const isTextOfRequest = ({ part, path }: Pick<Read, 'part' | 'path'>): boolean =>
  part === 'context' && path.length === 1 && TEXTS_OF_REQUESTS.has(path[0]!);

/** What is made of a text, a list or a record, is not what comes in. */
const isNoText = ({ texts, path }: Trace, { kind }: Shape): boolean =>
  texts === true && path.length > 0 && (kind === 'array' || kind === 'object');

/** An object, or a list of them, that a type states of what comes outside the body: the type may say what becomes of a text that has been read. */
const isOfText = ({ part, path }: Trace, { kind, items }: Shape): boolean =>
  (part === 'query' || part === 'path' || part === 'header' || part === 'cookie') &&
  (kind === 'object' || items?.kind === 'object' || path.length > 1);

/** Collects what one run of one function does. */
export class Recorder implements Observer, Observation {
  private readonly seen: SeenReads;
  private readonly values: LeftValues;
  private readonly validations = new Validations();
  readonly answers: Answer[] = [];
  /** Those to errors that nobody knows, of a class that they are asked for, with a status that such errors have. */
  private readonly assumed: Answer[] = [];
  private readonly failures: Failure[] = [];
  private readonly uses: DataUse[] = [];
  private readonly claims = new ComparedClaims();
  private readonly who = new WhoPasses();
  private readonly demands = new Demands();
  private readonly byErrors = new RefusedByErrors();
  private unauthorized = 0;
  told = 0;
  private passes = false;
  private leavesRoute = false;
  private isGivenAway = false;
  /** The package that answers in its place. */
  answeredBy: string | undefined;
  /** It asks somebody about nothing, who then knows nothing: for want of a credential, or by itself. */
  asksOfNothing = false;
  /** It may fail by that, and somebody hears of it. */
  failsByNothing = false;
  private isMadeOfNothing = false;
  /** It refuses some after something that nobody can see may have come of what is missing. */
  refusesByNothing = false;
  /** It has taken all its steps: what it does behind that is not seen. */
  isSpent = false;
  /** A call in it was left that may have decided what it answers. */
  isCut = false;
  private readonly leftOut = new LeftOut();
  /** How many errors had left the function when nobody looked at the promise that it returned; those are thrown, the others reject it. */
  private thrownBefore = Infinity;
  private escapes = 0;
  private encoded: string | null = null;
  /** Middlewares of packages, by all that is known of them. */
  private readonly called = new Map<string, { readonly of: CalledMiddleware; readonly under: (Guard | null)[] }>();
  private readonly exempted: PathTest[] = [];
  private readonly strategies = new Map<string, Strategy>();
  private readonly masked = new Masked();
  private isForAll = false;
  used = noUses();
  private readonly watched: WatchedMember;

  constructor(
    private readonly evaluator: Evaluator,
    private readonly errors: ErrorKinds,
    before: Before,
    private readonly registered: Site,
    private readonly carriedState?: Value,
    private readonly sender: Sender = {},
    /** It hands requests on: what it answers itself is a refusal where the body says so. */
    private readonly isMiddleware = false,
    private readonly until: Until = () => false,
  ) {
    this.watched = new WatchedMember(evaluator);
    this.seen = new SeenReads(
      evaluator,
      this.demands,
      () => this.asked(),
      () => this.unauthorized,
    );
    this.values = new LeftValues(evaluator, before, registered, sender, this.demands);
  }

  get ofNobody(): boolean {
    return this.sender.lacks !== undefined;
  }

  /** It has served a request, or handed one on, as the default configuration has it. */
  hasServedPlainly = false;
  /** What another configuration does for somebody who says nothing of who he is (`if (process.env.DEMO_USER)`) is none of what is asked of him. */
  private isLeftOut(): boolean {
    for (let at = this.evaluator.guard; at; at = at.parent)
      if (at.branch.cause === 'configuration') return this.sender.isOfDefault === true;
    this.running.hasServedPlainly = true;
    return false;
  }

  behaviour(): Behaviour {
    const isSpared = this.passes ? this.demands.spared() : () => false;
    const denies = this.isMiddleware ? this.demands.denied() : [];
    return {
      reads: this.seen.list(isSpared, (read) => this.isHidden(read)),
      refinements: [
        ...this.masked.without(
          this.validations
            .refinements((places) => this.demands.isOnEveryWay(places, true))
            .map((each) => this.demands.asAsked(this.seen.ofTaken(each))),
          (trace) => this.isHidden(trace),
        ),
        ...this.demands.refinements(),
        ...this.byErrors.refinements((places) => this.demands.isOnEveryWay(places)),
      ],
      // Of what it hands to a package with routes of its own these say what is answered.
      answers: this.isMiddleware && this.handed.length > 0 ? this.answers.filter(({ status }) => status !== null) : this.allAnswers(),
      failures: this.failures,
      data: this.uses,
      ...this.claims.comparisons(),
      ...(denies.length > 0 && { denies }),
      ...this.exempts(),
      ...(this.strategies.size > 0 && { strategies: [...this.strategies.values()] }),
      ...(this.encoded !== null && { encoding: this.encoded }),
      ...(this.called.size > 0 && {
        calls: [...this.called.values()].map(({ of, under }): CalledMiddleware =>
          of.when === undefined && !this.demands.isAlwaysUnder(under) ? { ...of, when: null } : of,
        ),
      }),
      passesOn: this.passes,
      ...(this.isMiddleware && this.leavesRoute && { leavesRoute: true as const }),
      ...this.shuts(),
      ...(this.isMiddleware && (this.isGivenAway || this.isSpent) && { mayAnswer: true as const }),
      leaves: this.values.leftNames(),
    };
  }

  // ---- what the evaluator tells ---------------------------------------------------------------------------------------

  /** What it looked for in the header `authorization`. */
  get looked(): string[] {
    return this.seen.looked;
  }
  /** Names under which it looked for what others left or set. */
  get names(): ReadonlySet<string> {
    return this.values.names;
  }
  /** Of these the ones that say who the caller is, and that somebody left. */
  get callers(): ReadonlySet<string> {
    return this.values.callers;
  }

  read(trace: Trace, site: Site): void {
    this.leftOut.sawTo(site.node);
    // What stands in front of handlers hands on whatever comes.
    if (!this.isNoField(trace) && !(this.isMiddleware && trace.path.length === 0)) this.seen.add(trace, site);
  }
  private isNothing(record: Obj, column: string): boolean {
    const value = this.evaluator.ownProperty(record, column)?.value;
    return value?.kind === 'const' && value.taint === null && (value.value === undefined || value.value === null || value.value === '');
  }
  /** Nor has a member without a name one: what names it is a setting that is empty. */
  private isNoField({ part, path }: Trace): boolean {
    return path.includes('') || (this.isForAll && (part === 'body' || part === 'query'));
  }
  unread(trace: Trace): void {
    this.seen.isNone(trace);
  }
  isToken(trace: Trace): void {
    this.seen.isToken(trace);
  }
  assigned(trace: Trace, value: Value, maybe: boolean, site: Site): void {
    const from = traceOf(value);
    // What came in is only written in another way: `body.email = body.email.trim()`.
    if (trace.derived || (from && keyOf(from) === keyOf(trace))) return;
    this.told++;
    if (!maybe) this.seen.replaced(trace, site.span);
    this.values.set(trace, value, maybe);
  }
  mergedInto(part: RequestPart, from: readonly RequestPart[]): void {
    this.told++;
    this.values.merge(part, from);
  }
  partsIn(part: RequestPart): readonly RequestPart[] | undefined {
    return this.values.partsIn(part);
  }
  replacedInCopy(trace: Trace): void {
    if (this.isMiddleware) this.masked.add(trace, this.evaluator.guard, this.seen.nodeOf(trace));
  }
  unwritten(trace: Trace): void {
    this.seen.unwritten(trace);
  }
  /** Looked at to be hidden in a copy, which is left to nobody behind. */
  private isHidden(trace: Pick<Read, 'part' | 'path'>): boolean {
    return this.masked.has(trace, this.seen.nodeOf(trace)) && this.values.isPlain();
  }
  held(trace: Trace): Value | undefined {
    return this.values.held(trace);
  }
  isAskedByName(trace: Trace): boolean {
    return isSession(trace);
  }
  typed(trace: Trace, shape: Shape, source: FactSource, site: Site, isTaken?: true): void {
    if (this.isNoField(trace) || isNoText(trace, shape)) return;
    this.seen.typed(trace, shape, source, site, isTaken);
    if (source === 'database') this.leftOut.sawTo(site.node);
  }
  refined(trace: Trace, shape: Shape, source: FactSource, site: Site): void {
    if (source === 'type' && (this.isNoField(trace) || isNoText(trace, shape) || (isOfText(trace, shape) && this.seen.isText(trace))))
      return;
    const sent = this.values.asSent(trace, shape);
    if (sent) this.validations.add({ part: trace.part, path: trace.path, shape: sent, source, place: site.span }, this.evaluator.guard);
  }
  askedFor(trace: Trace, by: ts.Node): void {
    this.demands.askedFor(trace, by);
  }
  demanded(trace: Trace, site: Site): void {
    this.seen.demanded(trace, site);
  }
  data(use: Parameters<NonNullable<Call['useData']>>[0], site: Site): void {
    const { where } = use;
    if (where?.kind === 'object' && this.evaluator.keys(where as Obj).some((column) => this.isNothing(where as Obj, column)))
      this.askedOfNothing(false);
    this.uses.push(dataUseOf(this.evaluator, use, site.span));
  }

  askedOfNothing(isCaught: boolean): void {
    this.asksOfNothing = true;
    this.failsByNothing ||= !isCaught;
  }
  madeOfNothing(): void {
    this.isMadeOfNothing = true;
    this.failsByNothing = true;
  }
  unless(error: Value, wanted: readonly Wanted[]): void {
    this.byErrors.add(error, wanted, this.evaluator.guard);
  }
  compared(claim: readonly string[], field: string, site: Site): void {
    this.claims.add(claim, field, site);
  }
  comparedWithSetting(trace: Trace, setting: string): void {
    this.seen.comparedWithSetting(trace, setting);
  }
  spent(): void {
    if (this.isSpent) return;
    this.isSpent = true;
    // Where it goes on nothing is refused yet.
    this.demands.leftUnder(this.evaluator.guard);
  }
  cut(left: Unfollowed, mayDecide: boolean): void {
    this.isCut ||= mayDecide;
    this.leftOut.cut(left);
  }
  followed(by: ts.Node, origin?: ts.Node): void {
    this.leftOut.followed(by, origin);
  }
  /** A call in it was left that could have read, answered or refused what is seen nowhere else in it. */
  get mayDoMore(): boolean {
    return this.leftOut.mayDoMore(this.seen.names());
  }
  lookedFor(trace: Trace, text: string, isWhole = false): void {
    this.seen.lookedFor(trace, text, isWhole);
  }
  /** What it lets pass by address and method. */
  private exempts(): Pick<Behaviour, 'exempts' | 'refuses'> {
    const refuses = this.passes ? this.who.refuses() : true;
    return { ...(this.exempted.length > 0 && { exempts: this.exempted }), ...(refuses !== true && { refuses }) };
  }
  /** What it refuses for certain, and hands on on no way. */
  private shuts(): Pick<Behaviour, 'shuts'> {
    if (!this.isMiddleware || !this.passes || this.isGivenAway || this.isSpent || this.isCut) return {};
    const shuts = this.who.shuts();
    return typeof shuts === 'boolean' ? {} : { shuts };
  }
  /** The conditions under which it hands requests on. */
  get handsOn(): readonly RequestCondition[] {
    return this.who.handsOn;
  }
  /** Which requests do not come through it. */
  keepsBack(): RequestCondition {
    return this.who.keepsBack();
  }

  // ---- what the adapter tells -----------------------------------------------------------------------------------------

  incoming(part: RequestPart, path: readonly string[] = [], isSigned = false): Value {
    if (this.isHeld && this.running !== this) return this.running.incoming(part, path, isSigned);
    const trace = { part, path, ...(isSigned && { signed: true as const }) };
    const { frame } = this.evaluator;
    const site = frame?.callNode
      ? this.evaluator.site(this.evaluator.topContext(frame.callModule ?? frame.module), frame.callNode)
      : this.registered;
    if (path.length > 0) this.read(trace, site);
    const had = this.values.ofSender(trace);
    if (had) return had;
    const text = isTextOfRequest({ part, path });
    // The call of the function that asks for it gives what that function makes of it.
    return {
      ...traced(trace, frame?.callNode ? null : site, text ? { kind: 'string' } : undefined),
      ...(text && path[0] === 'method' && { asks: { of: 'method' as const, steps: [] } }),
    };
  }

  /** A function that one run left for another (`res.respond = …`) still holds its own request: what it does belongs to the run that calls it. */
  private get running(): Recorder {
    const { observer } = this.evaluator;
    return observer instanceof Recorder ? observer : this;
  }

  answer(at: Pick<Call, 'span'>, given: Parameters<Observation['answer']>[1]): void {
    if (this.running !== this) {
      this.running.answer(at, given);
      return;
    }
    const { status, body, contentType, description, to, when = this.asked() } = given;
    const place = at.span;
    this.told++;
    this.demands.answeredUnder(this.evaluator.guard);
    if (given.final) this.who.ended(when);
    const { context, node } = this.evaluator.builtins.nowhere;
    for (const one of statusesIn(status)) {
      const says = !this.isMiddleware ? undefined : body ? statedIn(this.evaluator, body, one) : to && isLoginPage(to) ? 401 : undefined;
      // A body that repeats its status repeats this one.
      const shape =
        body &&
        shapeOf(
          this.evaluator,
          chosenWith(body, status, one),
          context,
          node,
          typeof status === 'object' && status !== null && status.kind === 'oneOf' && one !== null ? { value: status, is: one } : undefined,
        );
      const isRefusal = one !== null && (says !== undefined ? one < 500 : one >= 400 && one < 500);
      if (one !== null && one < 400 && !isRefusal && this.isLeftOut()) continue;
      // Whatever comes in goes back.
      if (body && !this.isMiddleware && (one === null || one < 400) && holdsBody(body))
        this.read({ part: 'body', path: [] }, this.registered);
      if (one === 401 && !this.isMiddleware) this.unauthorized++;
      this.byErrors.ended(this.evaluator.guard, isRefusal);
      if (one !== null && one < 400 && !isRefusal) this.demands.servedUnder(this.evaluator.guard, this.evaluator.frame === null);
      if (isRefusal && given.final) this.who.refusedAtLast(askedSince(this.evaluator.guard, null));
      // Who comes too often lacks nothing.
      const lacking = one === 429 ? [] : [this.evaluator.guard];
      if (isRefusal) this.refusedFor(lacking, place, given.when ?? askedSince(this.evaluator.guard, null));
      if (isRefusal && (says ?? one) !== 401) this.claims.refusedUnder([this.evaluator.guard]);
      if (one !== null && one >= 300 && one < 400) this.who.redirected(askedSince(this.evaluator.guard, null));
      const answer: Answer = {
        status: one,
        ...(shape && one !== 204 && one !== 304 && { shape }),
        ...(contentType !== undefined && one !== 204 && one !== 304 && { contentType }),
        ...(description !== undefined && { description }),
        ...(says !== undefined && one !== says && { says }),
        source: 'code',
        place,
        ...(when !== true && { when }),
      };
      const list = one === null && isToAssumedError(this.evaluator.guard) ? this.assumed : this.answers;
      const same = list.findIndex((other) => looksLike(other, answer));
      if (same < 0) list.push(answer);
      else list[same] = eitherWay(list[same]!, answer);
      if (this.until(answer)) this.end();
    }
  }

  /** Whom it serves is known: then errors of a class are those that are thrown. */
  private allAnswers(): readonly Answer[] {
    const serves = this.isMiddleware || this.answers.some(({ status }) => status !== null && status < 400);
    return serves ? this.answers : [...this.answers, ...this.assumed];
  }

  /** Nothing of what it does now is needed any more. */
  private end(): void {
    this.isSpent = true;
    this.evaluator.fuel.endRequest();
  }

  /** It has answered a request without refusing it. */
  get hasServed(): boolean {
    return this.answers.some(({ status }) => status === null || status < 400);
  }

  asked(surely = false): RequestCondition {
    return possible(askedSince(this.evaluator.guard, null), !surely);
  }

  fail(at: Pick<Call, 'span'>, error: Value): void {
    this.running.note(error, this.evaluator.raisedAt.get(error)?.span ?? at.span, [this.evaluator.guard]);
  }
  forgetRejections(): void {
    this.running.thrownBefore = this.evaluator.escaped?.length ?? 0;
  }
  failEscaped({ signal }: Escaped): void {
    if (this.escapes++ < this.thrownBefore)
      this.note(signal.value, signal.site?.span ?? signal.value.origin?.span ?? { file: '.', line: 1, column: 1 }, [signal.guard]);
  }

  private note(error: Value, place: Span, guards: readonly (Guard | null)[]): void {
    this.told++;
    for (const guard of guards) this.demands.answeredUnder(guard);
    if (error.kind === 'oneOf') {
      for (const alternative of error.values) this.note(alternative, place, guards);
      return;
    }
    const kinds = this.errors.of(error, place, this.watched.thrownWith(error));
    this.byErrors.wentOn(error, guards, kinds);
    const message = this.errors.messageOf(error);
    for (const kind of kinds) {
      const status = this.errors.status(kind);
      if (status === 401 || (status === undefined && this.unauthorized > 0)) this.unauthorized++;
      const under = [...guards, this.evaluator.thrownUnder.get(error) ?? null];
      if (status === undefined || status < 500) this.refusedFor(under, place, undefined, status === undefined ? kind : undefined);
      if (status === undefined || (status < 500 && status !== 401)) this.claims.refusedUnder(under);
      const when = possible(all(guards.map((guard) => askedSince(guard, null))));
      const same = this.failures.findIndex((other) => other.error === kind);
      const failure: Failure = { error: kind, ...(message !== undefined && { message }), place, ...(when !== true && { when }) };
      if (same < 0) this.failures.push(failure);
      else this.failures[same] = eitherWay(this.failures[same]!, failure);
    }
  }

  /** The request is refused under these conditions; `by`: where those who handle this error refuse it. */
  private refusedFor(
    guards: readonly (Guard | null)[],
    place: Span,
    asked: RequestCondition = all(guards.map((guard) => askedSince(guard, null))),
    by?: ErrorKindId,
  ): void {
    if (by === undefined) this.who.refused(asked);
    this.refusesByNothing ||= this.isMadeOfNothing || this.asksOfNothing;
    for (const guard of guards) for (const trace of this.demands.refusedUnder(guard, place, by)) this.seen.missed(trace, place);
  }

  watch(object: Value, key: string, failed?: () => Value | undefined): void {
    this.watched.watch(object, key, failed);
  }
  carried(): Value | undefined {
    return this.carriedState;
  }
  thrown(value: Value): void {
    this.demands.endedUnder(this.evaluator.guard, value);
    this.watched.thrown(value);
  }
  caught(error: Value): void {
    this.watched.caught(error);
  }
  wentOn(error: Value): void {
    this.demands.wentOn(error);
  }
  returned(value: Value): void {
    this.watched.returned(value);
  }
  returnedWith(value: Value): Value | undefined {
    return this.watched.returnedWith(value);
  }

  alikeForAll<Result>(run: () => Result): Result {
    const { running } = this;
    const { isForAll } = running;
    running.isForAll = true;
    try {
      return run();
    } finally {
      running.isForAll = isForAll;
    }
  }
  letsErrorsThrough(fn: Value, endingOf: (seen: Observation, error: Value) => Ending): boolean {
    const error = unknown('an error');
    let failing: Ending | null = null;
    const isIt = (value: Value): boolean => value === error || (value.kind === 'oneOf' && value.values.includes(error));
    return this.askApart(
      ERRORS_PASS,
      fn,
      (apart) => {
        failing = endingOf(apart, error);
      },
      (handled) => passes(failing, error) && ![...handled].some(isIt),
    );
  }
  isTrueOf(question: string, fn: Value, run: (seen: Observation) => boolean): boolean {
    let holds = false;
    return this.askApart(
      question,
      fn,
      (apart) => {
        holds = run(apart);
      },
      () => holds,
    );
  }
  /** Runs something apart to find out whether something holds of a function, unless that is known. */
  private askApart(
    question: string,
    fn: Value,
    run: (seen: Observation) => void,
    answer: (handled: ReadonlySet<Value>) => boolean,
  ): boolean {
    const { evaluator, errors } = this;
    const { holds, uses } = errors.asked(question, fn, () => {
      const ran = noUses();
      const apart = new Recorder(evaluator, errors, NOTHING_BEFORE, this.registered);
      const handled = observingApart(evaluator, apart, ran, FUEL_TO_ASK, () => {
        run(apart);
      });
      return { holds: answer(handled), uses: ran };
    });
    for (const node of uses.functions) evaluator.uses?.functions.add(node);
    for (const file of uses.modules) evaluator.uses?.modules.add(file);
    return holds;
  }
  encoding(contentType: string): void {
    // Who reads either takes JSON.
    if (contentType === 'application/json') this.running.encoded = contentType;
    else this.running.encoded ??= contentType;
  }
  get isForm(): boolean {
    return /form/.test(this.running.encoded ?? '');
  }
  calls({ module, path, args }: Provenance): void {
    const made = literalArguments(this.evaluator, args);
    const when = this.asked();
    const called = { origin: { module, path }, ...(made && { arguments: made }), ...(when !== true && { when }) };
    const name = JSON.stringify(called);
    const known = this.running.called.get(name) ?? { of: called, under: [] };
    known.under.push(this.evaluator.guard);
    this.running.called.set(name, known);
  }
  exempt(tests: readonly PathTest[]): void {
    this.running.exempted.push(...tests);
  }
  asks(strategies: readonly Strategy[], extract: () => void): void {
    const { running } = this;
    for (const each of strategies) running.strategies.set(each.name, each);
    running.who.isJudged(this.asked());
    running.seen.isExtracting = true;
    extract();
    running.seen.isExtracting = false;
  }
  passOn(past?: 'route'): void {
    this.running.told++;
    if (this.isLeftOut()) return;
    this.running.passes = true;
    this.running.values.leaveChanged();
    this.running.leavesRoute ||= past !== undefined;
    this.running.who.handedOn(this.asked());
    this.running.byErrors.ended(this.evaluator.guard, false);
    this.running.demands.servedUnder(this.evaluator.guard, this.evaluator.frame === null, true);
    if (this.running.until(null)) this.running.end();
  }
  mayAnswer(by?: string): void {
    this.running.told++;
    this.running.isGivenAway = true;
    this.running.answeredBy ??= by;
  }
  /** It stands for the run of whatever holds its request: what is asked of it is asked of that one. */
  isHeld = false;
  /** The routes that its requests are handed to, and where. */
  readonly handed: { readonly to: HandedOver; readonly site: Site }[] = [];
  handedOver(to: HandedOver, site: Site): void {
    this.handed.push({ to, site });
    this.passOn();
  }
  /** To be asked when it has run, before another does. */
  leftValues(): ReadonlyMap<string, Left> {
    return this.values.leftValues();
  }
  setMembers(): ReadonlyMap<string, Left> {
    return this.values.setMembers();
  }
  leave(name: string, given: Value): void {
    this.told++;
    this.values.leave(name, given);
  }
  left(name: string): Value | undefined {
    if (this.isHeld && this.running !== this) return this.running.left(name);
    return this.values.of(name);
  }
  stands(name: string): boolean {
    return isFound(this.evaluator.guard, { part: 'context', path: [name] });
  }
}

/** Answers that look alike are one, wherever they are given. */
export const looksLike = (one: Answer, other: Answer): boolean =>
  one.status === other.status &&
  one.contentType === other.contentType &&
  one.says === other.says &&
  (one.shape && other.shape ? sameShape(one.shape, other.shape) : one.shape === other.shape);

/** One answer, or one error, that is given in two places. */
function eitherWay<Given extends Answer | Failure>(one: Given, other: Given): Given {
  const { when, ...given } = one;
  const either = any([when ?? true, other.when ?? true]);
  return (either === true || either === null ? given : { ...given, when: either }) as Given;
}

/** In `catch`, for an error that nobody knows: the arm in which it is of a class (`error instanceof AppError`). */
function isToAssumedError(guard: Guard | null): boolean {
  let isOfClass = false;
  for (let at = guard; at; at = at.parent) {
    isOfClass ||= at.arm === 0 && /^\w+ instanceof /.test(at.branch.condition);
    const error = at.branch.errors?.[at.arm];
    if (isOfClass && error && isUnknownError(error)) return true;
  }
  return false;
}

/** What is sent with one of two statuses, where one condition has chosen both: `response.status(row ? 200 : 404).json(row ? row : { error })`. */
function chosenWith(body: Value, status: Value | number | null | undefined, one: number | null): Value {
  if (body.kind !== 'oneOf' || typeof status !== 'object' || status?.kind !== 'oneOf') return body;
  const at = status.values.findIndex((each) => each.kind === 'const' && each.value === one);
  const isSameChoice = status.condition === body.condition && status.values.length === 2 && body.values.length === 2;
  return isSameChoice && at >= 0 ? body.values[at]! : at >= 0 ? whereOther(body, status, status.values[at]!) : body;
}
