import type { Value } from '@tool/scanner-sdk';
import { awaitedInPlace } from '../jobs/awaiting.js';
import { Guard, type BranchInfo, type Context, type Completion, type PendingReturn } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { EndlessLoop, hasNoEnd } from '../bounds/endless.js';
import { evaluate } from './expressions.js';
import { listedName, unknownKeyed } from '../values/properties.js';
import { iterate, type Iteration } from '../values/iterate.js';
import { assign, bindPattern, type BindMode } from './patterns.js';
import { mayBeLeftOut } from '../requests/observation.js';
import { any, not } from '../requests/request-tests.js';
import { keyAmong } from '../requests/request-keys.js';
import { runWithJumps, toLoop } from '../conditions/jumps.js';
import { narrowingForRound } from '../conditions/narrowing.js';
import { RestOfLoop } from '../conditions/rest-of-loop.js';
import { asRound } from '../conditions/rounds.js';
import { Scope } from '../values/scope.js';
import { SteadyLoop } from '../bounds/steady-loops.js';
import { execute, declareVariables, afterArms } from './statements.js';
import { hasSuspension } from '../jobs/suspension.js';
import { keyPlace } from '../values/key-places.js';
import { ts, shortText } from './syntax.js';
import { noteOfMany, mayBeAbsent, oneOf, unknown, ABSENT, constant, type Obj } from '../values/values.js';

export const MAX_ITERATIONS = 20_000;
/** Rounds of a loop whose end is undecided. */
export const UNDECIDED_ROUNDS = 1;

interface LoopEnd {
  readonly completion: Completion;
  readonly stop: boolean;
}

/** One round: its own scope for the head's variables; `continue` ends it, what left early in an arm is guarded to its end. */
function round(
  evaluator: Evaluator,
  context: Context,
  body: ts.Statement,
  label: string | null,
  endless: EndlessLoop | null = null,
  rest: RestOfLoop | null = null,
): LoopEnd {
  const guard = evaluator.guard;
  const returned = context.activation.pending.length;
  const { completion, jumps, isOneWay } = runWithJumps(evaluator, context, body, toLoop(label), () =>
    narrowingForRound(evaluator, body, () => execute(evaluator, context, body)),
  );
  const end = endless?.ends(guard, evaluator.guard);
  // An undecided `break` guards the rest of the loop, too; an undecided `continue` only this round. Both are kept to the round: see RestOfLoop.
  const inside = evaluator.guard;
  evaluator.guard = evaluator.observer ? behindReturns(evaluator, context, guard, body, context.activation.pending.slice(returned)) : guard;
  const goesOn = jumps.some(({ kind }) => kind === 'continue');
  if (isOneWay) return { completion: null, stop: !goesOn };
  if (!completion) rest?.ended(jumps, inside);
  if (end && (!completion || completion.kind === 'continue')) return { completion: end.completion, stop: true };
  if (!completion) return { completion: null, stop: false };
  if (completion.kind === 'return') return { completion, stop: true };
  if (!toLoop(label)(completion)) return { completion, stop: true };
  return { completion: null, stop: completion.kind === 'break' && !goesOn };
}

/** Conditions of rounds that have returned in an arm which what follows stands under. */
const MAX_EXITS = 8;

/** What a round has returned for, what follows the round does not see: it is done where each of these conditions has gone another way. */
export function behindReturns(
  evaluator: Evaluator,
  context: Context,
  guard: Guard | null,
  body: ts.Statement,
  returns: readonly PendingReturn[],
): Guard | null {
  if (returns.length === 0) return guard;
  const exits = new Map<BranchInfo, Set<number>>();
  for (const { exit } of returns) if (exit?.branch.exhaustive) exits.set(exit.branch, (exits.get(exit.branch) ?? new Set()).add(exit.arm));
  if (exits.size <= MAX_EXITS && returns.every(({ exit }) => exit?.branch.exhaustive)) {
    const stays = [...exits].map(([branch, arms]) => ({
      branch,
      staying: Array.from({ length: branch.arms }, (_, arm) => arm).filter((arm) => !arms.has(arm)),
    }));
    if (stays.every(({ staying }) => staying.length > 0))
      return stays.reduce<Guard | null>((at, { branch, staying: [arm, ...others] }) => new Guard(at, branch, arm!, others), guard);
  }
  const asks = not(any(returns.map(({ when }) => when)));
  if (asks === null) return guard;
  return new Guard(guard, { ...evaluator.branchInfo(context, body, shortText(body), 'unknown', 1, true), aside: true, asks: [asks] }, 0);
}

export function bindHead(evaluator: Evaluator, context: Context, head: ts.ForInitializer, value: Value): Context {
  if (!ts.isVariableDeclarationList(head)) {
    assign(evaluator, context, head, value);
    return context;
  }
  const blockScoped = (head.flags & ts.NodeFlags.BlockScoped) !== 0;
  const inner = blockScoped ? context.within(new Scope(context.scope, false)) : context;
  const mode: BindMode = blockScoped ? 'declare' : 'initialize';
  bindPattern(evaluator, inner, head.declarations[0]!.name, value, mode);
  return inner;
}

