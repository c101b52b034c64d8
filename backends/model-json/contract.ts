import {
  ANY,
  unionOf,
  withoutKept,
  type Json,
  type Parameter,
  type RequestBody,
  type Response,
  type Shape,
  type ShapeProperty,
} from '@tool/ir';
import type { Endpoint as ModelEndpoint, Parameter as ModelParameter } from '../../schemas/index.js';

type Descriptor = NonNullable<NonNullable<ModelEndpoint['requestBody']>['fields']>[string];
type Constraints = Omit<Descriptor, 'required' | 'items' | 'properties'>;

const isNull = (shape: Shape): boolean => shape.kind === 'null';

/** The shape without `null`, and whether it was there. What is said of the whole, a description or a default, is said of the rest. */
function withoutNull(shape: Shape): { readonly shape: Shape; readonly nullable: boolean } {
  if (shape.kind !== 'union') return { shape, nullable: false };
  const { kind: _, alternatives = [], ...said } = shape;
  const rest = alternatives.filter((alternative) => !isNull(alternative));
  const nullable = rest.length < alternatives.length;
  return { shape: rest.length === 1 ? { ...rest[0]!, ...said } : { ...shape, alternatives: rest }, nullable };
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
  const items = itemsOf(shape);
  return {
    ...constraints(given),
    ...(required && { required: true }),
    ...(items && items.kind !== 'any' && { items: descriptor(items, undefined) }),
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
  ...elementsOf(body.shape),
});

/** What the elements of a list are, or of a value that may be one of several. */
function itemsOf(shape: Shape): Shape | null {
  const lists = (shape.alternatives ?? [shape]).filter(({ kind }) => kind === 'array');
  return lists.length === 0 ? null : unionOf(lists.map(({ items = ANY }) => items));
}

/** The elements of a body that is a list, or may be one. */
function elementsOf(shape: Shape): { readonly items?: Descriptor } {
  const items = itemsOf(shape);
  return items ? { items: descriptor(items, undefined) } : {};
}

export function modelParameter(parameter: Parameter): ModelParameter {
  const shaped = parameter.shape ? constraints(parameter.shape) : {};
  const items = parameter.shape?.kind === 'array' ? itemsOf(parameter.shape) : null;
  return {
    name: parameter.name,
    in: parameter.in,
    ...(parameter.type !== undefined && { type: parameter.type }),
    ...(parameter.required !== undefined && { required: parameter.required }),
    ...(parameter.pattern !== undefined && { pattern: parameter.pattern }),
    ...shaped,
    ...(items && items.kind !== 'any' && { items: descriptor(items, undefined) }),
  };
}

export function modelResponses(responses: readonly Response[]): NonNullable<ModelEndpoint['responses']> {
  return Object.fromEntries(
    responses.map((response) => {
      const { schema, optional } = response.shape ? flattened(response.shape) : NOTHING;
      return [
        String(response.status),
        {
          ...(response.description !== undefined && { description: response.description }),
          ...(Object.keys(schema).length > 0 && { schema }),
          ...(optional.length > 0 && { optional: [...optional] }),
        },
      ];
    }),
  );
}

interface Flattened {
  /** Dotted paths to type names; elements of a list are `0`. */
  readonly schema: Readonly<Record<string, string>>;
  /** The paths that need not be there where what is around them is. */
  readonly optional: readonly string[];
}

const NOTHING: Flattened = { schema: {}, optional: [] };

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The alternatives of shapes, however deep they lie in each other. */
const alternativesOf = (shapes: readonly Shape[]): Shape[] =>
  shapes.flatMap((shape) => (shape.kind === 'union' ? alternativesOf(shape.alternatives!) : [shape]));

function flattened(shape: Shape): Flattened {
  const schema = new Map<string, string>();
  const optional = new Set<string>();
  const visit = (given: readonly Shape[], path: string): void => {
    const shapes = withoutKept(alternativesOf(given));
    if (path !== '') schema.set(path, namesOf(shapes));
    const objects = shapes.filter(({ kind }) => kind === 'object');
    for (const [name, members] of membersOf(objects)) {
      const at = joined(path, name);
      if (members.length < objects.length || !members.every((member) => member.required)) optional.add(at);
      visit(
        members.map((member) => member.shape),
        at,
      );
    }
    const elements = shapes.flatMap(({ items }) => (items && items.kind !== 'any' ? [items] : []));
    if (elements.length === 0) return;
    // Only the whole has no name of its own that says what else it may be.
    if (path === '' && shapes.some(({ kind }) => kind !== 'array')) optional.add('0');
    visit(elements, joined(path, '0'));
  };
  visit([shape], '');
  return { schema: Object.fromEntries(schema), optional: [...optional] };
}

/** The members of objects by name: what each of the objects that has it says. */
function membersOf(objects: readonly Shape[]): Map<string, ShapeProperty[]> {
  const members = new Map<string, ShapeProperty[]>();
  for (const property of objects.flatMap(({ properties = [] }) => properties)) {
    const known = members.get(property.name);
    if (known) known.push(property);
    else members.set(property.name, [property]);
  }
  return members;
}

/** `integer`, `string|null`: what stands for any value says all, `number` says `integer`, too. */
function namesOf(shapes: readonly Shape[]): string {
  const names = new Set(shapes.map(({ kind }) => (kind === 'file' ? 'string' : kind)));
  if (names.has('any')) return 'any';
  if (names.has('number')) names.delete('integer');
  return [...names].sort((a, b) => (a === 'null' ? 1 : b === 'null' ? -1 : 0)).join('|');
}
