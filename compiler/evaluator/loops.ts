import type { Value } from '@tool/scanner-sdk';
import { awaitedInPlace } from './awaiting.js';
import type { Context, Completion } from './context.js';
import type { Evaluator } from './evaluator.js';
import { EndlessLoop, hasNoEnd } from './endless.js';
import { evaluate } from './expressions.js';
import { iterate } from './iterate.js';
import { assign, bindPattern, type BindMode } from './patterns.js';
import { Scope } from './scope.js';
import { execute, declareVariables, afterArms } from './statements.js';
import { hasSuspension } from './suspension.js';
import { ts, shortText } from './syntax.js';
import { mayBeAbsent, unknown, ABSENT, constant, type Obj } from './values.js';

const MAX_ITERATIONS = 20_000;
/** Rounds of a loop whose end is undecided. */
const UNDECIDED_ROUNDS = 1;

interface LoopEnd { readonly completion: Completion; readonly stop: boolean }

/** One round: its own scope for the head's variables; `continue` ends it, what left early in an arm is guarded to its end. */
function round(evaluator: Evaluator, context: Context, body: ts.Statement, label: string | null, endless: EndlessLoop | null = null): LoopEnd {
  const guard = evaluator.guard;
  const completion = execute(evaluator, context, body);
  const end = endless?.ends(guard, evaluator.guard);
  // An undecided `break` guards the rest of the loop, too; an undecided `continue` only this round. Both are kept to the round.
  evaluator.guard = guard;
  if (end && (!completion || completion.kind === 'continue')) return { completion: end.completion, stop: true };
  if (!completion) return { completion: null, stop: false };
  if (completion.kind === 'return') return { completion, stop: true };
  if (completion.kind === 'continue') return completion.label === null || completion.label === label ? { completion: null, stop: false } : { completion, stop: true };
  return completion.label === null || completion.label === label ? { completion: null, stop: true } : { completion, stop: true };
}

export function bindHead(evaluator: Evaluator, context: Context, head: ts.ForInitializer, value: Value): Context {
  if (!ts.isVariableDeclarationList(head)) { assign(evaluator, context, head, value); return context; }
  const blockScoped = (head.flags & ts.NodeFlags.BlockScoped) !== 0;
  const inner = blockScoped ? context.within(new Scope(context.scope, false)) : context;
  const mode: BindMode = blockScoped ? 'declare' : 'initialize';
  bindPattern(evaluator, inner, head.declarations[0]!.name, value, mode);
  return inner;
}

export function executeForOf(evaluator: Evaluator, context: Context, node: ts.ForOfStatement, label: string | null): Completion {
  let value = evaluate(evaluator, context, node.expression);
  if (node.awaitModifier) value = awaitedInPlace(evaluator, value);
  const iteration = iterate(evaluator, context, node.expression, value);
  let count = 0;
  for (let index = 0; index < iteration.elements.length; index++) {
    evaluator.step();
    if (++count > MAX_ITERATIONS) break;
    let element = iteration.elements[index]!;
    if (node.awaitModifier) element = awaitedInPlace(evaluator, element);
    if (mayBeAbsent(element) && element.kind === 'oneOf') { conditionalRound(evaluator, context, node, element, label); continue; }
    const end = round(evaluator, bindHead(evaluator, context, node.initializer, element), node.statement, label);
    if (end.stop) return end.completion;
  }
  if (iteration.open && !iteration.uniform) {
    const element = unknown(iteration.why, evaluator.site(context, node.expression));
    const end = round(evaluator, bindHead(evaluator, context, node.initializer, element), node.statement, label);
    if (end.completion?.kind === 'return') context.activation.pending.push({ value: end.completion.value, delta: { bindings: new Map(), objects: new Map() }, condition: shortText(node.expression), preferred: false, elsewhere: false });
  }
  return null;
}

