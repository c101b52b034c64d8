import { ts } from '../../typescript/index.js';

type Json = string | { readonly [name: string]: Json } | readonly Json[];

const nameOf = (node: ts.Expression): string =>
  ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : '';

/** A path from the folder of the file: `path.resolve(__dirname, 'src')`, `fileURLToPath(new URL('./src', import.meta.url))`. */
function pathFromFolder(node: ts.Expression): string | undefined {
  if (ts.isNewExpression(node) && nameOf(node.expression) === 'URL') return literal(node.arguments?.[0] ?? node.expression) as string;
  if (ts.isBinaryExpression(node) && nameOf(node.left) === '__dirname' && ts.isStringLiteralLike(node.right)) return `.${node.right.text}`;
  if (!ts.isCallExpression(node)) return undefined;
  const [first, ...rest] = node.arguments;
  if (first && rest.length === 0 && nameOf(node.expression) === 'fileURLToPath') return pathFromFolder(first);
  const isFolder = first && (nameOf(first) === '__dirname' || (ts.isCallExpression(first) && nameOf(first.expression) === 'cwd'));
  const parts = rest.map(literal);
  return /^(?:resolve|join)$/.test(nameOf(node.expression)) && isFolder && parts.every((part) => typeof part === 'string')
    ? ['.', ...parts].join('/')
    : undefined;
}

/** What a literal says, as far as it consists of texts, paths, lists and records. */
function literal(node: ts.Expression): Json | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  const place = pathFromFolder(node);
  if (place !== undefined) return place;
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(literal).filter((each): each is Json => each !== undefined);
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const members = node.properties.flatMap((property): readonly (readonly [string, Json])[] => {
    if (!ts.isPropertyAssignment(property) || !('text' in property.name)) return [];
    const value = literal(property.initializer);
    return value === undefined ? [] : [[property.name.text, value]];
  });
  return Object.fromEntries(members);
}

/** The plugins with options that a configuration of Babel names which is a program: lists that begin with a name, wherever in it they are written. */
export function pluginsInProgram(text: string): readonly Json[] {
  const found: Json[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isArrayLiteralExpression(node) && node.elements.length > 1 && ts.isStringLiteralLike(node.elements[0]!)) {
      const plugin = literal(node);
      if (plugin !== undefined) found.push(plugin);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('babel.config.js', text, ts.ScriptTarget.Latest));
  return found;
}

/** What members of these names hold, wherever in a configuration they are written. */
export function membersInProgram(text: string, names: readonly string[]): readonly (readonly [string, Json])[] {
  const found: [string, Json][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && 'text' in node.name && names.includes(node.name.text)) {
      const value = literal(node.initializer);
      if (value !== undefined) found.push([node.name.text, value]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('webpack.config.ts', text, ts.ScriptTarget.Latest));
  return found;
}
