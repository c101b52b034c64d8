import {
  ANY,
  unionOf,
  type ErrorKindId,
  type FactSource,
  type Read,
  type Refinement,
  type RequestCondition,
  type Shape,
  type Span,
} from '@tool/ir';
import type { Trace } from '@tool/scanner-sdk';
import { any, askedSince, isCookieHeader, isTest, possible, someOf, type Evaluator, type Guard, type Site } from '../../evaluator/index.js';
import type { ts } from '../../typescript/index.js';
import { keyOf, type Demands } from './demands.js';
import { isOfOneForm } from './one-form.js';
import { isOnlyLogged } from './only-logged.js';
import { isAuthorization, isCredential, isSecret } from './who-sends.js';

interface Seen {
  read: { -readonly [Key in keyof Read]: Read[Key] };
  count: number;
  kept: boolean;
  method: boolean;
  /** The conditions under which validators ask for it. */
  demandedUnder?: (Guard | null)[];
  /** The one place where it is read; null where there are several. */
  node?: ts.Node | null;
  /** Answers 401 in front of the first of them. */
  unauthorized: number;
  /** What was asked of the address and the method in front of its places. */
  when: RequestCondition;
  /** All places where it is read take it of something that serves as well where it is no record, or an error. */
  isOfOneForm?: boolean;
  /** Of the elements of a list those that are taken by their positions, with what each is. */
  positions?: Map<string, Shape['kind'] | null>;
  /** The conditions under which the code takes it for a number. */
  convertedUnder?: (Guard | null)[];
  /** Those under which it takes it for a list; null where something else than the code does so. */
  listUnder?: (Guard | null)[] | null;
  /** Wherever something stands in for it, it is there. */
  isForNobody?: boolean;
}

/** Whether one of the conditions says of a value that it is a list. */
function isListUnder(guard: Guard | null, key: string): boolean {
  for (let at = guard; at; at = at.parent)
    if (at.branch.tested?.[1 - at.arm]?.some((test) => test.shape.kind === 'array' && keyOf(test.trace) === key)) return true;
  return false;
}

const isNumeric = ({ kind }: Shape): boolean => kind === 'number' || kind === 'integer';

const isPlain = ({ kind }: Shape): boolean => /^(?:string|number|integer|boolean)$/.test(kind);

/** Of two kinds the one that says more: an integer is a number. */
const narrower = (a: Shape, b: Shape): Shape =>
  a.kind === 'number' && b.kind === 'integer'
    ? b
    : a.kind === 'integer' && b.kind === 'number'
      ? a
      : unionOf([a, b]).kind === 'union'
        ? a
        : ANY;

/** What is known of all the elements of a list that are no two alike. */
const unlike = (kinds: readonly (Shape['kind'] | null)[]): Shape =>
  kinds.includes(null) ? ANY : { kind: 'union', alternatives: [...new Set(kinds)].map((kind) => ({ kind: kind! })) };

/** Whether a condition says something of what a parameter of the path holds. */
const asksOfParameter = (condition: RequestCondition, name: string): boolean =>
  someOf(condition, (part) => isTest(part) && part.of === 'parameter' && part.name === name);

const isAt = (place: Read['place'], { file, line, column }: Span): boolean =>
  'file' in place && place.file === file && place.line === line && place.column === column;

const demandedBy = (demanded: boolean | readonly ErrorKindId[]): Pick<Read, 'required' | 'refusedBy'> =>
  typeof demanded === 'object' ? { refusedBy: demanded } : demanded ? { required: true } : {};

const withoutStandIn = ({ default: _standIn, ...shape }: Shape): Shape => shape;

