import type { Value } from '@tool/scanner-sdk';
import { skipOuter, ts } from '../language/syntax.js';
import type { Scope } from '../values/scope.js';
import type { Closure, Frame, Obj } from '../values/values.js';

/**
 * Whether a call serves the request in its caller's place: it is given the objects of the framework that the caller was given, and is all that the caller does
 * (`(req, res) => controller.list(req, res)`), or what the caller was made for (`(handler) => (req, res, next) => { …; handler(req, res, next).catch(next) }`).
 */
export function isWrappedBy(frame: Frame, caller: Frame): boolean {
  const fn = caller.fn?.fn;
  if (fn?.kind !== 'closure') return false;
  const given = caller.args.filter(isHost);
  return given.length > 0 && given.every((value) => frame.args.includes(value)) && (onlyCalls(fn.node) || isMadeFor(fn, frame.fn));
}

/** Whether the function holds another one in a variable of the function that made it. */
function isMadeFor({ scope, module }: Closure, other: Obj | null): boolean {
  for (let at: Scope | null = scope; other && at && at !== module.scope; at = at.parent)
    for (const { value } of at.bindings()) if (value === other) return true;
  return false;
}

const isHost = (value: Value): boolean => value.kind === 'object' && (value as Obj).host !== null;

function onlyCalls({ body }: ts.FunctionLikeDeclaration): boolean {
  if (!body || !ts.isBlock(body)) return body !== undefined && isCall(body);
  const [only] = body.statements;
  const tried = only && ts.isTryStatement(only) ? only.tryBlock.statements : body.statements;
  const [first] = tried;
  return (
    body.statements.length === 1 &&
    tried.length === 1 &&
    (ts.isExpressionStatement(first!) || ts.isReturnStatement(first!)) &&
    first.expression !== undefined &&
    isCall(first.expression)
  );
}

function isCall(expression: ts.Expression): boolean {
  const node = skipOuter(expression);
  return ts.isCallExpression(node) || ((ts.isAwaitExpression(node) || ts.isVoidExpression(node)) && isCall(node.expression));
}
