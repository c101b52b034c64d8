import type { FactSource, RequestPart } from './behaviour.js';
import type { Json } from './route-tree.js';
import type { Place } from './span.js';

/**
 * What a value looks like: the common form of validator schemas, TypeScript types, columns of a database and what a handler sends.
 * A subset of JSON Schema with a `kind`; JSON-plain (T7). Texts of dates and ids are strings with a format.
 */
export interface Shape {
  /** `any`: nothing is known. `union`: one of `alternatives`. `file`: an uploaded file. */
  readonly kind: 'any' | 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array' | 'union' | 'file';
  /** JSON Schema's names: `email`, `uuid`, `uri`, `date-time`, `date`, `ipv4`, … */
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Source of a regular expression, without slashes. */
  readonly pattern?: string;
  /** The only values that are accepted or sent. */
  readonly enum?: readonly Json[];
  /** What stands in when nothing is given. */
  readonly default?: Json;
  /** Members of an object, in the order of the source. */
  readonly properties?: readonly ShapeProperty[];
  /** An object that may have members beside the known ones. */
  readonly open?: boolean;
  /** Elements of a list. */
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly alternatives?: readonly Shape[];
  readonly description?: string;
  readonly example?: Json;
  /** The number of elements of a list that the same answer sends: it counts that piece, and nothing more. */
  readonly sentLength?: true;
  /** Of `any`: it comes out of a cache, and looks like what is sent where the cache has none. */
  readonly kept?: true;
  /**
   * An answer gives back what came in with the request here; for an open object, what it has beside the known members. `there`: it is sent only where
   * that came in. `without`: members that it leaves out.
   */
  readonly from?: {
    readonly part: RequestPart;
    readonly path: readonly string[];
    readonly there?: true;
    readonly without?: readonly string[];
  };
}

export interface ShapeProperty {
  readonly name: string;
  readonly shape: Shape;
  /** Must be there: a request without it is refused, an answer always has it. */
  readonly required?: boolean;
  /** Where it was written, and how it was found. */
  readonly place?: Place;
  readonly source?: FactSource;
}

export const ANY: Shape = { kind: 'any' };
export const NULL_SHAPE: Shape = { kind: 'null' };

/** Two shapes say the same, wherever their members were written. */
export const sameShape = (a: Shape, b: Shape): boolean =>
  a === b || (a.kind === b.kind && nameTheSame(a.properties, b.properties) && same(a, b));

/** Before members are compared that are alike in most objects of a program: those of a common base. */
function nameTheSame(a: Shape['properties'], b: Shape['properties']): boolean {
  const count = a?.length ?? 0;
  if (count !== (b?.length ?? 0)) return false;
  for (let index = 0; index < count; index++) if (a![index]!.name !== b![index]!.name) return false;
  return true;
}

/** Equality of plain data, save for where it was found. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && sameElements(a, b);
  let left = 0;
  for (const key in a)
    if (isSaid(a, key)) {
      left++;
      if (!same(a[key as never], b[key as never])) return false;
    }
  for (const key in b) if (isSaid(b, key)) left--;
  return left === 0;
}

function sameElements(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (!same(a[index], b[index])) return false;
  return true;
}

const isSaid = (data: object, key: string): boolean => key !== 'place' && key !== 'source' && data[key as never] !== undefined;

/** One of several shapes: nested alternatives are flattened, repeated ones dropped, objects stay apart. A shape that is not known makes the whole unknown. */
export function unionOf(shapes: readonly Shape[]): Shape {
  const flat: Shape[] = [];
  const values = new Set<string>();
  const add = (shape: Shape): void => {
    if (shape.kind === 'union') {
      shape.alternatives?.forEach(add);
      return;
    }
    // Types may list hundreds of values.
    const value = onlyValue(shape);
    if (value !== null) {
      if (!values.has(value)) {
        values.add(value);
        flat.push(shape);
      }
      return;
    }
    if (!flat.some((other) => sameShape(other, shape))) flat.push(shape);
  };
  shapes.forEach(add);
  if (flat.length === 0) return ANY;
  const made = withoutKept(flat);
  if (made.length < flat.length) return unionOf(made);
  if (flat.some((shape) => shape.kind === 'any')) return flat.length === 1 ? flat[0]! : ANY;
  const merged = mergeEnums(flat);
  return merged.length === 1 ? merged[0]! : { kind: 'union', alternatives: merged };
}

/** The alternatives without what was kept of others among them. */
export function withoutKept(shapes: readonly Shape[]): readonly Shape[] {
  const made = shapes.filter(({ kept }) => !kept);
  return made.length < shapes.length && made.some(tellsOfOthers) ? made : shapes;
}

/** What is kept of it looks like it: an empty list or record only says that there was nothing to keep. */
const tellsOfOthers = ({ kind, properties, items }: Shape): boolean =>
  kind === 'object' ? properties !== undefined && properties.length > 0 : kind === 'array' ? items !== undefined : kind !== 'null';

/** Of a shape that says one value and nothing else that value, with its kind. */
const onlyValue = ({ kind, enum: values, ...more }: Shape): string | null =>
  values?.length === 1 && typeof values[0] === 'string' && Object.keys(more).length === 0 ? `${kind} ${values[0]}` : null;

/** `'a'` beside `'b'` is one text of two values. */
function mergeEnums(shapes: readonly Shape[]): readonly Shape[] {
  const result: Shape[] = [];
  const values = new Map<Shape, Set<Json>>();
  for (const shape of shapes) {
    const at = shape.enum ? result.findIndex((other) => other.kind === shape.kind && other.enum !== undefined) : -1;
    const plain = result.findIndex((other) => other.kind === shape.kind && isPlain(other));
    if (plain >= 0 && shape.kind !== 'object' && shape.kind !== 'array') continue;
    if (at >= 0) {
      const known = values.get(result[at]!) ?? new Set(result[at]!.enum);
      for (const value of shape.enum!) known.add(value);
      values.set(result[at]!, known);
    } else if (isPlain(shape) && shape.kind !== 'object' && shape.kind !== 'array') {
      for (let index = result.length - 1; index >= 0; index--) if (result[index]!.kind === shape.kind) result.splice(index, 1);
      result.push(shape);
    } else result.push(shape);
  }
  return values.size === 0
    ? result
    : result.map((shape) => {
        const all = values.get(shape);
        return all ? { ...shape, enum: [...all] } : shape;
      });
}
const isPlain = (shape: Shape): boolean => Object.keys(shape).length === 1;

/** The shape or null. */
export const nullable = (shape: Shape): Shape => (shape.kind === 'any' ? shape : unionOf([shape, NULL_SHAPE]));

/** The shape of a member; undefined when the shape says nothing of it. Through unions: the union of what the alternatives say. */
export function memberShape(shape: Shape, name: string): Shape | undefined {
  if (shape.kind === 'union') {
    const found = shape
      .alternatives!.map((alternative) => memberShape(alternative, name))
      .filter((member): member is Shape => member !== undefined);
    return found.length ? unionOf(found) : undefined;
  }
  if (shape.kind === 'array' && /^\d+$/.test(name)) return shape.items;
  return shape.properties?.find((property) => property.name === name)?.shape;
}
