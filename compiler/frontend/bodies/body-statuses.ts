import type { Value } from '@tool/scanner-sdk';
import { readBinding, skipOuter, ts, type Closure, type Evaluator } from '../../evaluator/index.js';
import { chainOf } from './body-chains.js';

/** A map, not an object: programs call `toString` and `hasOwnProperty`, too. */
const NAMED_ERRORS: ReadonlyMap<string, number> = new Map([
  ['badRequest', 400],
  ['unauthorized', 401],
  ['paymentRequired', 402],
  ['forbidden', 403],
  ['notFound', 404],
  ['conflict', 409],
  ['unprocessableEntity', 422],
  ['tooManyRequests', 429],
]);

/** The status behind a method's name: the HTTP error packages share these names. */
export const statusOfMethod = (name: string): number | null => NAMED_ERRORS.get(name) ?? null;

/** Whether a name is one that programs give to an HTTP error package. */
export const isErrorPackage = (root: ts.Expression): boolean =>
  ts.isIdentifier(root) && /^(?:boom|https?errors?|createerror|errors)$/i.test(root.text);

/** The statuses that making an error states: by the name of its class and as arguments (400 to 599). */
export function statusesOfError(made: ts.NewExpression, statusOf: (argument: ts.Expression) => number | null): readonly number[] {
  const named = statusOfErrorName(chainOf(made.expression).members.at(-1) ?? skipOuter(made.expression).getText());
  const passed = (made.arguments ?? []).map(statusOf).filter((status) => status !== null && status >= 400);
  return [named, ...passed].filter((status) => status !== null);
}

/** Error classes that say by their name what they are answered with. */
const statusOfErrorName = (name: string): number | null =>
  /^(Unauthori[sz]ed|(Not)?Authenticat(ed|ion)(Error|Exception|Required))/.test(name)
    ? 401
    : /^Forbidden/.test(name)
      ? 403
      : /^TooManyRequests/.test(name)
        ? 429
        : null;

/** The status (100 to 599) that a number, or a member of what a name holds, says; null where it is neither. */
export function statusOf(evaluator: Evaluator, closure: Closure, expression: ts.Expression): number | null {
  const node = skipOuter(expression);
  if (ts.isNumericLiteral(node)) return asStatus(Number(node.text));
  const value = valueOfMembers(evaluator, closure, node);
  return value?.kind === 'const' ? asStatus(value.value) : null;
}

const asStatus = (value: unknown): number | null => (typeof value === 'number' && value >= 100 && value < 600 ? value : null);

/** `codes.http.FORBIDDEN`, read in the scope of the closure. */
function valueOfMembers(evaluator: Evaluator, closure: Closure, node: ts.Expression): Value | null {
  const members: string[] = [];
  let root = node;
  while (ts.isPropertyAccessExpression(root)) {
    members.unshift(root.name.text);
    root = skipOuter(root.expression);
  }
  if (!ts.isIdentifier(root) || members.length === 0) return null;
  const { text } = root;
  const binding = closure.scope.find(text);
  return (
    binding &&
    readMembers(
      evaluator,
      closure,
      safeRead(() => readBinding(binding, text)),
      members,
      node,
    ).value
  );
}

/** What members lead to, and the object in which the last that could be looked for was looked for; null where it goes no further. */
export function readMembers(
  evaluator: Evaluator,
  closure: Closure,
  from: Value | null,
  members: readonly string[],
  at: ts.Expression,
): { value: Value | null; receiver: Value | null } {
  const context = evaluator.topContext(closure.module);
  let [value, receiver]: [Value | null, Value | null] = [from, null];
  for (const member of members) {
    if (!value) break;
    const holder: Value = value;
    [receiver, value] = [holder, safeRead(() => evaluator.get(holder, member, context, at))];
  }
  return { value, receiver };
}

/** A read that fails gives nothing. */
export function safeRead(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
