import type { Shape } from '@tool/ir';

/** Members that one body shows, at every depth together. Of handwritten contracts none has as many; types that name one another have no end. */
const MAX_MEMBERS = 250;

/** The same shape where it has few enough members; of a larger one as many whole levels as fit, and at least the first. What lies deeper is an object of which nothing is listed. */
export function bounded(shape: Shape): Shape {
  const counts = membersByLevel(shape);
  let levels = 0;
  for (let sum = 0; levels < counts.length && (levels === 0 || sum + counts[levels]! <= MAX_MEMBERS); levels++) sum += counts[levels]!;
  return levels === counts.length ? shape : cut(shape, levels);
}

function membersByLevel(shape: Shape): number[] {
  const counts: number[] = [];
  const visit = (each: Shape, level: number): void => {
    if (each.items) visit(each.items, level);
    for (const alternative of each.alternatives ?? []) visit(alternative, level);
    for (const property of each.properties ?? []) {
      counts[level] = (counts[level] ?? 0) + 1;
      visit(property.shape, level + 1);
    }
  };
  visit(shape, 0);
  return counts;
}

function cut(shape: Shape, levels: number): Shape {
  const { properties, ...rest } = shape;
  return {
    ...rest,
    ...(shape.items && { items: cut(shape.items, levels) }),
    ...(shape.alternatives && { alternatives: shape.alternatives.map((alternative) => cut(alternative, levels)) }),
    ...(properties &&
      (levels > 0
        ? { properties: properties.map((property) => ({ ...property, shape: cut(property.shape, levels - 1) })) }
        : { open: true })),
  };
}
