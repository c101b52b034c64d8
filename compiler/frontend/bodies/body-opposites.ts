import { skipOuter, ts } from '../../evaluator/index.js';
import { chainOf, staticName } from './body-chains.js';
import type { Found } from './body-found.js';
import type { BodyNames } from './body-names.js';

/** What a condition asks for: all of the chains, or (`negated`) that they are not all there. */
interface Held {
  readonly negated: boolean;
  readonly chains: readonly ts.Expression[];
  /** Something else is asked for as well: `user && user.blocked && method !== 'GET'`. */
  readonly more?: boolean;
}

/** A condition with what runs where it holds, and where it does not; `falls`: what is behind it is reached in both cases. */
interface Fork {
  readonly condition: ts.Expression;
  readonly then: ts.Node;
  readonly otherwise: readonly ts.Node[];
  readonly falls: boolean;
}

/** What lets a request pass only when it is missing asks for the opposite: a page for those who are not logged in. Such reads become `!name`, one of several `?name`. */
export function markOpposites(body: ts.ConciseBody, continuation: ReadonlySet<string>, names: BodyNames, found: Found): void {
  const kept = keptIn(body);
  // A hook of Fastify passes on by answering nothing.
  const isHook = continuation.size === 1 && !callsAny(body, continuation);
  const forks = forksOf(body).flatMap((fork) => {
    const held = heldBy(fork.condition, kept);
    return held ? [{ fork, held }] : [];
  });
  // Whoever lacks it is sent away elsewhere: `if (user && user.blocked) …; if (!user) …`.
  const demanded = new Set(
    forks.flatMap(({ fork, held }) =>
      held.negated && !held.more && (isHook ? answers(fork.then, continuation) : !callsAny(fork.then, continuation))
        ? namesHeld(held, names)
        : [],
    ),
  );
  for (const { fork, held } of forks) {
    if (!passesOnlyWithout(fork, held, isHook, continuation)) continue;
    for (const name of namesHeld(held, names)) {
      if (demanded.has(name)) continue;
      for (const written of [name, name.replace(/\(\)$/, '')]) found.reads.delete(written);
      found.reads.add(`${held.chains.length > 1 || held.more ? '?' : '!'}${name}`);
    }
  }
}

/** `if (…) … else …`, and `… ? … : …` as a statement or as what is returned. */
function forksOf(body: ts.ConciseBody): readonly Fork[] {
  const chosen = (expression: ts.Expression | undefined): readonly Fork[] => {
    const node = expression && skipOuter(expression);
    return node && ts.isConditionalExpression(node)
      ? [{ condition: node.condition, then: node.whenTrue, otherwise: [node.whenFalse], falls: false }]
      : [];
  };
  if (!ts.isBlock(body)) return chosen(body);
  return body.statements.flatMap((statement, index) => {
    if (ts.isExpressionStatement(statement) || ts.isReturnStatement(statement)) return chosen(statement.expression);
    if (!ts.isIfStatement(statement)) return [];
    const { expression: condition, thenStatement: then, elseStatement } = statement;
    const otherwise = elseStatement ? [elseStatement] : body.statements.slice(index + 1);
    return [{ condition, then, otherwise, falls: !elseStatement && !leaves(then) }];
  });
}

/** Whether control is passed on where what is asked for is absent, and not where it is present. */
function passesOnlyWithout(
  { then, otherwise, falls }: Fork,
  { negated }: Held,
  isHook: boolean,
  continuation: ReadonlySet<string>,
): boolean {
  if (isHook) {
    const [passing, refusing] = negated ? [[then], otherwise] : [otherwise, [then]];
    return !passing.some((each) => answers(each, continuation)) && surely(refusing, continuation);
  }
  if (falls) return false;
  const passes = callsAny(then, continuation);
  const passesOtherwise = otherwise.some((each) => callsAny(each, continuation));
  return negated ? passes && !passesOtherwise : passesOtherwise && !passes;
}

