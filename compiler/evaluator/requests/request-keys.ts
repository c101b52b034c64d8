import { noteListedBody } from './handed-bodies.js';
import type { RequestCondition } from '@tool/ir';
import type { Tested, Trace, Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { evaluate } from '../language/expressions.js';
import { binary } from '../language/operators.js';
import { BOOLEAN, STRING, asCameIn, shaped, traced, uniformList, type Observer } from './observation.js';
import { isTest, testOf, withAsks } from './request-tests.js';
import { Scope, type Binding } from '../values/scope.js';
import { skipOuter, ts } from '../language/syntax.js';
import { testedOf, withTested } from './tested.js';
import { UNDEFINED, alternativesOf, constant, oneOf, unknown, type Obj, type Site } from '../values/values.js';
import { nameOfTrace } from './missing.js';

/**
 * Names of members of a value of the request that nobody listed: `Object.keys(body)`, `for (const key in body)`. What a program looks such a name up in
 * says which members it takes: `allowed.includes(key)`, and so does a condition under which the member is read: `key === 'title'`.
 */
const keyOf = new WeakMap<Value, Trace>();
/** What stands under such a name, of which nobody knows which it is: the value of an entry, `body[key]`. */
const underKey = new WeakMap<Value, Trace>();
/** What is said of it, and of what its own methods make of it: `body[key].trim()`. */
const UNDER_KEY = 'a value that only run time knows';
const isUnder = (value: Value, of: Trace): boolean => {
  const from = underKey.get(value);
  return from !== undefined && nameOf(from) === nameOf(of);
};
/** Runs in which there is such a value. */
const haveEntries = new WeakSet<Observer>();

/** What of a request such a name is of. */
export const holderOfKey = (key: Value): Trace | undefined => keyOf.get(key);

/** Values of the request of which a run has looked names up in lists: not all of their members are taken. */
const lookedUp = new WeakMap<Observer, Set<string>>();
const nameOf = ({ part, path }: Trace): string => `${part} ${path.join('.')}`;

const holder = (evaluator: Evaluator, value: Value): Trace | null =>
  evaluator.observer && value.kind === 'unknown' && value.trace && !value.trace.derived && value.trace.part !== 'context' && !value.shape
    ? value.trace
    : null;

/** Whether a value of the request has a member of a name, asked as by `body.name !== undefined`: `'name' in body`, `Object.hasOwn(body, 'name')`. Null where it is none. */
export function whetherBrought(evaluator: Evaluator, of: Value, key: PropertyKey | null, context: Context, node: ts.Node): Value | null {
  if (typeof key !== 'string' || !holder(evaluator, asCameIn(of))) return null;
  const member = evaluator.get(asCameIn(of), key, context, node);
  return binary(evaluator, ts.SyntaxKind.ExclamationEqualsEqualsToken, member, UNDEFINED, context, node);
}

/** A name of some member of a value of the request; null where the value is none. */
export function keyAmong(evaluator: Evaluator, value: Value, site: Site): Value | null {
  const of = holder(evaluator, value);
  if (!of) return null;
  if (of.part === 'body' && of.path.length === 0) noteListedBody(evaluator, of, site);
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
  const value = unknown(UNDER_KEY, site);
  underKey.set(value, of);
  if (evaluator.observer) haveEntries.add(evaluator.observer);
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
    if (at.others.length > 0) continue;
    const names = named(at.branch.asks?.[at.arm] ?? null);
    const listed = names.length > 0 ? names : passing(at.branch.tested?.[1 - at.arm] ?? [], keyOf.get(key)!, at.arm === 1);
    if (listed) return listed;
  }
  return [];
}

/**
 * `document[key] = body[key]`: a record of a package takes what there is, and what an object of the program has then, as it came or made over, it has of the request. False when it is
 * no such name, or no such record, or names were looked up in a list.
 */
