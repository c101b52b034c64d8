import type { BodyFacts } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import { Obj, packageValue, readBinding, skipOuter, surroundingThis, ts, type Closure, type Evaluator, type StandIn } from '../evaluator/index.js';

interface Collected {
  headers: Set<string>; cookies: Set<string>; query: Set<string>; calls: Set<string>; statuses: Set<number>; sets: Set<string>; reads: Set<string>;
  callsContinuation: boolean; handsOverContinuation: boolean; answers: boolean;
}

const MAX_DEPTH = 4;

/** Methods of a context that answer, with the status behind the body. */
const ANSWERS: ReadonlySet<string> = new Set(['json', 'text', 'html', 'body', 'newResponse']);

/** Methods that hand over what they hold: what they give is a part of what they belong to. */
const GETTER = /^(get|switchTo)[A-Z]/;

/**
 * What a function body does with its parameters, without running it: headers, cookies and query parameters read, packages called, statuses
 * answered, properties set on a parameter, and whether it can pass control on. Functions it calls are followed through their values; into modules that
 * have not run only near the top.
 *
 * @param hasRun whether the program has run a module (by its file)
 */
export function bodyFacts(evaluator: Evaluator, fn: Obj, hasRun: (file: string) => boolean): BodyFacts | undefined {
  const target = fn.fn?.kind === 'bound' && fn.fn.target.kind === 'object' ? (fn.fn.target as Obj) : fn;
  if (target.fn?.kind === 'native' && target.fn.standsFor) return factsOfStandIn(evaluator, target.fn.standsFor, hasRun);
  if (target.fn?.kind !== 'closure') return undefined;
  const collected: Collected = { headers: new Set(), cookies: new Set(), query: new Set(), calls: new Set(), statuses: new Set(), sets: new Set(), reads: new Set(), callsContinuation: false, handsOverContinuation: false, answers: false };
  const seen = new Set<ts.Node>();
  collect({ evaluator, hasRun }, target.fn, surroundingThis(target) ?? (fn.fn?.kind === 'bound' ? fn.fn.self : null), collected, seen, 0, true);
  const declared = target.fn.node.parameters.filter((parameter) => !(ts.isIdentifier(parameter.name) && parameter.name.text === 'this'));
  const continues: BodyFacts['continues'] = collected.callsContinuation || collected.handsOverContinuation || declared.some((parameter) => parameter.dotDotDotToken)
    ? (collected.answers || collected.statuses.size > 0 ? 'maybe' : 'always') : 'never';
  return {
    headers: [...collected.headers], cookies: [...collected.cookies], query: [...collected.query], calls: [...collected.calls], statuses: [...collected.statuses],
    sets: [...collected.sets], reads: [...collected.reads], continues, parameters: declared.length,
  };
}

/** The framework goes on or refuses by itself: whether the function it runs takes a continuation says nothing. */
function factsOfStandIn(evaluator: Evaluator, { of, statuses }: StandIn, hasRun: (file: string) => boolean): BodyFacts | undefined {
  const facts = bodyFacts(evaluator, of, hasRun);
  return facts && { ...facts, statuses: [...new Set([...facts.statuses, ...statuses])], continues: facts.continues === 'always' && statuses.length === 0 ? 'always' : 'maybe', parameters: Math.min(facts.parameters, 3) };
}

