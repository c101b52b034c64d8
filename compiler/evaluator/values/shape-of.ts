import { ANY, unionOf, withoutKept, type Shape, type ShapeProperty } from '@tool/ir';
import type { Primitive, Trace, Unknown, Value } from '@tool/scanner-sdk';
import type { Context, Guard } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import type { ts } from '../language/syntax.js';
import { missingIfTyped } from '../language/optional-chains.js';
import { isNarrowed } from './held-members.js';
import { unknownKeyed } from './properties.js';
import { noteRead, isCount, isKept, ABSENT, Obj } from './values.js';
import type { PromiseState } from '../builtins/promise.js';
import { settledNow } from '../jobs/awaiting.js';
import { perhapsMissing, traceOf } from '../requests/observation.js';

/** Members below members. Lists, and what `toJSON` gives, are half a level: an order has items, an item a product, a product a category. */
const MAX_DEPTH = 9;
const MAX_PROPERTIES = 200;

/** One value of which more is known here than it says: it is this constant. */
export interface Known {
  readonly value: Value;
  readonly is: Primitive;
}

/** What `JSON.stringify` would write of a value, as far as it is known. Undefined for what it leaves out: functions and `undefined`. */
export function shapeOf(evaluator: Evaluator, value: Value, context: Context, node: ts.Node, known?: Known): Shape | undefined {
  return new Describer(evaluator, context, node, known).whole(value);
}

class Describer {
  private readonly open: Obj[] = [];
  /** Lists that are a part of what is described, and the shapes of numbers that are the length of one. */
  private readonly lists = new Set<Value>();
  private readonly lengths: { shape: { sentLength?: true }; list: Value }[] = [];
  constructor(
    private readonly evaluator: Evaluator,
    private readonly context: Context,
    private readonly node: ts.Node,
    private readonly known?: Known,
  ) {}

  whole(value: Value): Shape | undefined {
    const shape = this.describe(value, 0);
    for (const { shape: length, list } of this.lengths) if (this.lists.has(list)) length.sentLength = true;
    return shape;
  }

  describe(value: Value, depth: number): Shape | undefined {
    if (depth > MAX_DEPTH) return ANY;
    if (this.known?.value === value) return ofPrimitive(this.known.is);
    switch (value.kind) {
      case 'const':
        return fromEnvironment(value) ? { kind: 'string' } : isCount(value) ? { kind: 'integer' } : ofPrimitive(value.value);
      // `Bearer ${token}` is a token too.
      case 'template':
        return value.parts.some((part) => typeof part !== 'string' && part.kind === 'unknown' && part.shape?.format === 'jwt')
          ? { kind: 'string', format: 'jwt' }
          : { kind: 'string' };
      case 'unknown':
        return value === ABSENT ? undefined : this.unknown(value);
      case 'oneOf': {
        // Beside what the default settings make of it come the records that others make: where the program runs, clients are sent one of those.
        const shapes = value.values
          .filter((alternative, index) => alternative !== ABSENT && (!value.preferred || index === 0 || alternative.kind === 'object'))
          .map((alternative) => this.describe(alternative, depth))
          .filter((shape): shape is Shape => shape !== undefined);
        return shapes.length === 0 ? undefined : besideUnknown(withoutKept(besideTexts(shapes)));
      }
      case 'object':
        return this.describeObject(value as Obj, depth);
    }
  }

  private unknown(value: Unknown): Shape {
    this.lists.add(value);
    const list = this.evaluator.lengths.get(value);
    // Of a list that came in the request's own contract says what is in it.
    if (!list && value.shape?.kind === 'array' && isNarrowed(value)) return { ...this.stated(value), kind: 'array' };
    if (!list) return this.without(value, value.shape ? answerShape(value.shape) : this.stated(value));
    const shape: Shape = { kind: 'integer' };
    this.lengths.push({ shape, list });
    return shape;
  }