export function takesMember(evaluator: Evaluator, record: Value, key: Value, site: Site, value?: Value): boolean {
  const of = keyOf.get(key);
  const { observer } = evaluator;
  if (!of || !observer || record.kind !== 'object') return false;
  const names = evaluator.builtins.isRecord(record as Obj) ? namesHere(evaluator, key) : [];
  for (const name of names) evaluator.set(record, name, member(evaluator, of, name, site), evaluator.contextOf(site), site.node);
  if (names.length > 0) return true;
  if (lookedUp.get(observer)?.has(nameOf(of))) return false;
  if (!evaluator.builtins.isRecord(record as Obj)) {
    const isCopied =
      value && alternativesOf(value).some((each) => each.kind === 'unknown' && (each.why === UNDER_KEY || isUnder(each, of)));
    if (isCopied && (record as Obj).cls === 'Object' && !record.host && !(record as Obj).rest) {
      evaluator.journal?.open(record as Obj);
      (record as Obj).rest = traced(of, site);
    }
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

/** The names for which a test of a key is true, or is not; null when that is not what it tests. */
function passing(tested: readonly Tested[], of: Trace, isNot = false): readonly string[] | null {
  const own = tested.find(({ when, trace, shape }) => when === isNot && shape.kind === 'object' && nameOfTrace(trace) === nameOfTrace(of));
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

/**
 * In an arm in which such a name is among texts it is each of them in turn, and what an entry holds under it is that member: the contexts of those rounds;
 * null when the condition says nothing of the kind. @param holds whether it is the arm where the condition holds
 */
export function roundsOfKeys(evaluator: Evaluator, context: Context, condition: ts.Expression, holds: boolean): readonly Context[] | null {
  if (!evaluator.observer) return null;
  const test = lookUp(condition, holds);
  const key = test ? keyLookedUp(context.scope, test) : entryHere(evaluator, context.scope);
  const of = key?.value && keyOf.get(key.value);
  if (!of) return null;
  const names = (test && passing(testedOf(evaluate(evaluator, context, test)), of)) ?? namesHere(evaluator, key.value!);
  if (names.length === 0) return null;
  const variables = variablesUnder(context.scope, of);
  return names.map((each) => {
    const inner = context.within(new Scope(context.scope, false));
    inner.scope.declare(key.name!, constant(each));
    // It is read where it is used.
    for (const variable of variables)
      inner.scope.declare(variable, null).lazy = () => member(evaluator, of, each, evaluator.site(context, condition));
    return inner;
  });
}

const keyLookedUp = (scope: Scope, test: ts.CallExpression): Binding | null => {
  const name = skipOuter(test.arguments[0]!);
  return ts.isIdentifier(name) ? scope.find(name.text) : null;
};

/** Whether a condition does not hold where such a name is listed: `!list.includes(key)`. */
export function asksWhetherListed({ scope }: Context, condition: ts.Expression): boolean {
  const test = lookUp(condition, false);
  const key = test && keyLookedUp(scope, test)?.value;
  return key ? keyOf.has(key) : false;
}

/** The variables of a function that hold a value, the innermost of each name. */
function* variablesOf(scope: Scope): Generator<Binding & { readonly name: string; readonly value: Value }> {
  for (let at: Scope | null = scope; at; at = at.isFunction ? null : at.parent)
    for (const each of at.bindings()) if (each.name !== null && each.value && scope.find(each.name) === each) yield each as never;
}

/** The variables that hold what stands under such a name. */
function variablesUnder(scope: Scope, of: Trace): readonly string[] {
  return [...variablesOf(scope)].flatMap(({ name, value }) => (isUnder(value, of) ? [name] : []));
}

/** The variable with the name of an entry of which another variable has the value: `[key, value] of Object.entries(body)`. */
function entryHere({ observer }: Evaluator, scope: Scope): Binding | null {
  if (!observer || !haveEntries.has(observer)) return null;
  for (const each of variablesOf(scope)) {
    const of = keyOf.get(each.value);
    if (of && variablesUnder(scope, of).length > 0) return each;
  }
  return null;
}

/** `list.includes(key)`, also as one of several conditions that all hold; where it does not hold `!list.includes(key)`, also as one of several. */
export function lookUp(condition: ts.Expression, holds: boolean): ts.CallExpression | null {
  const node = skipOuter(condition);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) return lookUp(node.operand, !holds);
  const both = holds ? ts.SyntaxKind.AmpersandAmpersandToken : ts.SyntaxKind.BarBarToken;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === both) return lookUp(node.left, holds) ?? lookUp(node.right, holds);
  return holds &&
    ts.isCallExpression(node) &&
    node.arguments.length === 1 &&
    ts.isPropertyAccessExpression(node.expression) &&
    (node.expression.name.text === 'includes' || node.expression.name.text === 'has')
    ? node
    : null;
}
