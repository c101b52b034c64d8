import { printPlace, type Answer, type Behaviour, type HandlerId, type MiddlewareId, type Read, type RequestCondition } from '@tool/ir';
import type { Observe, Value } from '@tool/scanner-sdk';
import {
  TRUE,
  UNDEFINED,
  any,
  forgetCuts,
  gistOf,
  noUses,
  observing,
  putKept,
  alternativesOf,
  recall,
  type Allowance,
  type Evaluator,
  type HostRealm,
  type Kept,
  type Uses,
} from '../../evaluator/index.js';
import {
  IS_PASSED,
  IS_SERVED,
  MAX_ALTERNATIVES,
  askedByHandler,
  askedOfSession,
  isRedirect,
  isRefusing,
  isUnauthorized,
  refuses,
  refusesAll,
  refusesUnauthorized,
  type Rerun,
} from './asked-by-handlers.js';
import type { ErrorKinds } from './error-kinds.js';
import type { Leaves, Left } from './leaves.js';
import type { Given, Run } from './observation-log.js';
import { leftOtherwise } from './left-values.js';
import { Recorder, isTextOfRequest, type Until } from './recorder.js';
import {
  NAME_AND_PASSWORD,
  NOBODY,
  NOT_LOGGED_IN,
  ORDINARY,
  ORDINARY_TEXT,
  ORDINARY_WITH_CREDENTIAL,
  PLAIN,
  STRANGER,
  TOKEN,
  WITHOUT_KEYS,
  isAuthorization,
  isField,
  isIdOfSession,
  isKeyOfBody,
  keysOfBody,
  knownBy,
  lackingToo,
  isLogin,
  isNamedSo,
  isOf,
  isPutIntoSession,
  isSame,
  maySayWho,
  nameOf,
  saysLogin,
  type Sender,
} from './who-sends.js';
import type { Observed } from '../tree/registered-functions.js';

/**
 * Steps for one function, and for one call in it. Of the handlers of large applications 99 of 100 take less than 4,500; the few beyond took more time
 * than all others together.
 */
const ONCE: Allowance = { steps: 12_000, stepsOfCall: 5_000 };
/** Steps more for a handler that said nothing of what it answers before its own were spent: on what it logs, or checks. */
const PATIENT_FUEL = 59_000;

/** Where a handler is looked at once more for what it does itself: what it calls was followed the first time. */
const SKETCH: Allowance = { steps: 9_000, stepsOfCall: 120, together: true };

/** Where it is asked whether somebody is refused: that is early, and who is served takes all steps again. */
const EARLY: Allowance = { steps: 4_000, stepsOfCall: 2_000 };

/** What a function finds when it is run, and who else has been run. */
export interface Surroundings {
  readonly evaluator: Evaluator;
  readonly realm: HostRealm;
  readonly errors: ErrorKinds;
  /** What functions left on the request, and which of its members they set. */
  readonly leaves: Leaves;
  readonly members: Leaves;
  /** What requests before have left in the program. */
  readonly kept: readonly Kept[];
  /** What the functions do that were run. */
  readonly of: ReadonlyMap<MiddlewareId | HandlerId, Behaviour>;
  /** Whether a handler may take more steps than others. */
  hasPatience(): boolean;
}

/** A run of one function, or of an error handler with the error that it is given. */
export class OneRun {
  readonly recorder: Recorder;
  constructor(
    private readonly around: Surroundings,
    private readonly entry: Observed,
    private readonly observe: Observe,
    private readonly given: Given | null,
  ) {
    const isPatient = entry.role === 'handler' && !given;
    this.recorder = this.run(noUses(), {}, (recorder) => ({
      ...ONCE,
      beyond: () => (isPatient && !recorder.hasServed && around.hasPatience() ? PATIENT_FUEL : 0),
    }));
  }

  /**
   * What it does; of a function that is given no error also what it does with strangers.
   * @param earlier a run of the function that found the same on the request: where it did the same, it is as good for strangers
   */
  behaviours(earlier?: Pick<Run, 'plain' | 'behaviour' | 'uses'>): Pick<Run, 'plain' | 'behaviour'> {
    const plain = this.withRest(this.recorder.behaviour());
    if (this.given) return { plain, behaviour: plain };
    if (!earlier || JSON.stringify(plain) !== JSON.stringify(earlier.plain)) return { plain, behaviour: this.withStrangers(plain) };
    const { functions, modules } = this.recorder.used;
    for (const each of earlier.uses.functions) functions.add(each);
    for (const each of earlier.uses.modules) modules.add(each);
    return { plain, behaviour: earlier.behaviour };
  }

