import {
  ANY,
  sameShape,
  unionOf,
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
  ABSENT,
  TRUE,
  UNDEFINED,
  all,
  any,
  askedSince,
  noUses,
  observingApart,
  oneOf,
  possible,
  isFound,
  lacking,
  not,
  shapeOf,
  statementsOf,
  traceOf,
  traced,
  unknown,
  type Escaped,
  type Evaluator,
  type Guard,
  type HandedOver,
  type Obj,
  type Observer,
  type Site,
  type Unfollowed,
  type Wanted,
} from '../../evaluator/index.js';
import type { ts } from '../../typescript/index.js';
import { literalArguments } from '../tree/function-names.js';
import { dataUseOf } from './data-uses.js';
import { Demands } from './demands.js';
import { LeftOut } from './left-out.js';
import { RefusedByErrors } from './refused-by-errors.js';
import { isLoginPage, statedIn, statusesIn } from './stated-status.js';
import { isOfOneForm } from './one-form.js';
import { optional, Validations } from './validations.js';
import { WatchedMember } from './watched-member.js';
import { ERRORS_PASS, type ErrorKinds } from './error-kinds.js';
import type { Found, Left } from './leaves.js';
import { memberKey } from './observation-log.js';
import { Masked } from './masked.js';
import {
  CALLER,
  isAuthorization,
  isCredential,
  isIdOfSession,
  isOfSession,
  isPutIntoSession,
  isSecret,
  isSession,
  type Sender,
} from './who-sends.js';

/** Under which name a function leaves a member of the request that it set. */
const memberName = (trace: Pick<Trace, 'part' | 'path'>): string => `${trace.part} ${trace.path.join('.')}`;
const keyOf = (trace: Pick<Trace, 'part' | 'path'>): string => `${trace.part}\0${trace.path.join('\0')}`;

interface Seen {
  read: { -readonly [Key in keyof Read]: Read[Key] };
  count: number;
  kept: boolean;
  method: boolean;
  /** The conditions under which validators ask for it. */
  demandedUnder?: (Guard | null)[];
  /** The one place where it is read; null where there are several. */
  node?: ts.Node | null;
  /** What was asked of the address and the method in front of its places. */
  when: RequestCondition;
  /** All places where it is read take it of something that serves as well where it is no record. */
  isOfOneForm?: boolean;
  /** Of the elements of a list those that are taken by their positions, with what each is. */
  positions?: Map<string, Shape['kind'] | null>;
  /** The conditions under which the code takes it for a number. */
  convertedUnder?: (Guard | null)[];
  /** Those under which it takes it for a list; null where something else than the code does so. */
  listUnder?: (Guard | null)[] | null;
}

/** Whether one of the conditions says of a value that it is a list. */
function isListUnder(guard: Guard | null, key: string): boolean {
  for (let at = guard; at; at = at.parent)
    if (at.branch.tested?.[1 - at.arm]?.some((test) => test.shape.kind === 'array' && keyOf(test.trace) === key)) return true;
  return false;
}

const isNumeric = ({ kind }: Shape): boolean => kind === 'number' || kind === 'integer';

/** What is known of all the elements of a list that are no two alike. */
const unlike = (kinds: readonly (Shape['kind'] | null)[]): Shape =>
  kinds.includes(null) ? ANY : { kind: 'union', alternatives: [...new Set(kinds)].map((kind) => ({ kind: kind! })) };

/** Whether a condition says something of what a parameter of the path holds. */
const asksOfParameter = (condition: RequestCondition, name: string): boolean =>
  condition !== null &&
  typeof condition === 'object' &&
  ('of' in condition
    ? condition.of === 'parameter' && condition.name === name
    : ('not' in condition ? [condition.not] : 'all' in condition ? condition.all : condition.any).some((part) =>
        asksOfParameter(part, name),
      ));

/** Members that every request has, whose values are texts. */
const TEXTS_OF_REQUESTS: ReadonlySet<string> = new Set(['method', 'url', 'path', 'originalUrl', 'routerPath']);

/** Whether an answer, or (null) a request that is handed on, says all that is asked of a run: it ends there. */
export type Until = (answer: Pick<Answer, 'status' | 'says'> | null) => boolean;

