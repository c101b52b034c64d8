import type { Const, Value } from '@tool/scanner-sdk';
import { underReturn } from '../conditions/arms.js';
import { noteChosen } from './chosen.js';
import { commonGuard, type BranchInfo, type Guard, type Completion, type Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { isUnheard } from '../bounds/unheard.js';
import { bindPattern, relied } from '../language/patterns.js';
import { afterArms, executeBody } from '../language/statements.js';
import { shortText, ts } from '../language/syntax.js';
import { stateOf } from '../builtins/promise.js';
import { armWithout } from './ways.js';
import { ABSENT, isNullish, mayBeAbsent, nothing, oneOf, saysStatus, type Frame, type Obj } from '../values/values.js';

/** Of what is returned under several conditions none is known. */
export function noteReturned({ returnedUnder, guard }: Evaluator, value: Value): void {
  const known = returnedUnder.get(value);
  if (known === undefined) returnedUnder.set(value, guard);
  else if (known && commonGuard(known, guard) !== guard) returnedUnder.set(value, null);
}

interface Choice {
  readonly value: Value;
  readonly values: readonly Value[];
  put(value: Value): void;
}

/** How many values of one variable are followed one by one, and how often that is done in one function that serves requests. */
const MAX_CHOICES = 6;
/** The same of records that say which status is answered, where nothing was chosen yet: what a controller gives. */
const MAX_ANSWERS = 12;
const MAX_SPLITS = 60;
/** How far ways are followed that are each one of several on a way that is one of several. */
const MAX_SPLIT_DEPTH = 4;

/**
 * While observing: a variable that now is one of several objects, or an object or a constant. What follows belongs together for each of them:
 * the status of one result goes with the body of the same result.
 */
export function choiceOf(evaluator: Evaluator, context: Context, statement: ts.Statement): Choice | null {
  const taken = ts.isVariableStatement(statement) ? statement.declarationList.declarations.at(-1)! : null;
  if (taken && !ts.isIdentifier(taken.name)) {
    // `const { status, body } = await …`
    const value = evaluator.takenApart?.node === taken ? relied(evaluator, evaluator.takenApart.value) : null;
    const values = value && choicesAmong(evaluator, value, context.frame);
    return values && { value, values, put: (each) => bindPattern(evaluator, context, taken.name, each, 'initialize') };
  }
  const name = assignedName(statement);
  const binding = name === null ? null : context.scope.find(name);
  const value = binding?.value;
  const values = value && choicesAmong(evaluator, value, context.frame);
  return binding && values
    ? {
        value,
        values,
        put: (each) => {
          evaluator.journal?.binding(binding);
          binding.value = each.kind === 'const' && isNullish(each) ? nothing(each) : each;
        },
      }
    : null;
}

/**
 * The values of which each is followed by itself. Where there are many, or what is followed is in its turn one way of several, those go together that
 * no number and no truth value of theirs tells apart.
 */
export function choicesAmong(evaluator: Evaluator, value: Value, frame: Frame): readonly Value[] | null {
  if (value.kind !== 'oneOf' || value.preferred || evaluator.splits >= MAX_SPLITS || evaluator.splitDepth >= MAX_SPLIT_DEPTH) return null;
  const whole = value.values.every(
    (alternative) => alternative !== ABSENT && (alternative.kind === 'object' || alternative.kind === 'const'),
  );
  if (!whole || !value.values.some((alternative) => alternative.kind === 'object') || isUnheard(evaluator, frame)) return null;
  // Which of several lists it is says nothing, unless there may be none of its elements.
  if (value.values.every(hasElements) && !areTuples(value.values)) return null;
  if (value.values.length <= (evaluator.splitDepth > 0 ? 2 : MAX_CHOICES)) return value.values;
  const most = evaluator.splitDepth === 0 && value.values.every(saysStatus) ? MAX_ANSWERS : MAX_CHOICES;
  const groups = [true, false]
    .map((byWhatIsMissing) => groupsOf(evaluator, value.values, byWhatIsMissing))
    .find((each) => each.length <= most);
  return groups && groups.length > 1
    ? groups.map((each) => (each.length === 1 ? each[0]! : oneOf(each, value.condition)))
    : value.values.length <= MAX_CHOICES
      ? value.values
      : null;
}

/** Tells what a function returns; of a promise that is fulfilled already what it holds. */
export function tellReturned({ observer }: Evaluator, value: Value): void {
  if (!observer) return;
  const state = stateOf(value);
  observer.returned(state?.status === 'fulfilled' ? state.value : value);
}

/** What is returned where something is missing stands by itself, if it is asked for. */
function groupsOf({ returnedUnder }: Evaluator, values: readonly Value[], byWhatIsMissing: boolean): readonly Value[][] {
  const saysMissing = (guard: Guard | null | undefined): boolean =>
    !!guard && (guard.branch.absence?.arm === guard.arm || saysMissing(guard.parent));
  const groups = new Map<string, Value[]>();
  const isTuple = areTuples(values);
  values.forEach((each, index) => {
    const told = toldApartBy(each, isTuple) + (byWhatIsMissing && saysMissing(returnedUnder.get(each)) ? ` ${index}` : '');
    const known = groups.get(told);
    if (known) known.push(each);
    else groups.set(told, [each]);
  });
  return [...groups.values()];
}

function toldApartBy(value: Value, isTuple: boolean): string {
  if (value.kind !== 'object') return 'constant';
  const { elements, props } = value as Obj;
  // Tuples are told apart by what is missing in them as well: `[undefined, result]`.
  if (isTuple)
    return elements!.map((each) => (each.kind === 'const' && (isNullish(each) || isTelling(each)) ? String(each.value) : '')).join();
  return [...(props ?? [])]
    .flatMap(([name, { value: member }]) =>
      member?.kind === 'const' && isTelling(member) ? [`${String(name)} ${String(member.value)}`] : [],
    )
    .join('\n');
}

/** Lists of a few elements each: `[error]`, `[undefined, result]`. */
const MAX_TUPLE = 4;
const areTuples = (values: readonly Value[]): boolean => {
  const lengths = values.map((value) => {
    const { elements, open } = value.kind === 'object' ? (value as Obj) : {};
    return open || elements?.some(mayBeAbsent) ? 0 : (elements?.length ?? 0);
  });
  return Math.min(...lengths) > 0 && Math.max(...lengths) > 1 && Math.max(...lengths) <= MAX_TUPLE;
};

const hasElements = (value: Value): boolean => value.kind === 'object' && ((value as Obj).elements?.length ?? 0) > 0;

const isTelling = ({ value }: Const): boolean => typeof value === 'number' || typeof value === 'boolean';

function assignedName(statement: ts.Statement): string | null {
  if (ts.isVariableStatement(statement)) {
    const name = statement.declarationList.declarations.at(-1)!.name;
    return ts.isIdentifier(name) ? name.text : null;
  }
  if (
    !ts.isExpressionStatement(statement) ||
    !ts.isBinaryExpression(statement.expression) ||
    statement.expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken
  )
    return null;
  return ts.isIdentifier(statement.expression.left) ? statement.expression.left.text : null;
}

/**
 * Runs what follows once for each value of the variable. Where that is the rest of the function that serves the request, what is put off in it runs with the
 * state of its way; behind a job of the queue somebody may wait who goes on once.
 */
export function eachChoice(
  evaluator: Evaluator,
  context: Context,
  statement: ts.Statement,
  choice: Choice,
  rest: readonly ts.Statement[],
): Completion {
  const info = chosenBranch(evaluator, context, statement, choice);
  const arms = choice.values.map((value) => (): Completion => {
    evaluator.guard = underReturn(evaluator, value);
    choice.put(value);
    const completion = executeBody(evaluator, context, rest);
    const isServed = context.frame.isOutermost && !evaluator.fuel.isDraining && ts.isFunctionLike(statement.parent.parent);
    if (completion?.kind === 'return' || isServed) evaluator.drain();
    return completion;
  });
  const results = deeper(evaluator, () => evaluator.runArms(info, arms, false));
  return afterArms(evaluator, context, info, results, false);
}

/** Follows the ways of a choice. */
export function deeper<Result>(evaluator: Evaluator, run: () => Result): Result {
  evaluator.splitDepth++;
  try {
    return run();
  } finally {
    evaluator.splitDepth--;
  }
}

export function chosenBranch(
  evaluator: Evaluator,
  context: Context,
  node: ts.Node,
  { value, values }: Pick<Choice, 'value' | 'values'>,
): BranchInfo {
  evaluator.splits++;
  const info = evaluator.branchInfo(context, node, shortText(node), 'unknown', values.length, true);
  noteChosen(info, value, values);
  info.absence = armWithout(value, values);
  return info;
}