/** `self` is the receiver where it is known: what methods find in its fields is followed, too. */
function collect(program: Readonly<{ evaluator: Evaluator; hasRun(file: string): boolean }>, closure: Closure, self: Value | null, into: Collected, seen: Set<ts.Node>, depth: number, outermost: boolean): void {
  const { evaluator } = program;
  const { node } = closure;
  if (seen.has(node) || !node.body) return;
  seen.add(node);
  const parameters = new Set<string>();
  for (const parameter of node.parameters) if (ts.isIdentifier(parameter.name)) parameters.add(parameter.name.text);
  // The first parameter is what came in; with four the error stands before it. The others are what goes out.
  const incoming = node.parameters[node.parameters.length === 4 ? 1 : 0]?.name;
  const request = incoming && ts.isIdentifier(incoming) ? incoming.text : null;
  // A context that holds both the request and what answers it keeps values of its own under `get`: they are no headers. Nobody writes headers in camel case.
  const holdsBoth = request !== null && new RegExp(`(?<![\\w$.])${request.replace(/\$/g, '\\$&')}\\.(?:env|var|executionCtx|json|text|html|req\\.(?:header|query|param|json|valid|path|raw))\\b`).test(node.body.getText(closure.module.source));
  const continuation = new Set<string>();
  if (outermost) for (const parameter of node.parameters.slice(1)) if (ts.isIdentifier(parameter.name)) continuation.add(parameter.name.text);
  const locals = new Map<string, ts.Expression>();
  /** Names that stand for a member of the request: of `({ headers }, response)` and of `const { headers } = request`. */
  const aliases = new Map<string, readonly string[]>();
  const destructure = (pattern: ts.ObjectBindingPattern, base: readonly string[]): void => {
    for (const element of pattern.elements) {
      const written = element.propertyName ?? element.name;
      const key = ts.isIdentifier(written) || ts.isStringLiteral(written) ? written.text : null;
      if (key === null || element.dotDotDotToken) continue;
      if (ts.isObjectBindingPattern(element.name)) { destructure(element.name, [...base, key]); continue; }
      read([...base, key]);
      if (ts.isIdentifier(element.name)) aliases.set(element.name.text, [...base, key]);
    }
  };

  const staticName = (expression: ts.Expression): string | null => (ts.isStringLiteralLike(expression) ? expression.text : null);
  /** `a.b['c']` as root and member names; null when it is no such chain. */
  const chainOf = (expression: ts.Expression): { root: ts.Expression; members: string[] } => {
    const members: string[] = [];
    let current = skipOuter(expression);
    for (;;) {
      if (ts.isPropertyAccessExpression(current)) { members.unshift(current.name.text); current = skipOuter(current.expression); } else if (ts.isElementAccessExpression(current)) { members.unshift(staticName(current.argumentExpression) ?? '?'); current = skipOuter(current.expression); } else return { root: current, members };
    }
  };
  const isParameter = (root: ts.Expression): boolean => ts.isIdentifier(root) && (parameters.has(root.text) || (locals.has(root.text) && isParameter(chainOf(locals.get(root.text)!).root)));

  /** The request itself, or what getters without arguments give of it: `context.switchToHttp().getRequest()`. */
  const isRequest = (root: ts.Expression): boolean => {
    if (ts.isIdentifier(root)) return root.text === request || aliases.has(root.text) || (locals.has(root.text) && isRequest(chainOf(locals.get(root.text)!).root));
    if (!ts.isCallExpression(root) || root.arguments.length > 0) return false;
    const getter = chainOf(root.expression);
    return GETTER.test(getter.members.at(-1) ?? '') && isRequest(getter.root);
  };

  const read = (members: readonly string[]): void => {
    const [first, second] = members;
    if (!first || GETTER.test(first)) return;
    const at = (first === 'request' || first === 'req' || first === 'raw' || first === 'state' || first === 'var') && second ? members.slice(1) : members;
    const [head, next] = at;
    if (head === 'headers' && next) into.headers.add(next.toLowerCase());
    else if ((head === 'cookies' || head === 'signedCookies') && next) { if (next !== 'get' && next !== 'set') into.cookies.add(next); }
    else if (head === 'query' && next) into.query.add(next);
    else if (head === 'session' || head === 'user' || head === 'auth') into.reads.add(at.slice(0, 2).join('.'));
    else if (head && !['body', 'params', 'headers', 'query', 'cookies'].includes(head)) into.reads.add(head);
  };

  let receiver: Value | null = null;
  /** The function that is called; `receiver` is then the object it was found in. */
  const calleeValue = (expression: ts.Expression): Value | null => {
    const { root, members } = chainOf(expression);
    let value: Value | null = null;
    receiver = null;
    if (ts.isIdentifier(root)) {
      if (parameters.has(root.text) || locals.has(root.text)) return null;
      const binding = closure.scope.find(root.text);
      if (!binding) return null;
      if (binding.lazy && binding.lazyFile !== null && !program.hasRun(binding.lazyFile)) return depth < 2 ? safeRead(() => readBinding(binding, root.text)) : null;
      value = safeRead(() => readBinding(binding, root.text));
    } else if (root.kind === ts.SyntaxKind.ThisKeyword) value = self ?? closure.home;
    else if (ts.isCallExpression(root) && ts.isIdentifier(root.expression) && root.expression.text === 'require' && root.arguments[0] && ts.isStringLiteralLike(root.arguments[0])) {
      const resolution = evaluator.host.resolve(root.arguments[0].text, closure.module.file, true);
      value = resolution.kind === 'package' ? packageValue(evaluator, resolution.name) : null;
    }
    const context = evaluator.topContext(closure.module);
    for (const member of members) { if (!value) return null; receiver = value; value = safeRead(() => evaluator.get(value!, member, context, expression)); }
    return value;
  };

  /** The members that lead from the request to what a name stands for. */
  const baseOf = (root: ts.Expression): readonly string[] => {
    if (!ts.isIdentifier(root)) return [];
    const alias = aliases.get(root.text);
    if (alias) return alias;
    const local = locals.get(root.text);
    if (!local || root.text === request) return [];
    const inner = chainOf(local);
    return [...baseOf(inner.root), ...inner.members];
  };

  const visitCall = (call: ts.CallExpression): void => {
    const callee = skipOuter(call.expression);
    const { root, members } = chainOf(callee);
    if (ts.isIdentifier(root) && continuation.has(root.text) && members.length === 0) { into.callsContinuation = true; return; }
    for (const argument of call.arguments) if (ts.isIdentifier(argument) && continuation.has(argument.text) && [...continuation].indexOf(argument.text) >= (continuation.size > 1 ? 1 : 0)) into.handsOverContinuation = true;
    const last = members.at(-1);
    // `reply.unauthorized()`, `httpErrors.forbidden()`, `Boom.badRequest()`: the HTTP error packages share these names.
    const named = last ? NAMED_ERRORS.get(last) : undefined;
    if (named !== undefined && (isParameter(root) || isErrorPackage(root))) { into.statuses.add(named); into.answers = true; }
    if (last && isParameter(root) || (last && ts.isCallExpression(root))) {
      const argument = call.arguments[0];
      const text = argument ? staticName(argument) : null;
      if (['status', 'sendStatus', 'code', 'writeHead'].includes(last!) && argument) { const status = statusOf(evaluator, closure, argument); if (status !== null) { into.statuses.add(status); into.answers = true; } }
      else if (last === 'get' && members.at(-2) === 'cookies' && text) into.cookies.add(text);
      else if (last === 'get' && members.length === 1 && text && (holdsBoth || /[a-z][A-Z]/.test(text))) into.reads.add(text);
      else if (['get', 'header'].includes(last!) && text && members.length <= 2 && call.arguments.length === 1) into.headers.add(text.toLowerCase());
      else if (last === 'query' && members.length === 2 && text && holdsBoth) into.query.add(text);
      else if (['isAuthenticated', 'isUnauthenticated'].includes(last!)) into.reads.add(`${last}()`);
      const reads = holdsBoth && members.length > 1;
      if (!reads && ['send', 'json', 'end', 'redirect', 'render', 'sendFile', 'jsonp', 'download'].includes(last!)) { into.answers = true; if (last === 'redirect') into.statuses.add(302); }
      // `context.throw(401)`, `context.assert(user, 401)`, `context.json(body, 401)`.
      const stated = last === 'throw' ? argument : last === 'assert' || (holdsBoth && !reads && ANSWERS.has(last!)) ? call.arguments[1] : undefined;
      const status = stated ? statusOf(evaluator, closure, stated) : null;
      if (status !== null) { into.statuses.add(status); into.answers = true; }
    }
    const value = calleeValue(callee);
    if (value?.kind === 'unknown' && value.provenance && /(^|\.)get(Signed)?Cookie$/.test(value.provenance.path)) {
      const name = call.arguments.map(staticName).find((each) => each !== null);
      if (name) into.cookies.add(name);
    }
    // A method of what a modelled package made, or a function of its own: `schema.parse(…)`, `validationResult(request)`.
    const maker = [value, receiver as Value | null].map((each) => (each?.kind === 'object' ? each.host?.type.module : undefined)).find((module) => module !== undefined);
    if (maker !== undefined) into.calls.add(`${maker}#${members.at(-1) ?? ''}`);
    if (value?.kind === 'unknown' && value.provenance) into.calls.add(`${value.provenance.module}#${value.provenance.path}${wordsOf(call.arguments[0])}`);
    if (value?.kind === 'object' && depth < MAX_DEPTH) {
      const object = value as Obj;
      const inner = object.fn?.kind === 'bound' && object.fn.target.kind === 'object' ? (object.fn.target as Obj) : object;
      if (inner.fn?.kind === 'closure') collect(program, inner.fn, surroundingThis(inner) ?? (object.fn?.kind === 'bound' ? object.fn.self : isInstance(receiver) ? receiver : null), into, seen, depth + 1, false);
    }
  };

  const visit = (child: ts.Node): void => {
    if (ts.isTypeNode(child)) return;
    if (outermost && ts.isIdentifier(child) && child.text === 'arguments') into.handsOverContinuation = true;
    if (ts.isVariableDeclaration(child) && child.initializer) {
      const { root, members } = chainOf(child.initializer);
      if (isRequest(root) || (isParameter(root) && ts.isIdentifier(child.name))) {
        if (ts.isIdentifier(child.name)) locals.set(child.name.text, child.initializer);
        else if (ts.isObjectBindingPattern(child.name)) destructure(child.name, [...baseOf(root), ...members]);
      }
    }
    if (ts.isBinaryExpression(child) && child.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const { root, members } = chainOf(child.left);
      if (isParameter(root) && members.length) {
        if (members.at(-1) === 'statusCode' || (members.at(-1) === 'status' && !ts.isCallExpression(child.right))) { const status = statusOf(evaluator, closure, child.right); if (status !== null) { into.statuses.add(status); into.answers = true; } }
        else if (isRequest(root)) into.sets.add(members[0]!);
      }
      visit(child.right);
      return;
    }
    if (ts.isCallExpression(child)) { visitCall(child); ts.forEachChild(child, visit); return; }
    if (ts.isNewExpression(child) || ts.isThrowStatement(child)) {
      const made = ts.isThrowStatement(child) ? child.expression : child;
      const named = made && ts.isNewExpression(made) ? statusOfErrorName(chainOf(made.expression).members.at(-1) ?? skipOuter(made.expression).getText()) : null;
      if (named !== null) into.statuses.add(named);
      if (made && ts.isNewExpression(made)) for (const argument of made.arguments ?? []) { const status = statusOf(evaluator, closure, argument); if (status !== null && status >= 400 && status < 600) into.statuses.add(status); }
    }
    if (ts.isPropertyAccessExpression(child) || ts.isElementAccessExpression(child)) {
      const { root, members } = chainOf(child as ts.Expression);
      if (isRequest(root)) { read([...baseOf(root), ...members]); return; }
    }
    ts.forEachChild(child, visit);
  };
  if (incoming && ts.isObjectBindingPattern(incoming)) destructure(incoming, []);
  ts.forEachChild(node.body, visit);
  if (!ts.isBlock(node.body)) { visit(node.body); return; }
  if (!outermost) return;
  // What lets a request pass only when it is missing asks for the opposite: a page for those who are not logged in.
  for (const [index, statement] of node.body.statements.entries()) {
    if (!ts.isIfStatement(statement)) continue;
    const held = heldBy(statement.expression);
    if (held === null) continue;
    const names = held.chains.flatMap((expression) => {
      const called = ts.isCallExpression(expression);
      const { root, members } = chainOf(called ? expression.expression : expression);
      const path = [...baseOf(root), ...members];
      return isRequest(root) && path.length > 0 ? [path.slice(0, 2).join('.') + (called ? '()' : '')] : [];
    });
    // Whatever the condition is, the statements behind it are reached.
    if (!statement.elseStatement && !leaves(statement.thenStatement)) continue;
    const otherwise: readonly ts.Node[] = statement.elseStatement ? [statement.elseStatement] : node.body.statements.slice(index + 1);
    const calls = (nodes: readonly ts.Node[]): boolean => nodes.some((each) => callsAny(each, continuation));
    const [present, absent] = held.negated ? [calls(otherwise), calls([statement.thenStatement])] : [calls([statement.thenStatement]), calls(otherwise)];
    if (present || !absent) continue;
    for (const name of names) {
      for (const written of [name, name.replace(/\(\)$/, '')]) into.reads.delete(written);
      into.reads.add(`${held.chains.length > 1 ? '?' : '!'}${name}`);
    }
  }
}

