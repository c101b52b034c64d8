import type { FieldDescriptor, Parameter } from '../../schemas/index.js';
import { isSecretName } from './secret-name.js';

/** What a tool that sends requests puts in place of values that it makes up or holds itself. */
export interface Placeholders {
  /** For a string of this format; undefined when the tool has none. */
  readonly format: (format: string) => string | undefined;
  /** For a credential of this name. */
  readonly secret: (name: string) => string;
}

type Described = FieldDescriptor | Omit<Parameter, 'name' | 'in'>;

/** A value that an API would accept in a field: what the model gives as an example, else the simplest one within its bounds. */
export function sampleValue(name: string, field: Described, placeholders: Placeholders): unknown {
  if (isSecretName(name) && (field.type === undefined || field.type === 'string')) return placeholders.secret(name);
  if (field.example !== undefined) return field.example;
  if ('default' in field && field.default !== undefined) return field.default;
  if (field.enum !== undefined && field.enum.length > 0) return field.enum[0];
  if (field.properties !== undefined) return sampleObject(field.properties, placeholders);
  if (field.items !== undefined) return [sampleValue(name, field.items, placeholders)];
  const type = (field.type ?? 'string').split('|')[0]!.trim().toLowerCase();
  if (type.endsWith('[]')) return [sampleValue(name, { ...field, type: type.slice(0, -2) }, placeholders)];
  switch (type) {
    case 'number':
    case 'integer':
    case 'int':
    case 'float':
    case 'double':
      return sampleNumber(field);
    case 'boolean':
    case 'bool':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    case 'null':
      return null;
    default:
      return sampleString(name, field, placeholders);
  }
}

/** Fields by name as an object; a dotted name is a field of an object. */
export function sampleObject(fields: Readonly<Record<string, FieldDescriptor>>, placeholders: Placeholders): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [path, field] of Object.entries(fields)) {
    const keys = path.split('.').filter((key) => key !== '');
    const last = keys.at(-1) ?? path;
    let owner = result;
    for (const key of keys.slice(0, -1)) {
      const child = Object.hasOwn(owner, key) ? owner[key] : undefined;
      const next = typeof child === 'object' && child !== null && !Array.isArray(child) ? (child as Record<string, unknown>) : {};
      define(owner, key, next);
      owner = next;
    }
    if (!Object.hasOwn(owner, last)) define(owner, last, sampleValue(last, field, placeholders));
  }
  return result;
}

/** Assignment would set the prototype for a field that is called `__proto__`. */
const define = (owner: object, key: string, value: unknown): void => {
  Object.defineProperty(owner, key, { value, enumerable: true, configurable: true, writable: true });
};

function sampleNumber(field: Described): number {
  const least = 'min' in field ? field.min : undefined;
  const most = 'max' in field ? field.max : undefined;
  if (least !== undefined) return Math.max(least, Math.min(1, most ?? 1));
  return most !== undefined && most < 1 ? most : 1;
}

function sampleString(name: string, field: Described, placeholders: Placeholders): string {
  const made = field.format === undefined ? undefined : placeholders.format(field.format);
  if (made !== undefined) return made;
  const text = name.padEnd(field.minLength ?? 0, 'x');
  return field.maxLength !== undefined ? text.slice(0, field.maxLength) : text;
}
