import { ts } from '../../typescript/index.js';

/** What a scope has to declare before its statements run; computed once per node. */
export interface Hoisted {
  readonly vars: readonly string[];
  readonly functions: readonly ts.FunctionDeclaration[];
  readonly lexical: readonly string[];
}

const caches: WeakMap<ts.Node, unknown>[] = [];
/** What is found out of a node by its syntax and kept, until a function in it gets another body. */
export function bySyntax<Found>(): WeakMap<ts.Node, Found> {
  const cache = new WeakMap<ts.Node, Found>();
  caches.push(cache);
  return cache;
}

const blockCache = bySyntax<Hoisted>();
const varCache = bySyntax<readonly string[]>();

export function bindingNames(name: ts.BindingName, into: string[]): string[] {
  if (ts.isIdentifier(name)) into.push(name.text);
  else for (const element of name.elements) if (ts.isBindingElement(element)) bindingNames(element.name, into);
  return into;
}

/** Names declared by `let`, `const`, `class`, `enum` and functions directly in these statements. */
export function hoistBlock(owner: ts.Node, statements: readonly ts.Statement[]): Hoisted {
  const cached = blockCache.get(owner);
  if (cached) return cached;
  const functions: ts.FunctionDeclaration[] = [];
  const lexical: string[] = [];
  for (let statement of statements) {
    while (ts.isLabeledStatement(statement)) statement = statement.statement;
    // `declare const module: …` gives a name that is there already its type; declaring it here would hide it.
    if (hasModifier(statement, ts.SyntaxKind.DeclareKeyword) && !ts.isEnumDeclaration(statement)) continue;
    if (ts.isFunctionDeclaration(statement)) {
      if (statement.body) functions.push(statement);
    } else if (ts.isClassDeclaration(statement)) {
      if (statement.name) lexical.push(statement.name.text);
    } else if (ts.isEnumDeclaration(statement)) lexical.push(statement.name.text);
    else if (ts.isModuleDeclaration(statement)) {
      if (ts.isIdentifier(statement.name)) lexical.push(statement.name.text);
    } else if (ts.isVariableStatement(statement) && statement.declarationList.flags & ts.NodeFlags.BlockScoped)
      for (const declaration of statement.declarationList.declarations) bindingNames(declaration.name, lexical);
  }
  const hoisted: Hoisted = { vars: [], functions, lexical };
  blockCache.set(owner, hoisted);
  return hoisted;
}

const NOTHING: readonly ts.Node[] = [];

/**
 * Visits what lies below a node, in the order of the source and without recursion: a tree may be deeper than the stack.
 * @param visit says what of a node to go on with: null for all of its children
 */
export function walk(owner: ts.Node, visit: (node: ts.Node) => readonly ts.Node[] | null): void {
  const pending: ts.Node[] = [];
  const add = (nodes: readonly ts.Node[]): void => {
    for (let index = nodes.length - 1; index >= 0; index--) pending.push(nodes[index]!);
  };
  add(childrenOf(owner));
  for (let node = pending.pop(); node; node = pending.pop()) add(visit(node) ?? childrenOf(node));
}

function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}

/** Names declared by `var` anywhere in a function body, nested functions excluded. */
export function hoistVars(owner: ts.Node): readonly string[] {
  const cached = varCache.get(owner);
  if (cached) return cached;
  const names: string[] = [];
  walk(owner, (node) => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return NOTHING;
    if (ts.isVariableStatement(node) && hasModifier(node, ts.SyntaxKind.DeclareKeyword)) return NOTHING;
    if (ts.isVariableDeclarationList(node) && !(node.flags & ts.NodeFlags.BlockScoped))
      for (const declaration of node.declarations) bindingNames(declaration.name, names);
    return ts.isStatement(node) ||
      ts.isCaseBlock(node) ||
      ts.isCaseOrDefaultClause(node) ||
      ts.isCatchClause(node) ||
      ts.isVariableDeclarationList(node) ||
      ts.isSourceFile(node) ||
      ts.isModuleBlock(node)
      ? null
      : NOTHING;
  });
  varCache.set(owner, names);
  return names;
}

/** The loop of whose rounds a place is a part; null where a function is nearer. */
export function loopAround(place: ts.Node): ts.Node | null {
  const around = ts.findAncestor(place, (node) => ts.isFunctionLike(node) || ts.isIterationStatement(node, false));
  return around && ts.isIterationStatement(around, false) ? around : null;
}

