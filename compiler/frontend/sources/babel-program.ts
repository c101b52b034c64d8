import { ts } from '../../typescript/index.js';

type Json = string | { readonly [name: string]: Json } | readonly Json[];

/** What a literal says, as far as it consists of texts, lists and records. */
function literal(node: ts.Expression): Json | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(literal).filter((each): each is Json => each !== undefined);
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const members = node.properties.flatMap((property): readonly (readonly [string, Json])[] => {
    if (!ts.isPropertyAssignment(property) || ts.isComputedPropertyName(property.name)) return [];
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
