import type { Value } from '@tool/scanner-sdk';
import { parametersOf, skipOuter, ts, type Frame, type Obj } from '../../evaluator/index.js';

/** Words of names that say of a function that it is one, or that it makes one. */
const SAYS_NOTHING =
  /^(?:create|make|build|get|new|define|setup|init|initialize|configure|construct|generate|default|middlewares?|handlers?|constructor|factory|creator|builder|wrapper|wrapped|fn|func|function|cb|callback|exports|module|inner|outer)$/;

const isTelling = (name: string): boolean => !name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).every((word) => SAYS_NOTHING.test(word.toLowerCase()));

/** The first of several names that says something: `configure` and `middleware` do not. */
export const mostTelling = (names: readonly string[]): string =>
  names.find((name) => name && isTelling(name)) ?? names.find((name) => name) ?? '';

/**
 * Whether the call that made a function gives that function: `auth('admin')`, and not an object that holds it among others, nor, unless it is looked for
 * there (`inList`), a list.
 */
export function givesItself({ fn }: Frame, object: Obj, inList = false): boolean {
  const factory = fn?.fn?.kind === 'closure' ? fn.fn.node : null;
  const closure = object.fn?.kind === 'closure' ? object.fn.node : null;
  if (!factory?.body || !closure) return true;
  // A method is given with its class.
  const made = ts.isClassLike(closure.parent) ? closure.parent : closure;
  const name = nameIn(made);
  const gives = (given: ts.Expression | undefined): boolean => {
    if (!given) return false;
    const node = skipOuter(given);
    if (node === made) return true;
    if (ts.isIdentifier(node)) return node.text === name;
    if (ts.isAwaitExpression(node)) return gives(node.expression);
    if (ts.isConditionalExpression(node)) return gives(node.whenTrue) || gives(node.whenFalse);
    if (ts.isBinaryExpression(node)) return gives(node.left) || gives(node.right);
    if (inList && ts.isArrayLiteralExpression(node)) return node.elements.some(gives);
    return (
      ts.isCallExpression(node) &&
      (node.arguments.some(gives) || (ts.isPropertyAccessExpression(node.expression) && gives(node.expression.expression)))
    );
  };
  if (!ts.isBlock(factory.body)) return gives(factory.body);
  const visit = (node: ts.Node): boolean =>
    ts.isReturnStatement(node)
      ? gives(node.expression)
      : !ts.isFunctionLike(node) && (ts.forEachChild(node, (child) => visit(child) || undefined) ?? false);
  return visit(factory.body);
}

/** Of several functions that a call gives in a list, what it was given is that of the one which mentions it: `[authenticate, (req, res, next) => roles…]`. */
export function givesInList(frame: Frame, object: Obj): boolean {
  const { fn: factory } = frame.fn!;
  const closure = object.fn?.kind === 'closure' ? object.fn.node : null;
  if (factory?.kind !== 'closure' || !closure || !(isAdded(closure) || givesItself(frame, object, true))) return false;
  const names = parametersOf(factory.node).flatMap(({ name }) => identifiersIn(name));
  return identifiersIn(closure).some((name) => names.includes(name));
}

/** `list.push((req, res, next) => …)` */
const isAdded = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression) && /^(?:push|unshift)$/.test(parent.expression.name.text);

/** What a function is called where it is made: by itself, or by the variable that it is the value of. */
function nameIn(made: ts.FunctionLikeDeclaration | ts.ClassLikeDeclaration): string | undefined {
  if (made.name && ts.isIdentifier(made.name)) return made.name.text;
  let at: ts.Node = made.parent;
  while (ts.isParenthesizedExpression(at) || ts.isAsExpression(at)) at = at.parent;
  if (ts.isVariableDeclaration(at) && ts.isIdentifier(at.name)) return at.name.text;
  return ts.isBinaryExpression(at) && ts.isIdentifier(at.left) ? at.left.text : undefined;
}

/**
 * What a function runs in its place: the one argument of the call that made it, where its body hands that its own parameters on. `wrap(load)` for
 * `(fn) => (req, res, next) => fn(req, res, next).catch(next)` is `load`.
 */
