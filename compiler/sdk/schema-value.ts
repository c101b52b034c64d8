import type { Shape, ShapeProperty, Span } from '@tool/ir';
import type { Call } from './adapter.js';
import { settledShape, sparing, type DraftShape } from './shape-operations.js';
import { unionOf } from '@tool/ir';
import type { Value } from './values.js';

/** What a schema accepts. */
export interface Meaning {
  readonly shape: DraftShape;
  /** A missing value is accepted. */
  readonly optional: boolean;
}

/**
 * The meaning of a schema, whichever library made it: by convention the data of a host object that validates has a field `meaning`. This is
 * how a framework takes the schemas of every library. Null when the value is no schema of a library.
 */
export function meaningOf(value: Value): Meaning | null {
  if (value.kind === 'oneOf') {
    const all = value.values.map(meaningOf);
    return all.length > 0 && all.every((each) => each !== null)
      ? { shape: unionOf(all.map((each) => each.shape)), optional: all.some((each) => each.optional) }
      : null;
  }
  const data = value.kind === 'object' ? (value.host?.data as { readonly meaning?: Meaning } | null | undefined) : null;
  return data && typeof data === 'object' && data.meaning ? data.meaning : null;
}

/** A schema that also accepts that there is nothing, of which its functions then see nothing. */
export const orNothing = ({ shape }: Meaning): Meaning => ({ shape: sparing(shape, undefined), optional: true });

/** The shape that a library's schema accepts; null when the value is none. */
export function schemaShape(call: Call, value: Value): Shape | null {
  const meaning = meaningOf(value);
  return meaning && settledShape(call, meaning.shape);
}

/** How deep members are looked at for functions of the schema. */
const OUTPUT_DEPTH = 4;
const makesSomething = (shape: DraftShape, depth = 0): boolean =>
  shape.output !== undefined ||
  (depth < OUTPUT_DEPTH && !shape.open && (shape.properties ?? []).some((property) => makesSomething(property.shape, depth + 1)));

/**
 * What functions of a schema (`.transform(…)`) make of an accepted value of a request, members included. `behind`: the value as the schema accepts it.
 * A record that may have members of which the schema says nothing stays as it is.
 */
export function schemaOutput(call: Call, shape: DraftShape, behind: Value, depth = 0): Value {
  if (!makesSomething(shape)) return behind;
  const { properties } = shape;
  const inner =
    properties && !shape.open && depth < OUTPUT_DEPTH && properties.some((property) => makesSomething(property.shape, depth + 1))
      ? call.record(
          Object.fromEntries(
            properties.map((property) => {
              const member = call.get(behind, property.name);
              return [
                property.name,
                makesSomething(property.shape, depth + 1) ? schemaOutput(call, property.shape, member, depth + 1) : member,
              ];
            }),
          ),
        )
      : behind;
  return shape.output ? shape.output(call, inner) : inner;
}

/** Where a value was written, for the member of a shape. */
export const placeOf = (value: Value): Span | undefined => value.origin?.span;

/** A member of an object's shape, with the place of its schema. */
export const propertyOf = (name: string, meaning: Meaning, value: Value | null): ShapeProperty => {
  const place = value ? placeOf(value) : undefined;
  return { name, shape: meaning.shape, ...(!meaning.optional && { required: true }), ...(place && { place }) };
};