/** Nothing behind it is reached. */
function leaves(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last) || (ts.isIfStatement(last) && last.elseStatement !== undefined && leaves(last.thenStatement) && leaves(last.elseStatement)));
}

/** What has to be there for a condition to hold (`negated`: to fail); null when it is more than members and calls joined by `&&`. */
function heldBy(condition: ts.Expression): { readonly negated: boolean; readonly chains: readonly ts.Expression[] } | null {
  const node = skipOuter(condition);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const inner = heldBy(node.operand);
    return inner && { negated: !inner.negated, chains: inner.chains };
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
    const [left, right] = [heldBy(node.left), heldBy(node.right)];
    return left && right && !left.negated && !right.negated ? { negated: false, chains: [...left.chains, ...right.chains] } : null;
  }
  return ts.isPropertyAccessExpression(node) || ts.isIdentifier(node) || (ts.isCallExpression(node) && node.arguments.length === 0) ? { negated: false, chains: [node] } : null;
}

/** Whether a call of one of the names stands in the node. */
const callsAny = (node: ts.Node, names: ReadonlySet<string>): boolean =>
  (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && names.has(node.expression.text)) || (ts.forEachChild(node, (child) => callsAny(child, names) || undefined) ?? false);

/** `('jwt','anonymous')` for a first argument that is a word or a list of words: what a call of a package is told by name. */
function wordsOf(argument: ts.Expression | undefined): string {
  if (!argument) return '';
  const node = skipOuter(argument);
  const texts = (ts.isArrayLiteralExpression(node) ? node.elements : [node]).map((element) => (ts.isStringLiteralLike(element) && /^[\w-]{1,40}$/.test(element.text) ? element.text : null));
  return texts.length > 0 && texts.every((text) => text !== null) ? `('${texts.join("','")}')` : '';
}