  private without(value: Unknown, shape: Shape): Shape {
    const taken = this.evaluator.without.get(value);
    return taken && shape.properties ? { ...shape, properties: shape.properties.filter(({ name }) => !taken.has(name)) } : shape;
  }

  private stated(value: Unknown): Shape {
    const { evaluator } = this;
    const shape = evaluator.host.typeOf?.(value, evaluator.declaredAs.get(value) ?? []);
    if (shape) return answerShape(shape);
    const { trace } = value;
    if (!trace || trace.part === 'context' || trace.derived) return isKept(value) ? { kind: 'any', kept: true } : ANY;
    return { kind: 'any', from: { ...this.from(value, trace), ...(isThere(evaluator.guard, value) && { there: true }) } };
  }

  private from(value: Unknown, { part, path }: Trace): NonNullable<Shape['from']> {
    const without = [...(this.evaluator.without.get(value) ?? [])].filter((name) => typeof name === 'string');
    return { part, path, ...(without.length > 0 && { without }) };
  }

  private describeObject(object: Obj, depth: number): Shape | undefined {
    // In a tree one record stands for all: below it there is another one.
    const above = this.open.filter((each) => each === object).length;
    if (above > 0 && object.elements) return { kind: 'array' };
    if (above > 1) return ANY;
    this.open.push(object);
    noteRead(object, null);
    try {
      return this.members(object, depth);
    } finally {
      this.open.pop();
    }
  }

  private members(object: Obj, depth: number): Shape | undefined {
    const { evaluator } = this;
    if (object.fn && !object.host) return undefined;
    if (object.cls === 'Date') return { kind: 'string', format: 'date-time' };
    if (object.cls === 'Promise') {
      const state = object.internal as PromiseState | null;
      return state?.status === 'fulfilled' ? this.describe(state.value, depth + 1) : ANY;
    }
    if (object.elements) {
      this.lists.add(object);
      const shapes = object.elements
        .map((element) => this.describe(element, depth + 0.5))
        .filter((shape): shape is Shape => shape !== undefined);
      if (object.open && !object.uniform) return { kind: 'array', items: ANY };
      return shapes.length === 0 ? { kind: 'array' } : { kind: 'array', items: unionOf(shapes) };
    }
    const toJson = evaluator.get(object, 'toJSON', this.context, this.node);
    if (toJson.kind === 'object' && (toJson as Obj).fn)
      return this.describe(settledNow(evaluator, evaluator.call(toJson, object, [], this.context, this.node)), depth + 0.5);
    if (object.host) return ANY;
    if (object.cls === 'Map' || object.cls === 'Set' || object.cls === 'RegExp') return { kind: 'object' };
    const properties: ShapeProperty[] = [];
    const names = new Set<string>();
    for (const key of evaluator.keys(object).slice(0, MAX_PROPERTIES)) {
      const own = evaluator.ownProperty(object, key);
      // What only another configuration adds is not what the default one answers.
      if (own?.configured && own.conditional !== null) continue;
      const value = own && !own.get ? own.value : evaluator.get(object, key, this.context, this.node);
      const optional =
        own?.conditional != null ||
        (value.kind === 'oneOf' &&
          value.values.some(
            (alternative) =>
              alternative === ABSENT ||
              (alternative.kind === 'const' && alternative.value === undefined) ||
              (perhapsMissing.has(alternative) && !isThere(evaluator.guard, alternative)),
          )) ||
        fromEnvironment(value) ||
        (perhapsMissing.has(value) && !isThere(evaluator.guard, value)) ||
        (value.kind === 'unknown' && !value.shape && missingIfTyped.has(value) && evaluator.host.mayBeOmitted?.(value) === true);
      const shape = this.describe(value, depth + 1);
      if (shape) properties.push({ name: key, shape, ...(!optional && { required: true }) });
      if (shape || !optional) names.add(key);
    }
    const spread = object.rest && !object.rest.trace && object.open && unknownKeyed(object).length === 0 ? this.unknown(object.rest) : null;
    const others = spread?.kind === 'object' ? spread.properties : undefined;
    return {
      kind: 'object',
      properties: others ? [...others.filter(({ name }) => !names.has(name)), ...properties] : properties,
      ...((others ? spread!.open : object.open) && { open: true }),
      ...(object.rest?.trace && object.rest.trace.part !== 'context' && { from: this.from(object.rest, object.rest.trace) }),
    };
  }
}

