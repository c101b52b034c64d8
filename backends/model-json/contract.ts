import { unionOf, type Json, type Parameter, type RequestBody, type Response, type Shape } from '@tool/ir';
import type { Endpoint as ModelEndpoint, Parameter as ModelParameter } from '../../schemas/index.js';

type Descriptor = NonNullable<NonNullable<ModelEndpoint['requestBody']>['fields']>[string];
type Constraints = Omit<Descriptor, 'required' | 'items' | 'properties'>;

const isNull = (shape: Shape): boolean => shape.kind === 'null';

/** The shape without `null`, and whether it was there. */
function withoutNull(shape: Shape): { readonly shape: Shape; readonly nullable: boolean } {
  if (shape.kind !== 'union') return { shape, nullable: false };
  const rest = shape.alternatives!.filter((alternative) => !isNull(alternative));
  const nullable = rest.length < shape.alternatives!.length;
  return { shape: rest.length === 1 ? rest[0]! : { ...shape, alternatives: rest }, nullable };
}

/** `string`, `integer`, `string|number`; undefined when nothing is known. */
function typeName(shape: Shape): string | undefined {
  if (shape.kind === 'any') return undefined;
  if (shape.kind !== 'union') return shape.kind;
  const names = [...new Set(shape.alternatives!.map(typeName))];
  return names.includes(undefined) ? undefined : names.join('|');
}

function constraints(given: Shape): Constraints {
  const { shape, nullable } = withoutNull(given);
  const type = typeName(shape);
  return {
    ...(type !== undefined && { type }),
    ...(shape.format !== undefined && { format: shape.format }),
    ...(shape.minLength !== undefined && { minLength: shape.minLength }),
    ...(shape.maxLength !== undefined && { maxLength: shape.maxLength }),
    ...(shape.minimum !== undefined && { min: shape.minimum }),
    ...(shape.maximum !== undefined && { max: shape.maximum }),
    ...(shape.pattern !== undefined && { pattern: shape.pattern }),
    ...(shape.enum !== undefined && { enum: [...shape.enum] as Json[] }),
    ...(shape.default !== undefined && { default: shape.default }),
    ...(nullable && { nullable }),
    ...(shape.description !== undefined && { description: shape.description }),
    ...(shape.example !== undefined && { example: shape.example }),
  };
}

/** The descriptor of a body field; objects and lists carry what they hold. */
function descriptor(given: Shape, required: boolean | undefined): Descriptor {
  const { shape } = withoutNull(given);
  const properties = fieldsOf(shape);
  return {
    ...constraints(given),
    ...(required && { required: true }),
    ...(shape.kind === 'array' && shape.items && shape.items.kind !== 'any' && { items: descriptor(shape.items, undefined) }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

/** Fields by name. Of a union of objects: the fields of all, each as one of what they say of it, required where every one of them requires it. */
function fieldsOf(shape: Shape): Record<string, Descriptor> {
  const objects = (shape.alternatives ?? [shape]).filter(({ kind }) => kind === 'object');
  const fields: Record<string, Descriptor> = {};
  for (const name of new Set(objects.flatMap(({ properties = [] }) => properties.map((property) => property.name)))) {
    const found = objects.flatMap(({ properties = [] }) => properties.filter((property) => property.name === name));
    const required = found.length === objects.length && found.every((property) => property.required);
    define(fields, name, descriptor(found.length === 1 ? found[0]!.shape : unionOf(found.map((property) => property.shape)), required));
  }
  return fields;
}

/** A field may be called `__proto__`. */
const define = (fields: Record<string, Descriptor>, name: string, value: Descriptor): void => {
  Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
};

export const modelBody = (body: RequestBody): NonNullable<ModelEndpoint['requestBody']> => ({
  contentType: body.contentType,
  fields: fieldsOf(body.shape),
});

export function modelParameter(parameter: Parameter): ModelParameter {
  const shaped = parameter.shape ? constraints(parameter.shape) : {};
  const items =
    parameter.shape?.kind === 'array' && parameter.shape.items && parameter.shape.items.kind !== 'any'
      ? { items: descriptor(parameter.shape.items, undefined) }
      : {};
  return {
    name: parameter.name,
    in: parameter.in,
    ...(parameter.type !== undefined && { type: parameter.type }),
    ...(parameter.required !== undefined && { required: parameter.required }),
    ...(parameter.pattern !== undefined && { pattern: parameter.pattern }),
    ...shaped,
    ...items,
  };
}

export function modelResponses(responses: readonly Response[]): NonNullable<ModelEndpoint['responses']> {
  return Object.fromEntries(
    responses.map((response) => {
      const schema = response.shape && flattened(response.shape);
      return [
        String(response.status),
        {
          ...(response.description !== undefined && { description: response.description }),
          ...(schema && Object.keys(schema).length > 0 && { schema }),
        },
      ];
    }),
  );
}

/** Dotted paths to type names; elements of a list are `0`. */
function flattened(shape: Shape): Record<string, string> {
  const types = new Map<string, Set<string>>();
  const add = (path: string, name: string): void => {
    const known = types.get(path);
    if (known) known.add(name);
    else types.set(path, new Set([name]));
  };
  const visit = (current: Shape, path: string): void => {
    switch (current.kind) {
      case 'union':
        current.alternatives!.forEach((alternative) => visit(alternative, path));
        return;
      case 'object':
        if (path !== '') add(path, 'object');
        for (const property of current.properties ?? []) visit(property.shape, path === '' ? property.name : `${path}.${property.name}`);
        return;
      case 'array':
        if (path !== '') add(path, 'array');
        if (current.items && current.items.kind !== 'any') visit(current.items, path === '' ? '0' : `${path}.0`);
        return;
      case 'file':
        if (path !== '') add(path, 'string');
        return;
      default:
        if (path !== '') add(path, current.kind);
    }
  };
  visit(shape, '');
  const entries = [...types].map(([path, names]): [string, string] => {
    const known = names.has('any')
      ? new Set(['any'])
      : names.has('number')
        ? new Set([...names].filter((name) => name !== 'integer'))
        : names;
    return [path, [...known].sort((a, b) => (a === 'null' ? 1 : b === 'null' ? -1 : 0)).join('|')];
  });
  return Object.fromEntries(entries);
}
