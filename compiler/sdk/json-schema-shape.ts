import { ANY, NULL_SHAPE, unionOf, type Json, type Shape, type ShapeProperty } from '@tool/ir';
import type { Call } from './adapter.js';
import { classDraft, describesMembers } from './class-shape.js';
import { meaningOf, placeOf } from './schema-value.js';
import {
  enumShape,
  intersectShapes,
  limit,
  objectShape,
  orNull,
  overlaidShapes,
  settledShape,
  type DraftShape,
} from './shape-operations.js';
import type { Value } from './values.js';

/** Finds the schema that a `$ref` names outside of the document it stands in; null when nobody knows it. */
export type ResolveReference = (reference: string) => Value | null;

/**
 * The shape of a JSON Schema (draft 4 to 2020-12, and OpenAPI's `nullable`) that the program holds as a value. References into the same
 * document are followed, others are asked for. What JSON Schema says and a shape cannot is left out: the shape never refuses what the schema accepts.
 */
export function jsonSchemaShape(call: Call, schema: Value, resolve?: ResolveReference, without?: string): Shape {
  let draft: DraftShape = ANY;
  for (const references of REFERENCES) {
    const budget = { references, parts: MAX_PARTS };
    draft = draftOf(call, schema, { root: schema, resolve, without, open: [], budget });
    if (budget.parts >= 0) break;
  }
  return settledShape(call, draft);
}

interface Document {
  readonly root: Value;
  readonly resolve: ResolveReference | undefined;
  readonly without: string | undefined;
  /** References that are being followed: one that leads to itself says nothing new. */
  readonly open: readonly string[];
  readonly budget: {
    /** How many references are followed within one another. */
    readonly references: number;
    /** How many parts may still be looked at. */
    parts: number;
  };
}

const MAX_DEPTH = 30;
/** Parts of one schema. Where everything refers to everything there is no end of them: then references within references are followed less far. */
const MAX_PARTS = 5_000;
const REFERENCES = [MAX_DEPTH, 4, 2, 1];

