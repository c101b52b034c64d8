import { ANY, type Shape, type ShapeProperty } from '@tool/ir';
import type { Call, Value } from '@tool/scanner-sdk';
import { accumulatedShape, expressionShape, mayMiss, merged, pathIn, type Reach } from './pipeline-expressions.js';

/** What documents of another collection look like; null when nobody knows. */
export type Collections = (name: string) => Shape | null;

const WHOLE: Shape = { kind: 'integer' };
const ID: Shape = { kind: 'string' };
const UNKNOWN: Shape = { kind: 'object', properties: [], open: true };
const reachOf = (document: Shape, variables: Reach['variables'] = new Map()): Reach => ({ document, variables });

/** What the documents look like that a pipeline gives, when it starts with such ones. Open: there may be more members than are known. */
export function pipelineShape(
  call: Call,
  stages: readonly Value[],
  start: Shape,
  collections: Collections,
  variables: Reach['variables'] = new Map(),
): Shape {
  return stages.reduce((shape, stage) => {
    const entries = call
      .alternatives(stage)
      .filter((each) => each.kind === 'object')
      .map((each) => call.knownEntries?.(each)?.[0]);
    // Stages that are there or not, as a filter is.
    if (entries.length > 0 && entries.every((each) => each && SAME.has(each[0]))) return shape;
    const [entry] = stage.kind === 'object' ? entries : [];
    return entry ? afterStage(call, entry[0], entry[1], shape, collections, variables) : UNKNOWN;
  }, start);
}

const SAME: ReadonlySet<string> = new Set([
  '$match',
  '$sort',
  '$limit',
  '$skip',
  '$sample',
  '$redact',
  '$search',
  '$out',
  '$merge',
  '$unionWith',
]);

function afterStage(
  call: Call,
  stage: string,
  given: Value,
  document: Shape,
  collections: Collections,
  variables: Reach['variables'],
): Shape {
  if (SAME.has(stage)) return document;
  const reach = reachOf(document, variables);
  switch (stage) {
    case '$project':
      return projected(call, given, document, reach);
    case '$addFields':
    case '$set':
      return (call.knownEntries?.(given) ?? []).reduce(
        (made, [path, value]) => put(made, path.split('.'), expressionShape(call, value, reach), mayMiss(call, value, reach)),
        document,
      );
    case '$unset':
      return (call.elements(given) ?? [given]).reduce((made, path) => without(made, (call.text(path) ?? '').split('.')), document);
    case '$group':
      return {
        kind: 'object',
        properties: (call.knownEntries?.(given) ?? []).map(([name, value]): ShapeProperty => ({
          name,
          shape: name === '_id' ? expressionShape(call, value, reach) : accumulatedShape(call, value, reach),
          required: true,
        })),
      };
    case '$unwind':
      return unwound(call, given, document);
    case '$lookup':
      return lookedUp(call, given, document, collections, reach);
    case '$count':
      return { kind: 'object', properties: [{ name: call.text(given) ?? 'count', shape: WHOLE, required: true }] };
    case '$sortByCount':
      return {
        kind: 'object',
        properties: [
          { name: '_id', shape: expressionShape(call, given, reach), required: true },
          { name: 'count', shape: WHOLE, required: true },
        ],
      };
    case '$facet':
      return {
        kind: 'object',
        properties: (call.knownEntries?.(given) ?? []).map(([name, stages]): ShapeProperty => ({
          name,
          shape: { kind: 'array', items: pipelineShape(call, call.elements(stages) ?? [], document, collections, variables) },
          required: true,
        })),
      };
    case '$replaceRoot':
      return orUnknown(expressionShape(call, call.get(given, 'newRoot'), reach));
    case '$replaceWith':
      return orUnknown(expressionShape(call, given, reach));
    case '$geoNear': {
      const distance = call.text(call.get(given, 'distanceField'));
      return distance === null ? document : put(document, distance.split('.'), { kind: 'number' });
    }
    default:
      return UNKNOWN;
  }
}

const orUnknown = (shape: Shape): Shape => (shape.kind === 'object' ? shape : UNKNOWN);

/** `{ name: 1, total: { $sum: … }, 'address.city': 1, _id: 0 }`, or all but some: `{ password: 0 }`. */
function projected(call: Call, given: Value, document: Shape, reach: Reach): Shape {
  const entries = unfolded(call, given);
  const isOff = (value: Value): boolean => {
    const constant = call.constant(value);
    return constant === 0 || constant === false;
  };
  const isOn = (value: Value): boolean => {
    const constant = call.constant(value);
    return typeof constant === 'number' || constant === true;
  };
  const excluded = entries.filter(([, value]) => isOff(value)).map(([path]) => path);
  const others = entries.filter(([, value]) => !isOff(value));
  if (others.length === 0) return excluded.reduce((made, path) => without(made, path.split('.')), document);
  const start: Shape = {
    kind: 'object',
    properties:
      excluded.includes('_id') || others.some(([path]) => path === '_id')
        ? []
        : (document.properties ?? []).filter(({ name }) => name === '_id'),
  };
  return others.reduce((made, [path, value]) => {
    if (!isOn(value)) return put(made, path.split('.'), expressionShape(call, value, reach), mayMiss(call, value, reach));
    return keep(made, document, path.split('.'));
  }, start);
}

