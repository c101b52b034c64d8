import { ANY } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import { stateOf, isFunction as isCallable } from '../builtins/promise.js';
import { awaitedInPlace } from '../jobs/awaiting.js';
import { ts } from '../language/syntax.js';
import {
  ABSENT,
  isNullish,
  isUnknownKey,
  noteRead,
  Obj,
  UNDEFINED,
  constant,
  oneOf,
  plain,
  unknown,
  presentOrUndefined,
  withTaint,
  type Site,
  type WaitsFor,
} from './values.js';
import { traced } from '../requests/observation.js';
import type { Evaluator } from '../evaluator.js';
import { filledWith } from '../conditions/rounds.js';
import { memberOfUnknown, orNoElement } from './properties.js';

/** The state of a generator or built-in iterator. */
export interface IteratorState {
  readonly next: (sent: Value) => { readonly value: Value; readonly done: boolean };
  /** Runs a generator that has not begun as an asynchronous function. */
  readonly asAsync?: (waitsFor: WaitsFor) => Value;
}

/** Runs an iterator to its end. */
function exhaust(evaluator: Evaluator, iterator: Obj): Iteration {
  const { next } = iterator.internal as IteratorState;
  const elements: Value[] = [];
  for (;;) {
    evaluator.step();
    const step = next(UNDEFINED);
    if (step.done)
      return {
        elements,
        open: iterator.open,
        why: 'a collection of which only a part is known',
        ...(iterator.uniform && { uniform: true, mayBeEmpty: iterator }),
      };
    elements.push(step.value);
    if (elements.length >= 5_000) return { elements, open: true, why: 'a generator that does not end' };
  }
}

export interface Iteration {
  /** Known elements; one that may be absent is a OneOf with the absent alternative. */
  readonly elements: readonly Value[];
  /** There may be more, which nobody knows. */
  readonly open: boolean;
  readonly why: string;
  /** Those that nobody knows look like the known one. */
  readonly uniform?: boolean;
  /** The list itself, when it may have no element. */
  readonly mayBeEmpty?: Obj;
}

/** What iterating a value gives. */
export function iterate(evaluator: Evaluator, context: Context, node: ts.Node, value: Value): Iteration {
  const simple = plain(value);
  switch (simple.kind) {
    case 'const':
      if (typeof simple.value === 'string')
        return { elements: [...simple.value].map((character) => constant(character, simple.origin)), open: false, why: '' };
      return { elements: [], open: false, why: '' };
    case 'object': {
      const object = simple as Obj;
      noteRead(object, null);
      if (object.elements)
        return {
          elements: object.elements,
          open: object.open,
          why: 'a list of which only a part is known',
          uniform: object.uniform,
          ...(object.mayBeEmpty && { mayBeEmpty: object }),
        };
      if (object.entries) {
        const made = [...object.entries.values()].map(([key, item]) =>
          object.cls === 'Map' ? wrapAbsent(evaluator, item, (present) => evaluator.list([key, present])) : item,
        );
        const alike = entriesAlike(evaluator, object);
        return {
          elements: alike ? asOne(made) : made,
          ...(alike && { uniform: true, mayBeEmpty: object }),
          open: object.open,
          why: 'a collection of which only a part is known',
        };
      }
      if (object.cls === 'Generator') return exhaust(evaluator, object);
      const named = evaluator.get(object, Symbol.iterator, context, node);
      // An object of a package that says what its entries are gives these.
      const own = object.host && !isCallable(named) ? evaluator.get(object, 'entries', context, node) : named;
      // `for await` takes either, this one first; nothing else is asked for what has it alone.
      const method = isCallable(own) ? own : evaluator.get(object, Symbol.asyncIterator, context, node);
      if (isCallable(method)) {
        const iterator = evaluator.call(method, object, [], context, node);
        if (iterator !== object && iterator.kind === 'object' && ((iterator as Obj).elements || (iterator as Obj).cls === 'Generator'))
          return iterate(evaluator, context, node, iterator);
        return pull(evaluator, context, node, iterator);
      }
      return { elements: [], open: object.open, why: 'something that may be iterable' };
    }
    case 'oneOf': {
      const lists = simple.values.map((alternative) => iterate(evaluator, context, node, alternative));
      if (lists.every((list) => list.elements.length === lists[0]!.elements.length && !list.open))
        return {
          elements: lists[0]!.elements.map((_, index) =>
            oneOf(
              lists.map((list) => list.elements[index]!),
              simple.condition,
            ),
          ),
          open: false,
          why: '',
        };
      const elements = [...new Set(lists.flatMap((list) => list.elements))];
      // Each of them is one of which one element stands for all: so is whichever it is.
      if (elements.length > 0 && lists.every((list) => list.open && list.uniform))
        return { elements: [oneOf(elements, simple.condition)], open: true, why: 'one of several lists', uniform: true };
      return { elements, open: lists.some((list) => list.open), why: 'one of several lists' };
    }
    case 'unknown':
      if (simple.trace && !simple.trace.derived) {
        // Of what JSON makes a list alone can be gone through as a whole; a member may be a text.
        if (simple.trace.part === 'body' && simple.trace.path.length === 0)
          evaluator.observer?.refined(simple.trace, { kind: 'array', items: ANY }, 'code', evaluator.site(context, node));
        return {
          elements: [traced({ ...simple.trace, path: [...simple.trace.path, '0'] }, evaluator.site(context, node))],
          open: true,
          why: simple.why,
          uniform: true,
        };
      }
      return { elements: [], open: true, why: simple.why };
    default:
      return { elements: [], open: true, why: 'something unknown' };
  }
}

