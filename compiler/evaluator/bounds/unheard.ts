import type { Value } from '@tool/scanner-sdk';
import { surroundingThis } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { summarizeSyntax, ts } from '../language/syntax.js';
import { isOlder } from '../requests/observing.js';
import { ABSENT, type Frame, type Obj } from '../values/values.js';

/**
 * Whether what a call ends in comes to no answer, as of one that writes a log beside the request: nobody takes what it, or a call around it, gives, nor what
 * it fails with, and there is nothing in what it is given by which it could answer itself. Which of several ways goes with which is nobody's affair in there.
 */
export function isUnheard(evaluator: Evaluator, frame: Frame): boolean {
  return (frame.isUnheard ??=
    (isAsync(frame) && isLeftToItself(evaluator, frame) && !mayAnswer(evaluator, frame)) ||
    (!frame.isOutermost && frame.parent !== null && isUnheard(evaluator, frame.parent)));
}

const isAsync = (frame: Frame): boolean => {
  const node = nodeOf(frame);
  return node !== null && summarizeSyntax(node).isAsync;
};

/** `log(entry)`, `void log(entry).catch(report)`, `Promise.all([log(entry)])` as a statement, or what a call of that kind gives on. */
function isLeftToItself(evaluator: Evaluator, { callNode, parent, isOutermost }: Frame): boolean {
  // The framework calls what serves requests, where that was registered, and takes what it gives.
  if (isOutermost || parent === null) return false;
  for (let node = callNode, around = node?.parent; node && around; node = around, around = node.parent) {
    if (ts.isExpressionStatement(around)) return true;
    const isGivenOn = ts.isReturnStatement(around) || (ts.isArrowFunction(around) && around.body === node);
    if (isGivenOn) return nodeOf(parent) === functionAround(node) && isLeftToItself(evaluator, parent);
    const isSame =
      ts.isVoidExpression(around) ||
      ts.isParenthesizedExpression(around) ||
      ts.isArrayLiteralExpression(around) ||
      (ts.isPropertyAccessExpression(around) && around.name.text === 'catch') ||
      (ts.isCallExpression(around) &&
        (around.expression === node
          ? !tells(evaluator, parent, around.arguments[0])
          : /^Promise\.all(?:Settled)?$/.test(around.expression.getText())));
    if (!isSame) return false;
  }
  return false;
}

/** Whether whoever is told of a failure may answer for it: `.catch(next)`. */
function tells(evaluator: Evaluator, { scope }: Frame, told: ts.Expression | undefined): boolean {
  // What is not among the variables of the function is in a block of it, or there for all.
  const isOfRequest = (name: string): boolean => {
    const binding = scope?.find(name);
    return binding
      ? binding.value !== null && holdsHost(evaluator, binding.value, new Set())
      : !evaluator.builtins.globalObject.props?.has(name);
  };
  if (told && ts.isFunctionLike(told)) return summarizeSyntax(told).free.some(isOfRequest);
  return !told || !ts.isIdentifier(told) || isOfRequest(told.text);
}

const nodeOf = ({ fn }: Frame): ts.Node | null => (fn?.fn?.kind === 'closure' ? fn.fn.node : null);

function functionAround(node: ts.Node): ts.Node | null {
  let at: ts.Node | undefined = node.parent;
  while (at && !ts.isFunctionLike(at)) at = at.parent;
  return at ?? null;
}

/** Whether there is an object of the request in what a call is given, in itself or behind a function: what was there before the request answers none. */
const mayAnswer = (evaluator: Evaluator, { fn, self, args }: Frame): boolean => {
  const seen = new Set<Obj>();
  return [fn, self, ...args].some((value) => value !== null && holdsHost(evaluator, value, seen));
};

/** Whether a value has, in itself or behind a function, an object of the request. */
export function holdsHost(evaluator: Evaluator, value: Value, seen: Set<Obj>): boolean {
  if (value.kind === 'oneOf') return value.values.some((each) => holdsHost(evaluator, each, seen));
  if (value.kind === 'unknown') return value !== ABSENT && value.carries.length > 0;
  if (value.kind !== 'object') return false;
  const object = value as Obj;
  if (seen.has(object) || isOlder(evaluator, object)) return false;
  seen.add(object);
  const { host, fn, elements, props, entries, internal, rest, merged } = object;
  if (host || (fn && fn.kind !== 'closure') || (internal && object.cls !== 'Date' && !fn)) return true;
  const members = [...(props?.values() ?? [])];
  const captured =
    fn?.kind === 'closure' ? [surroundingThis(object), ...summarizeSyntax(fn.node).free.map((name) => fn.scope.find(name)?.value)] : [];
  const parts = [
    ...(elements ?? []),
    ...members.map((member) => member.value),
    ...[...(entries?.values() ?? [])].flat(),
    ...(merged ?? []),
    rest,
    ...captured,
  ];
  return members.some((member) => member.get) || parts.some((part) => part && holdsHost(evaluator, part, seen));
}