  private withStrangers(behaviour: Behaviour): Behaviour {
    const { entry } = this;
    const { strangers, reads } = this.toStrangers(behaviour);
    const mayRefuse = behaviour.answers.length + behaviour.failures.length > 0;
    const isAsked = behaviour.strategies !== undefined && mayRefuse;
    const spares =
      isAsked && entry.role === 'middleware' && behaviour.passesOn && (this.passesNobody() || this.refusesOnlyKnown(behaviour));
    const demanded = isAsked && entry.role === 'handler' && this.servesNobody();
    const marked = behaviour.strategies
      ? this.besideStrategies(reads.map(spares ? spared : notSpared))
      : this.admitsNobody(behaviour)
        ? reads.map(spared)
        : entry.role === 'handler'
          ? refusesUnauthorized(this.rerun, behaviour)
            ? reads.map(required)
            : askedOfSession(this.rerun, behaviour, askedByHandler(this.rerun, behaviour, reads))
          : this.askedOfLogin(behaviour, this.withAlternatives(behaviour, reads));
    const refusesStrangers = this.refusalOfStrangers(behaviour, marked);
    return {
      ...behaviour,
      reads: this.withTakenWords(behaviour, this.leavingTheSame(behaviour, marked)),
      ...(spares && { strategies: behaviour.strategies.map((strategy) => ({ ...strategy, spares })) }),
      ...(demanded && { strategies: behaviour.strategies.map((strategy) => ({ ...strategy, demanded })) }),
      ...(strangers && { strangers }),
      ...(refusesStrangers !== undefined && { refusesStrangers }),
    };
  }

  /** Of the kinds of credentials that a guard looks for in one header those that get somebody through: it may look for `Basic` to turn it away. */
  private withTakenWords({ passesOn }: Behaviour, reads: readonly Read[]): readonly Read[] {
    const isOneOfMany = ({ words = [] }: Read): boolean => words.includes('basic') && words.includes('bearer');
    if (this.entry.role !== 'middleware' || !reads.some(isOneOfMany)) return reads;
    const isTaken = (credential: Value): boolean =>
      passesOn && !isRefused(this.again({ has: (read) => (isAuthorization(read) ? credential : undefined) }, IS_PASSED));
    const [name, token] = [NAME_AND_PASSWORD, TOKEN].map(isTaken);
    // Of one that hands on everybody, those for which it leaves something.
    const nobody = name && token ? this.behaviourOf(WITHOUT_KEYS) : null;
    const leaves = (credential: Value): boolean => {
      const run = this.behaviourOf({
        has: (read) => (isAuthorization(read) ? credential : NOBODY.has!(read)),
        lacks: (read) => WITHOUT_KEYS.lacks!(read) && !isAuthorization(read),
      })?.run;
      return run !== undefined && leftOtherwise(run.leftValues(), nobody!.run.leftValues()).length > 0;
    };
    const tells = nobody?.behaviour.passesOn === true;
    const [named, held] = tells ? [leaves(NAME_AND_PASSWORD), leaves(TOKEN)] : [name, token];
    const not = tells && !named && !held ? null : !named ? 'basic' : !held ? 'bearer' : null;
    return reads.map((read): Read => (isOneOfMany(read) ? { ...read, words: read.words!.filter((word) => word !== not) } : read));
  }

  /** Which requests without a credential a guard refuses that asks for the address or the method: those with one may be refused for more, or elsewhere. */
  private refusalOfStrangers(
    { passesOn, answers, failures, refuses, exempts }: Behaviour,
    reads: readonly Read[],
  ): RequestCondition | undefined {
    const asked = new Set([...answers, ...failures].map(({ when }) => JSON.stringify(when)));
    if (this.entry.role !== 'middleware' || !passesOn || exempts || (refuses !== undefined && asked.size < 2)) return undefined;
    if (!reads.some(isTextOfRequest) || !reads.some((read) => maySayWho(read) && !read.spared)) return undefined;
    const nobody = this.ofNobody();
    const keepsBack = nobody?.passesOn ? this.nobody!.run.keepsBack() : true;
    return keepsBack === true || (keepsBack === false && asked.size === 0) ? undefined : keepsBack;
  }

  /**
   * Whether a function that refuses some lets those pass who say nothing of who they are. It is run once more for such a request: the credential may come in
   * at one of several places, and through functions of the program.
   */
  private admitsNobody({ passesOn, answers, failures, reads }: Behaviour): boolean {
    const open = reads.filter((read) => maySayWho(read) && !read.spared);
    if (this.entry.role !== 'middleware' || !passesOn || answers.length + failures.length === 0) return false;
    if (open.length === 0 || reads.some((read) => maySayWho(read) && (read.required ?? read.refusedBy ?? read.unwanted))) return false;
    return (
      this.passesNobody() ||
      this.refusesForOtherReasons() ||
      this.admitsOrdinary(reads) ||
      this.admitsByField(reads) ||
      this.admitsByBody(reads)
    );
  }

