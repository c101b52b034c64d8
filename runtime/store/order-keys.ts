import { shapes, type Kind, type Shape } from '../../schemas/index.js';

/**
 * A copy of a value with the keys of every object in the order of its schema. Keys that the schema does not know follow, in
 * their own order; so do the keys of maps, whose order says something (fields of a body) or is settled before.
 */
export function orderKeys(kind: Kind, value: unknown): unknown {
  const { root, definitions } = shapes[kind];
  const order = (node: unknown, given: Shape | undefined): unknown => {
    if (node === null || typeof node !== 'object') return node;
    const shape = given?.ref === undefined ? given : definitions[given.ref];
    if (Array.isArray(node)) return node.map((element: unknown) => order(element, shape?.items));
    const known = Object.keys(shape?.properties ?? {}).filter((key) => Object.hasOwn(node, key));
    const others = Object.keys(node).filter((key) => !shape?.properties || !Object.hasOwn(shape.properties, key));
    const result = {};
    for (const key of [...known, ...others]) {
      const child = order((node as Record<string, unknown>)[key], shape?.properties?.[key] ?? shape?.values);
      Object.defineProperty(result, key, { value: child, enumerable: true, configurable: true, writable: true });
    }
    return result;
  };
  return order(value, root);
}
