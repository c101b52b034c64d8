import type { RequestCondition } from '@tool/ir';
import type { Trace, Value } from '@tool/scanner-sdk';
import { forgettingTruths, noteTruth, truthOf, type ArmResult, type Truth } from '../conditions/arms.js';
import { makeClosure } from './calls.js';
import { evaluateClass, namedValue } from './classes.js';
import { Guard, type Context, type BranchInfo, type Completion } from '../context.js';
import { choiceOf, eachChoice, noteReturned, tellReturned } from '../requests/choices.js';
import { declared, tellStated } from './declared-types.js';
import type { Evaluator } from '../evaluator.js';
import { evaluate } from './expressions.js';
import { mergeDeltas, redo } from '../values/journal.js';
import { executeSwitch } from './switch-statements.js';
import { executeTry } from './try-statements.js';
import { executeForOf, executeForIn, executeFor, executeWhile } from './loops.js';
import { stateOf } from '../builtins/promise.js';
import { withoutFailure } from '../conditions/told-failures.js';
import { narrow, narrowConfigured, narrowRest, noteRest, narrowSettings } from '../conditions/narrowing.js';
import { missingOf, nameOfTrace } from '../requests/missing.js';
import { defaulted, noteStandIn } from '../requests/defaults.js';
import { asCameIn } from '../requests/observation.js';
import { noteTested } from '../requests/tested.js';
import { declareExport, importEquals } from '../modules/modules.js';
import { MAX_NESTING, tooDeep } from './nesting.js';
import { hasSuspension } from '../jobs/suspension.js';
import { isTried } from '../conditions/catching.js';
import { statesByAnswer } from '../conditions/early-returns.js';
import { openLayers, runWithJumps } from '../conditions/jumps.js';
import { isReachedAlways, saidByWays, waysOfArms } from '../requests/ways.js';
import { whereClassHolds } from '../requests/kinds-of-errors.js';
import { asksWhetherListed, lookUp, roundsOfKeys } from '../requests/request-keys.js';
import { noteAbsence } from '../requests/request-conditions.js';
import { all, askedByArms, askedSince, asksOf, not, noteAsked, ofArm } from '../requests/request-tests.js';
import { assign, bindPattern } from './patterns.js';
import { isNarrowed } from '../values/held-members.js';
import { Scope } from '../values/scope.js';
import { ThrowSignal } from '../signals.js';
import { hasModifier, hoistBlock, isLastStatement, shortText, ts } from './syntax.js';
import { executeEnum, executeNamespace } from './typescript-statements.js';
import { UNDEFINED, oneOf } from '../values/values.js';

/** Declares what a block hoists: functions with their closures, the rest before its declaration runs. */
export function hoistInto(evaluator: Evaluator, context: Context, owner: ts.Node, statements: readonly ts.Statement[]): void {
  const hoisted = hoistBlock(owner, statements);
  for (const name of hoisted.lexical) context.scope.declare(name, null);
  for (const fn of hoisted.functions)
    if (fn.name) context.scope.declare(fn.name.text, makeClosure(evaluator, context, fn, null, fn.name.text));
  for (const fn of hoisted.functions)
    if (!fn.name) context.scope.declare('*default*', makeClosure(evaluator, context, fn, null, 'default'));
}

/** The statements behind one of which an arm may leave the round of a loop: they belong to the other arm. */
export class Rest {
  /** They have run in that arm. */
  isTaken = false;
  constructor(readonly statements: readonly ts.Statement[]) {}
}

/** What follows a condition that leaves the round where it holds, or where it does not: `if (!fits(each)) continue`; null behind any other statement. */
export const restBehind = (statements: readonly ts.Statement[], index: number): Rest | null => {
  const statement = statements[index]!;
  return index + 1 < statements.length && ts.isIfStatement(statement) && armThatJumps(statement) !== null
    ? new Rest(statements.slice(index + 1))
    : null;
};