  /** The same where a name and a secret in the body do as well as those of the header, as clients of OAuth send them: whoever sends neither is refused. */
  private admitsByBody(reads: readonly Read[]): boolean {
    const takesBoth = reads.some((read) => isAuthorization(read) && read.words?.includes('basic')) && reads.some(isKeyOfBody);
    if (!takesBoth || !isRefused(this.again(PLAIN, IS_PASSED))) return false;
    const sent = this.behaviourOf(ORDINARY);
    return sent?.behaviour.passesOn === true && !sent.run.asksOfNothing;
  }

  /** A guard that answers nobody 401, but 403 to some whom its strategy knows; and a wrapper around it hands on whatever error there may be. */
  private refusesOnlyKnown({ answers, failures }: Behaviour): boolean {
    const asks = (status: number | null | undefined, when: RequestCondition | undefined): boolean => status === 401 && when !== false;
    const isAsked =
      answers.some(({ status, when }) => asks(status, when)) ||
      failures.some(({ error, when }) => asks(this.around.errors.status(error), when));
    return !isAsked && this.refusesForOtherReasons();
  }

  /** The same where some are refused all the same, of which nothing came of what such a request lacks: there is no such document, whoever asks for it. */
  private refusesForOtherReasons(): boolean {
    const run = this.ofNobody();
    if (!run?.passesOn || !isRefusing(run)) return false;
    const { refusesByNothing, failsByNothing, handsOn } = this.nobody!.run;
    // Nobody comes through at other addresses.
    if (typeof (any(handsOn) ?? true) === 'object') return false;
    // Whatever error a wrapper hands on.
    const isWhatever = run.answers.length === 0 && run.failures.every(({ error }) => this.around.errors.status(error) === undefined);
    if (isWhatever ? failsByNothing : refusesByNothing) return false;
    return (
      run.answers.every((answer) => refuses(answer) && !isUnauthorized(answer)) &&
      !run.failures.some(({ error }) => this.around.errors.mayRefuse(error))
    );
  }

  /** The same where only some values of other members ask for a credential: `if (body.grant_type === 'client_credentials')`, `if (query.private)`. */
  private admitsOrdinary(reads: readonly Read[]): boolean {
    const isKey = keysOfBody(reads);
    const fields = reads.filter((read) => isField(read) && !maySayWho(read) && !isKey(read));
    if (fields.length === 0 || this.ofNobody()?.passesOn !== true) return false;
    const passes = (sender: Sender): boolean => {
      const run = this.behaviourOf(sender);
      return run?.behaviour.answers.length === 0 && run.behaviour.failures.length === 0 && run.run.keepsBack() === false;
    };
    if (!passes(PLAIN)) return false;
    // Bodies have their members: it may be that nobody leaves them out. Whoever is refused for what they hold may have any credential.
    return !fields.some(({ part }) => part === 'body') || passes(ORDINARY) || isRefused(this.again(ORDINARY_WITH_CREDENTIAL, IS_PASSED));
  }

  /** The same where some value of another member is as good as a credential: `if (body.guest) return next()`. A key in the body is not, unless it is asked for no more than that. */
  private admitsByField(reads: readonly Read[]): boolean {
    const fields = reads.filter((read) => isField(read) && !maySayWho(read));
    const plain = fields.length > 0 && this.ofNobody()?.passesOn === true ? this.again(PLAIN) : null;
    if (!isRefused(plain) || !plain!.answers.every(isUnauthorized)) return false;
    if (!plain!.failures.every(({ error }) => this.around.errors.mayRefuse(error))) return false;
    const isKey = keysOfBody(reads);
    const others = fields.some(isKey) ? this.behaviourOf(lackingToo(NOBODY, isKey)) : this.nobody;
    if (others?.behaviour.passesOn && !others.run.asksOfNothing) return true;
    const anyKey: Sender = { ...NOBODY, has: (read) => NOBODY.has!(read) ?? (isKey(read) ? TRUE : undefined) };
    const keyed = fields.some(isKey) ? this.behaviourOf(anyKey) : null;
    return keyed?.behaviour.passesOn === true && !isRefusing(keyed.behaviour) && keyed.run.keepsBack() === false;
  }

