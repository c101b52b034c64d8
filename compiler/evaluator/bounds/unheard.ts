import type { Value } from '@tool/scanner-sdk';
import { surroundingThis } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { summarizeSyntax, ts } from '../language/syntax.js';
import { isOlder } from '../requests/observing.js';
import { ABSENT, type Frame, type Obj } from '../values/values.js';

/**
 * Whether what a call ends in comes to no answer, as of one that writes a log: nobody takes what it, or a call around it, gives, and there is nothing in what
 * that is given by which it could answer itself. Which of several ways goes with which is nobody's affair in there.
 */
export function isUnheard(evaluator: Evaluator, frame: Frame): boolean {
  return (frame.isUnheard ??=
    (isUnused(frame) && !mayAnswer(evaluator, frame)) ||
    (!frame.isOutermost && frame.parent !== null && isUnheard(evaluator, frame.parent)));
}

/** `await log(entry)`, `void log(entry).catch(report)`, `await Promise.all([log(entry)])` as a statement, or what a call of that kind gives on. */
function isUnused({ callNode, parent, isOutermost }: Frame): boolean {
  // The framework calls what serves requests, where that was registered, and takes what it gives.
  if (isOutermost || parent === null) return false;
  for (let node = callNode, around = node?.parent; node && around; node = around, around = node.parent) {
    if (ts.isExpressionStatement(around)) return true;
    const isGivenOn = ts.isReturnStatement(around) || (ts.isArrowFunction(around) && around.body === node);
    if (isGivenOn) return nodeOf(parent) === functionAround(node) && isUnused(parent);
    const isSame =
      ts.isAwaitExpression(around) ||
      ts.isVoidExpression(around) ||
      ts.isParenthesizedExpression(around) ||
      (ts.isPropertyAccessExpression(around) && /^(?:catch|finally)$/.test(around.name.text)) ||
      ts.isArrayLiteralExpression(around) ||
      (ts.isCallExpression(around) && (around.expression === node || /^Promise\.all(?:Settled)?$/.test(around.expression.getText())));
    if (!isSame) return false;
  }
  return false;
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

function holdsHost(evaluator: Evaluator, value: Value, seen: Set<Obj>): boolean {
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