export function executeForOf(evaluator: Evaluator, context: Context, node: ts.ForOfStatement, label: string | null): Completion {
  let value = evaluate(evaluator, context, node.expression);
  if (node.awaitModifier) value = awaitedInPlace(evaluator, value);
  return executeRounds(evaluator, context, node, iterate(evaluator, context, node.expression, value), label);
}

/** The rounds of a `for…of`, in one go: `await`s in them let the queue run first. */
export function executeRounds(
  evaluator: Evaluator,
  context: Context,
  node: ts.ForOfStatement,
  iteration: Iteration,
  label: string | null,
): Completion {
  const rest = new RestOfLoop(evaluator, context, node.statement);
  try {
    return rest.over(allRounds(evaluator, context, node, iteration, label, rest));
  } catch (error) {
    return rest.failed(error);
  }
}

function allRounds(
  evaluator: Evaluator,
  context: Context,
  node: ts.ForOfStatement,
  iteration: Iteration,
  label: string | null,
  rest: RestOfLoop,
): Completion {
  let count = 0;
  for (let index = 0; index < iteration.elements.length; index++) {
    evaluator.step();
    if (++count > MAX_ITERATIONS) break;
    rest.goOn();
    let element = iteration.elements[index]!;
    if (node.awaitModifier) element = awaitedInPlace(evaluator, element);
    if (mayBeAbsent(element) && element.kind === 'oneOf') {
      conditionalRound(evaluator, context, node, element, label);
      continue;
    }
    const end = asRound(evaluator, iteration.open && iteration.uniform === true, () =>
      round(evaluator, bindHead(evaluator, context, node.initializer, element), node.statement, label, null, rest),
    );
    if (end.stop) return end.completion;
  }
  if (iteration.open && !iteration.uniform) {
    const element = noteOfMany(unknown(iteration.why, evaluator.site(context, node.expression)));
    const end = asRound(evaluator, true, () =>
      round(evaluator, bindHead(evaluator, context, node.initializer, element), node.statement, label),
    );
    if (end.completion?.kind === 'return')
      context.activation.pending.push({
        value: end.completion.value,
        delta: { bindings: new Map(), objects: new Map() },
        condition: shortText(node.expression),
        preferred: false,
        elsewhere: false,
        when: null,
      });
  }
  return null;
}

/** A round for an element that exists only under a condition. */
function conditionalRound(
  evaluator: Evaluator,
  context: Context,
  node: ts.ForOfStatement | ts.ForInStatement,
  element: Extract<Value, { kind: 'oneOf' }>,
  label: string | null,
): void {
  const info = evaluator.branchInfo(
    context,
    node.expression,
    element.condition,
    element.preferred ? 'configuration' : 'unknown',
    element.values.length,
    false,
  );
  const arms = element.values.map((alternative) => (): Completion => {
    if (alternative === ABSENT) return null;
    round(evaluator, bindHead(evaluator, context, node.initializer, alternative), node.statement, label);
    return null;
  });
  afterArms(evaluator, context, info, evaluator.runArms(info, arms, element.preferred), element.preferred);
}

export function executeForIn(evaluator: Evaluator, context: Context, node: ts.ForInStatement, label: string | null): Completion {
  const value = evaluate(evaluator, context, node.expression);
  const object = value.kind === 'oneOf' ? (value.values.find((alternative) => alternative.kind === 'object') ?? value) : value;
  if (object.kind === 'object') {
    const names = new Set<string>();
    for (let current: Value | null = object; current?.kind === 'object'; current = (current as Obj).proto)
      for (const key of evaluator.keys(current as Obj)) names.add(key);
    for (const name of names) {
      evaluator.step();
      const key = constant(name, keyPlace(object as Obj, name) ?? object.origin);
      const own = evaluator.observer && evaluator.ownProperty(object as Obj, name);
      const element = own && mayBeLeftOut(object, own.value) ? oneOf([key, ABSENT], `${name} was sent`) : key;
      if (element.kind === 'oneOf') {
        conditionalRound(evaluator, context, node, element, label);
        continue;
      }
      const end = round(evaluator, bindHead(evaluator, context, node.initializer, element), node.statement, label);
      if (end.stop) return end.completion;
    }
    if (!(object as Obj).open && (object as Obj).cls !== 'Environment') return null;
  } else if (object.kind === 'const') return null;
  asRound(evaluator, true, () =>
    round(
      evaluator,
      bindHead(
        evaluator,
        context,
        node.initializer,
        keyAmong(evaluator, object, evaluator.site(context, node.expression)) ??
          (object.kind === 'object' && evaluator.observer && unknownKeyed(object as Obj).length > 0
            ? listedName(object as Obj)
            : noteOfMany(unknown('a key that only run time knows', evaluator.site(context, node.expression)))),
      ),
      node.statement,
      label,
    ),
  );
  return null;
}