function draftOf(call: Call, schema: Value, document: Document, depth = 0): DraftShape {
  const foreign = meaningOf(schema);
  if (foreign) return foreign.shape;
  if (schema.kind === 'oneOf')
    return unionOf(call.alternatives(schema).map((each) => settledShape(call, draftOf(call, each, document, depth + 1))));
  if (schema.kind !== 'object' || depth > MAX_DEPTH || --document.budget.parts < 0) return ANY;
  const inner = (value: Value): DraftShape => draftOf(call, value, document, depth + 1);
  const get = (key: string): Value | null => {
    const value = call.get(schema, key);
    return call.isUndefined(value) ? null : value;
  };
  const number = (key: string): number | undefined => {
    const value = get(key);
    const constant = value && call.constant(value);
    return typeof constant === 'number' ? constant : undefined;
  };
  const text = (key: string): string | undefined => {
    const value = get(key);
    return (value && call.text(value)) ?? undefined;
  };
  const list = (key: string): readonly Value[] | null => {
    const value = get(key);
    return value && call.elements(value);
  };

  // `{ $ref: getSchemaPath(Class) }`: what writes the reference gave the class itself.
  const cls = get('$ref');
  if (cls && cls.kind === 'object' && call.isFunction(cls)) {
    const rest = withoutReference(call, schema);
    const target = describesMembers(call, cls) ? classDraft(call, cls) : ANY;
    return rest === null ? target : intersectShapes(target, inner(rest));
  }
  const reference = text('$ref');
  if (reference !== undefined) {
    const rest = withoutReference(call, schema);
    const isFollowed = document.open.length < document.budget.references && !document.open.includes(reference);
    const target = isFollowed ? followed(call, reference, document, depth) : ANY;
    return rest === null ? target : intersectShapes(target, draftOf(call, rest, document, depth + 1));
  }

  // What the plugin of @fastify/multipart for ajv says of a field.
  const isFile = get('isFile');
  let shape: DraftShape = isFile && call.constant(isFile) === true ? { kind: 'file' } : typedShape(call, get, inner, document.without);
  const values = list('enum');
  const constant = get('const');
  const allowed = values ? values.map((value) => call.json(value)) : constant ? [call.json(constant)] : null;
  if (allowed && allowed.every((value): value is Json => value !== undefined)) {
    const exact = enumShape(allowed);
    shape = shape.kind === 'any' ? exact : intersectShapes(exact, shape);
  }
  const [exclusiveMinimum, exclusiveMaximum] = [get('exclusiveMinimum'), get('exclusiveMaximum')].map((value) =>
    value ? call.constant(value) : undefined,
  );
  const [minimum, maximum] = [number('minimum'), number('maximum')];
  const ends: Record<string, unknown> = {};
  if (exclusiveMinimum === true && minimum !== undefined) ends['above'] = minimum;
  else if (typeof exclusiveMinimum === 'number') ends['above'] = exclusiveMinimum;
  if (exclusiveMaximum === true && maximum !== undefined) ends['below'] = maximum;
  else if (typeof exclusiveMaximum === 'number') ends['below'] = exclusiveMaximum;
  const [pattern, format] = [text('pattern'), text('format')];
  shape = ofKinds(shape, ['string'], (each) => ({
    ...limit(each, { minLength: number('minLength'), maxLength: number('maxLength') }),
    ...(pattern !== undefined && { pattern }),
    ...(format !== undefined && { format }),
  }));
  shape = ofKinds(shape, ['number', 'integer'], (each) => ({ ...limit(each, { minimum, maximum }), ...ends }));
  shape = ofKinds(shape, ['array'], (each) => limit(each, { minItems: number('minItems'), maxItems: number('maxItems') }));
  // A later part says anew what one in front of it says of a member: documentation of an envelope is written so.
  for (const each of list('allOf') ?? []) shape = overlaidShapes(shape, inner(each));
  for (const key of ['anyOf', 'oneOf']) {
    const alternatives = list(key);
    if (alternatives && alternatives.length > 0)
      shape = intersectShapes(shape, unionOf(alternatives.map((each) => settledShape(call, inner(each)))));
  }
  const optional = get('nullable');
  if (optional && call.constant(optional) === true) shape = orNull(shape);
  const [fallback, description] = [get('default'), text('description')];
  const stated = fallback && call.json(fallback);
  const examples = list('examples');
  const example = get('example') ?? examples?.[0] ?? null;
  const shown = example && call.json(example);
  return {
    ...shape,
    ...(stated !== undefined && stated !== null && { default: stated }),
    ...(description !== undefined && { description }),
    ...(shown !== undefined && shown !== null && { example: shown }),
  };
}

/** Changes the alternatives of these kinds; the others say nothing about it. */
const ofKinds = (shape: DraftShape, kinds: readonly Shape['kind'][], change: (shape: DraftShape) => DraftShape): DraftShape =>
  shape.alternatives
    ? { ...shape, alternatives: shape.alternatives.map((each) => ofKinds(each, kinds, change)) }
    : kinds.includes(shape.kind)
      ? change(shape)
      : shape;

/** What `type` says, or the keywords that only make sense for one. */
function typedShape(
  call: Call,
  get: (key: string) => Value | null,
  inner: (value: Value) => DraftShape,
  without: string | undefined,
): DraftShape {
  const type = get('type');
  const names = type ? (call.elements(type) ?? [type]).map((each) => call.text(each)) : [];
  const has = (...keys: readonly string[]): boolean => keys.some((key) => get(key) !== null);
  // Without a type the keywords hold for values of their type alone; who writes them means that type.
  const implied =
    names.length > 0
      ? names
      : has('properties', 'additionalProperties', 'required')
        ? ['object']
        : has('items', 'prefixItems')
          ? ['array']
          : [];
  const shapes = implied.map((name): DraftShape | null => {
    switch (name) {
      case 'string':
      case 'number':
      case 'integer':
      case 'boolean':
        return { kind: name };
      case 'null':
        return NULL_SHAPE;
      case 'object':
        return objectOf(call, get, inner, without);
      case 'array':
        return arrayOf(call, get, inner);
      case 'file':
        return { kind: 'file' };
      default:
        return null;
    }
  });
  if (shapes.length === 0 || shapes.some((shape) => shape === null)) return ANY;
  return shapes.length === 1 ? shapes[0]! : { kind: 'union', alternatives: shapes as DraftShape[] };
}

