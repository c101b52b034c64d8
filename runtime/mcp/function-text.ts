import { ts } from '../../compiler/typescript/index.js';

/**
 * The source text of the function that begins at a place, with the line it begins in; null when nothing of the kind is there.
 * @param line counts from 1
 * @param column counts from 1
 */
export function functionText(
  text: string,
  file: string,
  line: number,
  column: number,
): { readonly line: number; readonly text: string } | null {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const starts = source.getLineStarts();
  const lineStart = starts[line - 1];
  if (lineStart === undefined) return null;
  const position = lineStart + column - 1;
  let found: ts.Node | null = null;
  const visit = (node: ts.Node): void => {
    if (position < node.getFullStart() || position >= node.getEnd()) return;
    // The outermost function that begins there, or whose name does: `get(request) {…}`, `const get = (request) => …`.
    if (found === null && (ts.isFunctionLike(node) || ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node))) {
      const name = (node as ts.NamedDeclaration).name;
      if (node.getStart(source) === position || name?.getStart(source) === position) found = node;
    }
    if (found === null) ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  if (found === null) return null;
  const node: ts.Node = found;
  const start = node.getStart(source);
  const first = source.getLineAndCharacterOfPosition(start).line;
  return { line: first + 1, text: text.slice(starts[first], node.getEnd()) };
}
