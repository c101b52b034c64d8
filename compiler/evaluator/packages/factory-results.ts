import type { Provenance, Unknown, Value } from '@tool/scanner-sdk';
import { isTested, ts } from '../language/syntax.js';
import { Site } from '../values/values.js';

/**
 * The call asks something about its arguments where its truth is asked for (`if (hidden(file))`, `!hidden(file)`): whoever writes that takes both
 * answers to be possible. A factory gets nothing, or options.
 */
export function isQuestion(value: Unknown): boolean {
  const { origin } = value;
  if (!(origin instanceof Site) || !ts.isCallExpression(origin.node)) return false;
  const [first] = origin.node.arguments;
  return (
    first !== undefined && !ts.isObjectLiteralExpression(first) && !ts.isFunctionLike(first) && (answers.has(value) || isAsked(origin.node))
  );
}

/** What functions of the program give on of a package's call where their own truth is asked for. */
const answers = new WeakSet<Unknown>();

/** `const isOn = (name) => toBoolean(setting(name))`: who asks for the truth of what it gives asks the package. */
export function noteGivenOn(result: Value, call: ts.Node): void {
  if (result.kind !== 'unknown' || !result.provenance || !(result.origin instanceof Site)) return;
  const at = outermost(result.origin.node);
  if ((ts.isReturnStatement(at.parent) || (ts.isArrowFunction(at.parent) && at.parent.body === at)) && isAsked(call)) answers.add(result);
}

/** The expression in its parentheses, waited for, of whatever type. */
function outermost(node: ts.Node): ts.Node {
  let at = node;
  while (ts.isParenthesizedExpression(at.parent) || ts.isAwaitExpression(at.parent) || ts.isAsExpression(at.parent)) at = at.parent;
  return at;
}

/** Of a call: whether its truth is asked for where it stands, or that of the variable that it is the value of. What no call of the program makes has no place. */
const asked = new WeakMap<ts.Node, boolean>();
function isAsked(call: ts.Node): boolean {
  let known = asked.get(call);
  if (known === undefined) asked.set(call, (known = call.parent !== undefined && (isTested(call) || isVariableTested(call))));
  return known;
}

function isVariableTested(call: ts.Node): boolean {
  const at = outermost(call).parent;
  if (!ts.isVariableDeclaration(at) || !ts.isIdentifier(at.name)) return false;
  const name = at.name.text;
  const isThere = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && node.text === name && isTested(node)) ||
    (ts.forEachChild(node, (child) => isThere(child) || undefined) ?? false);
  return isThere(at.parent.parent.parent);
}

/**
 * The result of a package's factory (`helmet()`, `rateLimit(…)`) is an object or a function. Calls that by their name ask a question
 * may answer anything.
 */
export function isFactoryResult(provenance: Provenance): boolean {
  if (!/^(?:new )?[\w$]+\(\)$/.test(provenance.path) || provenance.module.startsWith('node:')) return false;
  const name = provenance.path.startsWith('default') ? provenance.module.split('/').pop()! : provenance.path;
  return !/^(?:is|has|should|can|exists|get|find|includes|some|every|test|match|validate|check|equal|contains|ok|parse|load|read|env|which|detect|compare|semver|satisfies|starts|ends|any|matches|in|same)(?![a-z])|^(?:is|has)-/i.test(
    name,
  );
}

/** What a module has beside its other exports, and the result of a factory has not (`require(file).default || require(file)`). */
export const lacksDefault = (provenance: Provenance): boolean =>
  isFactoryResult(provenance) && !/require|import|load|interop/i.test(provenance.path);