/** The word that a text, or the source of a regular expression, begins with: `Basic `, `^basic\s+(.*)$`. */
const FIRST_WORD = /^[\s^(?:]*([a-z]{3,})(?=$|[\s\\[)$|])/i;

/** The name of a cookie in a text that the header `cookie` is looked through for, or in the source of a regular expression: `; token=`, `(?:^|;\\s*)token=([^;]+)`. */
const NAMED_COOKIE = /(?:^|[^\w.$\\-]|\\[bs][*+?]?)([\w$-][\w.$-]*)\\?=/;
/** What a part of that header is compared with as a whole: the name of a cookie, where it is not what a value may be. */
const WHOLE_NAME = /^(?!true$|false$|null$|undefined$|\d+$)[\w$-][\w.$-]*$/;

/** What one run reads of its request, and what it takes that for. */
export class SeenReads {
  private readonly reads = new Map<string, Seen>();
  /** Values of the request that are compared with secrets of the configuration. */
  private readonly secrets = new Set<string>();
  /** Cookies that are read with the server's signature. */
  private readonly signed = new Set<string>();
  /** Cookies that are looked for in the text of the header. */
  private readonly cookies = new Set<string>();
  /** What is looked for in the header `authorization`: words, a space where it is taken apart, nothing where it is compared as a whole. */
  readonly looked: string[] = [];
  /** What is read now are the credentials of a strategy. */
  isExtracting = false;

  constructor(
    private readonly evaluator: Evaluator,
    private readonly demands: Demands,
    /** What has been asked of the address and the method until now. */
    private readonly asked: () => RequestCondition,
    /** How often somebody has been answered 401 until now. */
    private readonly unauthorized: () => number,
  ) {}

  /** @param isSpared whether who lacks a credential is served all the same; @param isHidden what is looked at for nothing but to be hidden in a copy */
  list(isSpared: (read: Read) => boolean, isHidden: (read: Read) => boolean): readonly Read[] {
    const isDemanded = this.demands.test(),
      isUnwanted = this.demands.unwanted();
    return [...this.reads.values()]
      .filter((seen) => (seen.count > 0 || seen.kept) && !seen.method && !this.isLengthOfList(seen.read))
      .filter((seen) => (!seen.isOfOneForm || seen.read.source !== 'code') && !isHidden(seen.read))
      .map((seen) => ({
        ...seen,
        demanded: demandedBy((seen.demandedUnder && this.demands.isAlwaysUnder(seen.demandedUnder)) || isDemanded(seen.read)),
      }))
      .map(({ read, demanded, isForNobody, when, unauthorized, count, node, convertedUnder, listUnder, positions }) => ({
        ...read,
        ...(isForNobody && read.shape && Object.keys(demanded).length > 0 && { shape: withoutStandIn(read.shape) }),
        ...(new Set(positions?.values()).size > 1 && { shape: unlike([...positions!.values()]) }),
        ...(convertedUnder && this.isOtherElsewhere(read, convertedUnder) && { shape: { kind: 'string' as const } }),
        ...(listUnder && this.isListOnlyWhereAsked(read, listUnder) && { shape: { kind: 'any' as const } }),
        ...(read.source === 'database' && count === 0 && { column: true as const }),
        ...(when !== true && when !== null && { when }),
        ...(read.part === 'body' && unauthorized > 0 && unauthorized === this.unauthorized() && { behind: true as const }),
        ...demanded,
        ...((isUnwanted(read) || (node && isAuthorization(read) && this.demands.isRefusedWhereShown(read, node))) && { unwanted: true }),
        ...(isCredential(read) && isSpared(read) && { spared: true }),
        ...(isCredential(read) &&
          (this.secrets.has(keyOf(read)) || (this.signed.has(keyOf(read)) && isDemanded(read))) && { secret: true as const }),
        ...(isAuthorization(read) && this.words().length > 0 && { words: this.words() }),
      }))
      .filter(({ part, path }, _, all) => path.length > 0 || !all.some((other) => other.part === part && other.path.length > 0))
      .flatMap((read) => (isCookieHeader(read) && this.cookies.size > 0 ? this.cookiesOf(read) : [read]));
  }

  /** Of the header `cookie`, taken apart by hand, the cookies that are looked for: of several none has to be there for the header to be. */
  private cookiesOf(header: Read): readonly Read[] {
    const { required: _required, refusedBy: _refusedBy, ...open } = header;
    return [...this.cookies]
      .filter((name) => !this.reads.has(keyOf({ part: 'cookie', path: [name] })))
      .map((name): Read => ({ ...(this.cookies.size === 1 ? header : open), part: 'cookie', path: [name] }));
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

  /** The last names of what is read: `name` of `body.author.name`. */
  names(): ReadonlySet<string | undefined> {
    return new Set([...this.reads.values()].map(({ read }) => read.path.at(-1)));
  }

  /** The one place where something is read; null where there are several. */
  nodeOf(trace: Pick<Trace, 'part' | 'path'>): ts.Node | null | undefined {
    return this.reads.get(keyOf(trace))?.node;
  }

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
          unauthorized: this.unauthorized(),
        }),
      );
    else if (seen.when !== true) seen.when = possible(any([seen.when, this.asked()]));
    if (this.isExtracting) seen.read.token = true;
    return seen;
  }

  add(trace: Trace, site: Site): void {
    const { node, span } = site;
    if (trace.signed) this.signed.add(keyOf(trace));
    const seen = this.seen(trace, span);
    seen.node = seen.count === 0 || seen.node === node ? node : null;
    seen.count++;
    seen.isOfOneForm = seen.isOfOneForm !== false && (isOfOneForm(node, trace.path.length - 1) || isOnlyLogged(site));
    if (trace.at !== undefined && !seen.positions?.has(trace.at)) (seen.positions ??= new Map()).set(trace.at, null);
  }

  /** It is no value of the request: a method of it, or a member that the program sets. */
  isNone(trace: Trace): void {
    const seen = this.reads.get(keyOf(trace));
    if (seen) seen.method = true;
  }

  /**
   * The program sets it on all ways. What was read before it was replaced came in all the same: `body.password = await hash(body.password)`. A package
   * that reads and sets it in one call asks nobody for it: `body('author').customSanitizer((_, { req }) => req.user.id)`.
   */
  replaced(trace: Trace, at: Span): void {
    const before = this.reads.get(keyOf(trace));
    const isRead = before && (before.kept || (before.count > 0 && !isAt(before.read.place, at)));
    if (!isRead) this.seen(trace, { file: '.', line: 1, column: 1 }).method = true;
  }

  /** A record of a database would have been given it, and is given something else: nothing but that column said that it comes in. */
  unwritten(trace: Trace): void {
    const seen = this.reads.get(keyOf(trace));
    if (seen?.count === 0 && seen.read.source === 'database') this.reads.delete(keyOf(trace));
  }

  isToken(trace: Trace): void {
    const seen = this.reads.get(keyOf(trace));
    // That the header `authorization` holds one, its name says.
    if (seen && !isAuthorization(trace)) seen.read.token = true;
  }

  /** It, or what it is in, has been taken for a text. */
  isText({ part, path }: Trace): boolean {
    return path.some((_, at) => this.reads.get(keyOf({ part, path: path.slice(0, at + 1) }))?.read.shape?.kind === 'string');
  }

  typed(trace: Trace, shape: Shape, source: FactSource, { span }: Site, isTaken?: true): void {
    const from = isTaken && this.takenFrom(trace);
    const seen = (from && this.reads.get(keyOf(trace))) ?? Object.assign(this.seen(trace, span), from && { when: from.when });
    if (trace.path.length > 0) seen.kept = true;
    const { guard } = this.evaluator;
    // A number is made of the text that stands in for it: it was none of a text.
    const { default: text } = seen.read.shape ?? {};
    const isMade = isNumeric(shape) && typeof text === 'string' && shape.default === Number(text);
    const known = isMade ? undefined : seen.read.shape;
    if (isNumeric(shape) && source === 'code') (seen.convertedUnder ??= []).push(guard);
    if (shape.kind === 'array') seen.listUnder = source === 'code' && seen.listUnder !== null ? [...(seen.listUnder ?? []), guard] : null;
    if (trace.at !== undefined && source === 'code') seen.positions?.set(trace.at, shape.kind);
    const { default: standIn, ...own } = shape;
    const fallback = standIn ?? known?.default;
    if (standIn !== undefined) seen.isForNobody = seen.isForNobody !== false && this.demands.isThere(guard, keyOf(trace));
    // A column is compared with each element of a list: `where: { id: ids }`.
    const isColumn = source === 'database' && isPlain(own);
    const isList = known?.kind === 'array' || isListUnder(guard, keyOf(trace));
    const kind = isColumn && isList ? { kind: 'array' as const, items: own } : own;
    const ofColumn = seen.read.source === 'database' && known && isPlain(known) ? { ...kind, items: known } : null;
    const merged =
      kind.kind === 'array' && (ofColumn ?? (kind.items?.kind === 'any' && known?.items))
        ? (ofColumn ?? known!)
        : !known || known.kind === 'any' || known.kind === kind.kind || kind.kind === 'any'
          ? { ...known, ...kind }
          : narrower(known, kind);
    seen.read.shape = { ...merged, ...(fallback !== undefined && { default: fallback }) };
    if (source === 'database') seen.read.source = 'database';
  }

  /** What a type says of a member that some requests only are asked for, it says of these. */
  ofTaken(refinement: Refinement): Refinement {
    const when = refinement.source === 'type' && refinement.when === undefined ? this.takenFrom(refinement)?.when : true;
    return when === true || when === undefined ? refinement : { ...refinement, when };
  }

  /** Where the code reads it, or what it is in. */
  private takenFrom({ part, path }: Pick<Trace, 'part' | 'path'>): Seen | undefined {
    const around = path.map((_, at) => this.reads.get(keyOf({ part, path: path.slice(0, path.length - at) })));
    return around.find((seen) => seen !== undefined && seen.count > 0);
  }

  /** A validator asks for it here. */
  demanded(trace: Trace, { span }: Site): void {
    const seen = this.seen(trace, span);
    seen.kept = true;
    (seen.demandedUnder ??= []).push(this.evaluator.guard);
  }

  /** Requests are refused for want of it. */
  missed(trace: Trace, place: Span): void {
    (this.reads.get(keyOf(trace)) ?? this.seen(trace, place)).kept = true;
  }

  comparedWithSetting(trace: Trace, setting: string): void {
    if (isSecret(trace, setting)) this.secrets.add(keyOf(trace));
    this.takenApart(trace, trace.derived === true);
  }

  lookedFor(trace: Trace, text: string, isWhole: boolean): void {
    if (isCookieHeader(trace)) {
      const name = isWhole
        ? trace.derived && trace.at === undefined && WHOLE_NAME.test(text)
          ? text
          : undefined
        : NAMED_COOKIE.exec(text.replace(/\\([.$-])/g, '$1'))?.[1];
      if (name !== undefined) this.cookies.add(name);
      return;
    }
    if (isWhole ? !/^(?:null|undefined)?$/.test(text) : /^\s+$/.test(text)) this.takenApart(trace, !isWhole || trace.derived === true);
    if (isAuthorization(trace) && /^(?:\.|base64)$/.test(text)) this.looked.push(text);
    const word = isAuthorization(trace) ? FIRST_WORD.exec(text)?.[1] : undefined;
    if (word !== undefined) this.looked.push(word.toLowerCase());
  }

  private words(): readonly string[] {
    // Only a token for bearers has parts between dots, each of which may be decoded.
    const isDotted = this.looked.includes('.');
    const words = new Set(
      this.looked.map((word) => (word === '.' || (word === 'base64' && isDotted) ? 'bearer' : word === 'base64' ? 'basic' : word)),
    );
    const isNoKey = ['basic', 'bearer', ' '].some((each) => words.has(each));
    return [...words].filter((word) => word !== ' ' && !(isNoKey && word === ''));
  }

  private takenApart(trace: Trace, is: boolean): void {
    if (isAuthorization(trace)) this.looked.push(is ? ' ' : '');
  }
}
