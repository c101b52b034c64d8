import type { Value, Unknown } from '@tool/scanner-sdk';
import { isAside, isRepeatedAside, reachesHost } from '../bounds/asides.js';
import { tellLeft } from '../bounds/unfollowed.js';
import { Activation, Context, type Guard } from '../context.js';
import { endLayers } from '../conditions/early-returns.js';
import { mergeDeltas, type Delta } from '../values/journal.js';
import { enterConstructorBody } from './classes.js';
import { bindPattern } from './patterns.js';
import { mayRegister } from '../packages/relevance.js';
import { askedByArms, askedSince } from '../requests/request-tests.js';
import { saidByWays, waysOut } from '../requests/ways.js';
import { FuelSignal, QuietSignal, ThrowSignal, isSignal, isStackFull } from '../signals.js';
import { declared, given, tellStated, typeOfFunction } from './declared-types.js';
import { Scope } from '../values/scope.js';
import { choicesAmong, chosenBranch, deeper } from '../requests/choices.js';
import { executeBody, hoistInto } from './statements.js';
import { join, underReturn } from '../conditions/arms.js';
import { evaluate, withWritten } from './expressions.js';
import { hoistVars, summarizeSyntax, ts } from './syntax.js';
import { Frame, Obj, UNDEFINED, carriedByAll, oneOf, unknown, type Closure, type Site } from '../values/values.js';
import type { Evaluator } from '../evaluator.js';
import { reportRejected } from '../uncaught.js';
import { addEscaped, joinEscaped, type Escaped } from '../conditions/escaped.js';
import { defaulted } from '../requests/observation.js';
import { onSettled, settlePromise, stateOf, type PromiseState } from '../builtins/promise.js';
import { hasSuspension, stepBody } from '../jobs/suspension.js';
import type { IteratorState } from '../values/iterate.js';

const MAX_FRAMES = 120;
/** How deep a function may call itself: without telling a host object anything, and with. */
const QUIET_RECURSION = 6;
const LOUD_RECURSION = 40;
/** How many undecided conditions may lie between a call and the outermost call of the same function: each level multiplies the work by its arms. */
const UNDECIDED_RECURSION = 3;
/** A function that was cut so often for running without effect is not run again, unless it is given something to register on. */
export const HOPELESS_CUTS = 6;

export function makeClosure(evaluator: Evaluator, context: Context, node: ts.FunctionLikeDeclaration, home: Obj | null, name: string): Obj {
  const { functionPrototype, asyncFunctionPrototype } = evaluator.builtins;
  const fn = new Obj(
    'Function',
    isAsync(node) && !node.asteriskToken ? asyncFunctionPrototype : functionPrototype,
    evaluator.site(context, node),
  );
  const arrow = ts.isArrowFunction(node);
  fn.fn = { kind: 'closure', node, scope: context.scope, module: context.module, home, newTarget: null } satisfies Closure;
  if (arrow) fn.internal = context.activation;
  evaluator.builtins.nameFunction(
    fn,
    name,
    node.parameters.filter((parameter) => !parameter.initializer && !parameter.dotDotDotToken && !isThisParameter(parameter)).length,
  );
  return fn;
}

const isAsync = (node: ts.FunctionLikeDeclaration): boolean =>
  node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.AsyncKeyword) === true;

const isThisParameter = (parameter: ts.ParameterDeclaration): boolean => ts.isIdentifier(parameter.name) && parameter.name.text === 'this';

/** Runs a function of the program. */
export function callClosure(
  evaluator: Evaluator,
  fn: Obj,
  closure: Closure,
  self: Value,
  args: readonly Value[],
  caller: Context,
  node: ts.Node,
): Value {
  const call = (given: readonly Value[]): Value => activate(evaluator, fn, closure, self, given, caller, node, null).result;
  const result = evaluator.observer ? calledForEach(evaluator, closure.node, args, caller, node, call) : call(args);
  given(evaluator, caller, result, node);
  return result;
}