export function executeBody(evaluator: Evaluator, context: Context, statements: readonly ts.Statement[]): Completion {
  return evaluator.observer
    ? forgettingTruths(() => executeList(evaluator, context, statements))
    : executeList(evaluator, context, statements);
}

function executeList(evaluator: Evaluator, context: Context, statements: readonly ts.Statement[]): Completion {
  for (let index = 0; index < statements.length; index++) {
    const rest = restBehind(statements, index);
    const completion = execute(evaluator, context, statements[index]!, rest);
    if (completion || rest?.isTaken) return completion;
    const choice = evaluator.observer && index + 1 < statements.length ? choiceOf(evaluator, context, statements[index]!) : null;
    if (choice) return eachChoice(evaluator, context, statements[index]!, choice, statements.slice(index + 1));
  }
  return null;
}

export function executeBlock(evaluator: Evaluator, context: Context, owner: ts.Node, statements: readonly ts.Statement[]): Completion {
  const hoisted = hoistBlock(owner, statements);
  if (hoisted.lexical.length === 0 && hoisted.functions.length === 0) return executeBody(evaluator, context, statements);
  const inner = context.within(new Scope(context.scope, false));
  hoistInto(evaluator, inner, owner, statements);
  return executeBody(evaluator, inner, statements);
}

type StatementRule = (evaluator: Evaluator, context: Context, node: ts.Statement, rest: Rest | null) => Completion;

/** One rule for each kind of statement that does something where it stands: imports, exports, functions and types did their work when the scope was set up. */
const rules: (StatementRule | undefined)[] = [];
const rule = (kinds: readonly ts.SyntaxKind[], executeKind: StatementRule): void => {
  for (const kind of kinds) rules[kind] = executeKind;
};

/** @param rest what follows it, which may be a part of one of its arms */
export function execute(evaluator: Evaluator, context: Context, node: ts.Statement, rest: Rest | null = null): Completion {
  context.frame.at = node;
  evaluator.step();
  const found = rules[node.kind];
  if (!found) return null;
  const depth = evaluator.nesting;
  if (depth >= MAX_NESTING) {
    tooDeep(evaluator, context, node);
    return null;
  }
  evaluator.nesting = depth + 1;
  const completion = found(evaluator, context, node, rest);
  evaluator.observer?.followed(node);
  evaluator.nesting = depth;
  return completion;
}