  /**
   * Credentials of which a guard asks for one, whichever it is. It is run once more for each of them, for a request that has no other: what it needs
   * besides, and what it only looks at, gets nobody through.
   */
  private withAlternatives({ passesOn, answers, failures, strategies }: Behaviour, reads: readonly Read[]): readonly Read[] {
    if (this.entry.role !== 'middleware' || !passesOn || strategies || answers.length + failures.length === 0) return reads;
    const open = reads.filter((read) => maySayWho(read) && read.path.length === 1 && !read.spared && !read.unwanted);
    const besideLogin = this.besideLogin(reads, open);
    if (besideLogin) return besideLogin;
    const isBeside = reads.some((read) => isLogin(read) && !read.unwanted && !read.spared && !(read.required ?? read.refusedBy));
    if (isBeside && open.length > 0 && open.length <= MAX_ALTERNATIVES && this.ofNobody() && keepsOut(this.nobody!))
      return this.neededTogether(reads, open);
    const isKey = keysOfBody(reads);
    const [only] = open;
    const isTwin = only !== undefined && reads.some((read) => isKey(read) && !isKeyOfBody(read));
    if (only && open.length === 1 && (isNamedSo(only) || isTwin) && !(only.required ?? only.refusedBy)) {
      // Whoever has it not, nor sends it in the body under its name, is answered instead of handed on, with whatever status.
      const run = this.again({ lacks: (read) => isOf(read, only) || (isTwin && isKey(read)) }, IS_PASSED);
      return run && !run.passesOn ? reads.map((read): Read => (read === only ? { ...read, required: true } : read)) : reads;
    }
    if (open.length < 2 || open.length > MAX_ALTERNATIVES) return reads;
    const demanded = open.filter((read) => read.required ?? read.refusedBy);
    const others = open.filter((read) => !demanded.includes(read));
    // What all of them say besides, whoever they are.
    if (demanded.length > 0 && (demanded.some(isNamedSo) || others.length < 2)) return this.neededToo(reads, others.filter(isNamedSo));
    const without = lackingToo(NOBODY, isKey);
    const lacks = (read: Pick<Read, 'part' | 'path'>): boolean => without.lacks!(read) && !demanded.some((each) => isOf(read, each));
    const nobody = reads.some(isKey) || demanded.length > 0 ? this.behaviourOf({ ...without, lacks }) : this.ofNobody() && this.nobody;
    if (!nobody) return reads;
    const isKeptBack = !nobody.behaviour.passesOn;
    const suffices = others.filter((only) => {
      const sender = { ...NOBODY, lacks: (read: Pick<Read, 'part' | 'path'>): boolean => lacks(read) && !isOf(read, only) };
      const run = this.behaviourOf(sender);
      if (!run?.behaviour.passesOn || isKeptBack || !isNamedSo(only)) return run?.behaviour.passesOn && isKeptBack;
      if (passesMore(run.run, nobody.run)) return true;
      // Who may have it not goes on to the next one, and that is asked about nothing: `if (key) return check(key); await verify(other)`.
      const credential = isAuthorization(only) ? TOKEN : ORDINARY_TEXT;
      const given = this.behaviourOf({ ...sender, has: (read) => (isSame(read, only) ? credential : NOBODY.has!(read)) });
      return nobody.run.asksOfNothing && given?.behaviour.passesOn && !given.run.asksOfNothing;
    });
    if (demanded.length > 0 && suffices.length < 2) return this.neededToo(reads, others.filter(isNamedSo));
    if (suffices.length === 0) return isKeptBack ? this.neededTogether(reads, open) : reads;
    // Another one does with what it needs besides and what says nothing alone: `headers['x-tenant-id']`.
    const beside = others.filter((read) => !isNamedSo(read) && !suffices.includes(read));
    const passes = (...given: readonly Read[]): boolean =>
      this.again({ ...NOBODY, lacks: (read) => lacks(read) && !given.some((each) => isOf(read, each)) })?.passesOn === true;
    if (isKeptBack && beside.length > 0 && !passes(...beside))
      suffices.push(...others.filter((only) => !suffices.includes(only) && isNamedSo(only) && passes(only, ...beside)));
    return reads.map((read): Read => (suffices.includes(read) ? { ...read, suffices: true } : read));
  }

