import { unionOf, type ShapeProperty } from '@tool/ir';
import { deferredShape, settledShape, type DraftShape } from '@tool/scanner-sdk';

const replaced = (shape: DraftShape, change: (properties: readonly ShapeProperty[]) => readonly ShapeProperty[]): DraftShape =>
  shape.deferred
    ? deferredShape((call) => replaced(shape.deferred!(call), change))
    : shape.alternatives
      ? unionOf(shape.alternatives.map((each) => replaced(each, change)))
      : shape.properties
        ? { ...shape, properties: change(shape.properties) }
        : shape;

export const pickProperties = (shape: DraftShape, names: readonly string[]): DraftShape =>
  replaced(shape, (all) => all.filter(({ name }) => names.includes(name)));
export const omitProperties = (shape: DraftShape, names: readonly string[]): DraftShape =>
  replaced(shape, (all) => all.filter(({ name }) => !names.includes(name)));
/** All members, or those of these names, become required or optional. */
export const requireProperties = (shape: DraftShape, required: boolean, names?: readonly string[]): DraftShape =>
  replaced(shape, (all) =>
    all.map((property) => {
      if (names && !names.includes(property.name)) return property;
      const { required: _, ...rest } = property;
      return required ? { ...rest, required } : rest;
    }),
  );

/** One object with the members of both; of two with one name the later. */
export function extendShape(base: DraftShape, more: DraftShape): DraftShape {
  if (base.deferred || more.deferred) return deferredShape((call) => extendShape(settledShape(call, base), settledShape(call, more)));
  const names = new Map((base.properties ?? []).map((property) => [property.name, property]));
  for (const property of more.properties ?? []) names.set(property.name, property);
  const { open: _, ...rest } = base;
  return { ...rest, kind: 'object', properties: [...names.values()], ...((base.open || more.open) && { open: true }) };
}
