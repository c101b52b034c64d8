import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import type { IteratorState } from '../values/iterate.js';
import { ts } from '../language/syntax.js';
import { Obj, oneOf, type WaitsFor } from '../values/values.js';

/**
 * What `co` and its kin make of generators: a generator function as an asynchronous one, which is the same function where names and places are asked
 * for, and of a generator that has not begun its promise. Anything else is itself.
 */
export function asynchronous(evaluator: Evaluator, value: Value, waitsFor: WaitsFor): Value {
  if (value.kind === 'oneOf')
    return oneOf(
      value.values.map((each) => asynchronous(evaluator, each, waitsFor)),
      value.condition,
      value.preferred,
    );
  if (value.kind !== 'object') return value;
  const object = value as Obj;
  if (object.cls === 'Generator') return (object.internal as IteratorState).asAsync?.(waitsFor) ?? value;
  const data = object.fn;
  if (data?.kind === 'bound') {
    const target = asynchronous(evaluator, data.target, waitsFor);
    return target === data.target ? value : likeFunction(object, { ...data, target });
  }
  return data?.kind === 'closure' && isGenerator(data.node) ? likeFunction(object, { ...data, waitsFor }) : value;
}

const isGenerator = (node: ts.FunctionLikeDeclaration): boolean =>
  (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node)) && node.asteriskToken !== undefined;

/** A function of the same code, members and place. */
function likeFunction(fn: Obj, data: Obj['fn']): Obj {
  const made = new Obj(fn.cls, fn.proto, fn.origin);
  made.fn = data;
  made.internal = fn.internal;
  if (fn.props) made.props = new Map(fn.props);
  return made;
}
