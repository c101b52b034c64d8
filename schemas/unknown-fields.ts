import { shapes, type Shape } from './generated/shapes.js';
import type { Kind } from './kinds.js';

/** A field that the schema does not know: readers ignore it, so whoever wrote it should hear of it. */
export interface UnknownField {
  /** JSON pointer, from the value that was looked at. */
  readonly pointer: string;
  readonly name: string;
  /** The fields that exist there. */
  readonly known: readonly string[];
}

/**
 * Fields that a schema does not have, at any depth. `$schema` and names that begin with `x-` are free.
 * @param definition name of the part of the schema that the value is; the whole document without it
 */
export function unknownFields(kind: Kind, value: unknown, definition?: string): UnknownField[] {
  const { root, definitions } = shapes[kind];
  const visit = (current: unknown, given: Shape, pointer: string): UnknownField[] => {
    const { properties, items, values } = given.ref === undefined ? given : (definitions[given.ref] ?? {});
    if (Array.isArray(current))
      return items === undefined ? [] : current.flatMap((element, index) => visit(element, items, `${pointer}/${index}`));
    if (typeof current !== 'object' || current === null) return [];
    return Object.entries(current).flatMap(([name, inner]) => {
      const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const shape = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : values;
      if (shape !== undefined) return visit(inner, shape, at);
      return properties === undefined || name === '$schema' || name.startsWith('x-')
        ? []
        : [{ pointer: at, name, known: Object.keys(properties) }];
    });
  };
  return visit(value, definition === undefined ? root : (definitions[definition] ?? {}), '');
}