/** While observing: a call with one of several results of functions, of which it takes more than one member, is one call for each of them. */
function calledForEach(
  evaluator: Evaluator,
  declaration: ts.FunctionLikeDeclaration,
  args: readonly Value[],
  caller: Context,
  node: ts.Node,
  call: (args: readonly Value[]) => Value,
): Value {
  const index = args.findIndex((arg, at) => arg.kind === 'oneOf' && isTakenApart(declaration, at) && areReturned(evaluator, arg.values));
  const value = args[index];
  const values = value && choicesAmong(evaluator, value);
  if (!values) return call(args);
  const info = chosenBranch(evaluator, caller, node, { value, values });
  const arms = values.map((each) => () => {
    evaluator.guard = underReturn(evaluator, each);
    return call(args.map((arg, at) => (at === index ? each : arg)));
  });
  return deeper(evaluator, () => join(evaluator, info, arms, false));
}

const areReturned = (evaluator: Evaluator, values: readonly Value[]): boolean =>
  values.filter((value) => evaluator.returnedUnder.get(value) !== undefined).length > 1;

/** The function takes more than one member of a parameter. */
function isTakenApart({ parameters, body }: ts.SignatureDeclaration & { readonly body?: ts.Node | undefined }, index: number): boolean {
  const name = parameters[index]?.name;
  if (!name || !body) return false;
  if (!ts.isIdentifier(name)) return name.elements.length > 1;
  let times = 0;
  const visit = (at: ts.Node): void => {
    if (ts.isPropertyAccessExpression(at) && ts.isIdentifier(at.expression) && at.expression.text === name.text) times++;
    if (times < 2) ts.forEachChild(at, visit);
  };
  visit(body);
  return times > 1;
}

export function constructClosure(
  evaluator: Evaluator,
  fn: Obj,
  closure: Closure,
  args: readonly Value[],
  caller: Context,
  node: ts.Node,
  newTarget: Value,
): Value {
  const prototype = evaluator.get(newTarget, 'prototype', caller, node);
  const instance = new Obj('Object', prototype, evaluator.site(caller, node));
  const { result } = activate(evaluator, fn, closure, instance, args, caller, node, newTarget);
  return result.kind === 'object' ? result : instance;
}

/** Runs a function body; used for calls, constructors and class members. */
export function activate(
  evaluator: Evaluator,
  fn: Obj,
  closure: Closure,
  self: Value | null,
  args: readonly Value[],
  caller: Context,
  node: ts.Node,
  newTarget: Value | null,
): { result: Value; activation: Activation } {
  const outer = evaluator.escaped;
  if (!outer || !closure.node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.AsyncKeyword))
    return run(evaluator, fn, closure, self, args, caller, node, newTarget);
  // What an asynchronous function throws in some arm rejects its promise, not its caller.
  const own: Escaped[] = [];
  evaluator.escaped = own;
  try {
    const made = run(evaluator, fn, closure, self, args, caller, node, newTarget);
    const state = stateOf(made.result);
    if (own.length === 0) return made;
    if (!state) {
      addEscaped(outer, own);
      return made;
    }
    state.mayReject = joinEscaped(state.mayReject, own);
    return made;
  } catch (error) {
    // A call around this one is left: what this one has thrown until then is that one's.
    if (!isSignal(error)) addEscaped(outer, own);
    throw error;
  } finally {
    evaluator.escaped = outer;
  }
}

