import type { Shape, ShapeProperty, Span } from '@tool/ir';
import type { Call } from './adapter.js';
import { settledShape, type DraftShape } from './shape-operations.js';
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
    return all.length > 0 && all.every((each) => each !== null) ? { shape: unionOf(all.map((each) => each!.shape)), optional: all.some((each) => each!.optional) } : null;
  }
  const data = value.kind === 'object' ? (value.host?.data as { readonly meaning?: Meaning } | null | undefined) : null;
  return data && typeof data === 'object' && data.meaning ? data.meaning : null;
}

/** The shape that a library's schema accepts; null when the value is none. */
export function schemaShape(call: Call, value: Value): Shape | null {
  const meaning = meaningOf(value);
  return meaning && settledShape(call, meaning.shape);
}

/** Where a value was written, for the member of a shape. */
export const placeOf = (value: Value): Span | undefined => value.origin?.span;

/** A member of an object's shape, with the place of its schema. */
export const propertyOf = (name: string, meaning: Meaning, value: Value | null): ShapeProperty => {
  const place = value ? placeOf(value) : undefined;
  return { name, shape: meaning.shape, ...(!meaning.optional && { required: true }), ...(place && { place }) };
};
