import { Site, type Obj } from './values.js';
import { ts } from '../language/syntax.js';

const known = new WeakMap<ts.Node, ReadonlyMap<string, ts.Node>>();

/** Where the literal that an object comes out of writes a member: keys that a program goes through are the rows of a table. */
export function keyPlace({ origin }: Obj, key: string): Site | null {
  if (!(origin instanceof Site) || !ts.isObjectLiteralExpression(origin.node)) return null;
  let names = known.get(origin.node);
  if (!names) {
    names = new Map(
      origin.node.properties.flatMap(({ name }): [string, ts.Node][] =>
        name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) ? [[name.text, name]] : [],
      ),
    );
    known.set(origin.node, names);
  }
  const name = names.get(key);
  return name ? origin.at(name) : null;
}
