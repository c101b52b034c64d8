import { setOwn } from './clone-json.js';
import { shapes, type Kind, type Shape } from '../../schemas/index.js';

const NONE: NonNullable<Shape['properties']> = {};

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
    const properties = shape?.properties ?? NONE;
    const result: Record<string, unknown> = {};
    for (const key in properties) {
      if (Object.hasOwn(node, key)) result[key] = order((node as Record<string, unknown>)[key], properties[key]);
    }
    for (const [key, child] of Object.entries(node)) {
      if (!Object.hasOwn(properties, key)) setOwn(result, key, order(child, shape?.values));
    }
    return result;
  };
  return order(value, root);
}