  /**
   * Credentials of a function that lets those without any pass: by each of them alone it leaves something else than for nobody, where another one does as well.
   * One that changes something of its own (a language) is none.
   */
  private leavingTheSame({ passesOn, strategies, answers, failures }: Behaviour, reads: readonly Read[]): readonly Read[] {
    const open = reads.filter((read) => maySayWho(read) && read.path.length === 1 && (read.part === 'cookie' || isNamedSo(read)));
    if (this.entry.role !== 'middleware' || !passesOn || strategies || open.length < 2 || open.length > MAX_ALTERNATIVES) return reads;
    if (open.some((read) => read.required ?? read.suffices ?? read.unwanted) || !this.ofNobody()?.passesOn) return reads;
    const told = open.map((only) => {
      const run = this.behaviourOf({ ...NOBODY, lacks: (read) => NOBODY.lacks!(read) && !isOf(read, only) })?.run;
      return run ? leftOtherwise(run.leftValues(), this.leftByNobody!) : [];
    });
    const isToldByOthers = (index: number): boolean =>
      told.some((names, other) => other !== index && names.some((name) => told[index]!.includes(name)));
    const refusesNobody = answers.length + failures.length === 0;
    return reads.map((read): Read => {
      const isOne = open.includes(read) && isToldByOthers(open.indexOf(read));
      return isOne ? { ...read, ...(refusesNobody && { spared: true as const }), suffices: true } : read;
    });
  }

  /** Of credentials none of which is enough those without which nobody is handed on, whatever else there is. */
  private neededTogether(reads: readonly Read[], open: readonly Read[]): readonly Read[] {
    const logins = reads.filter((read) => isLogin(read) && !read.unwanted && !read.spared);
    const needsLogin = logins.length > 0 && this.keepsOut({ isStranger: true, hasNewSession: true, lacks: isLogin });
    return this.neededToo(reads, open).map((read): Read => (needsLogin && logins.includes(read) ? { ...read, required: true } : read));
  }

  private neededToo(reads: readonly Read[], open: readonly Read[]): readonly Read[] {
    const needed = open.filter((one) => this.keepsOut({ lacks: (read) => isOf(read, one) }));
    return reads.map((read): Read => (needed.includes(read) ? { ...read, required: true } : read));
  }

  /** The same of a login beside credentials: who is logged in needs none of them, and who has one of them needs no login. */
  private besideLogin(reads: readonly Read[], open: readonly Read[]): readonly Read[] | null {
    const logins = reads.filter((read) => isLogin(read) && !read.unwanted && !read.spared);
    const left = this.leniently();
    if (logins.length + left.length === 0 || open.length === 0 || open.length > MAX_ALTERNATIVES) return null;
    if ([...open, ...logins].some((read) => read.required ?? read.refusedBy)) return null;
    const without = lackingToo(STRANGER, keysOfBody(reads));
    const stranger = this.behaviourOf(without);
    if (!stranger || this.ofNobody()?.passesOn !== true) return null;
    // Who sends none is handed on at some addresses, or only since nobody knows what those are told who verify nothing.
    const mayPass = stranger.behaviour.passesOn;
    if (!keepsOut(stranger) && !(mayPass && stranger.run.asksOfNothing && isRefusing(stranger.behaviour))) return null;
    if (mayPass && !this.passesMore(knownBy(without), stranger.run)) return null;
    const suffices = open.filter((only) => {
      const sender = { ...without, lacks: (read: Pick<Read, 'part' | 'path'>): boolean => without.lacks!(read) && !isOf(read, only) };
      return mayPass ? this.passesMore(sender, stranger.run) : this.again(sender)?.passesOn;
    });
    if (suffices.length > 0) return this.sufficing(reads, [...suffices, ...logins], left);
    // None of them is enough: nobody passes without the login, and they say something else (as whom somebody acts).
    const together = this.neededTogether(reads, open);
    return logins.length > 0 && together.some((read) => isLogin(read) && read.required) ? together : null;
  }

  /** A login of which strategies are asked only where there is none: `if (request.isAuthenticated()) return next()` in front of `passport.authenticate`. */
  private besideStrategies(reads: readonly Read[]): readonly Read[] {
    const logins = reads.filter((read) => isLogin(read) && !read.unwanted);
    const left = this.leniently();
    if (this.entry.role !== 'middleware' || logins.length + left.length === 0) return reads;
    const unknown = this.again({ isStranger: true, hasNewSession: true, lacks: isLogin });
    // No strategy is asked about whoever has not logged in: both are needed.
    if (isRefused(unknown) && !unknown?.strategies)
      return reads.map((read): Read => (logins.includes(read) ? { ...read, required: true } : read));
    if (!unknown?.strategies) return reads;
    const known = this.again({ isKnown: true, has: (read) => (isLogin(read) ? TRUE : undefined) });
    const refuses = known !== null && (known.answers.length > 0 || known.failures.some(({ error }) => this.around.errors.mayRefuse(error)));
    return known?.passesOn && !known.strategies && !refuses ? this.sufficing(reads, logins, left) : reads;
  }