/** An object with fields of its own; a prototype or a namespace says no more than the method's home. */
const isInstance = (value: Value | null): value is Obj => value?.kind === 'object' && !(value as Obj).fn && (value as Obj).cls === 'Object';

/** Error classes that say by their name what they are answered with. */
const statusOfErrorName = (name: string): number | null =>
  /^(Unauthori[sz]ed|(Not)?Authenticat(ed|ion)(Error|Exception|Required))/.test(name) ? 401 : /^Forbidden/.test(name) ? 403 : /^TooManyRequests/.test(name) ? 429 : null;

/** A map, not an object: programs call `toString` and `hasOwnProperty`, too. */
const NAMED_ERRORS: ReadonlyMap<string, number> = new Map([['badRequest', 400], ['unauthorized', 401], ['paymentRequired', 402], ['forbidden', 403], ['notFound', 404], ['conflict', 409], ['unprocessableEntity', 422], ['tooManyRequests', 429]]);

const isErrorPackage = (root: ts.Expression): boolean => ts.isIdentifier(root) && /^(?:boom|https?errors?|createerror|errors)$/i.test(root.text);

function statusOf(evaluator: Evaluator, closure: Closure, expression: ts.Expression): number | null {
  const node = skipOuter(expression);
  if (ts.isNumericLiteral(node)) { const value = Number(node.text); return value >= 100 && value < 600 ? value : null; }
  const members: string[] = [];
  let current: ts.Expression = node;
  while (ts.isPropertyAccessExpression(current)) { members.unshift(current.name.text); current = skipOuter(current.expression); }
  if (!ts.isIdentifier(current) || members.length === 0) return null;
  const binding = closure.scope.find(current.text);
  if (!binding) return null;
  let value: Value | null = safeRead(() => readBinding(binding, (current as ts.Identifier).text));
  const context = evaluator.topContext(closure.module);
  for (const member of members) if (value) { const holder: Value = value; value = safeRead(() => evaluator.get(holder, member, context, node)); }
  return value?.kind === 'const' && typeof value.value === 'number' && value.value >= 100 && value.value < 600 ? value.value : null;
}

function safeRead(read: () => Value): Value | null { try { return read(); } catch { return null; } }
