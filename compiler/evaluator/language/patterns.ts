import type { Unknown, Value } from '@tool/scanner-sdk';
import { lackKey } from '../conditions/configured-members.js';
import type { Context } from '../context.js';
import { withDefault } from './parameters.js';
import { propertyKey, namedValue } from './classes.js';
import { evaluate } from './expressions.js';
import { elementsForPattern } from '../values/iterate.js';
import { takesMember } from '../requests/request-keys.js';
import { skipOuter, ts } from './syntax.js';
import { unknownError } from '../requests/observation.js';
import { ThrowSignal } from '../signals.js';
import { ABSENT, Obj, UNDEFINED, isNothing, isNullish, oneOf, prop, unknown, type Site } from '../values/values.js';
import type { Evaluator } from '../evaluator.js';

/** `declare` makes a new variable in the scope, `initialize` fills one that was hoisted. */
export type BindMode = 'declare' | 'initialize';

export function bindName(evaluator: Evaluator, context: Context, name: string, value: Value, mode: BindMode): void {
  const own = context.scope.own(name) ?? (mode === 'initialize' ? context.scope.find(name) : null);
  if (!own) {
    context.scope.declare(name, value);
    return;
  }
  evaluator.journal?.binding(own);
  own.value = value;
  own.lazy = null;
}

/** While a request is served: who takes members of a value that may be nothing relies on its being there. */
export const relied = (evaluator: Evaluator, value: Value): Value => {
  if (!evaluator.observer || value.kind !== 'oneOf' || value.preferred) return value;
  const present = value.values.filter((alternative) => !isNullish(alternative));
  return present.length > 0 && present.length < value.values.length ? oneOf(present, value.condition) : value;
};

export function bindPattern(evaluator: Evaluator, context: Context, name: ts.BindingName, value: Value, mode: BindMode): void {
  if (ts.isIdentifier(name)) {
    bindName(evaluator, context, name.text, value, mode);
    return;
  }
  // As where a member of it is read: what is surely nothing here has none.
  if (evaluator.observer && isNothing(value)) {
    const site = evaluator.site(context, name);
    throw new ThrowSignal(unknownError(site), site, evaluator.guard);
  }
  if (ts.isObjectBindingPattern(name)) {
    value = relied(evaluator, value);
    const taken: PropertyKey[] = [];
    for (const element of name.elements) {
      if (element.dotDotDotToken) {
        bindPattern(evaluator, context, element.name, restOf(evaluator, value, taken, evaluator.site(context, element)), mode);
        continue;
      }
      const keyNode = element.propertyName ?? (element.name as ts.Identifier);
      const key = propertyKey(evaluator, context, keyNode);
      if (key !== null) taken.push(key);
      let part = key === null ? unknown('a computed property') : evaluator.get(value, key, context, element);
      if (element.initializer) part = withDefault(evaluator, context, part, element.initializer);
      bindPattern(evaluator, context, element.name, part, mode);
    }
    return;
  }
  const elements = elementsForPattern(evaluator, context, name, value);
  name.elements.forEach((element, index) => {
    if (ts.isOmittedExpression(element)) return;
    if (element.dotDotDotToken) {
      bindPattern(evaluator, context, element.name, elements.rest(index), mode);
      return;
    }
    let part = elements.at(index);
    if (element.initializer) part = withDefault(evaluator, context, part, element.initializer);
    bindPattern(evaluator, context, element.name, part, mode);
  });
}

/** What is left of something that nobody knows: whatever its type says, the members that were taken are not in it. */
function withoutMembers(evaluator: Evaluator, value: Unknown, taken: readonly PropertyKey[], site: Site | null): Unknown {
  if (!evaluator.observer || value === ABSENT || taken.length === 0) return value;
  const declared = evaluator.declaredAs.get(value);
  const rest = { ...value, ...(site && !declared && !value.trace && { origin: site }) };
  if (declared) evaluator.declaredAs.set(rest, declared);
  evaluator.without.set(rest, new Set([...(evaluator.without.get(value) ?? []), ...taken]));
  return rest;
}