function objectOf(
  call: Call,
  get: (key: string) => Value | null,
  inner: (value: Value) => DraftShape,
  without: string | undefined,
): DraftShape {
  const properties = get('properties');
  const required = get('required');
  const names = required ? (call.elements(required) ?? []).map((each) => call.text(each)) : [];
  const isMarked = (value: Value, mark: string): boolean =>
    value.kind === 'object' && !meaningOf(value) && call.constant(call.get(value, mark)) === true;
  const stated = properties ? (call.entries(properties) ?? []) : [];
  const members: ShapeProperty[] = stated
    .filter(([, value]) => without === undefined || !isMarked(value, without))
    .map(([name, value]) => {
      // Draft 3 and several tools write `required: true` beside the type.
      const isRequired = names.includes(name) || isMarked(value, 'required');
      const place = placeOf(value);
      return { name, shape: inner(value), ...(isRequired && { required: true }), ...(place && { place }) };
    });
  for (const name of names)
    if (name !== null && !stated.some(([known]) => known === name)) members.push({ name, shape: ANY, required: true });
  const more = get('additionalProperties');
  const closed = more !== null && call.constant(more) === false && get('patternProperties') === null;
  return objectShape(members, !closed);
}

function arrayOf(call: Call, get: (key: string) => Value | null, inner: (value: Value) => DraftShape): DraftShape {
  const items = get('items');
  const prefix = get('prefixItems');
  const fixed = (prefix && call.elements(prefix)) ?? (items && call.elements(items));
  if (fixed) {
    const rest = prefix ? items : get('additionalItems');
    const closed = rest !== null && call.constant(rest) === false;
    return {
      kind: 'array',
      ...(closed && fixed.length > 0 && { items: unionOf(fixed.map((each) => settledShape(call, inner(each)))) }),
      ...(closed && { maxItems: fixed.length }),
    };
  }
  return { kind: 'array', ...(items && items.kind !== 'const' && { items: inner(items) }) };
}

/** The schema without its `$ref`, when that leaves a keyword that says something. */
function withoutReference(call: Call, schema: Value): Value | null {
  const rest = (call.entries(schema) ?? []).filter(
    ([key]) => !['$ref', '$id', '$schema', 'definitions', '$defs', 'title', '$comment'].includes(key),
  );
  return rest.length === 0 ? null : call.record(Object.fromEntries(rest));
}

function followed(call: Call, reference: string, document: Document, depth: number): DraftShape {
  const hash = reference.indexOf('#');
  const [base, fragment] = hash < 0 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash + 1)];
  const asked = document.resolve?.(reference) ?? null;
  const holder =
    asked ?? (base === '' || call.text(call.get(document.root, '$id')) === base ? document.root : (document.resolve?.(base) ?? null));
  if (!holder) return ANY;
  let target: Value = holder;
  if (!asked) {
    if (fragment !== '' && !fragment.startsWith('/')) return namedPart(call, holder, fragment, document, depth);
    for (const step of fragment.split('/').slice(1))
      target =
        target.kind === 'object'
          ? call.get(target, decodeURIComponent(step).replace(/~1/g, '/').replace(/~0/g, '~'))
          : call.const(undefined);
  }
  const next: Document = {
    root: holder === document.root || (asked !== null && base === '') ? document.root : holder,
    resolve: document.resolve,
    without: document.without,
    open: [...document.open, reference],
    budget: document.budget,
  };
  // A document that names itself is followed once: `deferredShape` would hide the second occurrence from `open`.
  return draftOf(call, target, next, depth + 1);
}

/** `#name`: the part that calls itself so. */
function namedPart(call: Call, holder: Value, name: string, document: Document, depth: number): DraftShape {
  for (const key of ['$defs', 'definitions']) {
    const parts = call.get(holder, key);
    for (const [, part] of parts.kind === 'object' ? (call.entries(parts) ?? []) : [])
      if (
        part.kind === 'object' &&
        ['$id', '$anchor', 'id'].some((each) => [name, `#${name}`].includes(call.text(call.get(part, each)) ?? ''))
      )
        return draftOf(call, part, { ...document, open: [...document.open, `#${name}`] }, depth + 1);
  }
  return ANY;
}