  /** The reads, of which these do as well as each other, and as what functions in front have left under these names. */
  private sufficing(reads: readonly Read[], which: readonly Read[], left: readonly string[]): readonly Read[] {
    return [
      ...reads.map((read): Read => (which.includes(read) ? { ...read, suffices: true } : read)),
      ...left
        .filter((name) => !reads.some((read) => isLeft(read, name)))
        .map((name) => ({ ...this.readOf(name), suffices: true as const })),
    ];
  }

  /** What is left on the request under a name, as a read of it. */
  private readOf(name: string): Read {
    return { part: 'context', path: [name], source: 'code', place: this.entry.site.span };
  }

  /** Whether such a request is handed on, and nobody refused. */
  private passesNobody(): boolean {
    const run = this.ofNobody();
    if (!run?.passesOn || run.answers.length + run.failures.length > 0) return false;
    return this.nobody!.run.keepsBack() === false;
  }

  /** Whether a handler that serves others serves none of those. */
  private servesNobody(): boolean {
    const run = this.recorder.hasServed ? this.ofNobody() : null;
    return run !== null && refusesAll(run);
  }

  /** What says who has logged in, where nobody of whom it says nothing is handed on: they are answered instead, with whatever status. */
  private askedOfLogin({ passesOn, answers, failures, strategies }: Behaviour, reads: readonly Read[]): readonly Read[] {
    if (this.entry.role !== 'middleware' || !passesOn || strategies || answers.length + failures.length === 0) return reads;
    const says = (read: Pick<Read, 'part' | 'path'>): boolean => saysLogin(read) || isIdOfSession(read);
    if (!reads.some(says)) return this.askedOfMembers(reads);
    if (answers.some((answer) => isUnauthorized(answer) || isRedirect(answer))) return reads;
    const run = this.again({ isStranger: true, hasNewSession: true, lacks: says }, IS_PASSED);
    if (!run || run.passesOn || run.answers.length + run.failures.length === 0) return reads;
    return reads.map((read): Read => (says(read) && !read.unwanted ? { ...read, required: true } : read));
  }

  /** What is put into the session under a name that says nothing of a login: nobody passes who has a new one and sends no field, they are answered 401. */
  private askedOfMembers(reads: readonly Read[]): readonly Read[] {
    const names = new Set(reads.filter((read) => isPutIntoSession(read) && !read.unwanted && !read.spared).map(({ path }) => path[1]!));
    if (names.size === 0 || names.size > MAX_ALTERNATIVES || reads.some((read) => read.required ?? read.refusedBy ?? read.suffices))
      return reads;
    const lacksAllBut =
      (only?: string): Sender['lacks'] =>
      (read) =>
        NOBODY.lacks!(read) || isField(read) || (isPutIntoSession(read) && read.path[1] !== only);
    const nobody = this.again({ isStranger: true, hasNewSession: true, lacks: lacksAllBut()! }, IS_PASSED);
    const says401 = ({ status, says }: Answer): boolean => (says ?? status) === 401;
    const isAsked = nobody?.answers.some(says401) || nobody?.failures.some(({ error }) => this.around.errors.status(error) === 401);
    if (!nobody || nobody.passesOn || !isAsked) return reads;
    const logins = [...names].filter((name) => this.again({ isKnown: true, lacks: lacksAllBut(name)! })?.passesOn);
    return reads.map((read): Read => (isPutIntoSession(read) && logins.includes(read.path[1]!) ? { ...read, suffices: true } : read));
  }

  private nobody: { readonly run: Recorder; readonly behaviour: Behaviour } | null | undefined;
  /** What it does with a request that says nothing of who sends it: asked for once. */
  private ofNobody(): Behaviour | null {
    if (this.nobody === undefined) {
      this.nobody = this.behaviourOf(NOBODY);
      this.leftByNobody = this.nobody?.run.leftValues();
    }
    return this.nobody?.behaviour ?? null;
  }

