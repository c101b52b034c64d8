import type { Provenance, Trace, Unknown, Value } from '@tool/scanner-sdk';
import { forgetMember, heldMember } from './held-members.js';
import { environmentVariable } from '../builtins/index.js';
import { isGiven } from '../builtins/runtime-globals.js';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { lacksDefault } from '../packages/factory-results.js';
import { GROWN } from '../requests/kept-state.js';
import { missingOf, nameOfTrace, withMissing } from '../requests/missing.js';
import { memberOfAddress } from '../requests/pairs.js';
import { askedByIndex, membersChosen, pathnameOf } from '../requests/request-tests.js';
import { mayBeReplaced } from '../conditions/configured-members.js';
import { addedIn, filledWith } from '../conditions/rounds.js';
import { withTested } from '../requests/tested.js';
import { saidByWays, waysOfArms } from '../requests/ways.js';
import { namespaceKeys, namespaceMember } from '../modules/module-exports.js';
import { noteMemberOf } from '../modules/unnamed-modules.js';
import { defaulted } from '../requests/defaults.js';
import {
  ENVELOPE,
  INTEGER,
  asLengthOf,
  cookieOf,
  isInArm,
  knownBeside,
  memberOfTraced,
  perhapsMissing,
  shaped,
  STRING,
  traced,
} from '../requests/observation.js';
import { givenTo, standFor, standsFor } from '../packages/stand-ins.js';
import { isTested, ts } from '../language/syntax.js';
import {
  noteKept,
  noteOfMany,
  ABSENT,
  Obj,
  UNDEFINED,
  constant,
  countOf,
  lacksSome,
  mayBeAbsent,
  oneOf,
  presentOrUndefined,
  tableOf,
  tookOut,
  prop,
  noteRead,
  unknown,
  withTaint,
  type Prop,
  type Site,
  type UnsetMembers,
  UNKNOWN_KEY,
  isLacking,
  isUnknownKey,
} from './values.js';
import { ThrowSignal } from '../signals.js';

export function getProperty(evaluator: Evaluator, value: Value, key: PropertyKey, context: Context, node: ts.Node): Value {
  // Of a request that says nothing of who sends it there may be nothing to be had: `users[tokenOf(request)].name`.
  if (evaluator.observer && mayBeNothing(value)) evaluator.mayFail(evaluator.observer.ofNobody === true);
  switch (value.kind) {
    case 'object': {
      const found = getFrom(evaluator, value as Obj, key, value, context, node);
      return evaluator.leftUnder && typeof key === 'string' ? memberOfLeft(evaluator.leftUnder, value as Obj, key, found) : found;
    }
    case 'const': {
      const members = tableOf(value);
      if (members) return evaluator.get(members, key, context, node);
      if (value.value == null && evaluator.observer && isLacking(value)) throwOfNothing(evaluator, key, evaluator.site(context, node));
      if (value.value == null)
        return unknown(
          `${String(key)} of ${value.value === undefined && value.taint ? `${value.taint}, which is not set` : String(value.value)}`,
          evaluator.site(context, node),
          null,
          [],
          value.taint,
        );
      if (typeof value.value === 'string') {
        if (key === 'length') return constant(value.value.length, null, value.taint);
        if (typeof key === 'string' && /^\d+$/.test(key)) return constant(value.value[Number(key)], value.origin, value.taint);
      }
      const proto = evaluator.builtins.prototypeOfPrimitive(value.value);
      return proto ? getFrom(evaluator, proto, key, value, context, node) : UNDEFINED;
    }
    case 'template':
      return key === 'length'
        ? unknown('length of a partly known string')
        : getFrom(evaluator, evaluator.builtins.stringPrototype, key, value, context, node);
    case 'oneOf': {
      const members = new Map(
        value.values
          .filter((alternative) => alternative !== ABSENT)
          .map((alternative) => [alternative, getProperty(evaluator, alternative, key, context, node)]),
      );
      const member = oneOf([...members.values()], value.condition, value.preferred && value.values[0] !== ABSENT);
      return evaluator.observer ? membersChosen(saidByRecords(evaluator, member, members), value, members) : member;
    }
    case 'unknown':
      return memberOfUnknown(evaluator, value, key, context, node);
  }
}

