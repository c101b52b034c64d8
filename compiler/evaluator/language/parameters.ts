import type { Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import { everyRequestHas } from '../conditions/arms.js';
import { bindPattern } from './patterns.js';
import { declared, tellStated, typeOfFunction } from './declared-types.js';
import { evaluate, withWritten } from './expressions.js';
import { ts } from './syntax.js';
import { UNDEFINED, isLacking, oneOf } from '../values/values.js';
import type { Evaluator } from '../evaluator.js';
import { defaulted } from '../requests/defaults.js';
import { askedByDefault } from '../requests/request-tests.js';

const isThisParameter = (parameter: ts.ParameterDeclaration): boolean => ts.isIdentifier(parameter.name) && parameter.name.text === 'this';

/** What a function takes: without `this`, which is a parameter to TypeScript only. */
export const parametersOf = ({ parameters }: ts.SignatureDeclarationBase): readonly ts.ParameterDeclaration[] =>
  parameters.filter((parameter) => !isThisParameter(parameter));

/** The `length` of a function: how many parameters stand before the first that may be left out. */
export function lengthOfFunction(node: ts.SignatureDeclarationBase): number {
  const parameters = parametersOf(node);
  const first = parameters.findIndex(({ initializer, dotDotDotToken }) => initializer ?? dotDotDotToken);
  return first === -1 ? parameters.length : first;
}

export function bindParameters(
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
export function withDefault(evaluator: Evaluator, context: Context, given: Value, initializer: ts.Expression): Value {
  const value = evaluator.observer ? orNothing(given) : given;
  if (value.kind === 'const') return value.value === undefined ? carryTaint(evaluate(evaluator, context, initializer), value.taint) : value;
  if (value.kind === 'oneOf' && value.values.some((alternative) => alternative.kind === 'const' && alternative.value === undefined)) {
    const fallback = evaluate(evaluator, context, initializer);
    return oneOf(
      value.values.map((alternative) => (alternative.kind === 'const' && alternative.value === undefined ? fallback : alternative)),
      value.condition,
      value.preferred,
    );
  }
  if (isSomething(value)) return value;
  if (evaluator.observer && value.kind === 'unknown' && value.trace && !everyRequestHas(value)) {
    const fallback = evaluate(evaluator, context, initializer);
    return askedByDefault(defaulted(evaluator, value, fallback, evaluator.site(context, initializer)), value, fallback, '??');
  }
  // An argument that nobody knows may be left out: for a name or prefix the default is the only evidence there is.
  if (value.kind === 'unknown' && !value.provenance && value.carries.length === 0 && value.why.startsWith('the argument')) {
    const fallback = evaluate(evaluator, context, initializer);
    return fallback.kind === 'const' ? { ...fallback, taint: fallback.taint ?? value.why } : fallback;
  }
  return value;
}

/** A member of `body.options ?? {}`: what came in, or nothing, as it is without the record that stands in. */
export function orNothing(value: Value): Value {
  if (value.kind !== 'oneOf') return value;
  const [only, ...others] = value.values.filter((each) => each.kind !== 'const' || each.value !== undefined || isLacking(each));
  return only?.kind === 'unknown' && only.trace && only.trace.part !== 'context' && others.length === 0 ? only : value;
}

/** Something stands in for it where it is missing, or a number was made of it. */
const isSomething = (value: Value): boolean =>
  value.kind === 'unknown' &&
  (value.instead !== undefined || (value.trace?.derived === true && (value.shape?.kind === 'number' || value.shape?.kind === 'integer')));

const carryTaint = (value: Value, taint: string | null): Value =>
  taint && value.kind === 'const' && !value.taint ? { ...value, taint } : value;
