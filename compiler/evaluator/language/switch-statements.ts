import type { RequestCondition } from '@tool/ir';
import { narrowToOneOf } from '../conditions/narrowing.js';
import type { Value } from '@tool/scanner-sdk';
import type { Completion, Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { evaluate } from './expressions.js';
import { noteComparison } from '../requests/comparisons.js';
import { BOOLEAN, shaped } from '../requests/observation.js';
import { compare } from './operators.js';
import { runWithJumps, type Jump } from '../conditions/jumps.js';
import { presenceInCases } from '../requests/request-conditions.js';
import { any, askedByComparison, asksOf, not } from '../requests/request-tests.js';
import { Scope } from '../values/scope.js';
import { afterArms, completed, executeBody, hoistInto } from './statements.js';
import { shortText, ts } from './syntax.js';
import { testedInNoCase } from '../requests/tested-texts.js';
import { taintOf, type Obj } from '../values/values.js';

/** Runs the clause that is chosen and those it falls into; where the choice is not known, each in an arm of its own. */
export function executeSwitch(evaluator: Evaluator, context: Context, node: ts.SwitchStatement): Completion {
  const subject = evaluate(evaluator, context, node.expression);
  const inner = context.within(new Scope(context.scope, false));
  const clauses = node.caseBlock.clauses;
  const statements = clauses.flatMap((clause) => [...clause.statements]);
  hoistInto(evaluator, inner, node.caseBlock, statements);
  const isBreak = ({ kind, label }: Pick<Jump, 'kind' | 'label'>): boolean => kind === 'break' && label === null;
  const runFrom = (start: number): Completion => runWithJumps(evaluator, inner, node, isBreak, () => runThrough(start)).completion;
  const runThrough = (start: number): Completion => {
    for (let index = start; index < clauses.length; index++) {
      const completion = executeBody(evaluator, inner, clauses[index]!.statements);
      if (completion) return completion.kind === 'break' && completion.label === null ? null : completion;
    }
    return null;
  };
  const defaultAt = clauses.findIndex((clause) => ts.isDefaultClause(clause));
  const fixed = subject.kind === 'oneOf' && subject.preferred ? subject.values[0]! : subject;
  let decided: number | null = null;
  let undecided = false;
  const never = new Set<number>();
  const values: Value[] = [];
  for (let index = 0; index < clauses.length && decided === null; index++) {
    const clause = clauses[index]!;
    if (ts.isDefaultClause(clause)) continue;
    const value = evaluate(evaluator, inner, clause.expression);
    values.push(value);
    const equal = isCase(fixed, value);
    if (equal === true) decided = index;
    else if (equal === null) {
      undecided = true;
      noteComparison(evaluator, fixed, value, evaluator.site(inner, clause.expression));
    } else if (isExact(value)) never.add(index);
  }
  if (decided === null && !undecided) decided = defaultAt;
  const taint = taintOf(subject);
  // Under another configuration it is another one.
  const isCertain = evaluator.observer !== null && fixed === subject && !taint;
  const isAlways = isCertain && isSomeCase(subject, values);
  if (isAlways) never.add(defaultAt);
  if (decided !== null && !undecided && !taint) return decided < 0 ? null : runFrom(decided);
  // Whoever enters a clause without statements goes on in the next one that has some.
  const isEntered = (start: number): boolean => {
    for (let index = start; index >= 0 && (index === start || clauses[index]!.statements.length === 0); index--)
      if (!isCertain || !never.has(index)) return true;
    return false;
  };
  const starts = clauses
    .map((_, index) => index)
    .filter((index) => (clauses[index]!.statements.length > 0 || index === clauses.length - 1) && isEntered(index));
  const order = decided !== null && !undecided && taint ? [decided, ...starts.filter((start) => start !== decided)] : starts;
  const configured = decided !== null && !undecided;
  const byClause = new Map(
    clauses.flatMap((clause, index) => (ts.isCaseClause(clause) ? [index] : [])).map((at, index) => [at, values[index]]),
  );
  /** What leads to a clause: nothing that is known, where whatever no clause is for does. */
  const leadTo = (start: number): readonly Value[] => {
    const entered: Value[] = [];
    for (let index = start; index >= 0 && (index === start || clauses[index]!.statements.length === 0); index--) {
      const value = byClause.get(index);
      if (!value) return [];
      entered.push(value);
    }
    return entered;
  };
  const arms = order.map((start) =>
    completed(evaluator, node, () => {
      if (start < 0) return null;
      if (!configured) narrowToOneOf(evaluator, context, node.expression, leadTo(start));
      return runFrom(start);
    }),
  );
  if (defaultAt < 0 && !isAlways && !(configured && decided! < 0)) arms.push(() => null);
  const info = evaluator.branchInfo(
    context,
    node.expression,
    shortText(node.expression),
    configured ? 'configuration' : 'unknown',
    arms.length,
    true,
    configured ? taint : null,
  );
  if (evaluator.observer && !configured) {
    info.present = presenceInCases(evaluator, context, node, order);
    info.asks = askedInCases(evaluator, inner, node, subject, order);
    const none = testedInNoCase(
      subject,
      clauses.filter(ts.isCaseClause).map(({ expression }) => evaluate(evaluator, inner, expression)),
    );
    // Behind the clauses stands the arm of those that no clause is for.
    const arm = defaultAt < 0 ? order.length : order.indexOf(defaultAt);
    if (none && arm >= 0) info.tested = arms.map((_, index) => (index === arm ? [none] : []));
  }
  return afterArms(evaluator, context, info, evaluator.runArms(info, arms, configured), configured);
}

/** A constant, or a function or class, of which there is one: `case NotFound`. */
const isExact = (value: Value): boolean => value.kind === 'const' || (value.kind === 'object' && (value as Obj).fn != null);

/** Whether it is the value of a clause; of one of several only what is so of all, where the clause is for such a value. */
function isCase(subject: Value, value: Value): boolean | null {
  if (subject.kind !== 'oneOf' || subject.preferred || !isExact(value)) return compare(subject, value, false);
  const [first, ...others] = subject.values.map((each) => compare(each, value, false));
  return others.every((other) => other === first) ? (first ?? null) : null;
}

/** Whether it is one of several values each of which has its clause: it is no other one then. */
const isSomeCase = (subject: Value, values: readonly Value[]): boolean =>
  subject.kind === 'oneOf' &&
  !subject.preferred &&
  subject.values.every((each) => values.some((value) => compare(each, value, false) === true));

/** What each clause of a `switch` over a text of the request says of it; a clause that another one falls into stands for both. */
function askedInCases(
  evaluator: Evaluator,
  context: Context,
  node: ts.SwitchStatement,
  subject: Value,
  starts: readonly number[],
): readonly RequestCondition[] {
  const { clauses } = node.caseBlock;
  const tests = clauses.map((clause) =>
    ts.isCaseClause(clause)
      ? asksOf(
          askedByComparison(
            shaped(BOOLEAN, 'a case'),
            ts.SyntaxKind.EqualsEqualsEqualsToken,
            subject,
            evaluate(evaluator, context, clause.expression),
          ),
        )
      : null,
  );
  const none = not(any(tests.filter((_, index) => ts.isCaseClause(clauses[index]!))));
  if (none === null) return [];
  const own = (start: number): RequestCondition => {
    let first = start;
    while (first > 0 && clauses[first - 1]!.statements.length === 0) first--;
    return any(clauses.slice(first, start + 1).map((clause, index) => (ts.isCaseClause(clause) ? tests[first + index]! : none)));
  };
  return [...starts.map(own), none];
}
