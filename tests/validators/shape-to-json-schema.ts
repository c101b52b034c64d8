import type { Shape } from '@tool/ir';

/**
 * A shape as a JSON Schema, for ajv. Written apart from the compiler on purpose. Members beside the known ones are refused unless the object
 * is open or all are taken for open (`lenient`: a library that drops them); a union says `anyOf`. `default` says nothing about what is accepted.
 */
export function shapeToJsonSchema(shape: Shape, lenient: boolean): Record<string, unknown> {
  const inner = (part: Shape): Record<string, unknown> => shapeToJsonSchema(part, lenient);
  const {
    kind,
    enum: values,
    properties,
    items,
    alternatives,
    open,
    default: _default,
    description: _description,
    example: _example,
    ...constraints
  } = shape;
  const schema: Record<string, unknown> = { ...constraints, ...(values && { enum: values }) };
  switch (kind) {
    case 'any':
      return schema;
    case 'union':
      return { ...schema, anyOf: alternatives!.map(inner) };
    case 'object':
      return {
        ...schema,
        type: 'object',
        properties: Object.fromEntries((properties ?? []).map((property) => [property.name, inner(property.shape)])),
        required: (properties ?? []).filter((property) => property.required).map((property) => property.name),
        additionalProperties: lenient || open === true,
      };
    case 'array':
      return { ...schema, type: 'array', ...(items && { items: inner(items) }) };
    case 'file':
      return {};
    default:
      return { ...schema, type: kind };
  }
}