function run(
  evaluator: Evaluator,
  fn: Obj,
  closure: Closure,
  self: Value | null,
  args: readonly Value[],
  caller: Context,
  node: ts.Node,
  newTarget: Value | null,
): { result: Value; activation: Activation } {
  const declaration = closure.node;
  evaluator.use(declaration);
  const frame = new Frame(caller.frame, fn, node, closure.module, caller.module, args, evaluator.fuel.steps);
  const outer = fn.internal instanceof Activation ? fn.internal : null;
  const activation =
    outer && ts.isArrowFunction(declaration)
      ? new Activation(null, fn, outer.home, outer.newTarget, outer.args, outer)
      : new Activation(self, fn, closure.home, newTarget, args);
  frame.self = outer ? outer.self : self;
  const body = declaration.body;
  if (!body) return { result: unknown('a function without a body'), activation };

  let active = evaluator.active.get(declaration);
  if (!active)
    evaluator.active.set(
      declaration,
      (active = { node: declaration, count: 0, effects: evaluator.effects, guard: evaluator.guard, returns: [], cuts: 0 }),
    );
  if (active.count === 0) {
    active.effects = evaluator.effects;
    active.guard = evaluator.guard;
    active.returns = [];
  }
  const limit = evaluator.effects > active.effects ? LOUD_RECURSION : undecidedArguments(args) ? 3 : QUIET_RECURSION * 8;
  frame.guard = evaluator.guard;
  // A suspended function is not active any more, but what it resumed to call is still below it.
  const above = declaration.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.AsyncKeyword)
    ? callsAbove(frame, declaration)
    : null;
  const count = Math.max(active.count, above?.count ?? 0);
  if (
    count >= limit ||
    frame.depth > MAX_FRAMES ||
    (count > UNDECIDED_RECURSION && guardsSince(evaluator.guard, above ? above.outermost.guard : active.guard) > UNDECIDED_RECURSION)
  ) {
    const cut = unknown('recursion that goes deeper than the scan follows', evaluator.site(caller, node), null, carriedByAll(args));
    return { result: active.returns.length ? oneOf([...active.returns, cut], 'recursion') : cut, activation };
  }
  if (evaluator.fuel.leavesAsides() && isAside(evaluator, frame))
    return { result: unknown('the result of a function that runs beside the set-up', evaluator.site(caller, node)), activation };
  if (active.cuts >= HOPELESS_CUTS && carriedByAll(args).length === 0) {
    tellLeft(evaluator, frame, null, false);
    return { result: unknown('the result of a function that runs longer than the scan follows', evaluator.site(caller, node)), activation };
  }
  active.count++;

  const scope = new Scope(closure.scope, true);
  frame.scope = scope;
  const context = new Context(activation, scope, frame, closure.module);
  const summary = summarizeSyntax(declaration);
  const guard = evaluator.guard;
  const exits = evaluator.earlyExits;
  const { journal } = evaluator;
  if (summary.isGenerator) activation.yields = [];
  let result: Value;
  const outerFrame = evaluator.frame;
  const nesting = evaluator.nesting;
  frame.below = outerFrame;
  evaluator.frame = frame;
  evaluator.nesting = 0;
  try {
    evaluator.step();
    if (ts.isFunctionExpression(declaration) && declaration.name) scope.declare(declaration.name.text, fn);
    if (summary.usesArguments && !ts.isArrowFunction(declaration)) scope.declare('arguments', evaluator.list([...args]));
    bindParameters(evaluator, context, declaration.parameters, args);
    if (ts.isBlock(body)) {
      for (const name of hoistVars(body)) if (!scope.own(name)) scope.declare(name, UNDEFINED);
      hoistInto(evaluator, context, body, body.statements);
      if (ts.isConstructorDeclaration(declaration)) enterConstructorBody(context, body);
      if (summary.isAsync && !summary.isGenerator && hasSuspension(body))
        return { result: runSuspending(evaluator, context, body, evaluator.site(caller, node)), activation };
      if (summary.isGenerator && !summary.isAsync) {
        const site = evaluator.site(caller, node);
        const generator = steppingGenerator(evaluator, context, body, site);
        return { result: closure.waitsFor ? generator.asAsync(closure.waitsFor) : iteratorOf(evaluator, generator, site), activation };
      }
      const completion = executeBody(evaluator, context, body.statements);
      result = completion?.kind === 'return' ? completion.value : UNDEFINED;
    } else result = evaluate(evaluator, context, body);
    tellStated(evaluator, context, result, declaration.type, declaration);
    result = declared(evaluator, context, withPendingReturns(evaluator, activation, result, node), declaration.type, declaration);
  } catch (error) {
    if (error instanceof ThrowSignal && activation.pending.length > 0) {
      evaluator.escaped?.push({ signal: error });
      result = returnedBefore(evaluator, activation);
    } else if (summary.isAsync && error instanceof ThrowSignal) {
      reportRejected(evaluator, error, fn, null);
      const promise = evaluator.promise(UNDEFINED, evaluator.site(caller, node));
      promise.internal = { status: 'rejected', value: error.value, reactions: [] } satisfies PromiseState;
      return { result: promise, activation };
    } else if (isStackFull(error)) throw new FuelSignal(evaluator.site(caller, node));
    else if (error instanceof QuietSignal && error.frame === frame) {
      noteCut(evaluator, frame, null, true);
      return { result: cutShort(evaluator, fn, error, caller, node, args), activation };
    } else throw error;
  } finally {
    evaluator.frame = outerFrame;
    evaluator.nesting = nesting;
    active.count--;
    endLayers(evaluator, journal);
    evaluator.guard = guard;
    evaluator.earlyExits = exits;
  }
  if (active.count > 0 && result !== UNDEFINED && active.returns.length < 8) active.returns.push(result);
  if (activation.yields) {
    return { result: evaluator.iterator(activation.yields, false, evaluator.site(caller, node), result), activation };
  }
  if (summary.isAsync) {
    // A promise that it returns is what it resolves to: `return find(id)` gives who waits the record, or nothing.
    const promise = evaluator.promise(UNDEFINED, evaluator.site(caller, node));
    promise.internal = { status: 'pending', value: UNDEFINED, reactions: [] } satisfies PromiseState;
    settlePromise(evaluator, promise, 'fulfilled', result);
    return { result: promise, activation };
  }
  return { result, activation };
}