/** What functions in front of one left on the request, or set in it. `kept`: whoever did, since it outlives the request. */
interface Before {
  left(name: string): Found | undefined;
  set(name: string, kept: boolean): Found | undefined;
  /** In some route of the function nobody sets it. */
  isUnset(name: string): boolean;
}

/** Whether an error has gone through. */
const passes = (ending: Ending | null, error: Value): boolean =>
  ending !== null && ending.reached && !ending.answers && ending.thrown.includes(error);

const NOTHING_BEFORE: Before = { left: () => undefined, set: () => undefined, isUnset: () => false };

/** Steps for finding out what a function does with errors. */
const FUEL_TO_ASK = 60_000;

/** The word that a text, or the source of a regular expression, begins with: `Basic `, `^basic\s+(.*)$`. */
const FIRST_WORD = /^[\s^(?:]*([a-z]{3,})(?=$|[\s\\[)])/i;

/** The method or the address of a request. */
export const isTextOfRequest = ({ part, path }: Pick<Read, 'part' | 'path'>): boolean =>
  part === 'context' && path.length === 1 && TEXTS_OF_REQUESTS.has(path[0]!);

const isAt = (place: Read['place'], { file, line, column }: Span): boolean =>
  'file' in place && place.file === file && place.line === line && place.column === column;
export const alternativesOf = (value: Value): readonly Value[] => (value.kind === 'oneOf' ? value.values : [value]);
/** Whether a value is what a request has there. */
function isOf(value: Value, trace: Trace): boolean {
  const from = traceOf(value);
  return from !== null && from !== undefined && keyOf(from) === keyOf(trace);
}

/** Collects what one run of one function does. */
export class Recorder implements Observer, Observation {
  private readonly reads = new Map<string, Seen>();
  private readonly validations = new Validations();
  readonly answers: Answer[] = [];
  private readonly failures: Failure[] = [];
  private readonly uses: DataUse[] = [];
  private readonly compares: {
    readonly field: string;
    readonly claim: readonly string[];
    readonly place: Span;
    /** The comparison, and the calls under way that have led to it. */
    readonly nodes: readonly ts.Node[];
    refuses: boolean;
  }[] = [];
  /** For each refusal what is asked of the address and the method in front of it. */
  private readonly refusals: RequestCondition[] = [];
  /** Which requests it may hand on. */
  private readonly handings: RequestCondition[] = [];
  /** The conditions of refusals behind which nothing is handed on. */
  private readonly finals: RequestCondition[] = [];
  /** The same for answers that send the client elsewhere. */
  private readonly redirections: RequestCondition[] = [];
  private readonly demands = new Demands();
  /** Values of the request that are compared with secrets of the configuration. */
  private readonly secrets = new Set<string>();
  /** Cookies that are read with the server's signature. */
  private readonly signed = new Set<string>();
  /** What is looked for in the header `authorization`: words, a space where it is taken apart, nothing where it is compared as a whole. */
  readonly looked: string[] = [];
  private readonly byErrors = new RefusedByErrors();
  told = 0;
  private passes = false;
  private leavesRoute = false;
  private isGivenAway = false;
  /** The package that answers in its place. */
  answeredBy: string | undefined;
  /** It asks somebody about nothing, who then knows nothing: for want of a credential, or by itself. */
  asksOfNothing = false;
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
  private readonly called = new Map<string, CalledMiddleware>();
  private readonly exempted: PathTest[] = [];
  private readonly strategies = new Map<string, Strategy>();
  private readonly masked = new Masked();
  private isExtracting = false;
  private isForAll = false;
  private readonly left_ = new Map<string, Value>();
  /** Members of the request that this run set, by part and path. */
  private readonly members = new Map<string, Value>();
  /** Names under which it looked for what others left or set. */
  readonly names = new Set<string>();
  /** Of these the ones that say who the caller is, and that somebody left. */
  readonly callers = new Set<string>();
  used = noUses();
  private readonly watched: WatchedMember;

  constructor(
    private readonly evaluator: Evaluator,
    private readonly errors: ErrorKinds,
    private readonly before: Before,
    private readonly registered: Site,
    private readonly carriedState?: Value,
    private readonly sender: Sender = {},
    /** It hands requests on: what it answers itself is a refusal where the body says so. */
    private readonly isMiddleware = false,
    private readonly until: Until = () => false,
  ) {
    this.watched = new WatchedMember(evaluator);
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
    const isDemanded = this.demands.test(),
      isUnwanted = this.demands.unwanted();
    const isSpared = this.passes ? this.demands.spared() : () => false;
    const denies = this.isMiddleware ? this.demands.denied() : [];
    return {
      reads: [...this.reads.values()]
        .filter((seen) => (seen.count > 0 || seen.kept) && !seen.method && !this.isLengthOfList(seen.read))
        .filter((seen) => (!seen.isOfOneForm || seen.read.source !== 'code') && !this.isHidden(seen.read))
        .map(({ read, demandedUnder, when, count, node, convertedUnder, listUnder, positions }) => ({
          ...read,
          ...(new Set(positions?.values()).size > 1 && { shape: unlike([...positions!.values()]) }),
          ...(convertedUnder && this.isOtherElsewhere(read, convertedUnder) && { shape: { kind: 'string' as const } }),
          ...(listUnder && this.isListOnlyWhereAsked(read, listUnder) && { shape: { kind: 'any' as const } }),
          ...(read.source === 'database' && count === 0 && { column: true as const }),
          ...(when !== true && when !== null && { when }),
          ...demandedBy((demandedUnder && this.isAlwaysUnder(demandedUnder)) || isDemanded(read)),
          ...((isUnwanted(read) || (node && isAuthorization(read) && this.demands.isRefusedWhereShown(read, node))) && { unwanted: true }),
          ...(isCredential(read) && isSpared(read) && { spared: true }),
          ...(isCredential(read) &&
            (this.secrets.has(keyOf(read)) || (this.signed.has(keyOf(read)) && isDemanded(read))) && { secret: true as const }),
          ...(isAuthorization(read) && this.words().length > 0 && { words: this.words() }),
        })),
      refinements: [
        ...this.masked.without(
          this.validations.refinements((places) => this.demands.isOnEveryWay(places)),
          (trace) => this.isHidden(trace),
        ),
        ...this.demands.refinements(),
        ...this.byErrors.refinements((places) => this.demands.isOnEveryWay(places)),
      ],
      // Of what it hands to a package with routes of its own these say what is answered.
      answers: this.isMiddleware && this.handed.length > 0 ? this.answers.filter(({ status }) => status !== null) : this.answers,
      failures: this.failures,
      data: this.uses,
      ...this.comparisons(),
      ...(denies.length > 0 && { denies }),
      ...this.exempts(),
      ...(this.strategies.size > 0 && { strategies: [...this.strategies.values()] }),
      ...(this.encoded !== null && { encoding: this.encoded }),
      ...(this.called.size > 0 && { calls: [...this.called.values()] }),
      passesOn: this.passes,
      ...(this.isMiddleware && this.leavesRoute && { leavesRoute: true as const }),
      ...this.shuts(),
      ...(this.isMiddleware && (this.isGivenAway || this.isSpent) && { mayAnswer: true as const }),
      leaves: [...this.left_.keys()].filter((name) => !name.startsWith('#')),
    };
  }

  /** A parameter of the path of which the program asks whether it is a number (`id === 'latest'`, `isHash(id)`): where it is not, it serves as well. */
  private isOtherElsewhere({ part, path, shape }: Read, convertedUnder: readonly (Guard | null)[]): boolean {
    return (
      part === 'path' &&
      shape !== undefined &&
      isNumeric(shape) &&
      convertedUnder.every((guard) => asksOfParameter(askedSince(guard, null), path[0]!)) &&
      !this.demands.isOnEveryWay(convertedUnder)
    );
  }

  /** `Array.isArray(ids) ? ids.join() : String(ids)`: it is a list where it is one, and something else serves as well. */
  private isListOnlyWhereAsked(read: Read, listUnder: readonly (Guard | null)[]): boolean {
    return (
      read.shape?.kind === 'array' && listUnder.every((guard) => isListUnder(guard, keyOf(read))) && !this.demands.isOnEveryWay(listUnder)
    );
  }

  /** `body.length`, where the elements of the body are read as well. */
  private isLengthOfList({ part, path }: Read): boolean {
    const of = path.slice(0, -1);
    return (
      path.at(-1) === 'length' &&
      [...this.reads.values()].some(
        ({ read }) => read.part === part && read.path[of.length] === '0' && of.every((name, at) => read.path[at] === name),
      )
    );
  }

  // ---- what the evaluator tells ---------------------------------------------------------------------------------------

  private seen(trace: Pick<Trace, 'part' | 'path' | 'among'>, place: Span): Seen {
    const key = keyOf(trace);
    let seen = this.reads.get(key);
    if (!seen)
      this.reads.set(
        key,
        (seen = {
          read: { part: trace.part, path: trace.path, source: 'code', place, ...(trace.among && { among: trace.among }) },
          count: 0,
          kept: false,
          method: false,
          when: this.asked(),
        }),
      );
    else if (seen.when !== true) seen.when = possible(any([seen.when, this.asked()]));
    if (this.isExtracting) seen.read.token = true;
    return seen;
  }
  read(trace: Trace, site: Site): void {
    this.leftOut.sawTo(site.node);
    if (this.isNoField(trace)) return;
    if (trace.signed) this.signed.add(keyOf(trace));
    const seen = this.seen(trace, site.span);
    seen.node = seen.count === 0 || seen.node === site.node ? site.node : null;
    seen.count++;
    seen.isOfOneForm = seen.isOfOneForm !== false && isOfOneForm(site.node, trace.path.length - 1);
    if (trace.at !== undefined && !seen.positions?.has(trace.at)) (seen.positions ??= new Map()).set(trace.at, null);
  }
  private isNothing(record: Obj, column: string): boolean {
    const value = this.evaluator.ownProperty(record, column)?.value;
    return value?.kind === 'const' && value.taint === null && (value.value === undefined || value.value === null || value.value === '');
  }
  private isNoField({ part }: Trace): boolean {
    return this.isForAll && (part === 'body' || part === 'query');
  }
  unread(trace: Trace): void {
    const seen = this.reads.get(keyOf(trace));
    if (seen) seen.method = true;
  }
  isToken(trace: Trace): void {
    const seen = this.reads.get(keyOf(trace));
    // That the header `authorization` holds one, its name says.
    if (seen && !isAuthorization(trace)) seen.read.token = true;
  }
  assigned(trace: Trace, value: Value, maybe: boolean, site: Site): void {
    const from = traceOf(value);
    // What came in is only written in another way: `body.email = body.email.trim()`.
    if (trace.derived || (from && keyOf(from) === keyOf(trace))) return;
    this.told++;
    const incoming = traced(trace, this.registered);
    // What was read before it was replaced came in all the same: `body.password = await hash(body.password)`. A package that reads and sets it in one
    // call asks nobody for it: `body('author').customSanitizer((_, { req }) => req.user.id)`.
    const before = this.reads.get(keyOf(trace));
    const isRead = before && (before.kept || (before.count > 0 && !isAt(before.read.place, site.span)));
    if (!maybe && !isRead) this.seen(trace, { file: '.', line: 1, column: 1 }).method = true;
    const name = memberName(trace);
    const known = this.members.get(name) ?? (maybe ? incoming : undefined);
    // Another arm may have set it to something else.
    this.members.set(name, known && (maybe || this.evaluator.guard) ? oneOf([value, known], `how ${trace.path.join('.')} is set`) : value);
  }
  replacedInCopy(trace: Trace): void {
    if (this.isMiddleware) this.masked.add(trace, this.evaluator.guard, this.reads.get(keyOf(trace))?.node);
  }
  /** Looked at to be hidden in a copy, which is left to nobody behind. */
  private isHidden(trace: Pick<Read, 'part' | 'path'>): boolean {
    return (
      this.masked.has(trace, this.reads.get(keyOf(trace))?.node) &&
      [...this.left_.values(), ...this.members.values()].every(({ kind }) => kind === 'const' || kind === 'unknown')
    );
  }
  held(trace: Trace): Value | undefined {
    if (trace.derived) return undefined;
    const isNew = this.sender.hasNewSession && (isPutIntoSession(trace) || (isIdOfSession(trace) && this.sender.lacks?.(trace)));
    const set = this.members.get(memberName(trace)) ?? (isNew ? UNDEFINED : this.setBefore(trace, isOfSession(trace)));
    return set ?? this.sender.has?.(trace) ?? (this.sender.lacks?.(trace) ? lacking(UNDEFINED) : undefined);
  }
  isAskedByName(trace: Trace): boolean {
    return isSession(trace);
  }
  typed(trace: Trace, shape: Shape, source: FactSource, site: Site): void {
    if (this.isNoField(trace)) return;
    const seen = this.seen(trace, site.span);
    if (trace.path.length > 0) seen.kept = true;
    const known = seen.read.shape;
    if (isNumeric(shape) && source === 'code') (seen.convertedUnder ??= []).push(this.evaluator.guard);
    if (shape.kind === 'array')
      seen.listUnder = source === 'code' && seen.listUnder !== null ? [...(seen.listUnder ?? []), this.evaluator.guard] : null;
    if (trace.at !== undefined && source === 'code') seen.positions?.set(trace.at, shape.kind);
    const { default: standIn, ...own } = shape;
    const fallback = standIn ?? known?.default;
    // A column is compared with each element of a list: `where: { id: ids }`.
    const isColumn = source === 'database' && isPlain(own);
    const kind = isColumn && (known?.kind === 'array' || this.isList(trace)) ? { kind: 'array' as const, items: own } : own;
    const ofColumn = seen.read.source === 'database' && known && isPlain(known) ? { ...kind, items: known } : null;
    const merged =
      kind.kind === 'array' && (ofColumn ?? (kind.items?.kind === 'any' && known?.items))
        ? (ofColumn ?? known!)
        : !known || known.kind === 'any' || known.kind === kind.kind || kind.kind === 'any'
          ? { ...known, ...kind }
          : narrower(known, kind);
    seen.read.shape = { ...merged, ...(fallback !== undefined && { default: fallback }) };
    if (source !== 'database') return;
    this.leftOut.sawTo(site.node);
    seen.read.source = 'database';
  }
  /** The conditions that hold here say so. */
  private isList(trace: Trace): boolean {
    return isListUnder(this.evaluator.guard, keyOf(trace));
  }
  refined(trace: Trace, shape: Shape, source: FactSource, site: Site): void {
    if (source === 'type' && this.isNoField(trace)) return;
    const sent = this.asSent(trace, shape);
    if (sent) this.validations.add({ part: trace.part, path: trace.path, shape: sent, source, place: site.span }, this.evaluator.guard);
  }
  /**
   * Of an object that is looked at the members that come in: what the program has set in it before (`body.author = user.id`) nobody sends, and what it sets
   * for some (`if (!body.state) body.state = 'new'`) nobody has to. Null: none comes in.
   */
  private asSent(trace: Trace, shape: Shape): Shape | null {
    if (shape.kind !== 'object' || trace.part !== 'body' || !shape.properties || trace.derived) return shape;
    let isOther = false;
    const properties = shape.properties.flatMap((property) => {
      const member = { part: trace.part, path: [...trace.path, property.name] };
      const name = memberName(member);
      const own = this.members.get(name);
      const held = own ?? this.setBefore(member, false);
      const comesIn = !held || alternativesOf(held).some((value) => isOf(value, member));
      if (comesIn && (!held || !property.required || (!own && this.before.isUnset(name)))) return [property];
      isOther = true;
      return comesIn ? [optional(property)] : [];
    });
    return !isOther ? shape : properties.length > 0 ? { ...shape, properties } : null;
  }
  private isAlwaysUnder(guards: readonly (Guard | null)[]): boolean {
    return guards.includes(null) || this.demands.isOnEveryWay(guards);
  }
  demanded(trace: Trace, site: Site): void {
    const seen = this.seen(trace, site.span);
    seen.kept = true;
    (seen.demandedUnder ??= []).push(this.evaluator.guard);
  }
  data(use: Parameters<NonNullable<Call['useData']>>[0], site: Site): void {
    const { where } = use;
    if (where?.kind === 'object' && this.evaluator.keys(where as Obj).some((column) => this.isNothing(where as Obj, column)))
      this.asksOfNothing = true;
    this.uses.push(dataUseOf(this.evaluator, use, site.span));
  }

  askedOfNothing(): void {
    this.asksOfNothing = true;
  }
  madeOfNothing(): void {
    this.isMadeOfNothing = true;
  }
  unless(error: Value, wanted: readonly Wanted[]): void {
    this.byErrors.add(error, wanted, this.evaluator.guard);
  }
  compared(claim: readonly string[], field: string, site: Site): void {
    const nodes = [site.node];
    for (let at = site.frame; at; at = at.parent) if (at.callNode) nodes.push(at.callNode);
    this.compares.push({ field, claim, place: site.span, nodes, refuses: false });
  }
  comparedWithSetting(trace: Trace, setting: string): void {
    if (isSecret(trace, setting)) this.secrets.add(keyOf(trace));
    this.takenApart(trace, trace.derived === true);
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
    return this.leftOut.mayDoMore(new Set([...this.reads.values()].map(({ read }) => read.path.at(-1))));
  }
  lookedFor(trace: Trace, text: string, isWhole = false): void {
    if (isWhole ? !/^(?:null|undefined)?$/.test(text) : /^\s+$/.test(text)) this.takenApart(trace, !isWhole || trace.derived === true);
    // Only a token for bearers has parts between dots.
    const word = isAuthorization(trace) ? (text === '.' ? 'bearer' : FIRST_WORD.exec(text)?.[1]) : undefined;
    if (word !== undefined) this.looked.push(word.toLowerCase());
  }
  private words(): readonly string[] {
    const isNoKey = ['basic', 'bearer', ' '].some((each) => this.looked.includes(each));
    return [...new Set(this.looked)].filter((word) => word !== ' ' && !(isNoKey && word === ''));
  }
  private takenApart(trace: Trace, is: boolean): void {
    if (isAuthorization(trace)) this.looked.push(is ? ' ' : '');
  }
  /** What it lets pass by address and method. */
  private exempts(): Pick<Behaviour, 'exempts' | 'refuses'> {
    const turnedAway = this.turnedAway();
    const refuses = this.passes && turnedAway.length > 0 ? possible(any(turnedAway)) : true;
    return { ...(this.exempted.length > 0 && { exempts: this.exempted }), ...(refuses !== true && { refuses }) };
  }
  /** What it refuses for certain, and hands on on no way. */
  private shuts(): Pick<Behaviour, 'shuts'> {
    if (!this.isMiddleware || !this.passes || this.isGivenAway || this.isSpent || this.isCut) return {};
    const shuts = possible(any([all([any(this.refusals), not(any(this.handings))]), ...this.finals]), false);
    return typeof shuts === 'boolean' ? {} : { shuts };
  }
  /** Where nothing is refused, the guard may be one that sends to a page for logging in. */
  private turnedAway(): readonly RequestCondition[] {
    return (this.refusals.length > 0 ? this.refusals : this.redirections).map((each) => possible(each));
  }
  /** The conditions under which it hands requests on. */
  get handsOn(): readonly RequestCondition[] {
    return this.handings.map((each) => possible(each));
  }
  /** Which requests do not come through it: it refuses them, or returns without an answer and hands nothing on. */
  keepsBack(): RequestCondition {
    return any([...this.turnedAway(), not(any(this.handings))]);
  }
  private comparisons(): Pick<Behaviour, 'comparisons'> {
    const refusing = this.compares.filter((comparison) => comparison.refuses);
    const distinct = refusing.filter(
      (comparison, index) =>
        refusing.findIndex((other) => other.field === comparison.field && other.claim.join('.') === comparison.claim.join('.')) === index,
    );
    return distinct.length > 0 ? { comparisons: distinct.map(({ field, claim, place }) => ({ field, claim, place })) } : {};
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
    const had = this.sender.has?.(trace) ?? (this.sender.lacks?.(trace) ? lacking(UNDEFINED) : undefined);
    if (had) return had;
    const text = isTextOfRequest({ part, path });
    return {
      ...traced(trace, site, text ? { kind: 'string' } : undefined),
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
    const { context, node } = this.evaluator.builtins.nowhere;
    for (const one of statusesIn(status)) {
      const says = !this.isMiddleware ? undefined : body ? statedIn(this.evaluator, body, one) : to && isLoginPage(to) ? 401 : undefined;
      // A body that repeats its status repeats this one.
      const shape =
        body &&
        shapeOf(
          this.evaluator,
          body,
          context,
          node,
          typeof status === 'object' && status !== null && status.kind === 'oneOf' && one !== null ? { value: status, is: one } : undefined,
        );
      const isRefusal = one !== null && (says !== undefined ? one < 500 : one >= 400 && one < 500);
      if (one !== null && one < 400 && !isRefusal && this.isLeftOut()) continue;
      this.byErrors.ended(this.evaluator.guard, isRefusal);
      if (one !== null && one < 400 && !isRefusal) this.demands.servedUnder(this.evaluator.guard);
      if (isRefusal && given.final) this.finals.push(askedSince(this.evaluator.guard, null));
      if (isRefusal) this.refusedFor([this.evaluator.guard], place, given.when);
      if (isRefusal && (says ?? one) !== 401) this.refusedToOthers([this.evaluator.guard]);
      if (one !== null && one >= 300 && one < 400) this.redirections.push(askedSince(this.evaluator.guard, null));
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
      const same = this.answers.findIndex(
        (other) =>
          other.status === one &&
          other.contentType === answer.contentType &&
          other.says === answer.says &&
          (other.shape === undefined) === (shape === undefined) &&
          (shape === undefined || sameShape(other.shape!, shape)),
      );
      if (same < 0) this.answers.push(answer);
      else this.answers[same] = eitherWay(this.answers[same]!, answer);
      if (this.until(answer)) this.end();
    }
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

  asked(): RequestCondition {
    return possible(askedSince(this.evaluator.guard, null));
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
      const under = [...guards, this.evaluator.thrownUnder.get(error) ?? null];
      if (status === undefined || status < 500) this.refusedFor(under, place, undefined, status === undefined ? kind : undefined);
      if (status === undefined || (status < 500 && status !== 401)) this.refusedToOthers(under);
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
    if (by === undefined) this.refusals.push(asked);
    this.refusesByNothing ||= this.isMadeOfNothing || this.asksOfNothing;
    for (const guard of guards)
      for (const trace of this.demands.refusedUnder(guard, place, by))
        (this.reads.get(keyOf(trace)) ?? this.seen(trace, place)).kept = true;
  }

  /** Others than those of whom the comparisons in these conditions hold are refused. */
  private refusedToOthers(guards: readonly (Guard | null)[]): void {
    for (const guard of guards)
      for (let at = guard; at; at = at.parent) {
        const { node } = at.branch;
        for (const comparison of this.compares)
          comparison.refuses ||= comparison.nodes.some(
            (each) => each.pos >= node.pos && each.end <= node.end && each.getSourceFile() === node.getSourceFile(),
          );
      }
  }

  /** What functions in front of this one set a member to; of a session nobody knows whether they ran. */
  private setBefore(trace: Trace, kept: boolean): Value | undefined {
    const name = memberName(trace);
    this.names.add(memberKey(name));
    const found = this.before.set(name, kept);
    if (!found) return undefined;
    const others = kept ? [UNDEFINED] : this.before.isUnset(name) ? [traced(trace, this.registered)] : [];
    return found.value(this.evaluator, others, `what is set as ${name}`);
  }

  watch(object: Value, key: string): void {
    this.watched.watch(object, key);
  }
  carried(): Value | undefined {
    return this.carriedState;
  }
  thrown(value: Value): void {
    this.demands.endedUnder(this.evaluator.guard);
    this.watched.thrown(value);
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
    this.running.encoded ??= contentType;
  }
  calls({ module, path, args }: Provenance): void {
    const made = literalArguments(this.evaluator, args);
    const when = this.asked();
    const called = { origin: { module, path }, ...(made && { arguments: made }), ...(when !== true && when !== null && { when }) };
    this.running.called.set(JSON.stringify(called), called);
  }
  exempt(tests: readonly PathTest[]): void {
    this.running.exempted.push(...tests);
  }
  asks(strategies: readonly Strategy[], extract: () => void): void {
    const { running } = this;
    for (const each of strategies) running.strategies.set(each.name, each);
    running.isExtracting = true;
    extract();
    running.isExtracting = false;
  }
  passOn(past?: 'route'): void {
    this.running.told++;
    if (this.isLeftOut()) return;
    this.running.passes = true;
    this.running.leavesRoute ||= past !== undefined;
    this.running.handings.push(this.asked());
    this.running.byErrors.ended(this.evaluator.guard, false);
    this.running.demands.servedUnder(this.evaluator.guard, true);
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
    for (const [name, guards] of this.leftAt) {
      const value = this.left_.get(name)!;
      // Of what nobody knows it is open anyway.
      if (value.kind === 'object' && !this.isAlwaysUnder(guards))
        this.left_.set(name, oneOf([value, UNDEFINED], `what is left as ${name}`));
    }
    return this.withStatements(this.left_);
  }
  /** The conditions under which it leaves something. */
  private readonly leftAt = new Map<string, (Guard | null)[]>();
  setMembers(): ReadonlyMap<string, Left> {
    return this.withStatements(this.members);
  }
  private withStatements(values: ReadonlyMap<string, Value>): ReadonlyMap<string, Left> {
    return new Map([...values].map(([name, value]) => [name, { value, statements: statementsOf(this.evaluator, value) }]));
  }
  leave(name: string, given: Value): void {
    this.told++;
    const value = this.sender.isOfDefault && given.kind === 'oneOf' && given.preferred ? given.values[0]! : given;
    const before = this.left_.get(name);
    const at = this.leftAt.get(name);
    if (at) at.push(this.evaluator.guard);
    else this.leftAt.set(name, [this.evaluator.guard]);
    // Another arm may have left something else.
    this.left_.set(name, before && this.evaluator.guard ? oneOf([before, value], `what is left as ${name}`) : value);
  }
  left(name: string): Value | undefined {
    if (this.isHeld && this.running !== this) return this.running.left(name);
    if (this.left_.has(name)) return this.left_.get(name);
    // Where a function stands in front of every route there is a value of each run of it, and a function asks for it wherever it names it.
    if (!this.found.has(name)) this.found.set(name, this.leftBefore(name));
    return this.found.get(name);
  }
  stands(name: string): boolean {
    return isFound(this.evaluator.guard, { part: 'context', path: [name] });
  }
  private readonly found = new Map<string, Value | undefined>();
  private leftBefore(name: string): Value | undefined {
    this.names.add(name);
    const left = this.before.left(name);
    if (!left) return undefined;
    const value = (): Value => left.value(this.evaluator, [], `what middlewares leave as ${name}`);
    const isCaller = CALLER.test(name);
    if (!isCaller && !left.tellsCallers) return value();
    this.callers.add(name);
    if (this.sender.isStranger)
      return left.tellsCallers ? left.ofNobody(this.evaluator, isCaller ? UNDEFINED : null, `what strangers find as ${name}`) : UNDEFINED;
    if (!isCaller) return value();
    if (this.sender.isKnown) return TRUE;
    return left.areTooMany ? value() : this.ofCaller(value(), name.split('.'));
  }
  /** What says who the caller is keeps the way to it, so that a comparison with it is one with a claim. */
  private ofCaller(value: Value, path: readonly string[]): Value {
    if (value.kind === 'oneOf')
      return oneOf(
        value.values.map((alternative) => this.ofCaller(alternative, path)),
        value.condition,
        value.preferred,
      );
    if (value.kind === 'object' && !(value as Obj).fn) (this.evaluator.leftUnder ??= new WeakMap()).set(value, path);
    return value.kind === 'unknown' && !value.trace && value !== ABSENT ? { ...value, trace: { part: 'context', path } } : value;
  }
}

const demandedBy = (demanded: boolean | readonly ErrorKindId[]): Pick<Read, 'required' | 'refusedBy'> =>
  typeof demanded === 'object' ? { refusedBy: demanded } : demanded ? { required: true } : {};

/** One answer, or one error, that is given in two places. */
function eitherWay<Given extends Answer | Failure>(one: Given, other: Given): Given {
  const { when, ...given } = one;
  const either = any([when ?? true, other.when ?? true]);
  return (either === true || either === null ? given : { ...given, when: either }) as Given;
}

/** Of two kinds the one that says more: an integer is a number. */
const isPlain = ({ kind }: Shape): boolean => /^(?:string|number|integer|boolean)$/.test(kind);

const narrower = (a: Shape, b: Shape): Shape =>
  a.kind === 'number' && b.kind === 'integer'
    ? b
    : a.kind === 'integer' && b.kind === 'number'
      ? a
      : unionOf([a, b]).kind === 'union'
        ? a
        : ANY;
