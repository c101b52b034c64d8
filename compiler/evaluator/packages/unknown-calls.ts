import type { Shape } from '@tool/ir';
import type { ObjectValue, Provenance, Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { awaited } from '../jobs/awaiting.js';
import { startTimer } from '../jobs/timers.js';
import { BY_NAME, callOfMember } from '../requests/methods.js';
import { noteHandedBodies } from '../requests/handed-bodies.js';
import { noteComparison } from '../requests/comparisons.js';
import { isMember, shaped, takenAs, traced, uniformList, unknownError } from '../requests/observation.js';
import { askedByMethod } from '../requests/request-tests.js';
import { reachesHostBy } from '../bounds/asides.js';
import { noteHandedOut } from './missing-methods.js';
import { callsUnset, maySettle, mayRegister, mentionsLater, writesOutside } from './relevance.js';
import { declared } from '../language/declared-types.js';
import { shortText, skipOuter, ts } from '../language/syntax.js';
import {
  noteKept,
  noteOfMany,
  NULL,
  UNDEFINED,
  carriedBy,
  isNullish,
  oneOf,
  settingOf,
  unknown,
  type Obj,
  type Site,
} from '../values/values.js';
import { withTested } from '../requests/tested.js';
import { testedOfSetting } from '../requests/tested-texts.js';
import { A_BUFFER, runtimeGlobals, runtimeResult } from '../builtins/runtime-globals.js';
import { join } from '../conditions/arms.js';
import { asRound } from '../conditions/rounds.js';
import { settingWithDefault } from './asked-settings.js';
import { askedOfCache, fillsCache } from './caches.js';
import { mayHoldMore } from '../values/properties.js';
import { reportUnnamed } from '../modules/unnamed-modules.js';
import { isSwallowed } from '../bounds/caught.js';
import { madeForCall, standFor } from './stand-ins.js';
import { ERROR_NAME } from '../conditions/told-failures.js';
import { then, type PromiseState } from '../builtins/promise.js';

/** Fields of a record that is looked into: a larger one is data. */
const MAX_FIELDS = 30;

/** Steps of one callback given to an unknown callee. */
const CALLBACK_FUEL = 60_000;

/** Nothing, an empty text, or a record that asks for such a value: `{ where: { key: undefined } }`. */
const isNoQuestion = (value: Value, depth = 2): boolean =>
  value.kind === 'const'
    ? value.taint === null && (value.value === undefined || value.value === null || value.value === '')
    : value.kind === 'object' &&
      depth > 0 &&
      (value as Obj).cls === 'Object' &&
      !(value as Obj).host &&
      !(value as Obj).fn &&
      [...((value as Obj).props?.values() ?? [])].some((entry) => !entry.get && isNoQuestion(entry.value, depth - 1));

/**
 * A call into what nobody can see. Functions among the arguments that can register something are called with unknown arguments,
 * host objects among them travel with the result.
 */
export function callUnknown(
  evaluator: Evaluator,
  callee: Value,
  self: Value,
  args: readonly Value[],
  context: Context,
  node: ts.Node,
): Value {
  if (isMember(callee)) {
    const result = callOfMember(evaluator, callee, self, args, context, node);
    if (result) return evaluator.observer ? askedByMethod(result, self, callee.member, args) : result;
  }
  if (evaluator.observer && args[0] && decodes(callee, self, args, node)) noteDecoded(evaluator, args[0]);
  if (evaluator.observer && args[0] && makesBuffer(self, node)) return bytesOf(args[0], evaluator.site(context, node));
  const bound = boundTo(callee, self, args);
  if (bound) return bound;
  const method =
    evaluator.observer && self.kind === 'unknown' && args.some((arg) => arg.kind === 'object' && (arg as Obj).fn) && nameOfCallee(node);
  if (method === 'then' || method === 'catch')
    return then(
      evaluator,
      self,
      method === 'then' ? args[0]! : UNDEFINED,
      args[method === 'then' ? 1 : 0] ?? UNDEFINED,
      evaluator.site(context, node),
    );
  evaluator.mayFail();
  const site = evaluator.site(context, node);
  if (evaluator.observer && args[0] && isNoQuestion(args[0])) evaluator.observer.askedOfNothing(isSwallowed(evaluator, node));
  else if (args.some((arg) => isNoQuestion(arg))) evaluator.observer?.madeOfNothing();
  const setting = settingWithDefault(evaluator, callee, args, node, site);
  if (setting) return setting;
  if (evaluator.observer) noteHandedBodies(evaluator, args, site);
  const carries = new Set<ObjectValue>();
  if (callee.kind === 'unknown') for (const host of callee.carries) carries.add(host);
  for (const arg of args) for (const host of carriedBy(arg)) carries.add(host);
  const provenance =
    callee.kind === 'unknown' && callee.provenance ? { ...callee.provenance, path: `${callee.provenance.path}()`, args } : null;
  const fromCache = evaluator.observer && askedOfCache(callee, node);
  const ofPackage = provenance
    ? evaluator.host.resultShape?.(provenance.module, provenance.path)
    : callee.kind === 'unknown' && !callee.trace
      ? runtimeResult(callee.why, nameOfCallee(node) ?? '')
      : undefined;
  const shape = ofPackage ?? (evaluator.observer ? givenByName(self, node) : undefined);
  const handed = shape
    ? shaped(shape, 'what a callback is given', site)
    : provenance && evaluator.observer && args.some((arg) => arg.kind === 'object' && (arg as Obj).fn)
      ? (evaluator.host.handedToCallback?.(provenance.module, provenance.path, args, site) ??
        (fromCache ? unknown('what a cache gives', site) : undefined))
      : undefined;
  if (handed && fromCache) noteKept(handed);
  if (provenance) fillsFirst(evaluator, args, node);
  const seen = new Set<Value>();
  let mapped: Value | null = null;
  const visit = (arg: Value, depth: number): void => {
    if (seen.has(arg)) return;
    seen.add(arg);
    if (arg.kind === 'oneOf') {
      arg.values.forEach((alternative) => visit(alternative, depth));
      return;
    }
    if (arg.kind !== 'object') return;
    const object = arg as Obj;
    if (object.host?.type.others) noteHandedOut(object);
    if (object.host?.type.handedOut && callee.kind === 'unknown' && callee.provenance)
      evaluator.builtins.handedOut(evaluator, object, callee.provenance, args, site);
    if (object.host?.type.piped && isPipe(node))
      evaluator.builtins.piped(evaluator, object, callee.kind === 'unknown' ? (callee.provenance?.module ?? null) : null, site);
    if (object.fn) {
      if (object.fn.kind === 'class' || object.host) return;
      const run = (): Value | null => callBack(evaluator, object, context, node, handed);
      // There is no object yet that it could call: `super({ ready: () => this.serve() })`; or no function: `connect().then(() => serve()); const serve = …`.
      const isSuper = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
      if (evaluator.observer ? callsUnset(object) : isSuper || mentionsLater(object)) {
        evaluator.later(() => void run(), 'timer');
        return;
      }
      if (!evaluator.observer && hearsOthers(object, node, provenance)) {
        evaluator.background.add(evaluator, object, site, { isOnlyLater: true });
        return;
      }
      const isUncertain = evaluator.observer ? isListener(node) : onlyFills(evaluator, object, node);
      const result = isUncertain
        ? perhaps(evaluator, context, node, () => asRound(evaluator, isLoop(node), run))
        : asRound(evaluator, isLoop(node), run);
      mapped ??= result;
      if (result) for (const host of carriedBy(result)) carries.add(host);
      return;
    }
    if (depth === 0 || object.host) return;
    if (provenance && !evaluator.observer) givenWhole(evaluator, object, site);
    if (object.elements) object.elements.forEach((element) => visit(element, depth - 1));
    else if (object.cls === 'Object' && object.props && object.props.size <= MAX_FIELDS)
      for (const entry of object.props.values()) if (!entry.get) visit(entry.value, depth - 1);
  };
  for (const arg of args) visit(arg, 2);
  if (!reportLost(evaluator, callee, args, site)) reportUnnamed(evaluator, callee, context, node);
  if (provenance && !evaluator.observer) evaluator.host.calledPackage?.(provenance.module, provenance.path, args, site);
  if (fromCache && mapped && fillsCache(fromCache)) return mapped;
  const list = evaluator.observer && mapped && listMapped(evaluator, mapped, node, site);
  if (list) return list;
  const joined = evaluator.observer || carries.size > 0 ? null : joinedLists(evaluator, args, node, site);
  if (joined) return joined;
  const why = callee.kind === 'unknown' ? (provenance ? `result of ${provenance.module}` : callee.why) : 'call of something unknown';
  const isRun = provenance && (evaluator.observer ?? evaluator.escaped) && !args.some((arg) => arg.kind === 'object' && (arg as Obj).fn);
  // True: where it does not fail it gives what the call states, `verifyAsync<Claims>(token)`.
  const stated = isRun && evaluator.host.failsAs?.(provenance.module, provenance.path, args, site);
  if (provenance && evaluator.observer)
    evaluator.host.argumentShapes?.(provenance.module, provenance.path)?.forEach((taken, index) => {
      const arg = args[index];
      if (arg) takenAs(evaluator, arg, taken, site);
    });
  const taint = callee.kind === 'unknown' ? (callee.taint ?? (evaluator.observer && provenance ? sealedWith(provenance) : null)) : null;
  const result = noteOfMany(unknown(why, site, provenance, [...carries], taint), callee);
  const given = shape ? { ...result, shape } : result;
  if (stated && stated.kind === 'const' && stated.value === true && ts.isCallExpression(node))
    declared(evaluator, context, given, node.typeArguments?.[0], node);
  if (provenance) standFor(given, madeForCall(args, node));
  if (fromCache) noteKept(given);
  return shape?.kind === 'boolean' && args.length === 2 ? comparedThere(evaluator, given, args[0]!, args[1]!, site) : given;
}

/** What a method gives that only texts, numbers and dates have, of whatever nobody knows. */
const givenByName = (self: Value, node: ts.Node): Shape | undefined =>
  self.kind === 'unknown' && ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
    ? BY_NAME.get(node.expression.name.text)
    : undefined;

/** What is made with a secret nobody else can make: `createHmac('sha256', secret).update(body).digest('hex')` is as good as the setting. */
const sealedWith = ({ module, path, args }: Provenance): string | null =>
  /^(?:node:)?crypto$/.test(module) && /(?:^|\.)createHmac\(\)$/.test(path) ? ((args?.[1] && settingOf(args[1])) ?? 'hmac secret') : null;

/** `passport.authenticate.bind(passport)`: the function itself, called on what it was taken from, or on nothing. */
function boundTo(callee: Value, self: Value, args: readonly Value[]): Value | null {
  if (args.length !== 1 || callee.kind !== 'unknown' || self.kind !== 'unknown' || !self.provenance) return null;
  const { module, path } = self.provenance;
  if (callee.provenance?.module !== module || callee.provenance.path !== `${path}.bind`) return null;
  const [to] = args;
  const isHolder =
    to?.kind === 'unknown'
      ? to.provenance?.module === module && path.startsWith(to.provenance.path)
      : to?.kind === 'object' && to.host?.type.inert;
  return isHolder || (to && isNullish(to)) ? self : null;
}

const makesBuffer = (self: Value, node: ts.Node): boolean =>
  self.kind === 'unknown' &&
  self.why === runtimeGlobals.get('Buffer')!.why &&
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === 'from';

/** `Buffer.from(text, 'base64')`, `atob(text)`. */
const decodes = (callee: Value, self: Value, [, encoding]: readonly Value[], node: ts.Node): boolean =>
  makesBuffer(self, node)
    ? encoding?.kind === 'const' && encoding.value === 'base64'
    : callee.kind === 'unknown' && callee.why === runtimeGlobals.get('atob')!.why;

/** Of a header `authorization` that is a name and a password, unless it is taken apart at its dots (`SeenReads`). */
function noteDecoded(evaluator: Evaluator, text: Value): void {
  for (const each of text.kind === 'oneOf' ? text.values : [text])
    if (each.kind === 'unknown' && each.trace) evaluator.observer!.lookedFor(each.trace, 'base64');
}

/** `Buffer.from(text)` is that text for whoever compares it: the value of the request, or the setting. */
function bytesOf(text: Value, site: Site): Value {
  const trace = text.kind === 'unknown' ? text.trace : undefined;
  return trace ? traced({ ...trace, derived: true, but: undefined }, site) : unknown(A_BUFFER, site, null, [], settingOf(text));
}

/** A package says whether two values fit each other: `timingSafeEqual(given, secret)`. */
function comparedThere(evaluator: Evaluator, answer: Value, one: Value, other: Value, site: Site): Value {
  noteComparison(evaluator, one, other, site);
  return withTested(answer, testedOfSetting(one, other, false));
}

/** Whatever it is that has a `map`: with a function it gives a list of what the function gives, and `flatMap` one of the elements of that. */
function listMapped(evaluator: Evaluator, mapped: Value, node: ts.Node, site: Site): Value | null {
  const name = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : null;
  if (name === 'map') return uniformList(evaluator, mapped, site);
  if (name !== 'flatMap') return null;
  const elements = (mapped.kind === 'oneOf' ? mapped.values : [mapped]).flatMap((each) =>
    each.kind === 'object' ? ((each as Obj).elements ?? [each]) : [each],
  );
  return elements.length === 0 ? null : uniformList(evaluator, elements.length === 1 ? elements[0]! : oneOf(elements, 'which it is'), site);
}

/** `unknown.concat([a, b])` is a list: what else is in it nobody knows. */
function joinedLists(evaluator: Evaluator, args: readonly Value[], node: ts.Node, site: Site): Value | null {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression) || node.expression.name.text !== 'concat') return null;
  const lists = args.map((arg) => (arg.kind === 'object' ? (arg as Obj).elements : undefined));
  if (lists.length === 0 || !lists.every((elements) => elements !== undefined && elements !== null)) return null;
  const list = evaluator.list(
    lists.flatMap((elements) => elements ?? []),
    site,
  );
  list.open = true;
  return list;
}

