import type { FieldDescriptor } from '../../../schemas/index.js';

/**
 * What is known of one value, of a body or a parameter. The bounds of numbers and lists are read wherever they are written: parameters
 * have them in the format, and a scan may find them for fields, too.
 */
export interface Descriptor extends Omit<FieldDescriptor, 'items' | 'properties'> {
  readonly min?: number;
  readonly max?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly multipleOf?: number;
  readonly default?: unknown;
  readonly items?: Descriptor;
  readonly properties?: Readonly<Record<string, Descriptor>>;
}

/** The type, also where only a constraint shows it; `string` when nothing does. */
export function typeOf(descriptor: Descriptor): string {
  const type = descriptor.type
    ?.toLowerCase()
    .replace(/\s*\|\s*(?:null|undefined)\b/g, '')
    .split('|')[0]!
    .trim();
  if (type !== undefined && type !== '' && type !== 'unknown' && type !== 'any') return type.endsWith('[]') ? 'array' : type;
  if (descriptor.properties !== undefined) return 'object';
  if (descriptor.items !== undefined || descriptor.minItems !== undefined || descriptor.maxItems !== undefined) return 'array';
  if (descriptor.min !== undefined || descriptor.max !== undefined || descriptor.multipleOf !== undefined) return 'number';
  return 'string';
}

/** Whether nothing at all is known of a value: neither its type nor a constraint that only one type has. */
export const isUntyped = (descriptor: Descriptor): boolean =>
  typeOf(descriptor) === 'string' &&
  !/string|date/i.test(descriptor.type ?? '') &&
  descriptor.enum === undefined &&
  descriptor.format === undefined &&
  descriptor.pattern === undefined &&
  descriptor.minLength === undefined &&
  descriptor.maxLength === undefined;

/** `unitPrice`, `unit_price` and `unit-price` as words in lower case. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
