import type { Value, Unknown } from '@tool/scanner-sdk';
import { followedOnce, isAside } from '../bounds/asides.js';
import { thrownByLeft } from '../bounds/left-errors.js';
import { tellLeft } from '../bounds/unfollowed.js';
import { walksOn } from '../bounds/unknown-walks.js';
import { Activation, Context, type Guard } from '../context.js';
import { endLayers } from '../conditions/early-returns.js';
import { enterConstructorBody } from './classes.js';
import { FuelSignal, QuietSignal, ThrowSignal, isSignal, isStackFull } from '../signals.js';
import { declaredResult, given, tellStated } from './declared-types.js';
import { Scope } from '../values/scope.js';
import { choicesAmong, chosenBranch, deeper } from '../requests/choices.js';
import { executeBody, hoistInto } from './statements.js';
import { join, underReturn } from '../conditions/arms.js';
import { evaluate } from './expressions.js';
import { hoistVars, summarizeSyntax, ts } from './syntax.js';
import { Frame, Obj, UNDEFINED, carriedByAll, oneOf, unknown, type Closure } from '../values/values.js';
import type { Evaluator } from '../evaluator.js';
import { reportRejected } from '../uncaught.js';
import { addEscaped, joinEscaped, type Escaped } from '../conditions/escaped.js';
import { settlePromise, stateOf, type PromiseState } from '../builtins/promise.js';
import { hasSuspension } from '../jobs/suspension.js';
import { isHost, namesHost } from '../bounds/told-names.js';
import { isHopeless, RUNS_LONG, cutShort, noteCut } from '../bounds/cut-calls.js';
import { returnedBefore, withPendingReturns } from '../conditions/pending-returns.js';
import { iteratorOf, runSuspending, steppingGenerator } from '../jobs/suspending-calls.js';
import { noteGivenOn } from '../packages/factory-results.js';
import { bindParameters, lengthOfFunction } from './parameters.js';

const MAX_FRAMES = 120;
/** How deep a function may call itself: without telling a host object anything, and with. */
const QUIET_RECURSION = 6;
const LOUD_RECURSION = 40;
/** How many undecided conditions may lie between a call and the outermost call of the same function: each level multiplies the work by its arms. */
const UNDECIDED_RECURSION = 3;

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
  evaluator.builtins.nameFunction(fn, name, lengthOfFunction(node));
  return fn;
}

const isAsync = (node: ts.FunctionLikeDeclaration): boolean =>
  node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.AsyncKeyword) === true;

/** What an asynchronous function ends in is not thrown where its promise is returned as it is: who waits for that gets it. */
export const failsLater = (fn: ts.FunctionLikeDeclaration, call: ts.Node): boolean =>
  call.parent !== undefined && ts.isReturnStatement(call.parent) && isAsync(fn);

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
  const result = evaluator.observer
    ? followedOnce(evaluator, { fn, self, args, callNode: node }, () => calledForEach(evaluator, closure.node, args, caller, node, call))
    : call(args);
  if (evaluator.observer && ts.isCallExpression(node) && !isArgument(closure.node, node)) given(evaluator, caller, result, node);
  return result;
}

/** What is called with a function calls it in its turn: `list.map((each) => each.name)`. */
function isArgument(fn: ts.FunctionLikeDeclaration, { arguments: args }: ts.CallExpression): boolean {
  const { name, parent } = fn;
  const called = name ?? (parent && ts.isVariableDeclaration(parent) ? parent.name : undefined);
  return args.some((each) => {
    if (ts.isFunctionLike(each)) return each === fn;
    const last = ts.isPropertyAccessExpression(each) ? each.name : each;
    return ts.isIdentifier(last) && called !== undefined && ts.isIdentifier(called) && last.text === called.text;
  });
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
  const values = value && choicesAmong(evaluator, value, caller.frame);
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
      (active = {
        node: declaration,
        count: 0,
        effects: evaluator.effects,
        guard: evaluator.guard,
        returns: [],
        cuts: 0,
        conditionalCuts: 0,
        cutAt: -1,
      }),
    );
  if (active.count === 0) {
    active.effects = evaluator.effects;
    active.guard = evaluator.guard;
    active.returns = [];
  }
  /** What it gives by its declaration, where it is not followed. */
  const stated = (why: string, carrying: readonly Value[]): Value => {
    const context = new Context(activation, closure.scope, frame, closure.module);
    const given = unknown(why, evaluator.site(caller, node), null, carriedByAll(carrying));
    return declaredResult(evaluator, context, given, declaration, declaration);
  };
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
    (count > UNDECIDED_RECURSION && guardsSince(evaluator.guard, above ? above.outermost.guard : active.guard) > UNDECIDED_RECURSION) ||
    (count > 0 && walksOn(evaluator, frame, declaration))
  ) {
    const cut = stated('recursion that goes deeper than the scan follows', args);
    if (newTarget && self instanceof Obj) self.open = true;
    return { result: active.returns.length ? oneOf([...active.returns, cut], 'recursion') : cut, activation };
  }
  if (evaluator.fuel.leavesAsides() && isAside(evaluator, frame))
    return { result: unknown('the result of a function that runs beside the set-up', evaluator.site(caller, node)), activation };
  if (isHopeless(evaluator, active) && carriedByAll(args).length === 0 && !isGivenRequest(evaluator, [fn, ...args])) {
    tellLeft(evaluator, frame, null, false);
    if (evaluator.escaped) addEscaped(evaluator.escaped, thrownByLeft(frame));
    return { result: stated(RUNS_LONG, []), activation };
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
  frame.isOutermost = outerFrame === null;
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
    result = declaredResult(evaluator, context, withPendingReturns(evaluator, activation, result, node), declaration, declaration);
    noteGivenOn(result, node);
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
      if (evaluator.escaped) addEscaped(evaluator.escaped, thrownByLeft(frame));
      const cut = cutShort(evaluator, fn, error, caller, node, args);
      return { result: declaredResult(evaluator, context, cut, declaration, declaration), activation };
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

/** It is given what came in itself, not only what that says, or a function that names it, or is one: it may answer, whatever another call of it did. */
const isGivenRequest = (evaluator: Evaluator, args: readonly Value[]): boolean =>
  evaluator.observer !== null && args.some((value) => isHost(evaluator, value) || namesHost(evaluator, value));

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
