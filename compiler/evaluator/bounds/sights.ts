import { bySyntax, ts } from '../language/syntax.js';

/** Something in a function that a search of what is left of its calls looks at, and the functions inside of it that it stands in, from the outside in. */
export interface Sight {
  readonly node: ts.Node;
  readonly inside: readonly ts.SignatureDeclaration[];
}

/** What there is to see in a function without running it, in the order of the text. */
interface Sights {
  /** Declarations, loops over lists, and names where they come first. */
  readonly names: readonly ts.Node[];
  /** What throws, returns, calls or takes a member of something, but in functions that nobody there may call. */
  readonly acts: readonly Sight[];
}

const known = bySyntax<Sights>();

/** Of functions that are searched over and over the text is walked through once. */
export function sightsOf(fn: ts.Node, body: ts.Node): Sights {
  let sights = known.get(fn);
  if (!sights) known.set(fn, (sights = { names: namesIn(body), acts: actsIn(fn, body) }));
  return sights;
}

function namesIn(body: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      if (!names.has(node.text) && isName(node)) {
        names.add(node.text);
        found.push(node);
      }
    } else if (ts.isVariableDeclaration(node) || ts.isForOfStatement(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

function actsIn(fn: ts.Node, body: ts.Node): Sight[] {
  const found: Sight[] = [];
  const visit = (node: ts.Node, inside: readonly ts.SignatureDeclaration[]): void => {
    if (ts.isTypeNode(node) || ((ts.isFunctionLike(node) || ts.isClassLike(node)) && !mayBeCalled(node, fn))) return;
    if (ACTS.has(node.kind)) found.push({ node, inside });
    const within = ts.isFunctionLike(node) ? [...inside, node] : inside;
    ts.forEachChild(node, (child) => {
      visit(child, within);
    });
  };
  visit(body, []);
  return found;
}

const ACTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ThrowStatement,
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.PropertyAccessExpression,
  ts.SyntaxKind.ElementAccessExpression,
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.NewExpression,
]);

/** It names a variable, not a member. */
function isName(node: ts.Identifier): boolean {
  const { parent } = node;
  return !(ts.isPropertyAccessExpression(parent) && parent.name === node) && !(ts.isPropertyAssignment(parent) && parent.name === node);
}

/** A function in another one is given to a call, or called by its name: what is only returned, or kept in a member, whoever got it calls. */
function mayBeCalled(node: ts.Node, root: ts.Node): boolean {
  let { parent } = node;
  while (ts.isParenthesizedExpression(parent) || ts.isAwaitExpression(parent)) parent = parent.parent;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return true;
  const { name } = ts.isVariableDeclaration(parent) ? parent : (node as ts.FunctionDeclaration);
  return name !== undefined && ts.isIdentifier(name) && isUsedInCall(root, name.text);
}

function isUsedInCall(root: ts.Node, name: string): boolean {
  const visit = (node: ts.Node): boolean | undefined =>
    (ts.isIdentifier(node) && node.text === name && (ts.isCallExpression(node.parent) || ts.isNewExpression(node.parent))) ||
    ts.forEachChild(node, visit);
  return visit(root) === true;
}