rule([ts.SyntaxKind.ExpressionStatement], (evaluator, context, node) => {
  evaluate(evaluator, context, (node as ts.ExpressionStatement).expression);
  return null;
});
rule([ts.SyntaxKind.VariableStatement], (evaluator, context, node) => {
  const statement = node as ts.VariableStatement;
  if (hasModifier(statement, ts.SyntaxKind.DeclareKeyword)) return null;
  declareVariables(evaluator, context, statement.declarationList);
  return null;
});
rule([ts.SyntaxKind.Block], (evaluator, context, node) => {
  return executeBlock(evaluator, context, node, (node as ts.Block).statements);
});
rule([ts.SyntaxKind.IfStatement], (evaluator, context, node, rest) => {
  return executeIf(evaluator, context, node as ts.IfStatement, rest);
});
rule([ts.SyntaxKind.ReturnStatement], (evaluator, context, node) => {
  const expression = (node as ts.ReturnStatement).expression;
  const value = expression ? evaluate(evaluator, context, expression) : UNDEFINED;
  if (evaluator.observer && value.kind === 'object') noteReturned(evaluator, value);
  tellReturned(evaluator, value);
  return { kind: 'return', value };
});
rule([ts.SyntaxKind.ForOfStatement], (evaluator, context, node) => {
  return executeForOf(evaluator, context, node as ts.ForOfStatement, null);
});
rule([ts.SyntaxKind.ForInStatement], (evaluator, context, node) => {
  return executeForIn(evaluator, context, node as ts.ForInStatement, null);
});
rule([ts.SyntaxKind.ForStatement], (evaluator, context, node) => {
  return executeFor(evaluator, context, node as ts.ForStatement, null);
});
rule([ts.SyntaxKind.WhileStatement, ts.SyntaxKind.DoStatement], (evaluator, context, node) => {
  return executeWhile(evaluator, context, node as ts.WhileStatement | ts.DoStatement, null);
});
rule([ts.SyntaxKind.SwitchStatement], (evaluator, context, node) => {
  return executeSwitch(evaluator, context, node as ts.SwitchStatement);
});
rule([ts.SyntaxKind.TryStatement], (evaluator, context, node) => {
  return executeTry(evaluator, context, node as ts.TryStatement);
});
rule([ts.SyntaxKind.ThrowStatement], (evaluator, context, node) => {
  const value = evaluate(evaluator, context, (node as ts.ThrowStatement).expression);
  evaluator.observer?.thrown(value);
  if (evaluator.observer && evaluator.guard && value.kind === 'object' && !evaluator.thrownUnder.has(value))
    evaluator.thrownUnder.set(value, evaluator.guard);
  const site = evaluator.site(context, node);
  evaluator.raised(value, site);
  throw new ThrowSignal(value, site, evaluator.guard);
});
rule([ts.SyntaxKind.BreakStatement], (_evaluator, _context, node) => {
  return { kind: 'break', label: (node as ts.BreakStatement).label?.text ?? null };
});
rule([ts.SyntaxKind.ContinueStatement], (_evaluator, _context, node) => {
  return { kind: 'continue', label: (node as ts.ContinueStatement).label?.text ?? null };
});
rule([ts.SyntaxKind.LabeledStatement], (evaluator, context, node) => {
  const labeled = node as ts.LabeledStatement;
  const label = labeled.label.text;
  const body = labeled.statement;
  const completion = ts.isForOfStatement(body)
    ? executeForOf(evaluator, context, body, label)
    : ts.isForInStatement(body)
      ? executeForIn(evaluator, context, body, label)
      : ts.isForStatement(body)
        ? executeFor(evaluator, context, body, label)
        : ts.isWhileStatement(body) || ts.isDoStatement(body)
          ? executeWhile(evaluator, context, body, label)
          : runWithJumps(
              evaluator,
              context,
              body,
              (jump) => jump.label === label,
              () => execute(evaluator, context, body),
            ).completion;
  return completion && completion.kind !== 'return' && completion.label === label ? null : completion;
});
rule([ts.SyntaxKind.ClassDeclaration], (evaluator, context, node) => {
  const declaration = node as ts.ClassDeclaration;
  if (hasModifier(declaration, ts.SyntaxKind.DeclareKeyword)) return null;
  const cls = evaluateClass(evaluator, context, declaration);
  initialize(evaluator, context, declaration.name?.text ?? '*default*', cls);
  return null;
});
rule([ts.SyntaxKind.EnumDeclaration], (evaluator, context, node) => {
  executeEnum(evaluator, context, node as ts.EnumDeclaration);
  return null;
});
rule([ts.SyntaxKind.ModuleDeclaration], (evaluator, context, node) => {
  executeNamespace(evaluator, context, node as ts.ModuleDeclaration);
  return null;
});
rule([ts.SyntaxKind.ExportAssignment], (evaluator, context, node) => {
  const statement = node as ts.ExportAssignment;
  const value = namedValue(evaluator, context, statement.expression, '');
  declareExport(evaluator, context, statement, value);
  return null;
});
rule([ts.SyntaxKind.ImportEqualsDeclaration], (evaluator, context, node) => {
  importEquals(evaluator, context, node as ts.ImportEqualsDeclaration);
  return null;
});

export function initialize(evaluator: Evaluator, context: Context, name: string, value: Value): void {
  const binding = context.scope.own(name) ?? context.scope.declare(name, null);
  evaluator.journal?.binding(binding);
  binding.value = value;
  binding.lazy = null;
}