export function restOf(evaluator: Evaluator, value: Value, taken: readonly PropertyKey[], site: Site | null = null): Value {
  if (value.kind === 'oneOf' && evaluator.observer && value.values.every((each) => each !== ABSENT))
    return oneOf(
      value.values.filter((each) => !isNullish(each)).map((each) => restOf(evaluator, each, taken, site)),
      value.condition,
      value.preferred,
    );
  if (value.kind === 'unknown') return withoutMembers(evaluator, value, taken, site);
  if (value.kind !== 'object') return evaluator.object();
  const source = value as Obj;
  const rest = evaluator.object(source.origin);
  rest.open = source.open;
  rest.rest = source.rest && withoutMembers(evaluator, source.rest, taken, null);
  rest.props = new Map();
  for (const key of evaluator.keys(source))
    if (!taken.includes(key)) {
      const own = evaluator.ownProperty(source, key);
      if (own) rest.props.set(key, { ...own });
      else rest.props.set(key, prop(UNDEFINED));
    }
  return rest;
}

/** Assignment to any target: variable, property, destructuring pattern. */
export function assign(evaluator: Evaluator, context: Context, target: ts.Expression, value: Value): void {
  const node = skipOuter(target);
  if (ts.isIdentifier(node)) {
    const binding = context.scope.find(node.text);
    if (!binding) {
      evaluator.define(evaluator.builtins.globalObject, node.text, value);
      return;
    }
    evaluator.journal?.binding(binding);
    binding.value = value;
    binding.lazy = null;
    return;
  }
  if (ts.isPropertyAccessExpression(node)) {
    evaluator.set(evaluate(evaluator, context, node.expression), node.name.text, value, context, node);
    return;
  }
  if (ts.isElementAccessExpression(node)) {
    const object = evaluate(evaluator, context, node.expression);
    const keyValue = evaluate(evaluator, context, node.argumentExpression);
    evaluator.eachAlternative(context, node, keyValue, (alternative) => {
      const key = evaluator.key(alternative);
      if (key === null) {
        if (!takesMember(evaluator, object, alternative, evaluator.site(context, node), value))
          evaluator.setUnknownKey(object, value, alternative);
      } else evaluator.set(object, key, value, context, node);
      if (alternative.kind === 'const' && alternative.taint !== null && object.kind === 'object') lackKey(object as Obj, alternative.taint);
      return UNDEFINED;
    });
    return;
  }
  if (ts.isObjectLiteralExpression(node)) {
    const taken: PropertyKey[] = [];
    for (const member of node.properties) {
      if (ts.isSpreadAssignment(member)) {
        assign(evaluator, context, member.expression, restOf(evaluator, value, taken));
        continue;
      }
      if (ts.isShorthandPropertyAssignment(member)) {
        taken.push(member.name.text);
        let part = evaluator.get(value, member.name.text, context, member);
        if (member.objectAssignmentInitializer) part = withDefault(evaluator, context, part, member.objectAssignmentInitializer);
        assign(evaluator, context, member.name, part);
      } else if (ts.isPropertyAssignment(member)) {
        const key = propertyKey(evaluator, context, member.name);
        if (key !== null) taken.push(key);
        assignWithDefault(
          evaluator,
          context,
          member.initializer,
          key === null ? unknown('a computed property') : evaluator.get(value, key, context, member),
        );
      }
    }
    return;
  }
  if (ts.isArrayLiteralExpression(node)) {
    const elements = elementsForPattern(evaluator, context, node, value);
    node.elements.forEach((element, index) => {
      if (ts.isOmittedExpression(element)) return;
      if (ts.isSpreadElement(element)) assign(evaluator, context, element.expression, elements.rest(index));
      else assignWithDefault(evaluator, context, element, elements.at(index));
    });
  }
}

function assignWithDefault(evaluator: Evaluator, context: Context, target: ts.Expression, value: Value): void {
  if (ts.isBinaryExpression(target) && target.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    assign(evaluator, context, target.left, withDefault(evaluator, context, value, target.right));
  else assign(evaluator, context, target, value);
}

export { namedValue };
