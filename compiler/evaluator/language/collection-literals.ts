import type { Unknown, Value } from '@tool/scanner-sdk';
import { makeClosure } from './calls.js';
import { namedValue, propertyKey } from './classes.js';
import { lackLike, mayBeReplaced, replaceable } from '../conditions/configured-members.js';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { evaluate } from './expressions.js';
import { becomeAlike, isAlike, iterate, ofRounds } from '../values/iterate.js';
import { perhapsMissing } from '../requests/observation.js';
import { isOfEnvironment, unknownKeyed } from '../values/properties.js';
import { ts } from './syntax.js';
import { ABSENT, UNDEFINED, addMaybe, constant, isNullish, oneOf, prop, unknown, withTaint, type Obj } from '../values/values.js';

export function evaluateObject(evaluator: Evaluator, context: Context, node: ts.ObjectLiteralExpression): Value {
  const object = evaluator.object(evaluator.site(context, node));
  object.props = new Map();
  for (const member of node.properties) {
    if (ts.isSpreadAssignment(member)) {
      spreadInto(evaluator, context, member, object, evaluate(evaluator, context, member.expression));
      continue;
    }
    if (ts.isShorthandPropertyAssignment(member)) {
      object.props.set(member.name.text, prop(evaluate(evaluator, context, member.name)));
      continue;
    }
    const name = ts.isComputedPropertyName(member.name) ? evaluate(evaluator, context, member.name.expression) : undefined;
    const key = name ? evaluator.key(name) : propertyKey(evaluator, context, member.name);
    if (ts.isGetAccessorDeclaration(member) || ts.isSetAccessorDeclaration(member)) {
      if (key !== null)
        evaluator.defineAccessor(
          object,
          key,
          ts.isGetAccessorDeclaration(member) ? 'get' : 'set',
          makeClosure(evaluator, context, member, object, String(key)),
          true,
        );
      continue;
    }
    const value = ts.isMethodDeclaration(member)
      ? makeClosure(evaluator, context, member, object, typeof key === 'string' ? key : '')
      : namedValue(evaluator, context, member.initializer, typeof key === 'string' ? key : '');
    if (key === null) evaluator.setUnknownKey(object, value, name);
    else if (key === '__proto__' && !ts.isMethodDeclaration(member)) object.proto = value.kind === 'object' ? value : object.proto;
    else object.props.set(key, prop(value));
  }
  return object;
}

const isOpenList = (value: Value): boolean => value.kind === 'object' && (value as Obj).elements !== null && (value as Obj).open;