const isBlockScoped = (list: ts.VariableDeclarationList): boolean => (list.flags & ts.NodeFlags.BlockScoped) !== 0;

export function declareVariables(evaluator: Evaluator, context: Context, list: ts.VariableDeclarationList): void {
  for (const declaration of list.declarations) declareVariable(evaluator, context, declaration, isBlockScoped(list));
}

function declareVariable(evaluator: Evaluator, context: Context, declaration: ts.VariableDeclaration, blockScoped: boolean): void {
  if (evaluator.builtins.bindRequire(evaluator, context, declaration)) return;
  if (!declaration.initializer) {
    if (blockScoped && ts.isIdentifier(declaration.name)) initialize(evaluator, context, declaration.name.text, UNDEFINED);
    return;
  }
  const given = namedValue(evaluator, context, declaration.initializer, ts.isIdentifier(declaration.name) ? declaration.name.text : '');
  tellStated(evaluator, context, given, declaration.type, declaration);
  const value = declared(evaluator, context, given, declaration.type, declaration);
  if (evaluator.observer) evaluator.takenApart = { node: declaration, value };
  if (!blockScoped && ts.isIdentifier(declaration.name)) assign(evaluator, context, declaration.name, value);
  else bindPattern(evaluator, context, declaration.name, value, blockScoped ? 'declare' : 'initialize');
}

/** What a statement consists of where what follows an error is evaluated all the same: the declarations of `var a = f(), b = g()` one by one, else the statement. */
export function partsOf(evaluator: Evaluator, context: Context, statement: ts.Statement): readonly (() => Completion)[] {
  if (
    !ts.isVariableStatement(statement) ||
    statement.declarationList.declarations.length < 2 ||
    hasModifier(statement, ts.SyntaxKind.DeclareKeyword)
  )
    return [() => execute(evaluator, context, statement)];
  const list = statement.declarationList;
  return list.declarations.map((declaration) => () => {
    evaluator.step();
    declareVariable(evaluator, context, declaration, isBlockScoped(list));
    return null;
  });
}

// ---- conditions ---------------------------------------------------------------------------------------------------------

/** What is said by a value that these results of arms leave behind. */
const saidOf =
  (
    evaluator: Evaluator,
    context: Context,
    info: BranchInfo,
    results: readonly ArmResult<Completion>[],
    these: readonly ArmResult<Completion>[],
  ) =>
  <Merged extends Value | null>(merged: Merged, values: readonly (Value | null)[]): Merged => {
    // What came in is what it was, where it is known of what type it is.
    if (!evaluator.observer || (merged !== null && isNarrowed(merged))) return merged;
    const arms = these.map((result) => results.indexOf(result));
    const said = saidByWays(merged, waysOfArms(info, arms, values));
    return said !== null && arms.length === 2
      ? (withStandIn(
          evaluator,
          context,
          said,
          info,
          [0, 1].map((arm) => values[arms.indexOf(arm)]),
        ) as Merged)
      : said;
  };

/** `if (!page) page = 1`, `let size = 20; if (query.size) size = Number(query.size)`: what is there where the request lacks it is its default. */
function withStandIn(
  evaluator: Evaluator,
  context: Context,
  merged: Value,
  info: BranchInfo,
  arms: readonly (Value | null | undefined)[],
): Value {
  for (const [arm, standIn] of arms.entries()) {
    const given = arms[1 - arm];
    if (!standIn || given?.kind !== 'unknown' || !given.trace) continue;
    const name = nameOfTrace(given.trace);
    const trace = lackedIn(info, arm).find((each) => nameOfTrace(each) === name);
    if (!trace) continue;
    const site = evaluator.site(context, info.node);
    if (!given.trace.derived && standIn.kind === 'const' && standIn.value != null) return defaulted(evaluator, given, standIn, site);
    noteStandIn(evaluator, trace, given, standIn, site);
  }
  return merged;
}