  private leftByNobody: ReadonlyMap<string, Left> | undefined;
  /**
   * What it leaves, and what of that is something else where nobody says who sends the request: `locals.caller = { type: 'none' }`, or where nobody has
   * logged in: `request.lodger = request.session.userId`, `locals.isKnown = request.isAuthenticated()`.
   */
  leaving(left: ReadonlyMap<string, Left>, { passesOn, reads }: Behaviour): ReadonlyMap<string, Left> {
    if (this.entry.role !== 'middleware' || !passesOn || left.size === 0) return left;
    const asksLogin = reads.some((read) => saysLogin(read) && !read.required) || this.leniently().length > 0;
    const namesWho = reads.some((read) => maySayWho(read) && isNamedSo(read));
    const mayTell = ({ value }: Left): boolean =>
      asksLogin ||
      alternativesOf(value).some(
        (each) =>
          each.kind === 'object' ||
          (each.kind === 'unknown' && !each.trace) ||
          (each.kind === 'const' && (typeof each.value === 'string' || (each.value === true && namesWho))),
      );
    const asksWho = asksLogin || namesWho || reads.some((read) => maySayWho(read) && read.part === 'cookie');
    if (!asksWho || ![...left.values()].some(mayTell)) return left;
    const run = asksLogin ? this.behaviourOf(NOT_LOGGED_IN) : this.ofNobody() && this.nobody;
    if (!run?.behaviour.passesOn) return left;
    const leftByNobody = asksLogin ? run.run.leftValues() : this.leftByNobody;
    return new Map(
      [...left].map(([name, each]) => {
        const ofNobody = leftByNobody?.get(name) ?? { value: UNDEFINED, statements: [] };
        return [name, mayTell(each) && gistOf(ofNobody.value) !== gistOf(each.value) ? { ...each, ofNobody } : each];
      }),
    );
  }

  /**
   * A handler that was left before it has served anybody has more to answer and to read behind where it was left. It is run once more, its calls are left early,
   * and what the first run has not seen of it is added.
   */
  private withRest(behaviour: Behaviour): Behaviour {
    if (!this.recorder.isSpent || this.recorder.hasServed || this.entry.role !== 'handler' || this.given) return behaviour;
    const rest = this.run(this.recorder.used, {}, () => SKETCH).behaviour();
    const places = new Set(behaviour.answers.map(({ place }) => printPlace(place))),
      known = new Set(behaviour.reads.map(nameOf));
    const answers = rest.answers.filter(({ place }) => !places.has(printPlace(place)));
    const reads = rest.reads.filter((read) => !known.has(nameOf(read)));
    return {
      ...behaviour,
      answers: [...behaviour.answers, ...answers],
      reads: [...behaviour.reads, ...reads.map(({ required: _required, refusedBy: _refusedBy, ...read }): Read => read)],
    };
  }

  /** What it does with a request of somebody; null when it took too many steps, or does what nobody needs to see the rest of. */
  private readonly again: Rerun['again'] = (sender, until) => this.behaviourOf(sender, until)?.behaviour ?? null;
  private get rerun(): Rerun {
    return { hasServed: this.recorder.hasServed, errors: this.around.errors, again: this.again };
  }

  private passesMore(sender: Sender, than: Recorder): boolean {
    const run = this.behaviourOf(sender);
    return run?.behaviour.passesOn === true && passesMore(run.run, than);
  }

  private keepsOut(sender: Sender): boolean {
    const run = this.behaviourOf(sender);
    return run !== null && keepsOut(run);
  }

  private behaviourOf(sender: Sender, until?: Until): { readonly run: Recorder; readonly behaviour: Behaviour } | null {
    const uses: Uses = { ...this.recorder.used, cuts: new Map() };
    const run = this.run(uses, sender, () => EARLY, until);
    forgetCuts(this.around.evaluator, uses);
    return run.isSpent ? null : { run, behaviour: run.behaviour() };
  }

  private run(uses: Uses, sender: Sender, allowance: (recorder: Recorder) => Allowance, until?: Until): Recorder {
    const { around, entry, given } = this;
    const { evaluator, leaves, members } = around;
    const recorder = new Recorder(
      evaluator,
      around.errors,
      {
        left: (name) => leaves.find(entry.id, name, 'unplaced'),
        set: (name, kept) => members.find(entry.id, name, kept ? 'always' : 'never'),
        isUnset: (name) => members.isBesideOthers(entry.id, name),
      },
      entry.site,
      given?.state,
      (sender.isStranger ?? sender.lacks) && this.recorder.hasServedPlainly ? { ...sender, isOfDefault: true } : sender,
      entry.role === 'middleware' && !given,
      until,
    );
    const observe = (): void => {
      if (given) recall(evaluator, given.statements);
      putKept(evaluator, around.kept);
      around.realm.observe(this.observe, recorder, entry.site);
    };
    const escaped = observing(evaluator, recorder, uses, allowance(recorder), observe);
    for (const error of escaped) recorder.failEscaped(error);
    recorder.used = uses;
    return recorder;
  }