/** Whether a variable of this name is declared somewhere below a node. */
export function declaresWithin(owner: ts.Node, name: string): boolean {
  let declares = false;
  walk(owner, (node) => {
    if (ts.isVariableDeclaration(node)) declares ||= bindingNames(node.name, []).includes(name);
    return declares || ts.isFunctionLike(node) ? NOTHING : null;
  });
  return declares;
}

const REPORTS = /^(?:console|date|math|performance|log(?:ger)?|debug)$/i;

/** Whether in front of a place something in a block throws, or is called with values that it may fail on. Functions that it makes run later. */
export function mayFailBefore(block: ts.Node, place: ts.Node): boolean {
  let fails = false;
  walk(block, (node) => {
    if (fails || node.pos >= place.pos || ts.isFunctionLike(node)) return NOTHING;
    if (ts.isThrowStatement(node)) fails = true;
    if (ts.isCallExpression(node) && node.arguments.length > 0 && node.end <= place.pos) {
      let callee: ts.Expression = node.expression;
      while (ts.isPropertyAccessExpression(callee)) callee = callee.expression;
      fails = !(ts.isIdentifier(callee) && REPORTS.test(callee.text));
    }
    return null;
  });
  return fails;
}

interface OnlyCalls {
  readonly holds: boolean;
  /** The function and those in it: what was read. */
  readonly functions: readonly ts.Node[];
}

const onlyCalled = bySyntax<Map<number, OnlyCalls>>();

/** Whether a function calls a parameter as a statement of its own, waited for or not, or returns that, in no `try` and no other function, and does nothing else with it. */
export function onlyCalls(node: ts.FunctionLikeDeclaration, parameter: number): OnlyCalls {
  let known = onlyCalled.get(node);
  if (!known) onlyCalled.set(node, (known = new Map()));
  let found = known.get(parameter);
  if (!found) known.set(parameter, (found = readForCalls(node, parameter)));
  return found;
}

function readForCalls(node: ts.FunctionLikeDeclaration, parameter: number): OnlyCalls {
  const name = node.parameters[parameter]?.name;
  const functions: ts.Node[] = [node];
  let holds = node.body !== undefined && (!name || ts.isIdentifier(name)) && node.parameters.every(({ dotDotDotToken }) => !dotDotDotToken);
  if (node.body)
    walk(node.body, (at) => {
      if (ts.isFunctionLike(at)) functions.push(at);
      if (ts.isIdentifier(at) && !isNameOfMember(at))
        holds &&= at.text !== 'arguments' && (!name || at.text !== name.getText() || isPlainCall(at, node));
      return null;
    });
  return { holds, functions };
}

const actingBehind = bySyntax<Map<number, OnlyCalls>>();

/**
 * Whether a function does something with its other parameters behind a call of this one, by where it stands: what a `catch` does aside. Where it hands this
 * one on, nobody can see.
 */
export function actsBehind(node: ts.FunctionLikeDeclaration, parameter: number): OnlyCalls {
  let known = actingBehind.get(node);
  if (!known) actingBehind.set(node, (known = new Map()));
  let found = known.get(parameter);
  if (!found) known.set(parameter, (found = readForActs(node, parameter)));
  return found;
}

function readForActs(node: ts.FunctionLikeDeclaration, parameter: number): OnlyCalls {
  const functions: ts.Node[] = [node];
  const next = node.parameters[parameter]?.name;
  if (!node.body || !next) return { holds: false, functions };
  const others = new Set<string>();
  for (const each of node.parameters)
    if (each.name !== next)
      walk(each, (at) => {
        if (ts.isIdentifier(at)) others.add(at.text);
        return null;
      });
  let called = Infinity;
  let holds = !ts.isIdentifier(next);
  walk(node.body, (at) => {
    if (ts.isFunctionLike(at)) functions.push(at);
    if (ts.isCatchClause(at)) return NOTHING;
    if (!ts.isIdentifier(at) || isNameOfMember(at)) return null;
    if (at.text === next.getText()) {
      if (ts.isCallExpression(at.parent) && at.parent.expression === at) called = Math.min(called, at.end);
      else holds = true;
    } else if (others.has(at.text)) holds ||= at.pos >= called;
    return null;
  });
  return { holds, functions };
}

const isNameOfMember = (at: ts.Identifier): boolean => ts.isPropertyAccessExpression(at.parent) && at.parent.name === at;

