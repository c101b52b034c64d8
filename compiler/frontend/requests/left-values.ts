import type { RequestPart, Shape } from '@tool/ir';
import type { Trace, Value } from '@tool/scanner-sdk';
import {
  alternativesOf,
  among,
  ABSENT,
  TRUE,
  UNDEFINED,
  areExchangeable,
  gistOf,
  lacking,
  nothing,
  oneOf,
  recall,
  statementsOf,
  traceOf,
  traced,
  type Evaluator,
  type Guard,
  type Obj,
  type Site,
} from '../../evaluator/index.js';
import { keyOf, type Demands } from './demands.js';
import type { Found, Left } from './leaves.js';
import { memberKey } from './observation-log.js';
import { optional } from './validations.js';
import { CALLER, isOfSession, isPutIntoSession, type Sender } from './who-sends.js';

/** Under which name a function leaves a member of the request that it set. */
const memberName = (trace: Pick<Trace, 'part' | 'path'>): string => `${trace.part} ${trace.path.join('.')}`;

/** What functions in front of one left on the request, or set in it. `kept`: whoever did, since it outlives the request. */
export interface Before {
  left(name: string): Found | undefined;
  set(name: string, kept: boolean): Found | undefined;
  /** In some route of the function nobody sets it. */
  isUnset(name: string): boolean;
}

export const NOTHING_BEFORE: Before = { left: () => undefined, set: () => undefined, isUnset: () => false };

/** What is left under each name, by members of the objects among it. */
function gists(left: ReadonlyMap<string, Left>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, value: Value): unknown => found.set(name, `${found.get(name) ?? ''} ${gistOf(value)}`);
  for (const [name, { value }] of left)
    for (const each of alternativesOf(value)) {
      const props = each.kind === 'object' ? (each as Obj).props : undefined;
      if (props?.size) for (const [member, of] of props) add(`${name}.${String(member)}`, of.value);
      else add(name, each);
    }
  return found;
}

/** Under which names, and members of what is left there, one run leaves something that looks other than what another one does. */
export function leftOtherwise(left: ReadonlyMap<string, Left>, other: ReadonlyMap<string, Left>): string[] {
  const others = gists(other);
  return [...gists(left)].flatMap(([name, gist]) => (gist === others.get(name) ? [] : [name]));
}

/** Whether a value is what a request has there. */
function isOf(value: Value, trace: Trace): boolean {
  const from = traceOf(value);
  return from !== null && from !== undefined && keyOf(from) === keyOf(trace);
}

/** What one run leaves on the request and sets in it, and what it finds there of those that ran before. */
export class LeftValues {
  private readonly left = new Map<string, Value>();
  /** The conditions under which it leaves something. */
  private readonly leftAt = new Map<string, (Guard | null)[]>();
  /** Members of the request that this run set, by part and path. */
  private readonly members = new Map<string, Value>();
  private readonly found = new Map<string, Value | undefined>();
  /** What the records that it has found there held then. */
  private readonly heldThen = new Map<Obj, ReadonlyMap<PropertyKey, Value>>();
  /** Names under which it looked for what others left or set. */
  readonly names = new Set<string>();
  /** Of these the ones that say who the caller is, and that somebody left. */
  readonly callers = new Set<string>();

  constructor(
    private readonly evaluator: Evaluator,
    private readonly before: Before,
    private readonly registered: Site,
    private readonly sender: Sender,
    private readonly demands: Demands,
  ) {}

  /** What is left under names that people gave, not under those of the tool. */
  leftNames(): readonly string[] {
    return [...this.left.keys()].filter((name) => !name.startsWith('#'));
  }

  /** Nothing of it is made of parts: no object, and nothing that is one of several. */
  isPlain(): boolean {
    return [...this.left.values(), ...this.members.values()].every(({ kind }) => kind === 'const' || kind === 'unknown');
  }

  // ---- what is left ---------------------------------------------------------------------------------------------------

  leave(name: string, given: Value): void {
    const { guard } = this.evaluator;
    const value = this.sender.isOfDefault && given.kind === 'oneOf' && given.preferred ? given.values[0]! : given;
    const before = this.left.get(name);
    const at = this.leftAt.get(name);
    if (at) at.push(guard);
    else this.leftAt.set(name, [guard]);
    // Another arm may have left something else.
    const isSame = before && alternativesOf(before).some((each) => areExchangeable(each, value));
    this.left.set(name, before && guard ? (isSame ? before : oneOf([before, value], `what is left as ${name}`)) : value);
  }

  /** What is found under a name: what this run left there, else what others did. */
  of(name: string): Value | undefined {
    if (this.left.has(name)) return this.left.get(name);
    // Where a function stands in front of every route there is a value of each run of it, and a function asks for it wherever it names it.
    if (this.found.has(name)) return this.found.get(name);
    const value = this.leftBefore(name);
    this.found.set(name, value);
    for (const each of value ? alternativesOf(value) : [])
      if (isRecord(each)) this.heldThen.set(each, new Map([...(each.props ?? [])].map(([key, own]) => [key, own.value])));
    return value;
  }

  /** The request is handed on: what was put into records that others have left is left with them, as they are now. */
  leaveChanged(): void {
    for (const [name, value] of this.found) {
      if (!value || this.left.has(name)) continue;
      const all = alternativesOf(value);
      const now = all.map((each) => (isRecord(each) && this.isChanged(each) ? this.copyOf(each) : each));
      if (now.some((each, index) => each !== all[index])) this.leave(name, oneOf(now, `what is left as ${name}`));
    }
  }