  /** What a handler or a middleware does with strangers. Of a handler that serves nobody, as far as can be seen, it is not known whom it does not serve. */
  private toStrangers(behaviour: Behaviour): Pick<Behaviour, 'strangers' | 'reads'> {
    const { entry, recorder } = this;
    const names = (entry.role === 'handler' ? recorder.hasServed : behaviour.passesOn) ? this.leniently() : [];
    const strangers = names.length > 0 ? this.strangers() : undefined;
    // They are answered instead of handed on, with whatever status.
    const areKeptOut = strangers !== undefined || (names.length > 0 && entry.role === 'middleware' && this.keepsOut({ isStranger: true }));
    if (entry.role === 'middleware' && names.length > 0 && !areKeptOut && this.passesStrangers(behaviour))
      return { reads: names.map((name): Read => ({ ...this.readOf(name), spared: true })).concat(behaviour.reads) };
    if (!areKeptOut || entry.role === 'handler') return { reads: behaviour.reads, ...(strangers && { strangers }) };
    // A middleware that refuses them asks for what was left, by whatever way it looks at it.
    const asked = names.filter((name) => !behaviour.reads.some((read) => isLeft(read, name)));
    return { reads: [...behaviour.reads, ...asked.map((name): Read => ({ ...this.readOf(name), required: true }))] };
  }

  /** Names under which only functions that let everybody pass leave who the caller is. */
  private leniently(): string[] {
    const { entry, recorder, around } = this;
    return [...recorder.callers].filter((name) => {
      const by = around.leaves.leftBy(entry.id, name, entry.role === 'middleware' ? 'unplaced' : 'never');
      return by.some((id) => letsPass(around.of.get(id)));
    });
  }

  /** Whether it refuses some, and hands on strangers all the same, at any address, as what it looks at beside the caller decides: `if (list.isPublic) next()`. */
  private passesStrangers({ answers, failures, reads }: Behaviour): boolean {
    if (answers.length + failures.length === 0) return false;
    // Who sends in the body what may come in a header is none.
    const sender = reads.some((read) => maySayWho(read) && !read.unwanted) ? lackingToo(STRANGER, keysOfBody(reads)) : STRANGER;
    const { run } = this.behaviourOf(sender) ?? {};
    return run !== undefined && !run.asksOfNothing && run.handsOn.includes(true);
  }

  /** What it does with those whom the guards in front of it do not know but let pass; nothing where it serves some of them. */
  private strangers(): Behaviour['strangers'] {
    const run = this.again({ isStranger: true }, IS_SERVED);
    if (!run || run.passesOn || run.answers.length + run.failures.length === 0) return undefined;
    const { answers, failures } = run;
    // Others are served: who is sent elsewhere instead is refused.
    const isSentAway = this.recorder.answers.some((answer) => !refuses(answer) && !isRedirect(answer)) ? isRedirect : () => false;
    if (!answers.every((answer) => refuses(answer) || isSentAway(answer))) return undefined;
    const statuses = answers.map((answer) => (isSentAway(answer) ? 401 : (answer.says ?? answer.status)));
    return { answers: [...new Set(statuses as number[])], failures: [...new Set(failures.map(({ error }) => error))] };
  }
}

const isRefused = (run: Behaviour | null): boolean => run !== null && !run.passesOn && isRefusing(run);
const isLeft = ({ part, path }: Pick<Read, 'part' | 'path'>, name: string): boolean => part === 'context' && path.join('.') === name;
const required = (read: Read): Read => (isAuthorization(read) ? { ...read, required: true } : read);
/** A read of what may say who sends a request: who has it not is let through. */
const spared = (read: Read): Read => (maySayWho(read) ? { ...read, spared: true } : read);

const notSpared = ({ spared: _, ...read }: Read): Read => read;

/**
 * Whether a credential gets somebody through whom a function hands on only since nobody knows what it asks about nothing (`verify(undefined)`), or at
 * addresses where it refuses nobody.
 */
const passesMore = (run: Recorder, nobody: Recorder): boolean => {
  if (nobody.asksOfNothing) return !run.asksOfNothing;
  const known = new Set(nobody.handsOn.map((condition) => JSON.stringify(condition)));
  return !known.has('true') && !known.has('null') && run.handsOn.some((condition) => !known.has(JSON.stringify(condition)));
};

/** Whether it refuses all of these, or hands them on only at addresses and by methods where it refuses nobody. */
const keepsOut = ({ run: { asksOfNothing, handsOn }, behaviour }: { readonly run: Recorder; readonly behaviour: Behaviour }): boolean => {
  const spares = !asksOfNothing && handsOn.length > 0 && handsOn.every((condition) => condition !== null && condition !== true);
  return isRefusing(behaviour) && (!behaviour.passesOn || spares);
};

/** Whether requests without a credential pass a function: it refuses nobody, or nobody whose credential is missing. */
const letsPass = (behaviour: Behaviour | undefined): boolean =>
  behaviour?.passesOn === true &&
  (behaviour.answers.length + behaviour.failures.length === 0 ||
    behaviour.reads.some(({ spared }) => spared === true) ||
    behaviour.strategies?.every(({ spares }) => spares) === true);