/** Where arms of one condition have given the records, the member says what the condition does: `schema.safeParse(sent).success`. */
function saidByRecords(evaluator: Evaluator, member: Value, members: ReadonlyMap<Value, Value>): Value {
  const guards = [...members.keys()].flatMap((each) => evaluator.returnedUnder.get(each) ?? []);
  const branch = guards[0]?.branch;
  return branch && guards.length === members.size && guards.every((each) => each.branch === branch)
    ? saidByWays(
        member,
        waysOfArms(
          branch,
          guards.map(({ arm }) => arm),
          [...members.values()],
        ),
      )
    : member;
}

/** A member is taken of what the request does not have: `request.headers.authorization.split(' ')`. */
function throwOfNothing(evaluator: Evaluator, key: PropertyKey, site: Site): never {
  const { globalObject } = evaluator.builtins;
  const context = evaluator.contextOf(site);
  const constructor = evaluator.ownProperty(globalObject, 'TypeError')!.value;
  const error = evaluator.construct(
    constructor,
    [constant(`Cannot read properties of undefined (reading '${String(key)}')`)],
    context,
    site.node,
  );
  evaluator.observer!.thrown(error);
  evaluator.raised(error, site);
  throw new ThrowSignal(error, site, evaluator.guard);
}

/** Nothing, or what was looked up in what nobody sees. */
function mayBeNothing(value: Value): boolean {
  if (value.kind === 'oneOf') return value.values.some((each) => each !== ABSENT && mayBeNothing(each));
  return value.kind === 'const' ? value.value == null : value.kind === 'unknown' && !value.trace && !value.provenance && !value.shape;
}

/** Scalars of a record that another function left on the request are reached by the way to it: whoever compares them compares what is known of the caller. */
function memberOfLeft(leftUnder: WeakMap<Value, readonly string[]>, holder: Obj, key: string, found: Value): Value {
  const path = leftUnder.get(holder);
  if (!path || holder.elements) return found;
  const inner = [...path, key];
  if (found.kind === 'unknown') {
    if (found.trace) return found;
    if (!found.shape || found.shape.kind === 'object' || found.shape.kind === 'array') {
      if (found !== ABSENT) leftUnder.set(found, inner);
      return found;
    }
    const member: Unknown = { ...found, trace: { part: 'context', path: inner } };
    if (perhapsMissing.has(found)) perhapsMissing.add(member);
    return member;
  }
  if (found.kind === 'object' && !(found as Obj).fn && !leftUnder.has(found)) leftUnder.set(found, inner);
  return found;
}

/** `body.constructor === Object`, `body.constructor.name !== 'Array'`: that is no member of what came in. */
function asksWhoMadeIt(node: ts.Node): boolean {
  const { parent } = ts.isPropertyAccessExpression(node.parent) && node.parent.name.text === 'name' ? node.parent : node;
  return (
    ts.isBinaryExpression(parent) &&
    [parent.left, parent.right].some((side) => 'text' in side && /^(?:Object|Array|String|Number|Boolean)$/.test(side.text as string))
  );
}

/** What was stated of something that nobody knows says what its members are. */
function statedOfMember(evaluator: Evaluator, value: Unknown, key: PropertyKey, member: Unknown): void {
  const known = evaluator.observer && typeof key === 'string' && !member.shape ? evaluator.declaredAs.get(value) : undefined;
  // What a parameter says of rows that are handed to it is asked of the type as a whole, with what conditions have said of its members.
  const casts = known?.filter(({ node }) => !ts.isParameter(node.parent));
  if (casts && casts.length > 0)
    evaluator.declaredAs.set(
      member,
      casts.map(({ node, module, path }) => ({ node, module, path: [...path, key as string] })),
    );
}

