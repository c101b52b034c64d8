import type { Shape } from '@tool/ir';
import type { Call, Value } from '@tool/scanner-sdk';

/** Words of a shape that JSON Schema has as well. */
const WORDS = [
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
  'minItems',
  'maxItems',
  'description',
  'default',
] as const;

/** A shape as the JSON Schema that it says, an object of the program. */
export function jsonSchemaOf(call: Call, shape: Shape): Value {
  if (shape.kind === 'union')
    return call.record({ anyOf: call.list((shape.alternatives ?? []).map((alternative) => jsonSchemaOf(call, alternative))) });
  const { properties = [] } = shape;
  const required = properties.filter((property) => property.required).map(({ name }) => call.const(name));
  return call.record({
    ...(shape.kind !== 'any' && shape.kind !== 'file' && { type: call.const(shape.kind) }),
    ...Object.fromEntries(
      WORDS.flatMap((word) => (shape[word] === undefined || typeof shape[word] === 'object' ? [] : [[word, call.const(shape[word])]])),
    ),
    ...(shape.enum && {
      enum: call.list(shape.enum.flatMap((value) => (typeof value === 'object' && value !== null ? [] : [call.const(value)]))),
    }),
    ...(shape.items && { items: jsonSchemaOf(call, shape.items) }),
    ...(shape.kind === 'object' && {
      properties: call.record(Object.fromEntries(properties.map((property) => [property.name, jsonSchemaOf(call, property.shape)]))),
    }),
    ...(required.length > 0 && { required: call.list(required) }),
  });
}