/** `{...value}` and `Object.assign`: what is not known completely leaves the target open. */
export function spreadInto(evaluator: Evaluator, context: Context, node: ts.Node, target: Obj, value: Value): void {
  if (value.kind === 'const') {
    if (typeof value.value === 'string')
      [...value.value].forEach((character, index) => evaluator.define(target, String(index), constant(character)));
    return;
  }
  if (value.kind === 'oneOf') {
    // What is spread into a record is one, if it may be.
    const records = value.values.filter((alternative) => !isOpenList(alternative));
    if (records.length < value.values.length && records.some((alternative) => alternative !== ABSENT && alternative.kind !== 'const'))
      return spreadInto(evaluator, context, node, target, oneOf(records, value.condition, value.preferred));
    if (value.preferred || value.values.filter((alternative) => alternative.kind === 'object').length <= 1) {
      const alternative =
        value.preferred && value.values[0] !== ABSENT ? value.values[0]! : value.values.find((candidate) => candidate.kind === 'object');
      const others = value.values.filter((candidate) => candidate !== alternative);
      const before = alternative && value.preferred && !isNullish(value.values[0]!) ? null : value.condition;
      if (alternative?.kind === 'object')
        for (const key of evaluator.keys(alternative as Obj))
          copyProperty(evaluator, context, node, target, alternative as Obj, key, before);
      for (const other of others)
        if (other.kind === 'object')
          for (const key of evaluator.keys(other as Obj))
            if (!target.props?.has(key)) copyProperty(evaluator, context, node, target, other as Obj, key, value.condition);
      for (const other of others)
        if (other.kind === 'unknown' && other !== ABSENT && !value.preferred) {
          evaluator.setOpen(target);
          mayBeReplaced(evaluator, target, other);
          if (evaluator.observer && !other.trace) mergeUnknown(evaluator, target, other);
        }
      if (evaluator.observer && alternative?.kind === 'object' && (alternative as Obj).open) {
        evaluator.setOpen(target);
        mergeOthers(evaluator, target, alternative as Obj);
      }
      // `{ ...(request.body || {}) }`: an empty record stands in for a part that is not there.
      const part = others.find((other) => other.kind === 'unknown' && other.trace);
      if (part?.kind === 'unknown' && alternative?.kind === 'object' && evaluator.keys(alternative as Obj).length === 0) {
        evaluator.setOpen(target);
        mergeRest(evaluator, target, part);
      }
      return;
    }
    const keys = new Set(value.values.flatMap((alternative) => (alternative.kind === 'object' ? evaluator.keys(alternative as Obj) : [])));
    for (const key of keys) {
      const values = value.values.map((alternative) =>
        alternative.kind === 'object' && evaluator.keys(alternative as Obj).includes(key)
          ? evaluator.get(alternative, key, context, node)
          : null,
      );
      evaluator.define(
        target,
        key,
        oneOf(
          values.filter((candidate): candidate is Value => candidate !== null),
          value.condition,
        ),
      );
      if (values.includes(null)) {
        const own = target.props?.get(key);
        if (own) own.conditional = value.condition;
      }
    }
    return;
  }
  if (value.kind !== 'object') {
    evaluator.setOpen(target);
    mayBeReplaced(evaluator, target, value);
    // Whether the environment or this says something of a name is not known any more.
    if (isOfEnvironment(target)) target.internal = null;
    if (value.kind !== 'unknown') return;
    if (value.trace) mergeRest(evaluator, target, value);
    else if (evaluator.observer) mergeUnknown(evaluator, target, value);
    return;
  }
  const source = value as Obj;
  replaceable(evaluator, target, source);
  lackLike(evaluator, target, source);
  for (const key of evaluator.keys(source)) copyProperty(evaluator, context, node, target, source, key, null);
  for (const { value } of unknownKeyed(source)) evaluator.setUnknownKey(target, value);
  if (source.open) {
    evaluator.setOpen(target);
    const others = unknown('what was spread');
    mayBeReplaced(evaluator, target, others, source);
    mergeOthers(evaluator, target, source, others);
  }
  if (source.merged) {
    evaluator.journal?.open(target);
    target.merged = source.merged;
  }
  if (source.rest) mergeRest(evaluator, target, source.rest);
}

/** What a record that is partly known has beside the members that are. */
function mergeOthers(evaluator: Evaluator, target: Obj, source: Obj, others = unknown('what was spread')): void {
  if (!evaluator.observer || source.rest) return;
  mergeUnknown(evaluator, target, others);
  for (const key of source.props?.keys() ?? []) target.under!.delete(key);
}

/** Of several nobody knows which one has brought what. */
function mergeUnknown(evaluator: Evaluator, target: Obj, value: Unknown): void {
  evaluator.journal?.open(target);
  target.under = valuesOf(target);
  target.rest = target.rest ? unknown('what was spread') : value;
}

const valuesOf = ({ props }: Obj): Map<PropertyKey, Value> => new Map([...(props ?? [])].map(([key, own]) => [key, own.value]));

/** What is spread last is what an open record has beside its members; of several parts of a request the body has most, then the query. */
function mergeRest(evaluator: Evaluator, target: Obj, value: Unknown): void {
  evaluator.journal?.open(target);
  target.under = valuesOf(target);
  const isWhole = ({ trace }: Unknown): boolean => trace?.path.length === 0 && !trace.derived;
  const before = target.rest;
  if (!isWhole(value) || !before || !isWhole(before) || before.trace!.part === value.trace!.part) {
    target.rest = value;
    return;
  }
  target.merged = [...(target.merged ?? [before]), value];
  const hasMore = ({ trace }: Unknown): number => ['query', 'body'].indexOf(trace!.part);
  target.rest = hasMore(before) > hasMore(value) ? before : value;
}