/** The scope of a `for` loop in its first round, and the variables of its head of which every round has its own. */
export function enterFor(evaluator: Evaluator, context: Context, node: ts.ForStatement): { loop: Context; perRound: readonly string[] } {
  const perRound: string[] = [];
  let loop = context;
  if (node.initializer && ts.isVariableDeclarationList(node.initializer)) {
    if (node.initializer.flags & ts.NodeFlags.BlockScoped) {
      loop = context.within(new Scope(context.scope, false));
      for (const declaration of node.initializer.declarations) if (ts.isIdentifier(declaration.name)) perRound.push(declaration.name.text);
    }
    declareVariables(evaluator, loop, node.initializer);
  } else if (node.initializer) evaluate(evaluator, context, node.initializer);
  return { loop, perRound };
}

/** Closures of one round see that round's variables (`let`). */
export function copyOfRound(context: Context, loop: Context, perRound: readonly string[]): Context {
  if (perRound.length === 0) return loop;
  const copy = context.within(new Scope(context.scope, false));
  for (const name of perRound) copy.scope.declare(name, loop.scope.own(name)?.value ?? null);
  return copy;
}

export function executeFor(evaluator: Evaluator, context: Context, node: ts.ForStatement, label: string | null): Completion {
  const entered = enterFor(evaluator, context, node);
  const { perRound } = entered;
  let { loop } = entered;
  let undecided = 0;
  const endless = hasNoEnd(node, node.condition)
    ? new EndlessLoop(evaluator, node, context.activation, hasSuspension(node.statement))
    : null;
  const turn = (): LoopEnd => {
    let decided = true;
    if (node.condition) {
      const truth = evaluator.truth(evaluate(evaluator, loop, node.condition)).value ?? isWithinList(evaluator, loop, node);
      if (truth === false || (truth === null && undecided++ >= UNDECIDED_ROUNDS)) return { completion: null, stop: true };
      decided = truth !== null;
    }
    loop = copyOfRound(context, loop, perRound);
    const end = asRound(evaluator, !decided, () => round(evaluator, loop, node.statement, label, endless));
    if (end.stop) return end;
    loop = copyOfRound(context, loop, perRound);
    if (node.incrementor) evaluate(evaluator, loop, node.incrementor);
    return end;
  };
  // Variables of which every round has its own are younger than the round.
  const steady = perRound.length === 0 ? new SteadyLoop(evaluator, context.activation) : null;
  for (let count = 0; count < MAX_ITERATIONS; count++) {
    evaluator.step();
    const end = steady ? steady.run(turn) : turn();
    if (end.stop) return end.completion;
    if (steady?.isOver) return null;
  }
  return null;
}

/** `at < PUBLIC.length`, also with the length in a variable of the loop: of a list of the program that may be longer or shorter then, each element that is known has its round. */
function isWithinList(evaluator: Evaluator, loop: Context, { condition, initializer }: ts.ForStatement): boolean | null {
  if (!evaluator.observer || !condition || !ts.isBinaryExpression(condition)) return null;
  const { left, operatorToken, right } = condition;
  const count =
    ts.isIdentifier(right) && initializer && ts.isVariableDeclarationList(initializer)
      ? initializer.declarations.find(({ name }) => ts.isIdentifier(name) && name.text === right.text)?.initializer
      : right;
  if (operatorToken.kind !== ts.SyntaxKind.LessThanToken || !ts.isIdentifier(left)) return null;
  if (!count || !ts.isPropertyAccessExpression(count) || count.name.text !== 'length' || !ts.isIdentifier(count.expression)) return null;
  const [at, list] = [left, count.expression].map((each) => evaluate(evaluator, loop, each));
  const { elements, open } = list!.kind === 'object' ? (list as Obj) : {};
  return at!.kind === 'const' && typeof at!.value === 'number' && elements && !open && !elements.some(mayBeAbsent)
    ? at!.value < elements.length
    : null;
}

export function executeWhile(
  evaluator: Evaluator,
  context: Context,
  node: ts.WhileStatement | ts.DoStatement,
  label: string | null,
): Completion {
  let undecided = 0;
  const endless = hasNoEnd(node, node.expression)
    ? new EndlessLoop(evaluator, node, context.activation, hasSuspension(node.statement))
    : null;
  const steady = new SteadyLoop(evaluator, context.activation);
  for (let count = 0; count < MAX_ITERATIONS; count++) {
    evaluator.step();
    const end = steady.run((): LoopEnd => {
      let decided = true;
      if (ts.isWhileStatement(node) || count > 0) {
        const truth = evaluator.truth(evaluate(evaluator, context, node.expression)).value;
        if (truth === false || (truth === null && undecided++ >= UNDECIDED_ROUNDS)) return { completion: null, stop: true };
        decided = truth !== null;
      }
      return asRound(evaluator, !decided, () => round(evaluator, context, node.statement, label, endless));
    });
    if (end.stop) return end.completion;
    if (steady.isOver) return null;
  }
  return null;
}