export function memberOfUnknown(evaluator: Evaluator, value: Unknown, key: PropertyKey, context: Context, node: ts.Node): Value {
  const held = heldMember(evaluator, value, key);
  if (held?.kind === 'unknown' && held.trace && value.trace) evaluator.observer!.read(held.trace, evaluator.site(context, node));
  if (held) return held;
  if ((value.trace || value.shape || value.hidden) && typeof key === 'string' && !(key === 'constructor' && asksWhoMadeIt(node))) {
    const member = memberOfTraced(evaluator, value, key, evaluator.site(context, node));
    if (member?.kind === 'unknown' && value.trace?.part === 'context') statedOfMember(evaluator, value, key, member);
    if (member) return member;
  }
  const known = memberOfAddress(value, key) ?? memberBeside(evaluator, value, key, context, node);
  if (known) return known;
  // A class of the program that somebody has forgotten to import has the name of the runtime's own: `{ name: Event.name }`.
  if (key === 'name' && isGiven(value) && value.given === 'function') return constant(value.named, evaluator.site(context, node));
  const given = givenTo(evaluator, value);
  if (given?.props?.has(key)) return getProperty(evaluator, given, key, context, node);
  if (key === 'default' && value.provenance && lacksDefault(value.provenance)) return UNDEFINED;
  const provenance = value.provenance
    ? {
        module: value.provenance.module,
        path: value.provenance.path === 'default' && key === 'default' ? 'default' : `${value.provenance.path}.${String(key)}`,
        args: null,
        ...(value.provenance.args && { before: value.provenance.args }),
      }
    : null;
  const member = unknown(
    provenance ? `${provenance.path} of ${provenance.module}` : value.why,
    evaluator.site(context, node),
    provenance,
    value.carries,
    value.taint,
  );
  standFor(member, standsFor(value));
  noteOfMany(member, value);
  noteKept(member, value);
  noteMemberOf(member, value);
  statedOfMember(evaluator, value, key, member);
  return key === 'pathname' ? pathnameOf(member, value.asks) : member;
}

/** The records and lists of an error that is known, for one that nobody knows: it has them where somebody goes into them without asking. */
function memberBeside(evaluator: Evaluator, value: Unknown, key: PropertyKey, context: Context, node: ts.Node): Value | null {
  const error = knownBeside.get(value)?.find((each) => (each as Obj).props?.get(key)?.value.kind === 'object');
  if (!error) return null;
  const member = getProperty(evaluator, error, key, context, node);
  const asks = isTested(node) || ts.isBinaryExpression(node.parent) || ('questionDotToken' in node.parent && node.parent.questionDotToken);
  return asks ? oneOf([member, UNDEFINED], 'an error') : member;
}

/** The object that a member is read from: what the value stands for, where that has such a member. */
export function holderOf(evaluator: Evaluator, value: Value, key: PropertyKey): Value {
  const object = value.kind === 'unknown' ? standsFor(value) : null;
  for (let current: Value | null = object; current?.kind === 'object'; current = (current as Obj).proto)
    if (ownProperty(evaluator, current as Obj, key)) return object!;
  return value;
}

/** Marks records that the environment was spread into: what they do not have themselves is what the environment has. */
export const OF_ENVIRONMENT: object = Object.freeze({ ofEnvironment: true });
export const isOfEnvironment = (object: Obj): boolean => object.internal === OF_ENVIRONMENT;

/** `{ ...request.body, ...request.params }`: whose member is taken, the endpoint says. */
function ofWhichever({ merged }: Obj, rest: Unknown): Unknown {
  const among = merged?.flatMap(({ trace }) => (trace ? [trace.part] : []));
  return among && rest.trace?.path.length === 0 ? { ...rest, trace: { ...rest.trace, among } } : rest;
}

/** `{ page: 1, ...request.query }`, `{ open: false, ...stored }`: of what was spread over a member, what it may have brought in its place. */
export function withSent(evaluator: Evaluator, record: Obj, key: PropertyKey, value: Value, context: Context, node: ts.Node): Value {
  const { rest, under, props } = record;
  if (!rest || rest.trace?.part === 'context' || typeof key !== 'string' || !evaluator.observer) return value;
  if (!under?.has(key) || under.get(key) !== props?.get(key)?.value) return value;
  const sent = memberOfUnknown(evaluator, ofWhichever(record, rest), key, context, node);
  if (!rest.trace) return sent.kind === 'const' ? value : oneOf([sent, value], `${key} of ${rest.why}`);
  return sent.kind === 'unknown'
    ? defaulted(evaluator, sent, value, evaluator.site(context, node))
    : oneOf([sent, value], `${key} was sent`);
}