/** Whoever lacks one of these values of the request comes into the arm. */
const lackedIn = ({ absence, tested }: BranchInfo, arm: number): readonly Trace[] => [
  ...(absence?.arm === arm ? absence.traces : []),
  ...(tested?.[arm] ?? []).filter(({ required }) => required).map(({ trace }) => trace),
];

const isWithin = (node: ts.Node | undefined, { node: asked }: BranchInfo): boolean => {
  const { parent } = asked;
  // What follows a statement is the arms of what it has chosen.
  const isChoice = ts.isVariableStatement(asked) || ts.isExpressionStatement(asked);
  return (
    node !== undefined && (isChoice || ts.isIfStatement(parent)) && node.pos >= (isChoice ? asked : parent).pos && node.end <= parent.end
  );
};

/**
 * What the arms of a condition leave behind. Arms that go on are joined. Arms that return are remembered as pending returns of the
 * function; whatever follows in the function then runs only when they did not, so it gets the other arm's guard.
 */
export function afterArms(
  evaluator: Evaluator,
  context: Context,
  info: BranchInfo,
  results: readonly ArmResult<Completion>[],
  preferred: boolean,
): Completion {
  const going = results.filter((result) => result.ok && (result.value === null || result.value.kind !== 'return'));
  // While the server is set up a promise that is rejected ends it as an error does: `if (!key) return Promise.reject(new Error('no key'))`.
  if (!evaluator.observer && !preferred && going.length > 0) results = results.map(asThrown);
  const returning = results.filter((result) => result.ok && result.value?.kind === 'return');
  if (going.length === 0 && returning.length === 0) {
    const first = results.find((result) => !result.ok)!;
    if (!first.ok) throw first.error;
  }
  const firstGoes = results[0]!.ok && going.includes(results[0]!);
  const firstReturns = results[0]!.ok && returning.includes(results[0]!);
  if (going.length === 0) {
    const thrown = results.find((result) => !result.ok && result.error instanceof ThrowSignal);
    // `if (known) return next(); else throw …`: where that is caught nothing has been returned.
    if (evaluator.observer && !preferred && thrown && !thrown.ok && ts.isIfStatement(info.node.parent) && isTried(info.node)) {
      putOff(evaluator, context, info, results, preferred, returning);
      redo(thrown.delta, evaluator.journal);
      evaluator.earlyExits++;
      evaluator.guard = new Guard(evaluator.guard, info, results.indexOf(thrown));
      const { escaped } = evaluator;
      escaped?.splice(0, escaped.length, ...escaped.filter(({ signal }) => signal !== thrown.error));
      throw thrown.error;
    }
    const values = returning.map((result) => (result.ok && result.value?.kind === 'return' ? result.value.value : UNDEFINED));
    // Who asks whether it was one or the other is told what was done on that way, and what has returned further in has not done what the arms did.
    const further = context.activation.pending.slice(returnedWithin(context, info));
    // What is told is what was done to objects of a framework.
    const isDone = returning.some(({ delta }) => [...delta.objects.keys()].some(({ host }) => host !== null));
    const told = [...values, ...further.map(({ value }) => value)].map((value) => truthOf(value).value);
    if (evaluator.observer && !preferred && isDone && areBoth(told)) {
      const last = returning.at(-1)!;
      putOff(evaluator, context, info, results, preferred, returning.slice(0, -1));
      redo(last.delta, evaluator.journal);
      evaluator.earlyExits++;
      evaluator.guard = new Guard(evaluator.guard, info, results.indexOf(last));
      return { kind: 'return', value: values.at(-1)! };
    }
    evaluator.fuel.spend(
      mergeDeltas(
        returning.map((result) => result.delta),
        info.condition,
        preferred && firstReturns,
        evaluator.journal,
      ),
    );
    const said = saidOf(evaluator, context, info, results, returning);
    return {
      kind: 'return',
      value: said(
        askedByArms(
          evaluator,
          oneOf(values, info.condition, preferred && firstReturns),
          values.map((value, index) => ({ when: info.asks?.[results.indexOf(returning[index]!)] ?? null, value })),
        ),
        values,
      ),
    };
  }
  const join = (): void => {
    evaluator.fuel.spend(
      mergeDeltas(
        going.map((result) => result.delta),
        info.condition,
        preferred && firstGoes,
        evaluator.journal,
        saidOf(evaluator, context, info, results, going),
      ),
    );
  };
  putOff(evaluator, context, info, results, preferred, returning);
  join();
  const leaves = (result: ArmResult<Completion>): boolean => !result.ok || result.value !== null;
  const staying = results.flatMap((result, index) => (result.ok && result.value === null ? [index] : []));
  const stays = staying[0] ?? -1;
  const someLeave = results.some(
    (result, index) => leaves(result) && result.ok && !(preferred && index !== 0 && firstGoes && !leaves(results[0]!)),
  );
  const innerExits = results.some((result) => result.ok && result.exited);
  if (someLeave || innerExits) {
    evaluator.earlyExits++;
    const plainStays = preferred && stays === 0;
    if (!plainStays && (someLeave || innerExits) && !(preferred && firstGoes && !leaves(results[0]!)))
      evaluator.guard = new Guard(
        evaluator.guard,
        info,
        Math.max(stays, 0),
        staying.slice(1),
        evaluator.observer ? endsOf(results, staying) : null,
      );
  }
  const isLeft = someLeave && !(preferred && firstGoes && !leaves(results[0]!));
  for (const result of stays >= 0 && isLeft ? going : [])
    if (result.ok && result.value && result.value.kind !== 'return')
      context.activation.addJump({ ...result.value, isDefault: preferred && result === results[0] });
  if (context.activation.jumps.length > 0) openLayers(evaluator, context);
  if (stays >= 0) return null;
  // Of arms that leave a loop and go on with it, some go on with it.
  const jumps = results.flatMap((result) => (result.ok && result.value && result.value.kind !== 'return' ? [result.value] : []));
  return jumps.find(({ kind }) => kind === 'continue') ?? jumps[0] ?? null;
}

