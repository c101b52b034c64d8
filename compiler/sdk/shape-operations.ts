import { ANY, NULL_SHAPE, unionOf, type Json, type Shape, type ShapeProperty } from '@tool/ir';
import type { Call } from './adapter.js';
import { caselessPattern } from './caseless-pattern.js';
import type { Value } from './values.js';

/**
 * A shape while its schema is being put together: bounds that the value must not reach, and parts that only a later call can compute (a
 * schema that names itself). `settledShape` makes a shape of it; nothing else may leave a model.
 */
export interface DraftShape extends Shape {
  /** Must be greater. */
  readonly above?: number;
  /** Must be less. */
  readonly below?: number;
  readonly deferred?: (call: Call) => DraftShape;
  /** Of a deferred one: whether it also accepts that there is nothing, so that a record need not have it. */
  readonly takesNothing?: (call: Call) => boolean;
  /** What the schema makes of a value that it accepts. */
  readonly output?: (call: Call, value: Value) => Value;
}

/** A part that is computed when somebody asks for the shape. `takesNothing`: as of `DraftShape`. */
export const deferredShape = (resolve: (call: Call) => DraftShape, takesNothing?: (call: Call) => boolean): DraftShape => ({
  kind: 'any',
  deferred: resolve,
  ...(takesNothing && { takesNothing }),
});

const settled = new WeakMap<Shape, Shape>();
const resolving: ((call: Call) => DraftShape)[] = [];

/** How many parts that only later calls can compute one shape has. Where everything contains everything there is no end of them: then fewer of them within one another are computed. */
const MAX_DEFERRED = 300;
const WITHIN_ONE_ANOTHER = [8, 4, 2, 1];
let budget: { readonly within: number; left: number } | null = null;

/** The shape that a draft stands for. A part that contains itself is unknown from its second occurrence on. */
export function settledShape(call: Call, draft: DraftShape): Shape {
  if (budget !== null) return settle(call, draft, budget);
  let shape: Shape = ANY;
  try {
    for (const within of WITHIN_ONE_ANOTHER) {
      budget = { within, left: MAX_DEFERRED };
      shape = settle(call, draft, budget);
      if (budget.left >= 0) break;
    }
  } finally {
    budget = null;
  }
  return shape;
}

function settle(call: Call, draft: DraftShape, spent: { readonly within: number; left: number }): Shape {
  const known = settled.get(draft);
  if (known) return known;
  const { above, below, deferred, takesNothing: _takesNothing, output: _output, ...rest } = draft;
  if (deferred) {
    if (resolving.includes(deferred) || resolving.length > spent.within || --spent.left < 0) return ANY;
    resolving.push(deferred);
    try {
      return settledShape(call, deferred(call));
    } finally {
      resolving.pop();
    }
  }
  let shape: Shape = rest;
  if (above !== undefined) shape = limit(shape, { minimum: shape.kind === 'integer' ? Math.floor(above) + 1 : above });
  if (below !== undefined) shape = limit(shape, { maximum: shape.kind === 'integer' ? Math.ceil(below) - 1 : below });
  if (shape.items) shape = { ...shape, items: settledShape(call, shape.items) };
  if (shape.alternatives) shape = { ...shape, ...unionOf(shape.alternatives.map((each) => settledShape(call, each))) };
  if (shape.properties) shape = { ...shape, properties: shape.properties.map((property) => settledProperty(call, property)) };
  if (shape.kind !== 'union' && shape.alternatives) {
    const { alternatives: _, ...single } = shape;
    shape = single;
  }
  // Within a part that contains itself the result depends on where one starts.
  if (resolving.length === 0 && spent.left >= 0) settled.set(draft, shape);
  return shape;
}

function settledProperty(call: Call, property: ShapeProperty): ShapeProperty {
  const settledOne = { ...property, shape: settledShape(call, property.shape) };
  if (!property.required || !(property.shape as DraftShape).takesNothing?.(call)) return settledOne;
  const { required: _required, ...optional } = settledOne;
  return optional;
}

const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;
type Bounds = { readonly [Key in (typeof BOUNDS)[number]]?: number | undefined };

/** The shape with further bounds: of two that say the same thing the tighter one. */
export function limit(shape: DraftShape, bounds: Bounds): DraftShape {
  const result: { -readonly [Key in keyof Bounds]?: number } = {};
  for (const key of BOUNDS) {
    const [own, value] = [shape[key], bounds[key]];
    if (value !== undefined && Number.isFinite(value))
      result[key] = own === undefined ? value : key.startsWith('min') ? Math.max(own, value) : Math.min(own, value);
  }
  return { ...shape, ...result };
}

/** The shape or null; a deferred part stays deferred. */
export const orNull = (draft: DraftShape): DraftShape =>
  draft.deferred
    ? deferredShape((call) => orNull(draft.deferred!(call)))
    : draft.kind === 'any'
      ? draft
      : {
          ...unionOf([draft, NULL_SHAPE]),
          ...(draft.default !== undefined && { default: draft.default }),
          ...(draft.output && { output: sparing(draft, null).output! }),
        };

/** A draft whose functions are not called where there is nothing (`undefined`, or `null`): that is handed on as it is. */
export const sparing = (draft: DraftShape, nothing: null | undefined): DraftShape => {
  const { output } = draft;
  if (!output) return draft;
  const spared = (call: Call, value: Value): Value => {
    if (value.kind === 'const' && value.value === nothing) return value;
    const made = output(call, value);
    return value.kind === 'unknown' || value.kind === 'oneOf' ? (call.oneOf?.([made, call.const(nothing)], 'it is there') ?? made) : made;
  };
  return { ...draft, output: spared };
};