function isPlainCall(callee: ts.Identifier, within: ts.Node): boolean {
  const call = callee.parent;
  if (!ts.isCallExpression(call) || call.expression !== callee) return false;
  let at: ts.Node = call.parent;
  while (ts.isAwaitExpression(at) || ts.isYieldExpression(at) || ts.isParenthesizedExpression(at)) at = at.parent;
  if (at !== within && !ts.isExpressionStatement(at) && !ts.isReturnStatement(at)) return false;
  for (; at !== within; at = at.parent) if (ts.isTryStatement(at) || ts.isFunctionLike(at)) return false;
  return true;
}

export interface FunctionSummary {
  /** Identifiers in value positions that the function does not declare itself (an over-approximation). */
  readonly free: readonly string[];
  /** The members that it reads of those by name; null of a name that stands for itself as well. */
  readonly membersOf: ReadonlyMap<string, ReadonlySet<string> | null>;
  readonly usesArguments: boolean;
  /** Specifiers that the function requires or imports itself; null when it names `require` in another way. */
  readonly required: readonly string[] | null;
  readonly calls: boolean;
  readonly isGenerator: boolean;
  readonly isAsync: boolean;
}

const summaries = bySyntax<FunctionSummary>();

/** A syntactic summary of a function or class: what it mentions. */
export function summarizeSyntax(node: ts.Node): FunctionSummary {
  const cached = summaries.get(node);
  if (cached) return cached;
  const membersOf = new Map<string, Set<string> | null>();
  const required = new Set<string>();
  let usesArguments = false,
    requiresMore = false,
    calls = false;
  walk(node, (child) => {
    if (ts.isTypeNode(child) && !ts.isExpressionWithTypeArguments(child)) return NOTHING;
    if (ts.isHeritageClause(child) && child.token === ts.SyntaxKind.ImplementsKeyword) return NOTHING;
    switch (child.kind) {
      case ts.SyntaxKind.Identifier: {
        const name = (child as ts.Identifier).text;
        if (name === 'arguments') usesArguments = true;
        if (name === 'require') requiresMore = true;
        const { parent } = child;
        const members = membersOf.get(name);
        if (!ts.isPropertyAccessExpression(parent) || parent.name === child) membersOf.set(name, null);
        else if (members) members.add(parent.name.text);
        else if (members === undefined) membersOf.set(name, new Set([parent.name.text]));
        return NOTHING;
      }
      case ts.SyntaxKind.PropertyAccessExpression:
        return [(child as ts.PropertyAccessExpression).expression];
      case ts.SyntaxKind.PropertyAssignment: {
        const assignment = child as ts.PropertyAssignment;
        return ts.isComputedPropertyName(assignment.name) ? [assignment.name, assignment.initializer] : [assignment.initializer];
      }
      case ts.SyntaxKind.InterfaceDeclaration:
      case ts.SyntaxKind.TypeAliasDeclaration:
        return NOTHING;
      case ts.SyntaxKind.CallExpression:
      case ts.SyntaxKind.NewExpression:
      case ts.SyntaxKind.TaggedTemplateExpression:
        calls = true;
        if (
          ts.isCallExpression(child) &&
          (child.expression.kind === ts.SyntaxKind.ImportKeyword ||
            (ts.isIdentifier(child.expression) && child.expression.text === 'require'))
        ) {
          const [specifier] = child.arguments;
          if (specifier && ts.isStringLiteralLike(specifier)) {
            required.add(specifier.text);
            return NOTHING;
          }
          requiresMore = true;
        }
        return null;
      default:
        return null;
    }
  });
  const summary: FunctionSummary = {
    free: [...membersOf.keys()],
    membersOf,
    usesArguments,
    required: requiresMore ? null : [...required],
    calls,
    isGenerator: ts.isFunctionLike(node) && 'asteriskToken' in node && node.asteriskToken !== undefined,
    isAsync:
      ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((modifier) => modifier.kind === ts.SyntaxKind.AsyncKeyword) ?? false),
  };
  summaries.set(node, summary);
  return summary;
}

const texts = bySyntax<ReadonlySet<string>>();