/**
 * The entries of a collection that requests fill under keys which only run time knows: those that nobody has seen look like the known ones.
 * Nobody knows how many there are.
 */
export function entriesAlike(evaluator: Evaluator, collection: Obj): boolean {
  if (!evaluator.observer || !collection.open || collection.entries!.size === 0) return false;
  if (!collection.uniform && ![...collection.entries!.keys()].some(isUnknownKey)) return false;
  collection.mayBeEmpty = true;
  return true;
}

/** One element that stands for all. */
export const asOne = (elements: readonly Value[]): readonly Value[] => {
  const all = elements.flatMap((each) => (each.kind === 'oneOf' ? each.values.filter((one) => one !== ABSENT) : [each]));
  return all.length === 0 ? [] : [oneOf([...new Set(all)], 'which of many')];
};

/** Calls `next()` of a hand-written iterator until it says, or promises, that it is done. */
function pull(evaluator: Evaluator, context: Context, node: ts.Node, iterator: Value): Iteration {
  const elements: Value[] = [];
  const next = evaluator.get(iterator, 'next', context, node);
  for (let count = 0; count < 1000; count++) {
    const given = evaluator.call(next, iterator, [], context, node);
    const step = stateOf(given) ? awaitedInPlace(evaluator, given) : given;
    const done = evaluator.truth(evaluator.get(step, 'done', context, node)).value;
    if (done === true) return { elements, open: false, why: '' };
    if (done === null) return { elements, open: true, why: 'an iterator whose end only run time knows' };
    elements.push(evaluator.get(step, 'value', context, node));
  }
  return { elements, open: true, why: 'an iterator that does not end' };
}

function wrapAbsent(evaluator: Evaluator, item: Value, wrap: (present: Value) => Value): Value {
  if (item.kind !== 'oneOf') return wrap(item);
  return {
    ...item,
    values: item.values.map((alternative) =>
      alternative.kind === 'unknown' && alternative.why === 'absent' ? alternative : wrap(alternative),
    ),
  };
}

interface Elements {
  at(index: number): Value;
  rest(from: number): Value;
}

