import { ANY, unionOf, type Shape, type ShapeProperty } from '@tool/ir';
import type { Call, Value } from '@tool/scanner-sdk';

/** What expressions of an aggregation pipeline can read: the document, and variables (`$$this`) by name. */
export interface Reach {
  readonly document: Shape;
  readonly variables: ReadonlyMap<string, Shape>;
}

const TEXT: Shape = { kind: 'string' };
const WHOLE: Shape = { kind: 'integer' };
const NUMBER: Shape = { kind: 'number' };
const TRUTH: Shape = { kind: 'boolean' };
const TIME: Shape = { kind: 'string', format: 'date-time' };

const named = (shape: Shape, names: string): readonly (readonly [string, Shape])[] =>
  names.split(' ').map((name) => [`$${name}`, shape] as const);
/** Operators whose result is of one kind whatever they are given. */
const RESULTS: ReadonlyMap<string, Shape> = new Map([
  ...named(
    NUMBER,
    'sum avg add subtract multiply divide mod abs ceil floor round trunc sqrt pow exp ln log log10 toInt toDouble toLong toDecimal stdDevPop stdDevSamp cmp dateDiff rand',
  ),
  ...named(
    WHOLE,
    'size count strLenCP strLenBytes indexOfArray indexOfCP year month week dayOfMonth dayOfWeek dayOfYear hour minute second millisecond isoWeek isoWeekYear',
  ),
  ...named(
    TEXT,
    'concat toString toLower toUpper substr substrCP substrBytes dateToString trim ltrim rtrim replaceOne replaceAll type toObjectId',
  ),
  ...named(
    TRUTH,
    'eq ne gt gte lt lte and or not in allElementsTrue anyElementTrue isArray isNumber setEquals setIsSubset regexMatch toBool',
  ),
  ...named(TIME, 'toDate dateFromString dateFromParts dateTrunc dateAdd dateSubtract'),
  ['$split', { kind: 'array', items: TEXT }],
  ['$range', { kind: 'array', items: WHOLE }],
]);

/** `a.b` of a document; through a list it gives a list. */
export function pathIn(shape: Shape, path: readonly string[]): Shape {
  const [first, ...rest] = path;
  if (first === undefined) return shape;
  if (shape.kind === 'array') {
    const inner = shape.items ? pathIn(shape.items, path) : ANY;
    return { kind: 'array', items: inner.kind === 'array' && inner.items ? inner.items : inner };
  }
  if (shape.kind === 'union') {
    const found = shape.alternatives!.filter(({ kind }) => kind !== 'null').map((each) => pathIn(each, path));
    return found.length > 0 ? unionOf(found) : ANY;
  }
  const found = shape.properties?.find(({ name }) => name === first);
  return found ? pathIn(found.shape, rest) : ANY;
}

const elementOf = (shape: Shape): Shape => (shape.kind === 'array' ? (shape.items ?? ANY) : ANY);
const withoutNull = (shape: Shape): Shape =>
  shape.kind === 'union' ? unionOf(shape.alternatives!.filter(({ kind }) => kind !== 'null')) : shape;

/** What an expression gives: `'$price'`, `{ $sum: '$price' }`, `{ name: '$name' }`. */
export function expressionShape(call: Call, value: Value | undefined, reach: Reach, depth = 0): Shape {
  if (!value || depth > 12) return ANY;
  const text = call.text(value);
  if (text !== null) return text.startsWith('$') ? variableOrPath(text, reach) : TEXT;
  const constant = call.constant(value);
  if (constant === null) return { kind: 'null' };
  if (typeof constant === 'number') return NUMBER;
  if (typeof constant === 'boolean') return TRUTH;
  // What the program puts there of its own, or of the request: `{ $addFields: { page } }`.
  if (value.kind === 'unknown' && (value.shape?.kind === 'number' || value.shape?.kind === 'integer')) return { kind: value.shape.kind };
  if (value.kind !== 'object') return ANY;
  const elements = call.elements(value);
  if (elements)
    return {
      kind: 'array',
      items: elements.length > 0 ? unionOf(elements.map((each) => expressionShape(call, each, reach, depth + 1))) : ANY,
    };
  const entries = call.knownEntries?.(value) ?? [];
  const [operator] = entries;
  if (operator?.[0].startsWith('$')) return operatorShape(call, operator[0], operator[1], reach, depth);
  return call.isFunction(value)
    ? ANY
    : {
        kind: 'object',
        properties: entries.map(([name, inner]): ShapeProperty => ({
          name,
          shape: expressionShape(call, inner, reach, depth + 1),
          ...(!mayMiss(call, inner, reach) && { required: true }),
        })),
      };
}