/** `rows.forEach(…)`, `stream.on('data', …)`: the callback may run never, or often. */
const isLoop = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  /^(forEach|map|flatMap|filter|reduce|each|each[A-Z]\w*|on|addListener)$/.test(node.expression.name.text);

/** The same for calls that have called it, as often as they do, when they return. */
const isIteration = (node: ts.Node): boolean =>
  /^(?:for_?[eE]ach|each|map|flatMap|filter|reduce|some|every|walk|visit|traverse)(?![a-z])/.test(nameOfCallee(node) ?? '');

/** While the program is set up: a function that registers nothing and puts something together, which is called with each of what nobody knows. */
const onlyFills = (evaluator: Evaluator, fn: Obj, node: ts.Node): boolean =>
  fn.fn?.kind === 'closure' && isIteration(node) && writesOutside(fn.fn.node) && !mayRegister(evaluator, fn);

/**
 * A listener that notes what has happened (`client.on('ready', () => { isReady = true; })`), of which only run time knows whether it has when the set-up asks
 * for it. What tells of a failure has not: the server starts.
 */
const notes = (fn: Obj, node: ts.Node): boolean => isListener(node) && !tellsOfFailure(node) && sets(fn) && statesLiteral(fn);
const sets = ({ fn }: Obj): boolean => fn?.kind === 'closure' && writesOutside(fn.node);