function getFrom(evaluator: Evaluator, start: Obj, key: PropertyKey, receiver: Value, context: Context, node: ts.Node): Value {
  let object: Value | null = start;
  let open = false;
  let provenance: Provenance | null = null;
  if (start.elements) noteRead(start, null);
  for (let hops = 0; object && hops < 60; hops++) {
    if (object.kind === 'unknown') return memberOfUnknown(evaluator, object, key, context, node);
    if (object.kind === 'oneOf') object = object.values[0]!;
    if (object.kind !== 'object') break;
    const current: Obj = object as Obj;
    if (current.cls === 'Proxy' && typeof key === 'string') {
      const trap = current.internal as ProxyTraps;
      if (trap.get) {
        hostMember = null;
        const found = evaluator.call(trap.get, trap.handler, [trap.target, constant(key), receiver], context, node);
        standsBefore(current, found);
        return found;
      }
    }
    const own = ownProperty(evaluator, current, key);
    if (own) {
      if (own.value.kind === 'const') noteRead(start, key);
      if (start.host && own.value.kind === 'object') hostMember = { member: own.value, host: start.host };
      const isTaken = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isBindingElement(node);
      const value = (isTaken && orAsItCame(evaluator, start, key, own, context, node)) || readProp(evaluator, own, receiver, context, node);
      // Of what the server keeps it is known what it is, whoever has sent it.
      return isTaken && own.value.kind === 'const' ? withSent(evaluator, current, key, value, context, node) : value;
    }
    if (current.cls === 'Environment' && typeof key === 'string') return evaluator.assumed(environmentVariable(evaluator, key));
    if (current.cls === 'Namespace') {
      const member = namespaceMember(evaluator, current, key);
      return member ?? UNDEFINED;
    }
    // Nothing stands in front of the first element: `list[list.findIndex(isIt)]`.
    if (current.open && !(current.elements && /^-\d/.test(String(key)))) {
      open = true;
      provenance ??= (current.internal as { provenance?: Provenance } | null)?.provenance ?? null;
    }
    object = current.proto;
  }
  noteRead(start, key);
  // Requests may have put members into a record that nobody names: `Object.assign(settings, request.body)`.
  if (start.cls === 'Object' && !start.host && evaluator.observer) noteRead(start, GROWN);
  const missing = start.host?.type.missing;
  if (missing && typeof key === 'string') {
    const value = evaluator.builtins.missing(evaluator, start, key, evaluator.site(context, node));
    if (value) return value;
  }
  if (typeof key === 'string' && isOfEnvironment(start)) return evaluator.assumed(environmentVariable(evaluator, key));
  if (open && typeof key === 'string' && start.rest) return memberOfUnknown(evaluator, ofWhichever(start, start.rest), key, context, node);
  const cookie =
    open && typeof key === 'string' && evaluator.observer ? cookieAmong(evaluator, start, key, evaluator.site(context, node)) : undefined;
  if (cookie) return cookie;
  if (start.elements && evaluator.observer && ENVELOPE.has(key as string)) return UNDEFINED;
  if (open && typeof key === 'string')
    return unknown(
      `${key} of something partly known`,
      evaluator.site(context, node),
      provenance && { module: provenance.module, path: `${provenance.path}.${key}`, args: null },
    );
  const unset = typeof key === 'string' ? (start.internal as UnsetMembers | null)?.unset : undefined;
  return unset === undefined ? UNDEFINED : withTaint(UNDEFINED, `${unset} ${key as string}`);
}

/** A member that some arm has set on an object of a package: behind the others it is what the package says of it. */
function orAsItCame(evaluator: Evaluator, start: Obj, key: PropertyKey, own: Prop, context: Context, node: ts.Node): Value | null {
  if (!start.host?.type.otherwise || typeof key !== 'string' || !own.conditional || own.configured) return null;
  const came = evaluator.builtins.missing(evaluator, start, key, evaluator.site(context, node), 'otherwise');
  return came ? oneOf([own.value, came], own.conditional) : null;
}

/** Of a record whose names are parts of the header `cookie`, the cookie of a name. */
function cookieAmong(evaluator: Evaluator, { props }: Obj, key: string, site: Site): Value | undefined {
  for (const [of, { name }] of props ?? []) {
    const cookie = isUnknownKey(of) && name && cookieOf(evaluator, name, key, site);
    if (cookie) return cookie;
  }
  return undefined;
}

/** What a proxy does itself; everything else reaches its target. */
export interface ProxyTraps {
  readonly target: Value;
  readonly handler: Value;
  readonly get: Value | null;
  readonly set: Value | null;
}

/** The member that was last read from a host object. */
let hostMember: { readonly member: Value; readonly host: NonNullable<Obj['host']> } | null = null;