/** What arms return is pending until the function ends: what follows, or what the last of them does, is not there for those before. */
function putOff(
  evaluator: Evaluator,
  context: Context,
  info: BranchInfo,
  results: readonly ArmResult<Completion>[],
  preferred: boolean,
  returning: readonly ArmResult<Completion>[],
): void {
  const { pending } = context.activation;
  // What follows is not there either where something has returned further in.
  const from = returnedWithin(context, info);
  for (const result of returning)
    if (result.ok && result.value?.kind === 'return')
      pending.push({
        exit: {
          branch: info,
          arm: results.indexOf(result),
          isSure: isReachedAlways(evaluator.guard, context.frame.guard, pending, info.node),
        },
        value: result.value.value,
        delta: result.delta,
        condition: info.condition,
        preferred: preferred && result === results[0],
        elsewhere: preferred && result !== results[0],
        when: whenHere(evaluator, context, info, results.indexOf(result)),
      });
  if (evaluator.observer && !preferred && pending.length > from)
    context.activation.earlyReturns.open(evaluator, pending, pending.length - from);
}

function asThrown(result: ArmResult<Completion>): ArmResult<Completion> {
  const state = result.ok && result.value?.kind === 'return' ? stateOf(result.value.value) : null;
  return state?.status === 'rejected' ? { ok: false, error: new ThrowSignal(state.value, null), delta: result.delta } : result;
}

/** The first of the pending returns at the end that stand within the arms of a condition. */
function returnedWithin({ activation: { pending } }: Context, info: BranchInfo): number {
  let from = pending.length;
  while (from > 0 && isWithin(pending[from - 1]!.exit?.branch.node, info)) from--;
  return from;
}