/** A package may call any method of what it is given: those that set a member of it change what requests find. */
function givenWhole(evaluator: Evaluator, object: Obj, site: Site): void {
  for (let { proto } = object; proto?.kind === 'object' && (proto as Obj).origin; { proto } = proto as Obj)
    for (const { value } of (proto as Obj).props?.values() ?? [])
      if (value.kind === 'object' && states(value as Obj, ({ left }) => /^this\.[#\w]+$/.test(left.getText())))
        evaluator.background.add(evaluator, value, site, { of: object });
}

/** One of its own statements sets something to a literal: it says how things are, and does not handle what has come. */
const statesLiteral = (fn: Obj): boolean =>
  states(
    fn,
    ({ right }) =>
      ts.isLiteralExpression(right) ||
      [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(right.kind),
  );

/** One of its own statements sets something in such a way. */
function states({ fn }: Obj, is: (set: ts.BinaryExpression) => boolean): boolean {
  const body = fn?.kind === 'closure' ? fn.node.body : undefined;
  if (!body) return false;
  const said = ts.isBlock(body)
    ? body.statements.map((each) => (ts.isExpressionStatement(each) ? each.expression : null))
    : [skipOuter(body)];
  return said.some(
    (each) => each !== null && ts.isBinaryExpression(each) && each.operatorToken.kind === ts.SyntaxKind.EqualsToken && is(each),
  );
}

/** The function of the program that a function is, or is bound to. */
function closureOf(fn: Obj): Obj | null {
  const target = fn.fn?.kind === 'bound' ? fn.fn.target : fn;
  return target.kind === 'object' && (target as Obj).fn?.kind === 'closure' ? (target as Obj) : null;
}

/** The name of the function or method that is called. */
const nameOfCallee = (node: ts.Node): string | null => {
  if (!ts.isCallExpression(node)) return null;
  const { expression } = node;
  return ts.isIdentifier(expression) ? expression.text : ts.isPropertyAccessExpression(expression) ? expression.name.text : null;
};

/** `stream.pipe(to)`, `pipeline(stream, to)`; `pipe(value, fn)` puts functions together. */
const isPipe = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  (nameOfCallee(node) === 'pipe' ? ts.isPropertyAccessExpression(node.expression) : /^(?:pipeline|pump)$/.test(nameOfCallee(node) ?? ''));

/** `objectPath.set(config, name, value)`, `mixin(target, source)`: by its name the call writes into its first argument, which may hold more from then on. */
function fillsFirst(evaluator: Evaluator, [first, second]: readonly Value[], node: ts.Node): void {
  if (first?.kind !== 'object' || second === undefined || !WRITER.test(nameOfCallee(node) ?? '')) return;
  const { cls, host, fn, elements } = first as Obj;
  if (cls === 'Object' && !(host ?? fn ?? elements)) mayHoldMore(evaluator, first as Obj);
}

const WRITER = /^(?:set|put|assign|merge|extend|mixin|defaults|fill|populate|insert|update|override|inject|ensure|append|push)(?![a-z])/;

/** `io.on('connection', (socket) => …)`: whoever connects does so while the program serves. A client's own connection is part of the set-up. */
const hearsOthers = (fn: Obj, node: ts.Node, provenance: Provenance | null): boolean => {
  const event = isListener(node) && ts.isCallExpression(node) && node.arguments[0];
  const listener = closureOf(fn)?.fn;
  if (!event || !ts.isStringLiteralLike(event) || listener?.kind !== 'closure' || listener.node.parameters.length === 0) return false;
  return event.text === 'connection' || (event.text === 'connect' && provenance?.module === 'socket.io');
};

const isListener = (node: ts.Node): boolean => /^(?:on|once|addListener|prependListener|addEventListener)$/.test(nameOfCallee(node) ?? '');

/** What may happen or not: what it changes is not there for what happens beside it. */
function perhaps(evaluator: Evaluator, context: Context, node: ts.Node, run: () => Value | null): Value | null {
  let result: Value | null = null;
  const info = evaluator.branchInfo(context, node, shortText(node), 'unknown', 2, true);
  join(evaluator, info, [() => UNDEFINED, () => (result = run()) ?? UNDEFINED], false);
  return result;
}

/** `server.once('error', …)`: what the set-up of a server that starts does not come to. */
const tellsOfFailure = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  /^(on|once|addListener)$/.test(node.expression.name.text) &&
  node.arguments[0] !== undefined &&
  ts.isStringLiteralLike(node.arguments[0]) &&
  /error|fail|close|^end$|timeout|disconnect|abort|exit/i.test(node.arguments[0].text);

/** A host object goes where nobody can follow it: what is done to it there is missing, and that is said. */
function reportLost(evaluator: Evaluator, callee: Value, args: readonly Value[], site: Site): boolean {
  const fromPackage = callee.kind === 'unknown' ? callee.provenance : null;
  // Of a package the object's own model may know more, and says so itself.
  if (!args.flatMap(givenWith).some((object) => isReachable(object) && !(fromPackage && object.host!.type.handedOut))) return false;
  if (fromPackage) evaluator.host.report('object-into-package', { what: fromPackage.module }, site);
  else
    evaluator.host.report('object-into-unknown', { what: callee.kind === 'unknown' ? callee.why : 'something that is no function' }, site);
  return true;
}

/** Host objects that an argument is, or holds in its fields: `attach({ to: object })`. */
function givenWith(arg: Value): readonly ObjectValue[] {
  if (arg.kind !== 'object') return [];
  if (arg.host) return [arg];
  const { cls, props } = arg as Obj;
  if (cls !== 'Object' || !props || props.size > MAX_FIELDS) return [];
  return [...props.values()].flatMap(({ get, value }) => (!get && value.kind === 'object' && value.host ? [value] : []));
}

/**
 * Calls a function that was handed to an unknown callee; null when it was not worth it or could register nothing.
 * @param gives what the callee is known to give: by Node's convention it is the callback's second argument
 */
export function callBack(evaluator: Evaluator, fn: Obj, context: Context, node: ts.Node, gives?: Value): Value | null {
  const target = closureOf(fn);
  if (target?.fn?.kind !== 'closure') return null;
  const closure = target.fn;
  evaluator.background.add(evaluator, fn, evaluator.site(context, node));
  const memo = evaluator.unknownCalls.get(closure.node);
  if (memo && (memo.quiet || memo.runs >= 20) && !evaluator.observer) return null;
  const settles = !evaluator.observer && !tellsOfFailure(node) && maySettle(target);
  const isKnown = evaluator.observer || settles || mayTellHost(evaluator, target) || (isIteration(node) && sets(target));
  if (!isKnown && !notes(target, node)) return null;
  const entry = memo ?? { runs: 0, quiet: false };
  evaluator.unknownCalls.set(closure.node, entry);
  entry.runs++;
  const before = evaluator.effects;
  const parameters = closure.node.parameters;
  const args: Value[] = parameters.map((parameter, index) => {
    const name = parameter.name.getText();
    // Node's convention: a callback's first parameter is the error, and set-up goes on when there is none.
    if (index === 0 && parameters.length > 0 && !evaluator.observer && ERROR_NAME.test(name)) return NULL;
    const site = evaluator.site(context, parameter);
    if (index === 0 && parameters.length > 0 && evaluator.observer && ERROR_NAME.test(name))
      // What is told for certain is told without an error.
      return gives?.kind === 'const' ? NULL : unknownError(site);
    return index === 1 && gives ? gives : unknown(`the argument ${name} of a callback`, site);
  });
  const errorFirst = args[0] === NULL;
  let result: Value | null = null;
  const attempt = (): void => {
    const { trying } = evaluator;
    evaluator.trying = true;
    evaluator.callbacks++;
    try {
      evaluator.guarded(`a callback of ${shortText(node)}`, evaluator.site(context, node), CALLBACK_FUEL, () => {
        result = evaluator.call(fn, UNDEFINED, args, context, node);
      });
    } finally {
      evaluator.trying = trying;
      evaluator.callbacks--;
    }
    if (evaluator.effects === before && parameters.length === 0 && !settles && !evaluator.observer) entry.quiet = true;
  };
  // When it runs, or whether, nobody knows: a signal, a lost connection. Requests may find what was there before.
  const run = (): void => {
    if (evaluator.observer) attempt();
    else if (!isKnown) perhaps(evaluator, context, node, () => (attempt(), null));
    else evaluator.background.timed(evaluator, attempt);
  };
  if (errorFirst) {
    // One that asks for the next of a list in each of its callbacks does so for as long as nobody knows how long the list is.
    startTimer(evaluator, evaluator.site(context, node), 'timer', fn, run);
    return null;
  }
  run();
  if (result && (result as Value).kind === 'object' && ((result as Obj).internal as PromiseState | null)?.status === 'pending')
    evaluator.guarded('a callback', null, CALLBACK_FUEL, () => {
      result = awaited(evaluator, result!);
    });
  return result;
}

/** The first question is answered at once, mostly with no; the second by going through all that the function can reach. */
const mayTellHost = (evaluator: Evaluator, fn: Obj): boolean => mayRegister(evaluator, fn) && reachesHostBy(evaluator, fn);

/** Objects of a model with data of their own can be registered on; the exports of a package cannot. */
const isReachable = (value: ObjectValue): boolean => value.host !== null && value.host.data !== null && !value.host.type.inert;