  /** A member is something else than it was; one of which a condition has only found out what it is is not. */
  private isChanged(record: Obj): boolean {
    const then = this.heldThen.get(record);
    const isOther = (now: Value, before: Value | undefined): boolean =>
      now !== before && !(before && alternativesOf(now).every(among(alternativesOf(before))));
    return then !== undefined && [...(record.props ?? [])].some(([key, own]) => !own.get && isOther(own.value, then.get(key)));
  }

  private copyOf(record: Obj): Obj {
    const copy = this.evaluator.record([], record.origin as Site | null);
    copy.props = new Map(record.props);
    copy.open = record.open;
    copy.rest = record.rest;
    return copy;
  }

  private leftBefore(name: string): Value | undefined {
    this.names.add(name);
    const left = this.before.left(name);
    // `request.user ?? response.locals.user`: where nobody leaves it at the other place, strangers find nothing there either.
    if (!left) return this.sender.isStranger && [...this.callers].some((each) => lastOf(each) === lastOf(name)) ? UNDEFINED : undefined;
    const value = (): Value => left.value(this.evaluator, [], `what middlewares leave as ${name}`);
    const isCaller = CALLER.test(name);
    if (!isCaller && !left.tellsCallers) return value();
    this.callers.add(name);
    if (this.sender.isStranger) {
      const found = left.tellsCallers
        ? left.ofNobody(this.evaluator, isCaller ? UNDEFINED : null, `what strangers find as ${name}`)
        : UNDEFINED;
      // Whoever reads a member of it serves no stranger.
      return found.kind === 'const' && found.value == null ? nothing(found) : found;
    }
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
    if (value.kind !== 'unknown' || value.trace || value === ABSENT) return value;
    const traced: Value = { ...value, trace: { part: 'context', path } };
    // What was stated of it holds.
    recall(
      this.evaluator,
      statementsOf(this.evaluator, value).map(([, stated]) => [traced, stated]),
    );
    return traced;
  }

  /** To be asked when the run is done, before another is. */
  leftValues(): ReadonlyMap<string, Left> {
    for (const [name, guards] of this.leftAt) {
      const value = this.left.get(name)!;
      // Of what nobody knows it is open anyway.
      if (value.kind === 'object' && !this.demands.isAlwaysUnder(guards))
        this.left.set(name, oneOf([value, UNDEFINED], `what is left as ${name}`));
    }
    return this.withStatements(this.left);
  }

  // ---- what is set ----------------------------------------------------------------------------------------------------

  /** @param maybe what else it may be is what came in */
  set(trace: Trace, value: Value, maybe: boolean): void {
    const name = memberName(trace);
    const known = this.members.get(name) ?? (maybe ? traced(trace, this.registered) : undefined);
    // Another arm may have set it to something else.
    this.members.set(name, known && (maybe || this.evaluator.guard) ? oneOf([value, known], `how ${trace.path.join('.')} is set`) : value);
  }

  merge(part: RequestPart, from: readonly RequestPart[]): void {
    const whole: Trace = { part, path: [], among: [...new Set([...(this.partsIn(part) ?? [part]), ...from])] };
    this.members.set(memberName(whole), traced(whole, this.registered));
  }

  /** The parts of the request whose members a part holds, where this function or one in front of it has put others into it. */
  partsIn(part: RequestPart): readonly RequestPart[] | undefined {
    const whole: Trace = { part, path: [] };
    const held = this.members.get(memberName(whole)) ?? this.setBefore(whole, false);
    return (
      held && alternativesOf(held).reduce<readonly RequestPart[] | undefined>((parts, value) => traceOf(value)?.among ?? parts, undefined)
    );
  }

  /** What a member of the request holds that somebody has set, or that who sends it has or lacks. */
  held(trace: Trace): Value | undefined {
    if (trace.derived) return undefined;
    const isNew = isOfSession(trace) && ((this.sender.hasNewSession && isPutIntoSession(trace)) || this.sender.lacks?.(trace));
    const given = isOfSession(trace) ? this.sender.has?.(trace) : undefined;
    const set = this.members.get(memberName(trace)) ?? given ?? (isNew ? UNDEFINED : this.setBefore(trace, isOfSession(trace)));
    return set ?? this.ofSender(trace);
  }

  /** What who sends the request has there, or lacks. */
  ofSender(trace: Trace): Value | undefined {
    return this.sender.has?.(trace) ?? (this.sender.lacks?.(trace) ? lacking(UNDEFINED) : undefined);
  }

  /** What functions in front of this one set a member to; of a session nobody knows whether they ran, nor who fills it where those that ran have emptied it. */
  private setBefore(trace: Trace, kept: boolean): Value | undefined {
    const name = memberName(trace);
    this.names.add(memberKey(name));
    const found = this.before.set(name, kept);
    if (!found || (kept && [...found.all].every(({ value }) => value.kind === 'const' && !value.value))) return undefined;
    const others = kept ? [UNDEFINED] : this.before.isUnset(name) ? [traced(trace, this.registered)] : [];
    return found.value(this.evaluator, others, `what is set as ${name}`);
  }

  /**
   * Of an object that is looked at the members that come in: what the program has set in it before (`body.author = user.id`) nobody sends, and what it sets
   * for some (`if (!body.state) body.state = 'new'`) nobody has to. Null: none comes in.
   */
  asSent(trace: Trace, shape: Shape): Shape | null {
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

  setMembers(): ReadonlyMap<string, Left> {
    return this.withStatements(this.members);
  }

  private withStatements(values: ReadonlyMap<string, Value>): ReadonlyMap<string, Left> {
    return new Map([...values].map(([name, value]) => [name, { value, statements: statementsOf(this.evaluator, value) }]));
  }
}

/** A record of the program, and no class's object. */
const isRecord = (value: Value): value is Obj =>
  value.kind === 'object' && (value as Obj).cls === 'Object' && !value.host && !(value as Obj).fn && !(value as Obj).elements;

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