/** A proxy whose trap gives the methods of a host object stands before it: the object's own members are found the same way by what its methods do. */
function standsBefore(proxy: Obj, found: Value): void {
  if (!proxy.host && hostMember?.member === found && (found as Obj).fn?.kind === 'native') proxy.host = hostMember.host;
}

/** An element of a list that may be empty. */
export const orNoElement = (list: Obj, element: Value): Value =>
  list.mayBeEmpty ? oneOf([element, UNDEFINED], 'the list has an element') : element;

export function ownProperty(evaluator: Evaluator, object: Obj, key: PropertyKey): Prop | undefined {
  if (object.elements) {
    if (key === 'length')
      return prop(
        object.open || (evaluator.observer && object.elements.length > 0 && isOfProgram(object)) || lacksSome(object.elements)
          ? unknownLength(evaluator, object)
          : countOf(object.elements.length, object.counted),
        false,
      );
    if (typeof key === 'string' && /^\d+$/.test(key)) {
      const element = object.elements[Number(key)];
      const own = element ?? (object.open && object.uniform ? object.elements[0] : undefined);
      if (own) {
        const found = orNoElement(object, presentOrUndefined(own));
        return prop(evaluator.observer && object.uniform ? askedByIndex(found, object, key) : found);
      }
      if (object.open) return prop(unknown('an element of a partly known list'));
      const filled = filledWith(object);
      if (filled) return prop(oneOf([filled, UNDEFINED], 'the list has an element'));
      return object.counted === null ? undefined : prop(withTaint(UNDEFINED, object.counted));
    }
  }
  const own = object.props?.get(key);
  if (own) return own;
  if (key === 'name' && object.host?.type.functionName !== undefined) return prop(constant(object.host.type.functionName), false);
  if (key === 'prototype' && object.fn && hasPrototype(object)) {
    const prototype = new Obj('Object', evaluator.builtins.objectPrototype, object.origin);
    prototype.props = new Map([['constructor', prop(object, false)]]);
    const made = prop(prototype, false);
    (object.props ??= new Map<PropertyKey, Prop>()).set('prototype', made);
    return made;
  }
  return undefined;
}

/** The length of a list of which each element that it may have stands for a value of the request that is missing, or does not fit, says so. */
function unknownLength(evaluator: Evaluator, list: Obj): Value {
  const length = asLengthOf(evaluator, list, shaped(INTEGER, 'length of a partly known list'));
  const { gathered, guard } = evaluator;
  // An upload without files makes an empty list.
  const [first] = list.elements!;
  if (list.uniform && first?.kind === 'unknown' && first.shape?.kind === 'file') return withMissing(length, missingOf(first));
  return gathered && list.elements!.every(mayBeAbsent)
    ? withTested(withMissing(length, { when: true, traces: gathered.missing(list, guard) }), gathered.tested(list, guard))
    : length;
}

function readProp(evaluator: Evaluator, own: Prop, receiver: Value, context: Context, node: ts.Node): Value {
  if (own.get) return evaluator.call(own.get, receiver, [], context, node);
  if (own.set) return UNDEFINED;
  // A setting that is not set and was left out for that is not set, whether it was left out or not.
  if (own.conditional && own.configured && own.value.kind === 'const' && own.value.value === undefined) return own.value;
  if (own.conditional && own.configured) return oneOf([UNDEFINED, own.value], own.conditional, true);
  return own.conditional ? oneOf([own.value, UNDEFINED], own.conditional) : evaluator.assumed(own.value);
}

