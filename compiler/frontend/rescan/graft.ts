import { summarizeSyntax, ts } from '../../evaluator/index.js';

/** A function with a body, as it was and as it is. */
export interface ChangedFunction {
  readonly node: FunctionWithBody;
  readonly now: FunctionWithBody;
}

export type FunctionWithBody = ts.FunctionLikeDeclaration & { readonly body: ts.Node };

/** What the evaluation has done with functions so far: the body of one that it has run must stay. */
export interface UsedBySetUp {
  readonly run: ReadonlySet<ts.Node>;
  /** Of these it was asked what they mention. */
  readonly summarized: ReadonlySet<ts.Node>;
}

export const isFunctionWithBody = (node: ts.Node): node is FunctionWithBody =>
  (ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isGetAccessor(node) ||
    ts.isSetAccessor(node)) &&
  node.body !== undefined;

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}

/** Keywords and punctuation that are no nodes: what lies between the children, without comments. */
function tokensOf(node: ts.Node, children: readonly ts.Node[], text: string): string {
  let at = node.getStart();
  let tokens = '';
  for (const child of children) {
    if (child.pos > at) tokens += `${text.slice(at, child.pos)}\0`;
    at = Math.max(at, child.end);
  }
  return (tokens + text.slice(at, node.end)).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '').replace(/\s+/g, '');
}

/**
 * The functions whose bodies are all that two trees differ in beside places and comments, the innermost ones; null when they differ in more. Only bodies
 * that the set-up has not run may differ.
 */
export function changedFunctions(before: ts.SourceFile, now: ts.SourceFile, used: UsedBySetUp): ChangedFunction[] | null {
  const changed: ChangedFunction[] = [];
  const same = (a: ts.Node, b: ts.Node): boolean => before.text.slice(a.pos, a.end) === now.text.slice(b.pos, b.end);
  const agree = (a: ts.Node, b: ts.Node): boolean => {
    if (a.kind !== b.kind) return false;
    if (same(a, b)) return true;
    const children = childrenOf(a);
    const others = childrenOf(b);
    if (children.length === 0 && others.length === 0) return a.getText() === b.getText();
    if (children.length !== others.length) return false;
    if (tokensOf(a, children, before.text) !== tokensOf(b, others, now.text)) return false;
    const mark = changed.length;
    if (!isFunctionWithBody(a) || !isFunctionWithBody(b))
      return children.every((child, index) => agree(child, others[index]!)) && mayHold(a, b, mark);
    if (!children.every((child, index) => child === a.body || agree(child, others[index]!)) || changed.length > mark) return false;
    if (agree(a.body, b.body) && mayHold(a, b, mark)) return true;
    changed.length = mark;
    if (used.run.has(a)) return false;
    changed.push({ node: a, now: b });
    return mayHold(a, b, mark);
  };
  /** The set-up would have seen nothing of what has changed in a node since `mark`. */
  const mayHold = (a: ts.Node, b: ts.Node, mark: number): boolean => {
    if (changed.length === mark) return true;
    return !used.summarized.has(a) || mentionsTheSame(a, b);
  };
  return agree(before, now) ? changed : null;
}

/**
 * Whether what is asked of a function by its syntax is the same of another content of it. Names of its own and of the language say nothing: what the
 * program has made cannot be reached through them.
 */
function mentionsTheSame(before: ts.Node, now: ts.Node): boolean {
  const [one, other] = [summarizeSyntax(before), summarizeSyntax(now)];
  const around = new Set([...declaredNames(before.getSourceFile(), before), ...declaredNames(now.getSourceFile(), now)]);
  const inside = new Set([...declaredNames(before), ...declaredNames(now)]);
  const outline = ({ membersOf, free, ...rest }: typeof one): string =>
    JSON.stringify([
      rest,
      free
        .filter((name) => around.has(name) || !(inside.has(name) || LANGUAGE.has(name)))
        .sort()
        .map((name) => [name, [...(membersOf.get(name) ?? [null])].sort()]),
    ]);
  return outline(one) === outline(other);
}

/** Names that are there in every program. Those that lead to all others are not among them. */
const LANGUAGE: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(globalThis).filter((name) => name !== 'globalThis' && name !== 'global'),
);

const DECLARES: readonly ((node: ts.Node) => boolean)[] = [
  ts.isVariableDeclaration,
  ts.isParameter,
  ts.isBindingElement,
  ts.isFunctionDeclaration,
  ts.isFunctionExpression,
  ts.isClassLike,
  ts.isImportClause,
  ts.isNamespaceImport,
  ts.isImportSpecifier,
  ts.isImportEqualsDeclaration,
  ts.isEnumDeclaration,
  ts.isModuleDeclaration,
];

/** Names that are declared somewhere in a tree, in which scope ever; without what lies in one node of it. */
function declaredNames(tree: ts.Node, without?: ts.Node): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node === without) return;
    const { name } = node as { name?: ts.Node };
    if (name && ts.isIdentifier(name) && DECLARES.some((is) => is(node))) names.push(name.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

/**
 * Makes one tree what the other is, and keeps its nodes: they move to their new places, and the changed functions get their new bodies. Whoever holds a
 * node of the tree goes on to hold the right one. Returns where each place of the old text is now.
 */
export function graft(before: ts.SourceFile, now: ts.SourceFile, changed: readonly ChangedFunction[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>([[0, 0]]);
  const bodies = new Map<ts.Node, ts.Node>(changed.map((each) => [each.node.body, each.now.body]));
  const moves: (() => void)[] = [];
  const pair = (a: ts.Node, b: ts.Node): void => {
    if (bodies.has(a)) return;
    places.set(a.getStart(before), b.getStart(now));
    const { pos, end } = b;
    moves.push(() => {
      move(a, pos, end);
    });
    const [lists, others] = [listsOf(a), listsOf(b)];
    lists.forEach((list, index) => {
      const other = others[index]!;
      moves.push(() => {
        move(list, other.pos, other.end);
      });
    });
    const children = childrenOf(b);
    childrenOf(a).forEach((child, index) => {
      pair(child, children[index]!);
    });
  };
  pair(before, now);
  for (const apply of moves) apply();
  for (const {
    node,
    now: { body },
  } of changed) {
    (node as { body: ts.Node }).body = body;
    (body as { parent: ts.Node }).parent = node;
  }
  const file = before as { text: string; lineMap?: unknown };
  file.text = now.text;
  file.lineMap = undefined;
  return places;
}

const move = (target: ts.TextRange, pos: number, end: number): void => {
  const range = target;
  range.pos = pos;
  range.end = end;
};

function listsOf(node: ts.Node): ts.NodeArray<ts.Node>[] {
  const lists: ts.NodeArray<ts.Node>[] = [];
  ts.forEachChild(
    node,
    () => undefined,
    (list) => {
      lists.push(list);
      return undefined;
    },
  );
  return lists;
}