const areBoth = (truths: readonly (boolean | null)[]): boolean => truths.includes(true) && truths.includes(false);

/** Where arms that go on end, of those in which something has returned. */
function endsOf(results: readonly ArmResult<Completion>[], staying: readonly number[]): ReadonlyMap<number, Guard> | null {
  const ends = staying.flatMap((arm): readonly [number, Guard][] => {
    const result = results[arm]!;
    return result.ok && result.exited && result.end ? [[arm, result.end]] : [];
  });
  return ends.length > 0 ? new Map(ends) : null;
}

/**
 * While observing, what an arm that returns, or with which the function ends, has put off (timers, reactions of promises) runs with the arm's state:
 * what other arms and the rest of the function write is not there then.
 */
export const completed =
  (evaluator: Evaluator, of: ts.Statement, arm: () => Completion): (() => Completion) =>
  () => {
    const completion = arm();
    if (evaluator.observer && (completion?.kind === 'return' || isLastStatement(of))) evaluator.drain();
    return completion;
  };

const UNDECIDED: Truth = { value: null, taint: null };

/**
 * A parameter that the program states as optional, and asks for before it uses it: what a package gave for it is taken to be there wherever
 * nobody asks; here the program says itself that it may not be.
 */
function mayBeLeftOut(asked: ts.Expression, value: Value): boolean {
  if (value.kind !== 'unknown' || value.provenance === null || value.trace || !ts.isIdentifier(asked)) return false;
  const declaration = ts.findAncestor(asked, ts.isFunctionLike);
  return (
    declaration !== undefined &&
    declaration.parameters.some(
      ({ name, questionToken }) => questionToken !== undefined && ts.isIdentifier(name) && name.text === asked.text,
    )
  );
}

/** Whether a condition leaves a round, or a `switch`, where it holds (true), where it does not (false), or in neither arm or in both (null). */
function armThatJumps(node: ts.IfStatement): boolean | null {
  const { thenStatement, elseStatement } = node;
  const then = jumps(thenStatement) || returnsUnlessListed(node);
  return then === (elseStatement !== undefined && jumps(elseStatement)) ? null : then;
}

function jumps(node: ts.Statement): boolean {
  const last = node.kind === ts.SyntaxKind.Block ? (node as ts.Block).statements.at(-1) : node;
  return last?.kind === ts.SyntaxKind.ContinueStatement || last?.kind === ts.SyntaxKind.BreakStatement;
}

/** `if (!allowed.includes(key)) return;` in a callback that goes through names. */
function returnsUnlessListed({ expression, thenStatement, elseStatement }: ts.IfStatement): boolean {
  const last = ts.isBlock(thenStatement) ? thenStatement.statements.at(-1) : thenStatement;
  return !elseStatement && last !== undefined && ts.isReturnStatement(last) && !last.expression && lookUp(expression, false) !== null;
}

