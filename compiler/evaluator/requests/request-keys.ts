import type { RequestCondition } from '@tool/ir';
import type { Tested, Trace, Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { evaluate } from '../language/expressions.js';
import { BOOLEAN, STRING, shaped, traced, uniformList, type Observer } from './observation.js';
import { isTest, testOf, withAsks } from './request-tests.js';
import { Scope } from '../values/scope.js';
import { skipOuter, ts } from '../language/syntax.js';
import { testedOf, withTested } from './tested.js';
import { constant, oneOf, unknown, type Obj, type Site } from '../values/values.js';
import { nameOfTrace } from './missing.js';

/**
 * Names of members of a value of the request that nobody listed: `Object.keys(body)`, `for (const key in body)`. What a program looks such a name up in
 * says which members it takes: `allowed.includes(key)`, and so does a condition under which the member is read: `key === 'title'`.
 */
const keyOf = new WeakMap<Value, Trace>();
/** What stands under such a name, of which nobody knows which it is: the value of an entry, `body[key]`. */
const underKey = new WeakMap<Value, Trace>();

/** What of a request such a name is of. */
export const holderOfKey = (key: Value): Trace | undefined => keyOf.get(key);

/** Values of the request of which a run has looked names up in lists: not all of their members are taken. */
const lookedUp = new WeakMap<Observer, Set<string>>();
const nameOf = ({ part, path }: Trace): string => `${part} ${path.join('.')}`;

const holder = (evaluator: Evaluator, value: Value): Trace | null =>
  evaluator.observer && value.kind === 'unknown' && value.trace && !value.trace.derived && value.trace.part !== 'context' && !value.shape
    ? value.trace
    : null;

/** A name of some member of a value of the request; null where the value is none. */
export function keyAmong(evaluator: Evaluator, value: Value, site: Site): Value | null {
  const of = holder(evaluator, value);
  if (!of) return null;
  const key = withAsks(shaped(STRING, 'a key that only run time knows', site), { of: 'key', name: nameOf(of), steps: [] });
  keyOf.set(key, of);
  return key;
}

/** `Object.keys(body)`, `Object.entries(body)`. */
export function keysAmong(evaluator: Evaluator, value: Value, site: Site, make: (key: Value, item: Value) => Value): Value | null {
  const key = keyAmong(evaluator, value, site);
  return key && uniformList(evaluator, make(key, memberNamed(evaluator, key, site)!), site);
}

/** What such a name stands for: the members that the conditions of here say it is the name of, or one that nobody knows. Null where it is no such name. */
export function memberNamed(evaluator: Evaluator, key: Value, site: Site, holder?: Value): Value | null {
  const of = keyOf.get(key);
  if (!of || (holder && (holder.kind !== 'unknown' || !holder.trace || nameOf(holder.trace) !== nameOf(of)))) return null;
  const names = namesHere(evaluator, key);
  if (names.length > 0)
    return oneOf(
      names.map((name) => member(evaluator, of, name, site)),
      'a key of the request',
    );
  const value = unknown('a value that only run time knows', site);
  underKey.set(value, of);
  return value;
}

/** The texts one of which a name is, by the innermost condition that says so. */
function namesHere(evaluator: Evaluator, key: Value): readonly string[] {
  const name = testOf(key)?.name;
  const named = (condition: RequestCondition): readonly string[] => {
    if (condition === null || typeof condition === 'boolean') return [];
    if (isTest(condition)) {
      const [[how, ...texts] = [''], ...more] = condition.steps;
      const isSaid = condition.of === 'key' && condition.name === name && more.length === 0 && (how === '===' || how === 'in');
      return isSaid ? texts.filter((text) => typeof text === 'string') : [];
    }
    if ('all' in condition) return condition.all.map(named).find(({ length }) => length > 0) ?? [];
    const each = 'any' in condition ? condition.any.map(named) : [];
    return each.every(({ length }) => length > 0) ? each.flat() : [];
  };
  for (let at = evaluator.guard; at; at = at.parent) {
    const names = at.others.length > 0 ? [] : named(at.branch.asks?.[at.arm] ?? null);
    if (names.length > 0) return names;
  }
  return [];
}

/**
 * `document[key] = body[key]`: a record of a package takes what there is, and what an object of the program has then, it has of the request. False when it is
 * no such name, or no such record, or names were looked up in a list.
 */
export function takesMember(evaluator: Evaluator, record: Value, key: Value, site: Site, value?: Value): boolean {
  const of = keyOf.get(key);
  const { observer } = evaluator;
  if (!of || !observer || record.kind !== 'object') return false;
  if (lookedUp.get(observer)?.has(nameOf(of))) return false;
  if (!evaluator.builtins.isRecord(record as Obj)) {
    const from = value && underKey.get(value);
    if (from && nameOf(from) === nameOf(of) && (record as Obj).cls === 'Object' && !record.host) (record as Obj).rest ??= traced(of, site);
    return false;
  }
  evaluator.builtins.taken(evaluator, record as Obj, traced(of, site), site);
  return true;
}

/** Whether such a name is among texts: where it is not, the value has a member beside those. Null when it is no such name. */
export function listedKey({ observer }: Evaluator, key: Value, texts: readonly unknown[]): Value | null {
  const of = keyOf.get(key);
  if (of && observer) lookedUp.set(observer, (lookedUp.get(observer) ?? new Set()).add(nameOf(of)));
  if (!of || !texts.every((text) => typeof text === 'string')) return null;
  const shape = { kind: 'object' as const, properties: (texts as string[]).map((name) => ({ name, shape: { kind: 'any' as const } })) };
  return withTested(shaped(BOOLEAN, 'whether a list includes a key'), [{ when: false, trace: of, shape }]);
}

/** The names for which a test of a key is true; null when that is not what it tests. */
function passing(tested: readonly Tested[], of: Trace): readonly string[] | null {
  const own = tested.find(({ when, trace, shape }) => !when && shape.kind === 'object' && nameOfTrace(trace) === nameOfTrace(of));
  return own?.shape.properties?.map(({ name }) => name) ?? null;
}

/** What of a list of such names, or of entries, a callback lets pass: the names themselves, each of which may be missing. Null when nobody knows. */
export function keysThatPass(evaluator: Evaluator, element: Value, verdict: Value): readonly Value[] | null {
  const entry = element.kind === 'object' ? (element as Obj).elements : null;
  const key = entry ? entry[0] : element;
  const of = key && keyOf.get(key);
  const names = of && passing(testedOf(verdict), of);
  if (!names) return null;
  return names.map((name) =>
    entry ? evaluator.list([constant(name), member(evaluator, of, name, element.origin as Site | null)]) : constant(name),
  );
}

function member(evaluator: Evaluator, of: Trace, name: string, site: Site | null): Value {
  const trace = { part: of.part, path: [...of.path, name] };
  if (site) evaluator.observer?.read(trace, site);
  return traced(trace, site);
}

/** In an arm in which such a name is among texts it is each of them in turn: the contexts of those rounds; null when the condition says nothing of the kind. */
export function roundsOfKeys(evaluator: Evaluator, context: Context, condition: ts.Expression): readonly Context[] | null {
  if (!evaluator.observer) return null;
  const test = lookUp(skipOuter(condition));
  const name = test && skipOuter(test.arguments[0]!);
  if (!test || !name || !ts.isIdentifier(name)) return null;
  const key = context.scope.find(name.text)?.value;
  const of = key && keyOf.get(key);
  const names = of && passing(testedOf(evaluate(evaluator, context, test)), of);
  return !names
    ? null
    : names.map((each) => {
        const inner = context.within(new Scope(context.scope, false));
        inner.scope.declare(name.text, constant(each));
        return inner;
      });
}

/** `list.includes(key)`, also as one of several conditions that all hold. */
function lookUp(node: ts.Node): ts.CallExpression | null {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return lookUp(skipOuter(node.left)) ?? lookUp(skipOuter(node.right));
  return ts.isCallExpression(node) &&
    node.arguments.length === 1 &&
    ts.isPropertyAccessExpression(node.expression) &&
    (node.expression.name.text === 'includes' || node.expression.name.text === 'has')
    ? node
    : null;
}
