import type { FieldDescriptor, Parameter } from '../../schemas/index.js';
import { isSecretName } from '../interchange/secret-name.js';
import type { ResponseNode } from '../interchange/response-tree.js';

export type JsonSchema = { readonly [keyword: string]: unknown };

const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

const OTHERS: Readonly<Record<string, JsonSchema>> = {
  int: { type: 'integer' },
  float: { type: 'number' },
  double: { type: 'number' },
  bigint: { type: 'integer', format: 'int64' },
  bool: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
  datetime: { type: 'string', format: 'date-time' },
  'date-time': { type: 'string', format: 'date-time' },
  uuid: { type: 'string', format: 'uuid' },
  email: { type: 'string', format: 'email' },
  uri: { type: 'string', format: 'uri' },
  url: { type: 'string', format: 'uri' },
  file: { type: 'string', contentMediaType: 'application/octet-stream' },
  binary: { type: 'string', contentMediaType: 'application/octet-stream' },
  buffer: { type: 'string', contentMediaType: 'application/octet-stream' },
  undefined: {},
  void: {},
  any: {},
  unknown: {},
  mixed: {},
  '': {},
};

/** A type name of the model as a schema: plain names, `T[]`, unions with `|`. A name that JSON Schema does not know constrains nothing. */
export function typeSchema(name: string): JsonSchema {
  const text = name.trim();
  const parts = text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'undefined');
  if (parts.length > 1) {
    const unique = [...new Set(parts)];
    return unique.every((part) => PLAIN.has(part)) ? { type: unique } : { anyOf: unique.map(typeSchema) };
  }
  const [only = ''] = parts;
  if (PLAIN.has(only)) return { type: only };
  const element = /^(.+)\[\]$/.exec(only)?.[1] ?? /^(?:Readonly)?Array<(.+)>$/i.exec(only)?.[1];
  if (element !== undefined) return { type: 'array', items: typeSchema(element) };
  return Object.hasOwn(OTHERS, only.toLowerCase()) ? OTHERS[only.toLowerCase()]! : { 'x-tool-type': only };
}

/**
 * A field or parameter as a JSON Schema 2020-12.
 * @param name decides whether an example or a default may be shown
 */
export function fieldSchema(name: string, field: FieldDescriptor | Omit<Parameter, 'name' | 'in'>): JsonSchema {
  const base = typeSchema(field.type ?? guessedType(field));
  const schema: Record<string, unknown> = { ...base };
  if (field.format !== undefined) schema['format'] = field.format;
  if ('min' in field && field.min !== undefined) schema['minimum'] = field.min;
  if ('max' in field && field.max !== undefined) schema['maximum'] = field.max;
  if (field.minLength !== undefined) schema['minLength'] = field.minLength;
  if (field.maxLength !== undefined) schema['maxLength'] = field.maxLength;
  if (field.pattern !== undefined && isPattern(field.pattern)) schema['pattern'] = field.pattern;
  if (field.items !== undefined) schema['items'] = fieldSchema(name, field.items);
  if (field.properties !== undefined) Object.assign(schema, objectSchema(field.properties));
  if (field.enum !== undefined && field.enum.length > 0)
    schema['enum'] = unique(field.nullable && !field.enum.includes(null) ? [...field.enum, null] : field.enum);
  if (field.nullable) nullable(schema);
  if (field.description !== undefined) schema['description'] = field.description;
  if ('default' in field && field.default !== undefined && !isSecretName(name)) schema['default'] = field.default;
  if (field.example !== undefined && !isSecretName(name)) schema['examples'] = [field.example];
  return schema;
}

const guessedType = (field: { readonly properties?: unknown; readonly items?: unknown }): string =>
  field.properties !== undefined ? 'object' : field.items !== undefined ? 'array' : '';

/** Fields by name as an object schema. A dotted name is a field of an object, as in the rest of the model. */
export function objectSchema(fields: Readonly<Record<string, FieldDescriptor>>): JsonSchema {
  const properties = new Map<string, JsonSchema>();
  const required: string[] = [];
  const nested = new Map<string, Record<string, FieldDescriptor>>();
  for (const [name, field] of Object.entries(fields)) {
    const dot = name.indexOf('.');
    if (dot > 0 && dot < name.length - 1) {
      const owner = name.slice(0, dot);
      nested.set(owner, { ...nested.get(owner), [name.slice(dot + 1)]: field });
      continue;
    }
    properties.set(name, fieldSchema(name, field));
    if (field.required) required.push(name);
  }
  for (const [owner, inner] of nested) {
    const known = fields[owner];
    properties.set(owner, fieldSchema(owner, { type: 'object', ...known, properties: { ...inner, ...known?.properties } }));
    if (!required.includes(owner) && Object.values(inner).some((field) => field.required)) required.push(owner);
  }
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

/** What an endpoint answers, as a schema. */
export function treeSchema(tree: ResponseNode): JsonSchema {
  const base: JsonSchema = tree.type === undefined ? {} : typeSchema(tree.type);
  if (tree.properties.size > 0) {
    const required = [...tree.properties].filter(([, child]) => !child.optional).map(([name]) => name);
    return {
      ...(holds(base, 'object') ? base : { type: 'object' }),
      properties: Object.fromEntries([...tree.properties].map(([name, child]) => [name, treeSchema(child)])),
      ...(required.length > 0 && { required }),
    };
  }
  if (tree.items !== undefined) return { ...(holds(base, 'array') ? base : { type: 'array' }), items: treeSchema(tree.items) };
  return base;
}

const holds = (schema: JsonSchema, type: string): boolean =>
  schema['type'] === type || (Array.isArray(schema['type']) && schema['type'].includes(type));

function nullable(schema: Record<string, unknown>): void {
  const { type } = schema;
  if (typeof type === 'string' && type !== 'null') schema['type'] = [type, 'null'];
  else if (Array.isArray(type) && !type.includes('null')) schema['type'] = [...(type as unknown[]), 'null'];
  else if (Array.isArray(schema['anyOf'])) schema['anyOf'] = [...(schema['anyOf'] as unknown[]), { type: 'null' }];
}

/** `enum` must not repeat a value. */
const unique = (values: readonly unknown[]): unknown[] => [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];

/** A pattern that is no regular expression of JSON Schema would make the whole document invalid. */
function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