/** Beside texts, and nothing, what came in under a name of its own is a text, unless it is a part of a body. */
function besideTexts(shapes: readonly Shape[]): readonly Shape[] {
  const texts = shapes.map((shape): Shape =>
    shape.kind === 'any' && shape.from && shape.from.path.length === 1 && shape.from.part !== 'body' ? { kind: 'string' } : shape,
  );
  return shapes.length > 1 && texts.every(({ kind }) => kind === 'string' || kind === 'null') ? texts : shapes;
}

/** What one arm has got from where nobody knows anything of it, and another one has made: what the second has the first may have. */
function besideUnknown(shapes: readonly Shape[]): Shape {
  const known = shapes.filter(({ kind, from }) => kind !== 'any' || from);
  const tells = ({ kind, open, properties, items }: Shape): boolean =>
    (kind === 'object' && !open && (properties?.length ?? 0) > 0) || (kind === 'array' && items !== undefined && tells(items));
  return known.length < shapes.length && known.some(tells) && known.every((shape) => tells(shape) || shape.kind === 'null')
    ? unionOf(known.map(spared))
    : unionOf(shapes);
}

/** What need not have its members. */
const spared = ({ properties, items, ...shape }: Shape): Shape => ({
  ...shape,
  ...(properties && { properties: properties.map(({ required: _, ...member }) => member) }),
  ...(items && { items: spared(items) }),
});

/** Whether the conditions under which an answer is sent say that a value of the request is there. */
function isThere(guard: Guard | null, value: Value): boolean {
  const trace = traceOf(value);
  return trace !== null && isFound(guard, trace);
}

/** Whether a condition around says that a value of the request is there. */
export function isFound(guard: Guard | null, trace: Pick<Trace, 'part' | 'path'>): boolean {
  const isSame = (other: Trace): boolean =>
    other.part === trace.part && other.path.length === trace.path.length && other.path.every((name, index) => name === trace.path[index]);
  for (let at = guard; at; at = at.parent) {
    const { present, absence } = at.branch;
    const isIn = (arm: number): boolean =>
      present?.[arm]?.some(isSame) === true || (absence ? absence.arm !== arm && absence.traces.some(isSame) : false);
    if (isIn(at.arm) && at.others.every(isIn)) return true;
  }
  return false;
}

/** A variable of the environment that the default configuration does not set: a server that has it sends a text. */
const fromEnvironment = (value: Value): boolean =>
  value.kind === 'const' && value.value === undefined && value.taint?.startsWith('process.env.') === true;

/** Bounds of what comes in say nothing of what goes out, except its kind. */
function answerShape(shape: Shape): Shape {
  switch (shape.kind) {
    // What came in as a file goes out as a record that describes it.
    case 'file':
    case 'object':
      return {
        kind: 'object',
        ...(shape.properties && {
          properties: shape.properties.map((property) => ({
            name: property.name,
            shape: answerShape(property.shape),
            ...(property.required && { required: true }),
          })),
        }),
        ...(shape.open && { open: true }),
      };
    case 'array':
      return { kind: 'array', ...(shape.items && { items: answerShape(shape.items) }) };
    case 'union':
      return unionOf(shape.alternatives!.map(answerShape));
    default:
      return { kind: shape.kind, ...(shape.format && { format: shape.format }) };
  }
}

function ofPrimitive(value: Primitive): Shape | undefined {
  switch (typeof value) {
    case 'string':
      return { kind: 'string' };
    case 'number':
    case 'bigint':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'object':
      return { kind: 'null' };
    default:
      return undefined;
  }
}