/** What an array pattern takes of a value. */
export function elementsForPattern(evaluator: Evaluator, context: Context, node: ts.Node, value: Value): Elements {
  if (value.kind === 'unknown') {
    const pieces = ts.isArrayBindingPattern(node) ? node.elements : [];
    const element = (index: number): Value => memberOfUnknown(evaluator, value, String(index), context, pieces[index] ?? node);
    return { at: element, rest: () => value };
  }
  const simple = plain(value);
  if (simple.kind === 'oneOf') {
    // An element of one of several lists is the one of whichever it is, and not the next one of all of them. Nothing is taken of what is none.
    const lists = simple.values
      .filter((alternative) => !isNullish(alternative))
      .map((each) => elementsForPattern(evaluator, context, node, each));
    const ofEach = (take: (list: Elements) => Value): Value => (lists.length === 0 ? UNDEFINED : oneOf(lists.map(take), simple.condition));
    return { at: (index) => ofEach((list) => list.at(index)), rest: (from) => ofEach((list) => list.rest(from)) };
  }
  const iteration = iterate(evaluator, context, node, value);
  const counted = value instanceof Obj ? value.counted : null;
  const filled = value instanceof Obj && value.elements ? filledWith(value) : null;
  return {
    at: (index) => {
      const element =
        filled && !iteration.elements[index] ? oneOf([filled, UNDEFINED], 'the list has an element') : elementAt(iteration, index);
      return counted !== null && element === UNDEFINED ? withTaint(element, counted) : element;
    },
    rest: (from) => {
      if (filled && from > 0) return anyOf(evaluator, filled);
      const rest = evaluator.list(iteration.uniform ? [...iteration.elements] : iteration.elements.slice(from));
      rest.open = iteration.open;
      rest.uniform = rest.mayBeEmpty = iteration.uniform === true;
      rest.counted = counted;
      return rest;
    },
  };
}

function elementAt({ elements, open, uniform, why, mayBeEmpty }: Iteration, index: number): Value {
  const element = elements[index],
    first = elements[0];
  if (mayBeEmpty && first) return orNoElement(mayBeEmpty, presentOrUndefined(element ?? first));
  if (element) return presentOrUndefined(element);
  if (!open) return UNDEFINED;
  return uniform ? presentOrUndefined(first!) : unknown(why);
}

/** A list of any length whose elements are such. */
export function anyOf(evaluator: Evaluator, element: Value, site: Site | null = null): Obj {
  const list = evaluator.list([element], site);
  list.open = list.uniform = list.mayBeEmpty = true;
  return list;
}

/** Makes a list one of which one element, which is one of these, stands for all. */
export function becomeAlike(to: Obj, given: readonly Value[]): void {
  const list = to;
  const elements = given.flatMap((each) => (each.kind === 'oneOf' ? each.values.filter((one) => one !== ABSENT) : [each]));
  list.elements = [oneOf([...new Set(elements)], 'which of several lists')];
  list.open = list.uniform = true;
}

/** A list of which one element stands for all, or one of several; beside such a list an empty one has nothing to say. */
export function isAlike(value: Value): boolean {
  const lists = (value.kind === 'oneOf' ? value.values : [value]).filter(
    (each) => !(each.kind === 'object' && (each as Obj).elements?.length === 0 && !(each as Obj).open),
  );
  return lists.length > 0 && lists.every((each) => each.kind === 'object' && (each as Obj).uniform && (each as Obj).elements?.length === 1);
}

/** Arguments behind those that were spread from a list of which one element stands for all. */
const further = new WeakSet<Value>();
export const furtherOf = (rest: Value, { uniform, elements }: Iteration): Value => {
  if (uniform && elements.length === 1) further.add(rest);
  return rest;
};
/** An element of a list of any length, as a loop over it adds it to another one. */
export const ofRounds = (element: Value): Value => oneOf([ABSENT, element], 'the list has an element');
/** What is added to a list: of a list that was spread its one element, which may not be there. */
export const addedArguments = (args: readonly Value[]): readonly Value[] =>
  args.some((arg) => further.has(arg))
    ? args.flatMap((arg, index) => (further.has(arg) ? [] : args[index + 1] && further.has(args[index + 1]!) ? [ofRounds(arg)] : [arg]))
    : args;