export function wrappedBy(object: Obj): Value | null {
  const made = object.fn?.kind === 'closure' ? object.fn.node : null;
  const frame = object.origin?.frame;
  const factory = frame?.fn?.fn?.kind === 'closure' ? frame.fn.fn.node : null;
  if (!made?.body || !frame || !factory || Math.min(frame.args.length, factory.parameters.length) !== 1) return null;
  const [wrapped] = frame.args;
  const parameter = factory.parameters[0]?.name;
  if (!isCallable(wrapped) || !parameter || !ts.isIdentifier(parameter)) return null;
  const [first] = made.parameters;
  const isOwn = (node: ts.Expression | undefined): boolean =>
    node !== undefined &&
    (ts.isSpreadElement(node) ||
      (ts.isIdentifier(node) &&
        (node.text === 'arguments' || (first !== undefined && ts.isIdentifier(first.name) && node.text === first.name.text))));
  const hands = (node: ts.Node): boolean => {
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      const through = ts.isPropertyAccessExpression(expression) && /^(?:call|apply)$/.test(expression.name.text);
      const callee = through ? expression.expression : expression;
      const given = through ? node.arguments.slice(1) : node.arguments;
      const [head] = given;
      if (
        ts.isIdentifier(callee) &&
        callee.text === parameter.text &&
        isOwn(head) &&
        (given.length > 1 || !ts.isIdentifier(head!) || head.text === 'arguments')
      )
        return !(isTakenApart(node) && callsPlainly(made.body!, made.parameters[2]?.name));
    }
    return ts.forEachChild(node, (child) => hands(child) || undefined) ?? false;
  };
  return hands(made.body) ? wrapped! : null;
}

/** `const { client } = helpers(req, res)`, `helpers(req, res).client`: whoever gives that answers no request. */
function isTakenApart(call: ts.Node): boolean {
  const { parent } = call;
  if (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) return isTakenApart(parent);
  if (ts.isPropertyAccessExpression(parent)) return !/^(?:then|catch|finally)$/.test(parent.name.text);
  return ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name);
}

/** Whether it is called with nothing: `next()`. */
const callsPlainly = (node: ts.Node, name: ts.BindingName | undefined): boolean =>
  name !== undefined &&
  ((ts.isCallExpression(node) && node.arguments.length === 0 && node.expression.getText() === name.getText()) ||
    (ts.forEachChild(node, (child) => callsPlainly(child, name) || undefined) ?? false));

const isCallable = (value: Value | undefined): boolean =>
  value?.kind === 'unknown'
    ? value.provenance !== null
    : value?.kind === 'object' && (value as Obj).fn != null && !value.host && (value as Obj).fn!.kind !== 'class';

/** Calls that say something to a client, in a log or to those who listen. */
const SAYS =
  /^(?:json|send|text|html|end|status|throw|body|render|log|warn|error|info|debug|next|set(?:Header|Attribute|Tag)|redirect|(?:emit|publish|track|audit|trace|startSpan|startActiveSpan|addBreadcrumb|increment|observe|startTimer)\w*)$/;