/** A call that the program makes itself (not a package that it gave a function to), of a function that could register something. */
const isPartOfTheStart = (evaluator: Evaluator, frame: Frame | null, fn: Obj | null): boolean =>
  frame !== null && fn !== null && (frame.depth <= 2 || (!evaluator.trying && reachesHost(evaluator, frame))) && mayRegister(evaluator, fn);

/** What a call gives that was cut for running long without effect. Said only where it could have registered something. */
function cutShort(evaluator: Evaluator, fn: Obj, signal: QuietSignal, caller: Context, node: ts.Node, args: readonly Value[]): Value {
  if (!signal.frame?.isAside && (carriedByAll(args).length > 0 || isPartOfTheStart(evaluator, signal.frame, fn)))
    evaluator.host.report('out-of-fuel', { what: evaluator.describe(fn) || 'a function' }, signal.site ?? evaluator.site(caller, node));
  return unknown('the result of a function that runs longer than the scan follows', evaluator.site(caller, node), null, carriedByAll(args));
}

/** Joins what arms returned early with what the function returned in the end. */
function withPendingReturns(evaluator: Evaluator, activation: Activation, result: Value, node: ts.Node | null = null): Value {
  const { pending } = activation;
  if (pending.length === 0) return result;
  const preferred = pending.some((exit) => exit.preferred);
  // What a function makes (a middleware, a router) or says of a setting behind arms of other configurations is what the default one gives.
  if (pending.every((exit) => exit.elsewhere)) {
    mergeDeltas(
      [{ bindings: new Map(), objects: new Map() }, ...pending.map((exit) => exit.delta)],
      pending[0]!.condition,
      true,
      evaluator.journal,
    );
    return oneOf([result, ...pending.map((exit) => exit.value)], pending[0]!.condition, true);
  }
  const own = evaluator.observer ? returnedObjects([result, ...pending.map((exit) => exit.value)]) : new Set<Obj>();
  const others = evaluator.observer && !preferred ? (activation.earlyReturns.joined(evaluator, pending, result, node) ?? pending) : pending;
  for (const isOwn of others.length > 0 ? [true, false] : [])
    mergeDeltas(
      [NO_DELTA, ...others.map((exit) => partOf(exit.delta, own, isOwn))],
      pending[0]!.condition,
      !preferred && !isOwn,
      evaluator.journal,
    );
  const ordered = preferred
    ? [
        ...pending.filter((exit) => exit.preferred).map((exit) => exit.value),
        result,
        ...pending.filter((exit) => !exit.preferred).map((exit) => exit.value),
      ]
    : [...pending.map((exit) => exit.value), result];
  const value = askedByArms(evaluator, oneOf(ordered, pending[0]!.condition, preferred), pending, {
    value: result,
    when: askedSince(evaluator.guard, evaluator.frame?.guard ?? null),
  });
  return evaluator.observer ? saidByWays(value, waysOut(pending, result)) : value;
}