/** What a projection says of members of members is the same as of paths: `{ author: { name: 1 } }`, `{ 'author.name': 1 }`. */
const unfolded = (call: Call, given: Value): readonly (readonly [string, Value])[] =>
  (call.knownEntries?.(given) ?? []).flatMap(([name, value]): readonly (readonly [string, Value])[] => {
    const inner = value.kind === 'object' && !call.elements(value) ? unfolded(call, value) : [];
    return inner.length > 0 && !inner[0]![0].startsWith('$') ? inner.map(([path, each]) => [`${name}.${path}`, each]) : [[name, value]];
  });

/** The document with a member of another one; below lists the member of their elements. */
function keep(made: Shape, from: Shape, path: readonly string[]): Shape {
  const [first, ...rest] = path;
  if (from.kind === 'array')
    return { kind: 'array', items: keep(made.kind === 'array' ? (made.items ?? EMPTY) : EMPTY, from.items ?? ANY, path) };
  const found = from.properties?.find(({ name }) => name === first);
  const shape = found?.shape ?? ANY;
  const known = made.properties?.find(({ name }) => name === first)?.shape ?? EMPTY;
  return replaced(made, {
    ...(found ?? { name: first! }),
    shape: rest.length > 0 && (shape.kind === 'object' || shape.kind === 'array') ? keep(known, shape, rest) : shape,
  });
}
const EMPTY: Shape = { kind: 'object', properties: [] };

const replaced = (shape: Shape, property: ShapeProperty): Shape => {
  const properties = shape.kind === 'object' ? (shape.properties ?? []) : [];
  const at = properties.findIndex(({ name }) => name === property.name);
  return {
    ...(shape.kind === 'object' ? shape : EMPTY),
    properties: at < 0 ? [...properties, property] : properties.map((each, index) => (index === at ? property : each)),
  };
};

function put(shape: Shape, [first, ...rest]: readonly string[], value: Shape, optional = false): Shape {
  if (shape.kind === 'array') return { kind: 'array', items: put(shape.items ?? EMPTY, [first!, ...rest], value, optional) };
  const known = shape.properties?.find(({ name }) => name === first)?.shape ?? EMPTY;
  return replaced(shape, {
    name: first!,
    shape: rest.length > 0 ? put(known, rest, value, optional) : value,
    ...((rest.length > 0 || !optional) && { required: true }),
  });
}

function without(shape: Shape, [first, ...rest]: readonly string[]): Shape {
  if (shape.kind === 'array') return { kind: 'array', items: without(shape.items ?? ANY, [first!, ...rest]) };
  if (!shape.properties) return shape;
  return {
    ...shape,
    properties: shape.properties.flatMap((property) =>
      property.name !== first ? [property] : rest.length > 0 ? [{ ...property, shape: without(property.shape, rest) }] : [],
    ),
  };
}

/** Each element by itself in place of the list: `'$items'`, `{ path: '$items', preserveNullAndEmptyArrays: true }`. */
function unwound(call: Call, given: Value, document: Shape): Shape {
  const path = (call.text(given) ?? call.text(call.get(given, 'path')) ?? '').replace(/^\$/, '').split('.');
  const index = given.kind === 'object' ? call.text(call.get(given, 'includeArrayIndex')) : null;
  const list = pathIn(document, path);
  const element = list.kind === 'array' ? (list.items ?? ANY) : list;
  const made = put(document, path, element);
  return index === null ? made : put(made, index.split('.'), WHOLE);
}

/** The documents of another collection that belong to each. */
function lookedUp(call: Call, given: Value, document: Shape, collections: Collections, { variables }: Reach): Shape {
  const from = call.text(call.get(given, 'from'));
  const as = call.text(call.get(given, 'as'));
  if (as === null) return UNKNOWN;
  const other = (from === null ? null : collections(from)) ?? UNKNOWN;
  const stages = call.elements(call.get(given, 'pipeline')) ?? [];
  const bound = new Map(variables);
  for (const [name, value] of call.knownEntries?.(call.get(given, 'let')) ?? [])
    bound.set(name, expressionShape(call, value, reachOf(document, variables)));
  return put(document, as.split('.'), {
    kind: 'array',
    items: stages.length > 0 ? pipelineShape(call, stages, other, collections, bound) : other,
  });
}

/** Documents of which nothing but the key is known. */
export const unknownDocument = (): Shape =>
  merged([{ kind: 'object', properties: [{ name: '_id', shape: ID, required: true }], open: true }]);