const CALLER = /user|role|perm|scope|right|account|session|claim|member|admin|auth|owner|token|actor|group|tenant|plan/i;
const REFUSES = /\bthrow\b|\b40[13]\b|forbidden|unauthori[sz]ed|\bnext\(\s*\w/i;

/**
 * Texts that the call which made a function gives it only to be said, in an error, an answer or an event, as the name of what it looks up on the request,
 * or to choose what it does, where nothing of the caller is asked: `mustLogIn('post')` for `throw new LoginNeeded(action)`. They are no rights of anybody.
 */
export function wordsSaid({ fn, args }: Frame): readonly string[] {
  const factory = fn?.fn?.kind === 'closure' ? fn.fn.node : null;
  if (!factory) return [];
  const declared = parametersOf(factory);
  return args.flatMap((arg, index) => {
    const name = declared[index]?.name;
    const isWord = arg.kind === 'const' && typeof arg.value === 'string' && name !== undefined && ts.isIdentifier(name);
    return isWord && isOnlySaid(factory, name, [name.text]) ? [arg.value as string] : [];
  });
}

function identifiersIn(node: ts.Node): readonly string[] {
  if (ts.isIdentifier(node)) return [node.text];
  const found: string[] = [];
  ts.forEachChild(node, (inner) => {
    found.push(...identifiersIn(inner));
  });
  return found;
}

/** It is asked only whether there is any: `if (mode)`, `!mode`, `if (… && mode)`. */
function isWhether(use: ts.Node): boolean {
  const { parent } = use;
  const isAnd = ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
  return (
    (ts.isPrefixUnaryExpression(parent) && parent.operator === ts.SyntaxKind.ExclamationToken) ||
    (ts.isIfStatement(parent) && parent.expression === use) ||
    (ts.isConditionalExpression(parent) && parent.condition === use) ||
    (isAnd && (parent.left === use || isWhether(parent))) ||
    (ts.isParenthesizedExpression(parent) && isWhether(parent))
  );
}

/** It is compared with a text of the source, and neither beside that nor in a refusal behind it anything of the caller is looked at. */
function choosesOnly(use: ts.Node): boolean {
  let at: ts.Node = use.parent;
  if (!ts.isSwitchStatement(at)) {
    if (!ts.isBinaryExpression(at) || !/^[!=]==?$/.test(at.operatorToken.getText())) return false;
    if (!ts.isStringLiteralLike(at.left === use ? at.right : at.left)) return false;
    while (ts.isBinaryExpression(at.parent) || ts.isParenthesizedExpression(at.parent) || ts.isPrefixUnaryExpression(at.parent))
      at = at.parent;
    if (identifiersIn(at).some((used) => CALLER.test(used))) return false;
    at = at.parent;
  }
  const behind = ts.isIfStatement(at) || ts.isSwitchStatement(at) || ts.isConditionalExpression(at) ? at : null;
  return behind !== null && !(REFUSES.test(behind.getText()) && identifiersIn(behind).some((used) => CALLER.test(used)));
}

function isOnlySaid(factory: ts.Node, name: ts.Identifier, seen: readonly string[]): boolean {
  const uses: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const { parent } = node;
    const isMember =
      parent &&
      ((ts.isPropertyAccessExpression(parent) && parent.name === node) || (ts.isPropertyAssignment(parent) && parent.name === node));
    if (ts.isIdentifier(node) && node.text === name.text && node !== name && !isMember && !ts.isTypeNode(parent)) uses.push(node);
    ts.forEachChild(node, visit);
  };
  visit(factory);
  const whole = ts.isVariableDeclaration(name.parent) ? name.parent.initializer : undefined;
  /** A member of what it stands in that is another one. */
  const isOther = ({ parent }: ts.Node): boolean =>
    ts.isPropertyAccessExpression(parent) &&
    whole !== undefined &&
    ts.isObjectLiteralExpression(whole) &&
    whole.properties.some(
      (each) =>
        ts.isPropertyAssignment(each) &&
        each.name.getText() === parent.name.text &&
        !identifiersIn(each.initializer).some((used) => seen.includes(used)),
    );
  const isSaid = (at: ts.Node): boolean => {
    const { parent } = at;
    if (!parent || ts.isThrowStatement(parent)) return parent !== undefined;
    if (ts.isVariableDeclaration(parent) && parent.initializer === at && ts.isIdentifier(parent.name))
      return !seen.includes(parent.name.text) && isOnlySaid(factory, parent.name, [...seen, parent.name.text]);
    if (ts.isBinaryExpression(parent) && parent.right === at && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      return /\.body$/.test(parent.left.getText());
    if (ts.isElementAccessExpression(parent) && parent.argumentExpression === at) return isGiven(parent.expression);
    if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== at) {
      const callee = parent.expression;
      const called = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
      if (ts.isNewExpression(parent) ? /(?:Error|Exception)$/.test(called) : SAYS.test(called)) return true;
      if (called === 'get' && ts.isPropertyAccessExpression(callee) && isGiven(callee.expression)) return true;
    }
    return ts.isExpression(parent) ||
      ts.isTemplateSpan(parent) ||
      ts.isPropertyAssignment(parent) ||
      ts.isShorthandPropertyAssignment(parent) ||
      ts.isSpreadAssignment(parent)
      ? !ts.isFunctionLike(parent) && isSaid(parent)
      : false;
  };
  /** What the framework gives the function: the request, or the context. */
  const isGiven = (node: ts.Expression): boolean => {
    for (let at: ts.Node = node; ts.isIdentifier(node) && at !== factory && at.parent; at = at.parent)
      if (ts.isFunctionLike(at) && at.parameters.some((each) => each.name.getText() === node.text)) return true;
    return false;
  };
  // Whether there is one says nothing of which it is; of what is made of it it may say all.
  const direct = seen.length === 1 ? uses.filter((use) => !isWhether(use)) : uses;
  return direct.length > 0 && direct.every((use) => isOther(use) || (seen.length === 1 && choosesOnly(use)) || isSaid(use));
}