const NO_DELTA: Delta = { bindings: new Map(), objects: new Map() };

/** What is returned on a way is as that way has left it: the objects themselves, and those that are their members. */
function returnedObjects(values: readonly Value[]): ReadonlySet<Obj> {
  const found = new Set<Obj>();
  const add = (value: Value | null): void => {
    if (value?.kind === 'object' && !(value as Obj).host && !(value as Obj).fn) found.add(value as Obj);
  };
  for (const value of values) add(value);
  for (const object of [...found]) for (const { value } of object.props?.values() ?? []) add(value);
  return found;
}

const partOf = ({ bindings, objects }: Delta, own: ReadonlySet<Obj>, isOwn: boolean): Delta => ({
  bindings: isOwn ? NO_DELTA.bindings : bindings,
  objects: own.size === 0 ? (isOwn ? NO_DELTA.objects : objects) : new Map([...objects].filter(([object]) => own.has(object) === isOwn)),
});

/** The rest of a function threw, behind arms that had returned: as with arms, only those that do not throw go on. */
function returnedBefore(evaluator: Evaluator, activation: Activation): Value {
  const { pending } = activation;
  const plainly = pending.filter((exit) => exit.preferred);
  const ordered = [...plainly, ...pending.filter((exit) => !exit.preferred)];
  const preferred = plainly.length > 0;
  mergeDeltas(
    ordered.map((exit) => exit.delta),
    pending[0]!.condition,
    preferred,
    evaluator.journal,
  );
  return oneOf(
    ordered.map((exit) => exit.value),
    pending[0]!.condition,
    preferred,
  );
}

/**
 * An async function with `await`s: runs to the first one at once; what follows runs from the queue when the awaited promise has settled,
 * under the guard it was suspended under.
 */