/** A path that not every document has: what is made of it is left out where it is missing. */
export function mayMiss(call: Call, value: Value, { document }: Reach): boolean {
  const path = call.text(value);
  if (path === null || !/^\$[^$]/.test(path)) return false;
  let at: Shape | undefined = document;
  for (const name of path.slice(1).split('.')) {
    if (at?.kind !== 'object') return false;
    const member: ShapeProperty | undefined = at.properties?.find((each) => each.name === name);
    if (member && !member.required) return true;
    at = member?.shape;
  }
  return false;
}

function variableOrPath(text: string, { document, variables }: Reach): Shape {
  if (!text.startsWith('$$')) return pathIn(document, text.slice(1).split('.'));
  const [name, ...path] = text.slice(2).split('.');
  if (name === 'ROOT' || name === 'CURRENT') return pathIn(document, path);
  if (name === 'NOW') return TIME;
  const known = variables.get(name!);
  return known ? pathIn(known, path) : ANY;
}

function operatorShape(call: Call, operator: string, operand: Value, reach: Reach, depth: number): Shape {
  const known = RESULTS.get(operator);
  if (known) return known;
  const of = (value: Value | undefined, inner = reach): Shape => expressionShape(call, value, inner, depth + 1);
  const list = operand.kind === 'object' ? call.elements(operand) : null;
  const member = (name: string): Value | undefined => {
    const found = operand.kind === 'object' && !list ? call.get(operand, name) : undefined;
    return found && !call.isUndefined(found) ? found : undefined;
  };
  switch (operator) {
    case '$literal':
      return call.shapeOf?.(operand) ?? ANY;
    case '$ifNull':
      return list ? unionOf(list.map((each, index) => (index < list.length - 1 ? withoutNull(of(each)) : of(each)))) : ANY;
    case '$cond':
      return list ? unionOf(list.slice(1).map((each) => of(each))) : unionOf([of(member('then')), of(member('else'))]);
    case '$switch':
      return unionOf([
        ...(call.elements(member('branches') ?? call.list([])) ?? []).map((branch) => of(call.get(branch, 'then'))),
        ...(member('default') ? [of(member('default'))] : []),
      ]);
    case '$first':
    case '$last':
    case '$arrayElemAt':
    case '$max':
    case '$min': {
      const from = of(list ? list[0] : operand);
      return operator === '$arrayElemAt' || from.kind === 'array' ? elementOf(from) : from;
    }
    case '$slice':
    case '$reverseArray':
    case '$sortArray':
    case '$filter': {
      const from = of(list ? list[0] : (member('input') ?? operand));
      return from.kind === 'array' ? from : { kind: 'array', items: ANY };
    }
    case '$concatArrays':
    case '$setUnion':
    case '$setIntersection':
    case '$setDifference': {
      const items = (list ?? []).map((each) => elementOf(of(each)));
      return { kind: 'array', items: items.length > 0 ? unionOf(items) : ANY };
    }
    case '$map': {
      const as = member('as');
      return { kind: 'array', items: of(member('in'), bound(reach, (as && call.text(as)) ?? 'this', elementOf(of(member('input'))))) };
    }
    case '$let': {
      let inner = reach;
      for (const [name, each] of call.knownEntries?.(member('vars') ?? call.record({})) ?? []) inner = bound(inner, name, of(each));
      return of(member('in'), inner);
    }
    case '$mergeObjects':
      return merged((list ?? [operand]).map((each) => of(each)));
    case '$objectToArray':
      return {
        kind: 'array',
        items: {
          kind: 'object',
          properties: [
            { name: 'k', shape: TEXT, required: true },
            { name: 'v', shape: ANY, required: true },
          ],
        },
      };
    default:
      return ANY;
  }
}

const bound = ({ document, variables }: Reach, name: string, shape: Shape): Reach => ({
  document,
  variables: new Map([...variables, [name, shape]]),
});

/** Documents put into one: the later one wins. */
export function merged(shapes: readonly Shape[]): Shape {
  const properties = new Map<string, ShapeProperty>();
  for (const shape of shapes) for (const property of shape.properties ?? []) properties.set(property.name, property);
  return {
    kind: 'object',
    properties: [...properties.values()],
    ...(shapes.some((shape) => !shape.properties || shape.open) && { open: true }),
  };
}

/** What an accumulator of `$group` gives of all documents of a group. */
export function accumulatedShape(call: Call, value: Value, reach: Reach): Shape {
  const [entry] = value.kind === 'object' ? (call.knownEntries?.(value) ?? []) : [];
  if (!entry) return ANY;
  const [operator, operand] = entry;
  const shape = (): Shape => expressionShape(call, operand, reach);
  if (operator === '$push' || operator === '$addToSet') return { kind: 'array', items: shape() };
  if (operator === '$first' || operator === '$last' || operator === '$max' || operator === '$min') return shape();
  return operator === '$mergeObjects' ? merged([shape()]) : (RESULTS.get(operator) ?? ANY);
}