/** One of several drafts; parts that are deferred stay so. */
export const unionShape = (drafts: readonly DraftShape[]): DraftShape =>
  drafts.some((draft) => draft.deferred)
    ? deferredShape((call) => unionOf(drafts.map((draft) => settledShape(call, draft))))
    : unionOf(drafts);

/** A union without null. */
export function withoutNull(shape: DraftShape): DraftShape {
  if (shape.kind !== 'union') return shape;
  const rest = shape.alternatives!.filter((each) => each.kind !== 'null');
  return rest.length === shape.alternatives!.length ? shape : unionOf(rest);
}

/** The only values: constants of one or several types. Values that are no JSON say nothing. */
export function enumShape(values: readonly Json[]): Shape {
  const kindOf = (value: Json): Shape['kind'] =>
    value === null
      ? 'null'
      : typeof value === 'number'
        ? Number.isInteger(value)
          ? 'integer'
          : 'number'
        : typeof value === 'string'
          ? 'string'
          : typeof value === 'boolean'
            ? 'boolean'
            : Array.isArray(value)
              ? 'array'
              : 'object';
  const kinds = new Map<Shape['kind'], Json[]>();
  const mixed = values.some((value) => kindOf(value) === 'number');
  for (const value of values) {
    const kind = kindOf(value) === 'integer' && mixed ? 'number' : kindOf(value);
    const list = kinds.get(kind) ?? [];
    if (!list.includes(value)) list.push(value);
    kinds.set(kind, list);
  }
  return kinds.size === 0 ? ANY : unionOf([...kinds].map(([kind, list]): Shape => (kind === 'null' ? NULL_SHAPE : { kind, enum: list })));
}

/** A value that has both shapes. Where they contradict one another, the first. */
export const intersectShapes = (a: DraftShape, b: DraftShape): DraftShape => bothShapes(a, b, 'first');
/** The same; where they contradict one another, the last. */
export const overlaidShapes = (a: DraftShape, b: DraftShape): DraftShape => bothShapes(a, b, 'last');

function bothShapes(a: DraftShape, b: DraftShape, wins: 'first' | 'last'): DraftShape {
  if (a.deferred || b.deferred) return deferredShape((call) => bothShapes(settledShape(call, a), settledShape(call, b), wins));
  const winner = wins === 'first' ? a : b;
  if (a.kind === 'any') return { ...b, ...annotations(a) };
  if (b.kind === 'any' || a === b) return { ...a, ...annotations(b), ...annotations(a) };
  if (a.kind === 'union' || b.kind === 'union') {
    const [left, right] = [a.alternatives ?? [a], b.alternatives ?? [b]];
    const both = left.flatMap((one) => right.filter((two) => compatible(one, two)).map((two) => bothShapes(one, two, wins)));
    return both.length === 0 ? winner : { ...unionOf(both), ...annotations(b), ...annotations(a) };
  }
  if (!compatible(a, b)) return winner;
  const merged: Record<string, unknown> = { ...b, ...a, ...limit(a, b) };
  if (a.kind === 'number' && b.kind === 'integer') merged['kind'] = 'integer';
  if (a.above !== undefined && b.above !== undefined) merged['above'] = Math.max(a.above, b.above);
  if (a.below !== undefined && b.below !== undefined) merged['below'] = Math.min(a.below, b.below);
  if (a.enum && b.enum) merged['enum'] = a.enum.filter((value) => b.enum!.includes(value));
  if (a.items && b.items) merged['items'] = bothShapes(a.items, b.items, wins);
  if (a.kind === 'object') {
    const properties = [...(a.properties ?? [])];
    for (const property of b.properties ?? []) {
      const at = properties.findIndex(({ name }) => name === property.name);
      if (at < 0) properties.push(property);
      else
        properties[at] = {
          ...properties[at]!,
          shape: bothShapes(properties[at]!.shape, property.shape, wins),
          ...((properties[at]!.required || property.required) && { required: true }),
        };
    }
    if (a.properties || b.properties) merged['properties'] = properties;
    if (a.open && b.open) merged['open'] = true;
    else delete merged['open'];
  }
  return merged as unknown as Shape;
}

const annotations = ({ default: fallback, description, example }: Shape): Partial<Shape> => ({
  ...(fallback !== undefined && { default: fallback }),
  ...(description !== undefined && { description }),
  ...(example !== undefined && { example }),
});

const compatible = (a: Shape, b: Shape): boolean =>
  a.kind === b.kind ||
  (a.kind === 'number' && b.kind === 'integer') ||
  (a.kind === 'integer' && b.kind === 'number') ||
  a.kind === 'any' ||
  b.kind === 'any';

/** An object of these members. */
export const objectShape = (properties: readonly ShapeProperty[], open = false): Shape => ({
  kind: 'object',
  properties,
  ...(open && { open: true }),
});

/** A pattern as JSON Schema says it, without flags; `undefined` for one that it cannot say. */
export function patternSource(pattern: { readonly source: string; readonly flags: string } | null): string | undefined {
  if (pattern === null || (pattern.flags.includes('m') && /[$^]/.test(pattern.source))) return undefined;
  if (!pattern.flags.includes('i')) return pattern.source;
  return /[uv]/.test(pattern.flags) ? undefined : caselessPattern(pattern.source);
}

export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