function runSuspending(evaluator: Evaluator, context: Context, body: ts.Block, site: Site): Value {
  const promise = evaluator.promise(UNDEFINED, site);
  const state: PromiseState = { status: 'pending', value: UNDEFINED, reactions: [] };
  promise.internal = state;
  const steps = stepBody(evaluator, context, body.statements);
  const { activation } = context;
  const own: Escaped[] | null = evaluator.escaped ? [] : null;
  activation.escaped = own;
  const settle = (status: 'fulfilled' | 'rejected', value: Value): void => {
    if (own?.length) state.mayReject = joinEscaped(state.mayReject, own);
    settlePromise(evaluator, promise, status, value, true);
  };
  const { frame } = context;
  const { trying } = evaluator;
  frame.giveUp = () => {
    noteCut(evaluator, frame, site, false);
    settle('fulfilled', unknown('the result of a function that runs longer than the scan follows'));
  };
  const resume = (value: Value, thrown: boolean): void => {
    if (!evaluator.fuel.hasGivenUp(frame)) evaluator.fuel.accounting(frame, () => proceed(value, thrown));
  };
  const proceed = (value: Value, thrown: boolean): void => {
    if (evaluator.fuel.tiredOf(context.frame.depth)) {
      noteCut(evaluator, frame, site, false);
      settle('fulfilled', unknown('the result of a function that runs longer than the scan follows'));
      return;
    }
    const outerFrame = evaluator.frame;
    const outerTrying = evaluator.trying;
    evaluator.frame = context.frame;
    evaluator.trying = trying;
    context.frame.enteredAt = evaluator.fuel.steps;
    // The first part runs inside the call itself.
    if (outerFrame !== context.frame) context.frame.below = outerFrame;
    const outerEscaped = evaluator.escaped;
    if (own) evaluator.escaped = activation.escaped;
    const { journal } = evaluator;
    activation.earlyReturns.resume(evaluator);
    try {
      const next = thrown ? steps.throw(new ThrowSignal(value, site)) : steps.next(value);
      if (next.done) {
        const given = next.value?.kind === 'return' ? next.value.value : UNDEFINED;
        const result = withPendingReturns(evaluator, context.activation, given, frame.callNode);
        settle('fulfilled', declared(evaluator, context, result, ts.isFunctionLike(body.parent) ? body.parent.type : undefined, body));
        return;
      }
      activation.earlyReturns.suspend(evaluator);
      const guard = evaluator.guard;
      const { waitsFor } = activation;
      const awaited = waitsFor && next.value.kind === 'yield' ? waitsFor(next.value.value) : next.value.value;
      if (isRepeatedAside(evaluator, frame)) return;
      onSettled(
        evaluator,
        awaited,
        (status, settled) => {
          const outer = evaluator.guard;
          evaluator.guard = guard;
          // What the awaited promise may be rejected with is thrown here, in an arm beside the one that goes on.
          const failing = own ? stateOf(awaited)?.mayReject : undefined;
          if (failing) addEscaped(activation.escaped!, failing);
          try {
            resume(settled, status === 'rejected');
          } finally {
            evaluator.guard = outer;
          }
        },
        frame.depth,
      );
    } catch (error) {
      if (error instanceof QuietSignal && error.frame === context.frame) {
        noteCut(evaluator, context.frame, site, true);
        settle('fulfilled', unknown('the result of a function that runs longer than the scan follows'));
        return;
      }
      if (error instanceof ThrowSignal && context.activation.pending.length > 0) {
        own?.push({ signal: error });
        settle('fulfilled', returnedBefore(evaluator, context.activation));
        return;
      }
      if (!(error instanceof ThrowSignal)) {
        // What waits for this function goes on, whatever ends it.
        if (error instanceof FuelSignal) settle('fulfilled', unknown('the result of a function that runs longer than the scan follows'));
        else if (own && outerEscaped && error instanceof QuietSignal) addEscaped(outerEscaped, own);
        throw error;
      }
      reportRejected(evaluator, error, frame.fn, site);
      settle('rejected', error.value);
    } finally {
      endLayers(evaluator, journal);
      evaluator.frame = outerFrame;
      evaluator.trying = outerTrying;
      if (own) evaluator.escaped = outerEscaped;
    }
  };
  resume(UNDEFINED, false);
  frame.isAwaited = () => state.reactions.length > 0;
  return promise;
}

/** A generator that runs its body from one `yield` to the next as it is asked, or to its end as an asynchronous function. */
function steppingGenerator(evaluator: Evaluator, context: Context, body: ts.Block, site: Site): Required<IteratorState> {
  const steps = stepBody(evaluator, context, body.statements);
  return {
    next: (sent: Value) => {
      const outer = evaluator.guard;
      try {
        const next = steps.next(sent);
        return next.done
          ? { value: next.value?.kind === 'return' ? next.value.value : UNDEFINED, done: true }
          : { value: next.value.value, done: false };
      } finally {
        evaluator.guard = outer;
      }
    },
    asAsync: (waitsFor) => {
      context.activation.waitsFor = waitsFor;
      return runSuspending(evaluator, context, body, site);
    },
  };
}

function iteratorOf(evaluator: Evaluator, state: IteratorState, site: Site): Value {
  const generator = new Obj('Generator', evaluator.builtins.generatorPrototype, site);
  generator.internal = state;
  return generator;
}

function noteCut(evaluator: Evaluator, frame: Frame, site: Site | null, isTold: boolean): void {
  if (frame.isAside || frame.isAtLimit) return;
  if (site && isPartOfTheStart(evaluator, frame, frame.fn))
    evaluator.host.report('out-of-fuel', { what: (frame.fn && evaluator.describe(frame.fn)) || 'a function' }, site);
  if (!isTold) tellLeft(evaluator, frame, null, false);
  const data = frame.fn?.fn;
  const active = data?.kind === 'closure' ? evaluator.active.get(data.node) : undefined;
  if (!active) return;
  active.cuts++;
  const { uses } = evaluator;
  uses?.cuts.set(active.node, (uses.cuts.get(active.node) ?? 0) + 1);
}