/** All names and literal texts in a function or class that stand where values do: what is no member of it is read of nothing there. */
export function textsIn(node: ts.Node): ReadonlySet<string> {
  let found = texts.get(node);
  if (found) return found;
  const all = new Set<string>();
  walk(node, (child) => {
    if (ts.isTypeNode(child) && !ts.isExpressionWithTypeArguments(child)) return NOTHING;
    if (ts.isIdentifier(child) || ts.isStringLiteralLike(child)) all.add(child.text);
    return null;
  });
  texts.set(node, (found = all));
  return found;
}

export const hasModifier = (node: ts.Node, kind: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false);

const assigning = bySyntax<boolean>();

/** Whether the text of an expression looks as if it set something. */
export function assigns(node: ts.Expression): boolean {
  let known = assigning.get(node);
  if (known === undefined) assigning.set(node, (known = /[^=!<>]=[^=>]|\+\+|--/.test(node.getText())));
  return known;
}

/**
 * Functions have got other bodies: what is kept of them and of what they stand in is found again. False when that gives a short text other than one
 * that something was named after.
 */
export function forgetSyntax(functions: readonly ts.Node[]): boolean {
  let same = true;
  for (const node of functions)
    for (let at: ts.Node | undefined = node; at; at = at.parent) {
      const text = shortTexts.get(at);
      for (const cache of caches) cache.delete(at);
      if (text !== undefined && shortText(at) !== text) same = false;
    }
  return same;
}

/** Source text of a node on one line, at most 80 characters. */
export function shortText(node: ts.Node): string {
  let text = shortTexts.get(node);
  if (text === undefined) {
    text = node.getText().slice(0, 400).replace(/\s+/g, ' ');
    if (text.length > 80) text = `${text.slice(0, 77)}…`;
    shortTexts.set(node, text);
  }
  return text;
}

const shortTexts = bySyntax<string>();

/** `node` without parentheses, assertions and `!`. */
export function skipOuter(node: ts.Expression): ts.Expression {
  for (;;) {
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isTypeAssertionExpression(node)
    )
      node = node.expression;
    else return node;
  }
}

/** Whether the truth of an expression is asked for where it stands: as a condition, negated, or to the left of `&&`. */
export function isTested(node: ts.Node): boolean {
  let at = node;
  for (;;) {
    const { parent } = at;
    if (ts.isParenthesizedExpression(parent) || ts.isAwaitExpression(parent) || ts.isNonNullExpression(parent) || ts.isAsExpression(parent))
      at = parent;
    else if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
    else if (ts.isBinaryExpression(parent)) {
      if (parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken && parent.left === at) return true;
      if (parent.operatorToken.kind !== ts.SyntaxKind.BarBarToken && parent.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken)
        return false;
      at = parent;
    } else
      return (
        ((ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) && parent.expression === at) ||
        ((ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === at)
      );
  }
}

/** Whether a function ends behind an expression: it returns what the expression gives, or nothing stands behind it. */
export function isLastOf(node: ts.Node): boolean {
  let at = node;
  for (let { parent } = at; ; { parent } = at) {
    const goesOn =
      ts.isParenthesizedExpression(parent) ||
      ts.isAwaitExpression(parent) ||
      ts.isAsExpression(parent) ||
      ts.isVoidExpression(parent) ||
      (ts.isPropertyAccessExpression(parent) && /^(?:then|catch|finally)$/.test(parent.name.text)) ||
      (ts.isCallExpression(parent) && (parent.expression === at || parent.expression.getText() === 'Promise.resolve')) ||
      (ts.isConditionalExpression(parent) && parent.condition !== at) ||
      (ts.isBinaryExpression(parent) && parent.right === at && /^(?:&&|\|\||\?\?|,)$/.test(parent.operatorToken.getText()));
    if (!goesOn) break;
    at = parent;
  }
  if (ts.isReturnStatement(at.parent) || ts.isArrowFunction(at.parent)) return true;
  return ts.isExpressionStatement(at.parent) && isLastStatement(at.parent);
}

/** Whether a function ends behind a statement. */
export function isLastStatement(statement: ts.Node): boolean {
  for (let at = statement; !ts.isFunctionLike(at.parent) && !ts.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    const statements: readonly ts.Node[] = ts.isBlock(parent) || ts.isSourceFile(parent) ? parent.statements : [];
    const next = statements[statements.indexOf(at) + 1];
    if (next) return ts.isReturnStatement(next) && !next.expression;
    if (ts.isIterationStatement(parent, false) || ts.isCaseOrDefaultClause(parent)) return false;
  }
  return true;
}

export { ts };