export function setProperty(evaluator: Evaluator, target: Value, key: PropertyKey, value: Value, context: Context, node: ts.Node): void {
  if (target.kind === 'oneOf') {
    for (const alternative of target.values) setProperty(evaluator, alternative, key, value, context, node);
    return;
  }
  if (target.kind === 'unknown' && target.trace && evaluator.observer && typeof key === 'string') {
    forgetMember(evaluator, target, key);
    const trace: Trace = { part: target.trace.part, path: [...target.trace.path, key] };
    const site = evaluator.site(context, node);
    // `if (!body.lang) body.lang = 'en'`
    const { branch, arm } = evaluator.guard ?? {};
    const isLacked = branch?.absence?.arm === arm && branch?.absence?.traces.some((each) => nameOfTrace(each) === nameOfTrace(trace));
    if (isLacked && value.kind === 'const' && value.value != null && trace.part !== 'context')
      defaulted(evaluator, traced(trace, site), value, site);
    evaluator.observer.assigned(trace, value, evaluator.guard !== null && isInArm(node), site);
    return;
  }
  const object = target.kind === 'unknown' && !evaluator.observer ? givenTo(evaluator, target, true) : (target as Obj);
  if (object?.kind !== 'object') return;
  if (key === '__proto__') {
    object.proto = value.kind === 'object' || value.kind === 'unknown' ? value : null;
    return;
  }
  if (object.cls === 'Proxy') {
    const trap = object.internal as ProxyTraps;
    if (trap.set && typeof key === 'string')
      evaluator.call(trap.set, trap.handler, [trap.target, constant(key), value, target], context, node);
    else setProperty(evaluator, trap.target, key, value, context, node);
    return;
  }
  let holder: Value | null = object;
  for (let hops = 0; holder && holder.kind === 'object' && hops < 60; hops++) {
    const own: Prop | undefined = (holder as Obj).props?.get(key);
    if (own) {
      if (own.set) {
        evaluator.call(own.set, target, [value], context, node);
        return;
      }
      if (own.get) return;
      break;
    }
    holder = (holder as Obj).proto;
  }
  const { rest } = object;
  if (rest?.kind === 'unknown' && rest.trace && value.kind === 'const' && typeof key === 'string')
    evaluator.observer?.replacedInCopy({ part: rest.trace.part, path: [...rest.trace.path, key] });
  defineProperty(
    evaluator,
    object,
    key,
    typeof key === 'string' && evaluator.builtins.isRecord(object)
      ? evaluator.builtins.assigned(evaluator, object, key, value, evaluator.site(context, node))
      : value,
  );
}

/** Sets an own property, bypassing setters. */
export function defineProperty(evaluator: Evaluator, object: Obj, key: PropertyKey, value: Value, enumerable = true): void {
  if (object.elements) {
    if (key === 'length') {
      evaluator.journal?.elements(object);
      if (value.kind === 'const' && typeof value.value === 'number') {
        tookOut(object.elements, object.elements.length);
        object.elements.length = Math.min(object.elements.length, value.value);
      }
      return;
    }
    if (typeof key === 'string' && /^\d+$/.test(key) && Number(key) < 100_000) {
      evaluator.journal?.elements(object);
      const index = Number(key);
      while (object.elements.length < index) object.elements.push(UNDEFINED);
      if (mayBeAbsent(value)) tookOut(object.elements, object.elements.length);
      object.elements[index] = value;
      return;
    }
  }
  evaluator.journal?.prop(object, key);
  if (evaluator.guard) evaluator.gathered?.under(object, evaluator.guard);
  const props = (object.props ??= new Map<PropertyKey, Prop>());
  const own = props.get(key);
  if (own && !own.get && !own.set && evaluator.journal === null) {
    own.value = value;
    own.conditional = null;
    return;
  }
  props.set(key, prop(value, own?.enumerable ?? enumerable));
}

export function defineAccessor(
  evaluator: Evaluator,
  object: Obj,
  key: PropertyKey,
  kind: 'get' | 'set',
  fn: Value,
  enumerable: boolean,
): void {
  evaluator.journal?.prop(object, key);
  const props = (object.props ??= new Map<PropertyKey, Prop>());
  const own = props.get(key);
  const base = own && (own.get || own.set) ? { ...own } : { value: UNDEFINED, get: null, set: null, enumerable, conditional: null };
  base[kind] = fn;
  props.set(key, base);
}

/** A property whose name only run time knows: kept under a name of its own, and the object is open from now on. */
/** @param name what it is called; nothing where that is not one value */
export function setUnknownKey(evaluator: Evaluator, target: Value, value: Value, name?: Value): void {
  if (target.kind !== 'object') return;
  const object = target as Obj;
  if (object.elements) {
    pushElements(evaluator, object, [value]);
    setOpen(evaluator, object);
    const { elements } = object;
    // What only keeps a place may be what it was kept for: `new Array(3).fill(null)`.
    for (const [index, element] of elements.entries())
      if (element.kind === 'const' && element.value == null && element !== value)
        elements[index] = oneOf([element, value], 'which element is set');
    return;
  }
  const key = Symbol(UNKNOWN_KEY);
  defineProperty(evaluator, object, key, value);
  const own = object.props?.get(key);
  if (own && name) own.name = name;
  mayBeReplaced(evaluator, object, value);
  if (value.kind === 'unknown' && !evaluator.observer) mayHoldMore(evaluator, object);
  else setOpen(evaluator, object);
}