/** How often a function stands above a call in its chain of callers, and the first of these calls. */
function callsAbove(frame: Frame, declaration: ts.Node): { count: number; outermost: Frame } {
  let count = 0;
  let outermost = frame;
  for (let above = frame.parent; above; above = above.parent)
    if (above.fn?.fn?.kind === 'closure' && above.fn.fn.node === declaration) {
      count++;
      outermost = above;
    }
  return { count, outermost };
}

/** Undecided conditions entered since the program stood under `outer`. */
function guardsSince(guard: Guard | null, outer: Guard | null): number {
  let count = 0;
  for (let at = guard; at && at !== outer; at = at.parent) count++;
  return count;
}

const undecidedArguments = (args: readonly Value[]): boolean =>
  args.length > 0 && args.every((arg) => (arg.kind === 'unknown' && !isShaped(arg)) || arg.kind === 'template');

/** What it is made of decides how deep a function goes that walks through it. */
const isShaped = ({ shape, trace }: Unknown): boolean => shape !== undefined && shape.kind !== 'any' && !trace;

function bindParameters(
  evaluator: Evaluator,
  context: Context,
  parameters: readonly ts.ParameterDeclaration[],
  args: readonly Value[],
): void {
  let index = 0;
  for (const parameter of parameters) {
    if (isThisParameter(parameter)) continue;
    if (parameter.dotDotDotToken) {
      bindPattern(evaluator, context, parameter.name, evaluator.list(args.slice(index)), 'declare');
      return;
    }
    const given = args[index++];
    let value = given ?? UNDEFINED;
    if (parameter.initializer) value = leftOut(evaluator, context, given, withDefault(evaluator, context, value, parameter.initializer));
    tellStated(evaluator, context, value, parameter.type ?? typeOfFunction(parameter.parent), parameter);
    value = declared(evaluator, context, value, parameter.type, parameter);
    bindPattern(evaluator, context, parameter.name, value, 'declare');
  }
}

/** A text that stands in for an argument that is left out was chosen where the call is: `@Get()` says as much as `@Get('')`. */
function leftOut(evaluator: Evaluator, context: Context, given: Value | undefined, value: Value): Value {
  const frame = context.frame;
  if (given !== undefined || evaluator.observer || value.kind !== 'const' || typeof value.value !== 'string' || !frame) return value;
  return withWritten(value, evaluator.siteOfCall(frame));
}

/** A default takes part when the value is, or may be, undefined. */
export function withDefault(evaluator: Evaluator, context: Context, value: Value, initializer: ts.Expression): Value {
  if (value.kind === 'const') return value.value === undefined ? carryTaint(evaluate(evaluator, context, initializer), value.taint) : value;
  if (value.kind === 'oneOf' && value.values.some((alternative) => alternative.kind === 'const' && alternative.value === undefined)) {
    const fallback = evaluate(evaluator, context, initializer);
    return oneOf(
      value.values.map((alternative) => (alternative.kind === 'const' && alternative.value === undefined ? fallback : alternative)),
      value.condition,
      value.preferred,
    );
  }
  if (evaluator.observer && value.kind === 'unknown' && value.trace)
    return defaulted(evaluator, value, evaluate(evaluator, context, initializer), evaluator.site(context, initializer));
  // An argument that nobody knows may be left out: for a name or prefix the default is the only evidence there is.
  if (value.kind === 'unknown' && !value.provenance && value.carries.length === 0 && value.why.startsWith('the argument')) {
    const fallback = evaluate(evaluator, context, initializer);
    return fallback.kind === 'const' ? { ...fallback, taint: fallback.taint ?? value.why } : fallback;
  }
  return value;
}

const carryTaint = (value: Value, taint: string | null): Value =>
  taint && value.kind === 'const' && !value.taint ? { ...value, taint } : value;