function copyProperty(
  evaluator: Evaluator,
  context: Context,
  node: ts.Node,
  target: Obj,
  source: Obj,
  key: string,
  condition: string | null,
): void {
  const own = evaluator.ownProperty(source, key);
  const value = own && !own.get ? own.value : evaluator.get(source, key, context, node);
  const conditional = condition ?? own?.conditional ?? null;
  const existing = target.props?.get(key);
  const configured = condition === null && own?.configured === true;
  if (conditional && existing && !existing.get) {
    // What only another configuration sets leaves the default as it is.
    const kept =
      configured && existing.value.kind === 'const'
        ? withTaint(existing.value, conditional)
        : oneOf([existing.value, value], conditional, configured);
    evaluator.define(target, key, kept);
    return;
  }
  // A getter or setter of the target sees the assignment.
  if (existing?.set) {
    evaluator.set(target, key, value, context, node);
    return;
  }
  // `Object.assign(order, changes)`: where nothing comes in, what was there stays.
  const kept = existing && !conditional ? keptBefore(evaluator, existing.value, value) : null;
  evaluator.define(target, key, kept ?? value);
  if (conditional) {
    const made = target.props?.get(key);
    if (made) {
      made.conditional = conditional;
      made.configured = configured;
    }
  }
}

/** What of the request need not come in, over something of its kind: of lists either, else it is there, whoever has brought it. Null where it is nothing like that. */
function keptBefore(evaluator: Evaluator, before: Value, value: Value): Value | null {
  if (!evaluator.observer || !perhapsMissing.has(value) || perhapsMissing.has(before)) return null;
  if (value.kind === 'unknown')
    return before.kind === 'unknown' && before.shape && before.shape.kind === value.shape?.kind ? { ...value } : null;
  const isList = (each: Value): boolean => each.kind === 'object' && (each as Obj).elements !== null;
  if (!isList(before) || !isList(value)) return null;
  const { elements, uniform, open, mayBeEmpty } = value as Obj;
  const there = evaluator.list([...elements!]) as Obj;
  Object.assign(there, { uniform, open, mayBeEmpty });
  return oneOf([before, there], 'a list was sent');
}

export function evaluateList(evaluator: Evaluator, context: Context, node: ts.ArrayLiteralExpression): Value {
  const list = evaluator.list([], evaluator.site(context, node));
  let copied = 0;
  const ofLists: number[] = [];
  for (const element of node.elements) {
    if (ts.isOmittedExpression(element)) {
      list.elements!.push(UNDEFINED);
      continue;
    }
    if (ts.isSpreadElement(element)) {
      const value = evaluate(evaluator, context, element.expression);
      if (value.kind === 'oneOf' && value.values.length > 1) {
        if (evaluator.observer && isAlike(value)) copied++;
        spreadAlternatives(evaluator, context, element, list, value);
        continue;
      }
      const iteration = iterate(evaluator, context, element, value);
      const isOfRounds = evaluator.observer && iteration.uniform && iteration.elements.length === 1;
      if (evaluator.observer && (isAlike(value) || isOfRounds)) copied++;
      if (isOfRounds && iteration.open) ofLists.push(list.elements!.length);
      list.elements!.push(...iteration.elements);
      if (iteration.open && !isOfRounds) list.open = true;
    } else list.elements!.push(evaluate(evaluator, context, element));
  }
  // Of copies of lists of which one element stands for all one does so as well.
  if (copied > 0 && copied === node.elements.length) {
    becomeAlike(list, list.elements!);
  } else for (const at of ofLists) list.elements![at] = ofRounds(list.elements![at]!);
  return list;
}

/** `...(condition ? [a] : [])`: elements that only one alternative has may be absent. */
export function spreadAlternatives(
  evaluator: Evaluator,
  context: Context,
  node: ts.Node,
  list: Obj,
  value: Extract<Value, { kind: 'oneOf' }>,
): void {
  value.values.forEach((alternative, index) => {
    if (alternative === ABSENT || isNullish(alternative)) return;
    const iteration = iterate(evaluator, context, node, alternative);
    for (const element of iteration.elements)
      if (value.preferred && index === 0) list.elements!.push(element);
      else if (!addMaybe(list.elements!, element, value.condition, value.preferred)) list.open = true;
    if (iteration.open) list.open = true;
  });
}