function executeIf(evaluator: Evaluator, context: Context, node: ts.IfStatement, rest: Rest | null): Completion {
  const condition = asCameIn(evaluate(evaluator, context, node.expression));
  const truth = mayBeLeftOut(node.expression, condition) ? UNDECIDED : evaluator.truth(condition);
  const undecided = truth.value === null;
  const { guard } = evaluator;
  const states = undecided && evaluator.observer ? statesByAnswer(evaluator, node.expression) : null;
  const narrowed = (holds: boolean): void => {
    states?.(holds);
    if (undecided) narrow(evaluator, context, node.expression, holds);
    else if (truth.value === !holds && truth.taint)
      (evaluator.guard === guard && !evaluator.observer ? narrowSettings : narrowConfigured)(evaluator, context, node.expression, holds);
  };
  const whenTrue = (): Completion => {
    narrowed(true);
    const rounds = roundsOfKeys(evaluator, context, node.expression, true) ?? [whereClassHolds(evaluator, context, node.expression)];
    return rounds.reduce<Completion>((_, inner) => withRest(true, inner, execute(evaluator, inner, node.thenStatement)), null);
  };
  const whenFalse = (): Completion => {
    narrowed(false);
    const rounds = roundsOfKeys(evaluator, context, node.expression, false) ?? [context];
    return rounds.reduce<Completion>(
      (_, inner) => withRest(false, inner, node.elseStatement ? execute(evaluator, inner, node.elseStatement) : null),
      null,
    );
  };
  const withRest = (arm: boolean, inner: Context, completion: Completion): Completion =>
    completion === null && rest?.isTaken && armThatJumps(node) !== arm ? executeBody(evaluator, inner, rest.statements) : completion;
  if (truth.value !== null && !truth.taint) return truth.value ? whenTrue() : whenFalse();
  const configured = truth.value !== null;
  const plain = configured || evaluator.observer ? truth.value : withoutFailure(node.expression);
  // What waits for something in the set-up goes on when that has settled, and what the default configuration does it does under no condition.
  const belongs = rest && (jumps(node.thenStatement) || !returnsUnlessListed(node) || asksWhetherListed(context, node.expression));
  if (rest && belongs && plain !== !armThatJumps(node) && (evaluator.observer !== null || !rest.statements.some(hasSuspension)))
    rest.isTaken = true;
  const info = evaluator.branchInfo(
    context,
    node.expression,
    shortText(node.expression),
    configured ? 'configuration' : 'unknown',
    2,
    true,
    configured ? truth.taint : null,
  );
  if (evaluator.observer && !configured) {
    noteAbsence(evaluator, context, info, node.expression, condition);
    noteAsked(evaluator, info, node.expression, condition);
  }
  const arms = (plain === false ? [whenFalse, whenTrue] : [whenTrue, whenFalse]).map((arm) => completed(evaluator, node, arm));
  const results = evaluator.runArms(info, arms, plain !== null);
  const completion = afterArms(evaluator, context, info, results, plain !== null);
  const staying = results.flatMap((result, index) => (result.ok && result.value === null ? [index] : []));
  if (undecided && staying.length === 1)
    (evaluator.observer ? noteRest : narrowRest)(evaluator, context, node.expression, staying[0] === (plain === false ? 1 : 0));
  return completion;
}

/**
 * Runs something for each truth that a value may have, under that condition: what a framework does with what a function gives. Where the truth is
 * known without a value of the request, that is one way, and those with the value are others.
 */
export function either(evaluator: Evaluator, context: Context, node: ts.Node, condition: Value, run: (holds: boolean) => void): void {
  const truth = evaluator.truth(condition);
  if (truth.value !== null) {
    run(truth.value);
    return;
  }
  const branch = (): BranchInfo => evaluator.branchInfo(context, node, evaluator.describe(condition), 'unknown', 2, true);
  const asks = asksOf(condition);
  const undecided = (): void => {
    const info = branch();
    noteTested(info, condition);
    if (asks !== null) info.asks = [asks, not(asks)];
    evaluator.runArms(
      info,
      [
        () => {
          noteTruth(condition, true);
          run(true);
        },
        () => {
          noteTruth(condition, false);
          run(false);
        },
      ],
      false,
    );
  };
  const missing = evaluator.observer && missingOf(condition);
  if (!missing) {
    undecided();
    return;
  }
  const info = branch();
  info.absence = { arm: 0, traces: missing.traces, isExact: true };
  info.present = [[], missing.traces];
  if (asks !== null) info.asks = [missing.when ? asks : not(asks), true];
  evaluator.runArms(
    info,
    [
      () => {
        run(missing.when);
      },
      undecided,
    ],
    false,
  );
}

/** In an arm of a condition: what its function has asked of the request. */
const whenHere = (evaluator: Evaluator, context: Context, info: BranchInfo, arm: number): RequestCondition =>
  evaluator.observer ? all([askedSince(evaluator.guard, context.frame.guard), ofArm(info, arm)]) : null;