/** The parts of the request among what is asked for: `session.user`, `isAuthenticated()`. */
function namesHeld({ chains }: Held, names: BodyNames): readonly string[] {
  return chains.flatMap((expression) => {
    if (asksForLogin(expression)) {
      const isGiven = expression.arguments.some((each) => names.isRequest(chainOf(each).root));
      return isGiven ? [`${nameOf(expression)}(…)`] : [];
    }
    const called = ts.isCallExpression(expression);
    const { root, members } = chainOf(called ? expression.expression : expression);
    const path = [...names.baseOf(root), ...members];
    const taken = called && path.slice(-2).join('.') === 'session.get' && expression.arguments[0] && staticName(expression.arguments[0]);
    if (taken && names.isRequest(root)) return [`session.${taken}`];
    return names.isRequest(root) && path.length > 0 ? [path.slice(0, 2).join('.') + (called ? '()' : '')] : [];
  });
}

/** Nothing behind it is reached. */
function leaves(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return (
    last !== undefined &&
    (ts.isReturnStatement(last) ||
      ts.isThrowStatement(last) ||
      (ts.isIfStatement(last) && last.elseStatement !== undefined && leaves(last.thenStatement) && leaves(last.elseStatement)))
  );
}

/** What the variables of a body are that keep what is asked for: `const known = request.isAuthenticated()`. */
const keptIn = (body: ts.ConciseBody): ReadonlyMap<string, ts.Expression> =>
  new Map(
    (ts.isBlock(body) ? body.statements : []).flatMap((statement) =>
      ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.flatMap(({ name, initializer }) =>
            ts.isIdentifier(name) && initializer ? [[name.text, initializer] as const] : [],
          )
        : [],
    ),
  );

/** What has to be there for a condition to hold (`negated`: to fail); null when none of its parts joined by `&&` is a member or a call. */
function heldBy(condition: ts.Expression, kept: ReadonlyMap<string, ts.Expression>): Held | null {
  const node = skipOuter(condition);
  const own = ts.isIdentifier(node) && kept.get(node.text);
  if (own) return heldBy(own, new Map()) ?? { negated: false, chains: [node] };
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const inner = heldBy(node.operand, kept);
    return inner && { ...inner, negated: !inner.negated };
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
    const [left, right] = [heldBy(node.left, kept), heldBy(node.right, kept)];
    if (left?.negated || right?.negated || !(left ?? right)) return null;
    const more = left === null || right === null || left.more || right.more;
    return { negated: false, chains: [...(left?.chains ?? []), ...(right?.chains ?? [])], ...(more && { more }) };
  }
  const asked = ts.isAwaitExpression(node) ? skipOuter(node.expression) : node;
  if (asksForLogin(asked)) return { negated: false, chains: [asked] };
  return ts.isPropertyAccessExpression(node) || ts.isIdentifier(node) || (ts.isCallExpression(node) && node.arguments.length === 0)
    ? { negated: false, chains: [node] }
    : null;
}

/** `authenticated(request)`, `sessions.isLoggedIn(request)`: a function that is called after a login is given something. */
const asksForLogin = (node: ts.Expression): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  node.arguments.length > 0 &&
  /^(?:is|has|was|get|find)?_?(?:user_?)?(?:logged_?in|signed_?in|authenticated|authed|session|current_?user|user)$/i.test(nameOf(node));
const nameOf = ({ expression }: ts.CallExpression): string =>
  ts.isIdentifier(expression) ? expression.text : ts.isPropertyAccessExpression(expression) ? expression.name.text : '';

/** Whether a call of one of the names stands in the node. */
const callsAny = (node: ts.Node, names: ReadonlySet<string>): boolean =>
  (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && names.has(node.expression.text)) ||
  (ts.forEachChild(node, (child) => callsAny(child, names) || undefined) ?? false);

/** Whether something is thrown in the node, or what one of the names stands for is told to answer: `reply.redirect('/')`. */
const answers = (node: ts.Node, names: ReadonlySet<string>): boolean => {
  if (ts.isThrowStatement(node)) return true;
  if (ts.isCallExpression(node)) {
    const { root, members } = chainOf(node.expression);
    if (ts.isIdentifier(root) && names.has(root.text) && /^(?:send\w*|redirect|code|status|view)$/.test(members.at(-1) ?? '')) return true;
  }
  return ts.forEachChild(node, (child) => answers(child, names) || undefined) ?? false;
};

/** One of the statements answers whatever else is so. */
const surely = (nodes: readonly ts.Node[], names: ReadonlySet<string>): boolean =>
  nodes.some((node) => (ts.isBlock(node) ? surely(node.statements, names) : !ts.isIfStatement(node) && answers(node, names)));