/** How deep records lie below one that something unknown was written into. */
const MAX_FILLED = 4;

/** Something unknown was written into a record, nobody knows where: what it lacks, and what records in it lack, may be there. */
export function mayHoldMore(evaluator: Evaluator, record: Obj, depth = MAX_FILLED): void {
  setOpen(evaluator, record);
  if (depth === 0) return;
  for (const { get, value } of record.props?.values() ?? [])
    if (!get && isPlainRecord(evaluator, value)) mayHoldMore(evaluator, value, depth - 1);
}

const isPlainRecord = (evaluator: Evaluator, value: Value): value is Obj =>
  value.kind === 'object' &&
  (value as Obj).cls === 'Object' &&
  (value as Obj).proto === evaluator.builtins.objectPrototype &&
  !(value.host ?? (value as Obj).fn ?? (value as Obj).elements) &&
  !(value as Obj).open;

export function setOpen(evaluator: Evaluator, object: Obj): void {
  if (!object.open) {
    evaluator.journal?.open(object);
    object.open = true;
  }
}

export function pushElements(evaluator: Evaluator, list: Obj, values: readonly Value[]): void {
  if (evaluator.guard) evaluator.gathered?.under(list, evaluator.guard);
  evaluator.journal?.elements(list);
  for (const value of addedIn(evaluator, list, values)) list.elements!.push(value);
}

export function removeProperty(evaluator: Evaluator, given: Value, key: PropertyKey): void {
  // Of a record that was found or not, the one that was: nothing can be taken from null.
  const objects = given.kind === 'oneOf' ? given.values.filter((each) => each.kind === 'object') : [given];
  // Of several that a request may have made one goes on, and whichever it is lacks it then.
  if (objects.length > 1 && !evaluator.observer) return;
  for (const target of objects) {
    if (target.kind !== 'object') return;
    const object = target as Obj;
    evaluator.journal?.prop(object, key);
    object.props?.delete(key);
  }
}

/** Own enumerable keys in order. Unknown-named properties appear under their symbol only with `symbols`. */
export function keysOf(evaluator: Evaluator, object: Obj): string[] {
  if (object.cls === 'Namespace') return namespaceKeys(evaluator, object);
  noteRead(object, null);
  const keys: string[] = [];
  if (object.elements) for (let index = 0; index < object.elements.length; index++) keys.push(String(index));
  if (object.props) {
    const names: string[] = [],
      integers: string[] = [];
    for (const [key, own] of object.props) if (typeof key === 'string' && own.enumerable) (isIndex(key) ? integers : names).push(key);
    for (const key of integers.sort((a, b) => Number(a) - Number(b))) keys.push(key);
    for (const key of names) keys.push(key);
  }
  return keys;
}

const isIndex = (key: string): boolean => key !== '' && key.charCodeAt(0) <= 57 && /^(0|[1-9]\d*)$/.test(key);

/** Values whose names only run time knows. */
export function unknownKeyed(object: Obj): Prop[] {
  const values: Prop[] = [];
  if (object.props) for (const [key, own] of object.props) if (isUnknownKey(key)) values.push(own);
  return values;
}

const listed = new WeakMap<Value, Obj>();
/** One of the names of a record that only run time knows, as the record lists them: it has a member of that name. */
export function listedName(record: Obj): Value {
  const name = noteOfMany(shaped(STRING, 'a key that only run time knows'));
  listed.set(name, record);
  return name;
}
export const isListedName = (name: Value, record: Obj): boolean => listed.get(name) === record;

/** A list that a module made when it was loaded, and that it can name: its data, of which there may be none. One that is written where a function is called is what that was told. */
const isOfProgram = ({ origin }: Obj): boolean =>
  origin !== null && origin.frame !== null && origin.frame.fn === null && !ts.isCallOrNewExpression(origin.node.parent ?? origin.node);

/** Functions that can be constructors have one from the start; so have those that a package makes out of a named function. */
const hasPrototype = ({ fn, host }: Obj): boolean =>
  fn?.kind === 'class' || (fn?.kind === 'closure' && !isArrow(fn.node)) || (fn?.kind === 'native' && host?.type.functionName !== undefined);

const isArrow = (node: ts.Node): boolean => ts.isArrowFunction(node) || ts.isMethodDeclaration(node);