/** A round for an element that exists only under a condition. */
function conditionalRound(evaluator: Evaluator, context: Context, node: ts.ForOfStatement, element: Extract<Value, { kind: 'oneOf' }>, label: string | null): void {
  const info = evaluator.branchInfo(context, node.expression, element.condition, element.preferred ? 'configuration' : 'unknown', element.values.length, false);
  const arms = element.values.map((alternative) => (): Completion => {
    if (alternative === ABSENT) return null;
    round(evaluator, bindHead(evaluator, context, node.initializer, alternative), node.statement, label);
    return null;
  });
  afterArms(evaluator, context, info, evaluator.runArms(info, arms, element.preferred), element.preferred);
}

export function executeForIn(evaluator: Evaluator, context: Context, node: ts.ForInStatement, label: string | null): Completion {
  const value = evaluate(evaluator, context, node.expression);
  const object = value.kind === 'oneOf' ? value.values.find((alternative) => alternative.kind === 'object') ?? value : value;
  if (object.kind === 'object') {
    const names = new Set<string>();
    for (let current: Value | null = object; current?.kind === 'object'; current = (current as Obj).proto) for (const key of evaluator.keys(current as Obj)) names.add(key);
    for (const name of names) {
      evaluator.step();
      const end = round(evaluator, bindHead(evaluator, context, node.initializer, constant(name, (object as Obj).origin)), node.statement, label);
      if (end.stop) return end.completion;
    }
    if (!(object as Obj).open) return null;
  } else if (object.kind === 'const') return null;
  round(evaluator, bindHead(evaluator, context, node.initializer, unknown('a key that only run time knows', evaluator.site(context, node.expression))), node.statement, label);
  return null;
}

export function executeFor(evaluator: Evaluator, context: Context, node: ts.ForStatement, label: string | null): Completion {
  let loop = context;
  const perRound: string[] = [];
  if (node.initializer) {
    if (ts.isVariableDeclarationList(node.initializer)) {
      if (node.initializer.flags & ts.NodeFlags.BlockScoped) {
        loop = context.within(new Scope(context.scope, false));
        for (const declaration of node.initializer.declarations) if (ts.isIdentifier(declaration.name)) perRound.push(declaration.name.text);
      }
      declareVariables(evaluator, loop, node.initializer);
    } else evaluate(evaluator, context, node.initializer);
  }
  let undecided = 0;
  const endless = hasNoEnd(node, node.condition) ? new EndlessLoop(evaluator, node, hasSuspension(node.statement)) : null;
  for (let count = 0; count < MAX_ITERATIONS; count++) {
    evaluator.step();
    if (node.condition) {
      const truth = evaluator.truth(evaluate(evaluator, loop, node.condition)).value;
      if (truth === false) return null;
      if (truth === null && undecided++ >= UNDECIDED_ROUNDS) return null;
    }
    // Closures of one round see that round's variables (`let`).
    const before = loop;
    if (perRound.length) {
      loop = context.within(new Scope(context.scope, false));
      for (const name of perRound) loop.scope.declare(name, before.scope.own(name)?.value ?? null);
    }
    const end = round(evaluator, loop, node.statement, label, endless);
    if (end.stop) return end.completion;
    if (perRound.length) {
      const next = context.within(new Scope(context.scope, false));
      for (const name of perRound) next.scope.declare(name, loop.scope.own(name)?.value ?? null);
      loop = next;
    }
    if (node.incrementor) evaluate(evaluator, loop, node.incrementor);
  }
  return null;
}

export function executeWhile(evaluator: Evaluator, context: Context, node: ts.WhileStatement | ts.DoStatement, label: string | null): Completion {
  let undecided = 0;
  const endless = hasNoEnd(node, node.expression) ? new EndlessLoop(evaluator, node, hasSuspension(node.statement)) : null;
  for (let count = 0; count < MAX_ITERATIONS; count++) {
    evaluator.step();
    if (ts.isWhileStatement(node) || count > 0) {
      const truth = evaluator.truth(evaluate(evaluator, context, node.expression)).value;
      if (truth === false) return null;
      if (truth === null && undecided++ >= UNDECIDED_ROUNDS) return null;
    }
    const end = round(evaluator, context, node.statement, label, endless);
    if (end.stop) return end.completion;
  }
  return null;
}
