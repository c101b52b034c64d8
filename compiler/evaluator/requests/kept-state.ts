import type { Shape } from '@tool/ir';
import type { Const, Origin, Unknown, Value } from '@tool/scanner-sdk';
import { oneOfMany } from '../values/alike-records.js';
import type { Evaluator } from '../evaluator.js';
import type { Delta, Journal } from '../values/journal.js';
import type { Binding } from '../values/scope.js';
import {
  ABSENT,
  UNDEFINED,
  UNKNOWN_KEY,
  Obj,
  Site,
  addMaybe,
  isCount,
  isOfSetUp,
  isUnknownKey,
  oneOf,
  prop,
  unknown,
} from '../values/values.js';

/** The name of the place that says whether names or elements are added to an object or a set that nobody can list beforehand. */
export const GROWN = '(grown)';

/**
 * A variable, a member of an object, or (`name` null) what a list or a collection holds, or an object under names that nobody knows, or
 * whether something grows (`GROWN`): it was there before a request came.
 */
export interface Place {
  readonly holder: Binding | Obj;
  readonly name: string | null;
}

/** What a function that serves requests has put into a place: without what it says of that request. */
export interface Written {
  readonly place: Place;
  readonly value: Value;
}

/** A place as a request finds it that was not the first one. */
export interface Kept {
  readonly place: Place;
  readonly value: Value;
}

const WHY = 'what requests before this one have set';

/** Constants in what requests have left: what a record that was made before happens to hold stands in for nothing. */
const stored = new WeakSet<Value>();
const copiesOf = new WeakMap<Const, Const>();
export const isStored = (value: Value): boolean => stored.has(value);

/** Objects that are copied for one value. */
const MAX_COPIED = 300;

/**
 * The places that a function has changed which held a plain value (`let closed = false`, `this.user = null`), and the lists that it has added to.
 * Objects that are exchanged for others look like them, save for empty ones, which say nothing of what will be in them.
 * @param delta what it had done, after it was taken back
 */
export function writtenIn(delta: Delta): Written[] {
  const written: Written[] = [];
  const note = (holder: Binding | Obj, name: string, before: Value, after: Value): void => {
    if (before.kind === 'object') written.push(...exchanged(before as Obj, after));
    if (before.kind !== 'const' || (after.kind === 'const' && (after.value ?? null) === (before.value ?? null))) return;
    written.push({ place: { holder, name }, value: new Copy().of(after) });
  };
  for (const [holder, after] of delta.bindings)
    if (isOfSetUp(holder.serial) && holder.value && after && holder.name !== null) note(holder, holder.name, holder.value, after);
  for (const [holder, { props, elements, entries, open }] of delta.objects) {
    // Prototypes, and what else no place of the program has made, are shared by too much to say anything.
    const isGlobal = holder.props?.get('globalThis')?.value === holder;
    if (!isOfSetUp(holder.serial) || (!holder.origin && !isGlobal) || holder.cls === 'Environment') continue;
    if (!elements && ((open && !holder.open) || hasMore(holder, entries?.value ?? null)))
      written.push({ place: { holder, name: GROWN }, value: unknown(WHY) });
    if (elements) written.push(...addedTo(holder, elements.value ?? []));
    else if (entries) written.push(...added(holder, valuesOf(holder.entries), valuesOf(entries.value)));
    else {
      const unnamed = [...(props ?? [])].flatMap(([name, after]) => (isUnknownKey(name) && after && !after.get ? [after.value] : []));
      written.push(...added(holder, [], unnamed), ...mayBeAmong(holder, unnamed));
      for (const [name, after] of props ?? [])
        if (typeof name === 'string' && name !== 'undefined' && after && !after.get && !after.set)
          note(holder, name, holder.props?.get(name)?.value ?? UNDEFINED, after.value);
    }
  }
  return written;
}

/** What was set by a name that only run time knows may be what any plain member holds from then on. */
function mayBeAmong(holder: Obj, values: readonly Value[]): Written[] {
  const unknowns = values.filter(({ kind }) => kind === 'unknown');
  if (unknowns.length === 0) return [];
  const value = new Copy().of(oneOf(unknowns, WHY));
  return [...(holder.props ?? [])].flatMap(([name, own]) =>
    typeof name === 'string' && !own.get && !own.set && own.value.kind === 'const' ? [{ place: { holder, name }, value }] : [],
  );
}

/** What variables and members held before they were changed, where that was a plain value and is another one now, or anything of which nothing is left. */
export function plainlyChanged(journal: Journal): Written[] {
  return [...journal.changed()].flatMap(([holder, name, before]): Written[] => {
    if (typeof name !== 'string' || !before) return [];
    const place = { holder, name };
    const now = valueOf(place);
    const isOther = now.kind === 'const' && (before.kind === 'const' ? now.value !== before.value : now.value == null);
    return isOther ? [{ place, value: before }] : [];
  });
}

/** A set or a map has keys that it had not. */
const hasMore = (holder: Obj, after: ReadonlyMap<unknown, unknown> | null): boolean =>
  after !== null && [...after.keys()].some((key) => !holder.entries?.has(key));

const partsOf = (value: Value): readonly Value[] => (value.kind === 'oneOf' ? value.values.filter((each) => each !== ABSENT) : [value]);

/** What a list holds that it did not hold before; nothing of one whose elements all look like the one that is known. */
function addedTo(list: Obj, after: readonly Value[]): Written[] {
  if (!list.elements || list.uniform) return [];
  return added(list, list.elements, after);
}

/** What an empty list or record has been exchanged for holds, as if it had been added: `todos = [...todos, todo]`, `users = { ...users, [id]: user }`. */
function exchanged(before: Obj, after: Value): Written[] {
  if (!isOfSetUp(before.serial) || before.host || before.fn || before.entries || before.uniform || before.open) return [];
  if ((before.elements ?? [...(before.props?.values() ?? [])]).length > 0) return [];
  const held = partsOf(after).flatMap((part): readonly Value[] => {
    if (part.kind !== 'object' || part === before) return [];
    const { elements, props } = part as Obj;
    if (before.elements) return elements ?? [];
    return elements ? [] : [...(props ?? [])].flatMap(([name, each]) => (isUnknownKey(name) && !each.get ? [each.value] : []));
  });
  return added(before, [], held);
}

const valuesOf = (entries: Obj['entries']): readonly Value[] => [...(entries?.values() ?? [])].map(([, value]) => value);

function added(holder: Obj, before: readonly Value[], after: readonly Value[]): Written[] {
  const known = new Set(before.flatMap(partsOf));
  const others = after.flatMap(partsOf).filter((each) => !known.has(each));
  if (others.length === 0) return [];
  const copy = new Copy();
  const value = oneOfMany(
    others.map((each) => copy.of(each)),
    WHY,
  );
  return [{ place: { holder, name: null }, value }];
}

/** What a place holds when some requests have been served. */
export function keptIn(place: Place, values: readonly Value[]): Kept {
  if (place.name === null || place.name === GROWN) return { place, value: oneOf(values, WHY) };
  const before = valueOf(place);
  const type = typeof (before as Const).value;
  const isPlain = type === 'number' || type === 'string' || type === 'boolean';
  if (isPlain && values.every((value) => typeOf(value) === type))
    return { place, value: { ...unknown(WHY), shape: { kind: type } satisfies Shape } };
  return { place, value: oneOf([before, ...values], WHY) };
}

/** Puts what requests before have left into their places, until what is done now is taken back. */
export function putKept(evaluator: Evaluator, kept: readonly Kept[]): void {
  for (const { place, value } of kept) {
    const { holder, name } = place;
    if (name === GROWN) evaluator.setOpen(holder as Obj);
    else if (name === null) putElement(evaluator, holder as Obj, value);
    else if (holder instanceof Obj) {
      evaluator.journal?.prop(holder, name);
      const before = holder.props?.get(name);
      (holder.props ??= new Map()).set(name, before ? { ...before, value } : { ...prop(value), conditional: WHY });
    } else {
      evaluator.journal?.binding(holder);
      holder.value = value;
    }
  }
}

/** One more element, entry, or member, which may not be there. */
function putElement(evaluator: Evaluator, list: Obj, value: Value): void {
  const key = Symbol(UNKNOWN_KEY);
  if (list.entries) {
    evaluator.journal?.entries(list);
    list.entries.set(key, [
      list.cls === 'Map' ? unknown('a key that requests before this one have set') : value,
      oneOf([value, ABSENT], WHY),
    ]);
    return;
  }
  if (!list.elements) {
    evaluator.journal?.prop(list, key);
    (list.props ??= new Map()).set(key, { ...prop(value), conditional: WHY });
    return;
  }
  evaluator.journal?.elements(list);
  const elements = [...(list.elements ?? [])];
  addMaybe(elements, value, WHY, false);
  list.elements = elements;
}

/** How deep a value is looked into to tell what it looks like. */
const OUTLINED = 4;
const ANYTHING = 'anything';

/** What a value looks like, to be compared: nothing of the program is run for it. */
export const outlineOf = (value: Value): string => outline(value, 0, false);

/** What a value looks like where what may be anything covers all else that it may be: who asks for it learns no more. */
export const gistOf = (value: Value): string => outline(value, 0, true);

function outline(value: Value, depth: number, covers: boolean): string {
  switch (value.kind) {
    case 'const':
      return `${typeof value.value} ${String(value.value)}`;
    case 'template':
      return 'text';
    case 'unknown':
      return value === ABSENT ? 'nothing' : `? ${JSON.stringify(value.shape) ?? ANYTHING}`;
    case 'oneOf': {
      const alternatives = new Set(value.values.map((each) => outline(each, depth, covers)));
      return covers && alternatives.has(`? ${ANYTHING}`) ? `? ${ANYTHING}` : [...alternatives].join(' | ');
    }
    case 'object': {
      const { cls, props, elements } = value as Obj;
      if (depth >= OUTLINED) return cls;
      const members = [...(props ?? [])].map(([name, each]) => `${String(name)}: ${outline(each.value, depth + 1, covers)}`);
      return `${cls} { ${[...members, ...(elements ?? []).map((each) => outline(each, depth + 1, covers))].join(', ')} }`;
    }
  }
}

const valueOf = ({ holder, name }: Place): Value => (holder instanceof Obj ? holder.props?.get(name!)?.value : holder.value) ?? UNDEFINED;

function typeOf(value: Value): string {
  if (value.kind === 'const') return typeof value.value;
  if (value.kind === 'template') return 'string';
  const shape = value.kind === 'unknown' ? value.shape?.kind : undefined;
  return shape === 'integer' ? 'number' : (shape ?? value.kind);
}

/**
 * Copies what one request has made as another one finds it: nothing in it is of that one's own request. It holds no calls of that request either: all
 * that was in their variables would stay with it, for every function that is run.
 */
class Copy {
  private readonly copies = new Map<Value, Value>();

  of(value: Value): Value {
    switch (value.kind) {
      case 'const':
        return this.constant(value);
      case 'template':
        return { ...unknown(WHY), shape: { kind: 'string' } };
      case 'unknown':
        return this.unknown(value);
      case 'oneOf':
        return oneOf(
          value.values.map((each) => this.of(each)),
          value.condition,
        );
      case 'object':
        return this.object(value as Obj);
    }
  }

  private constant(value: Const): Const {
    if (value.value == null || isCount(value) || stored.has(value)) return value;
    let copy = copiesOf.get(value);
    if (!copy) {
      copy = { ...value, ...(value.origin instanceof Site && value.origin.frame && { origin: value.origin.withoutCalls }) };
      copiesOf.set(value, copy);
      stored.add(copy);
    }
    return copy;
  }

  private unknown(value: Unknown): Value {
    const known = this.copies.get(value);
    if (known || value === ABSENT) return known ?? value;
    if (this.copies.size >= MAX_COPIED) return unknown(WHY);
    const { why, origin, provenance, carries, taint, shape, hidden } = value;
    const copy: { -readonly [Key in keyof Unknown]: Unknown[Key] } = {
      kind: 'unknown',
      why,
      origin: placeOf(origin),
      provenance: null,
      carries,
      taint,
      shape,
      hidden,
    };
    this.copies.set(value, copy);
    if (provenance)
      copy.provenance = {
        ...provenance,
        args: provenance.args && provenance.args.map((each) => this.of(each)),
        ...(provenance.before && { before: provenance.before.map((each) => this.of(each)) }),
      };
    return copy;
  }

  private object(object: Obj): Value {
    // What a package has made that takes no routes, as the client of a database that the first request has opened, is there for all others.
    if (isOfSetUp(object.serial) || object.fn || object.host?.type.inert) return object;
    const known = this.copies.get(object);
    if (known) return known;
    if (object.host || object.internal || this.copies.size >= MAX_COPIED) return unknown(WHY, placeOf(object.origin));
    const copy = new Obj(object.cls, object.proto, object.origin && object.origin.withoutCalls);
    this.copies.set(object, copy);
    const { open, uniform, mayBeEmpty, counted } = object;
    Object.assign(copy, { open, uniform, mayBeEmpty, counted } satisfies Partial<Obj>);
    copy.props = object.props && new Map([...object.props].map(([key, each]) => [key, { ...each, value: this.of(each.value) }]));
    copy.elements = object.elements && object.elements.map((each) => this.of(each));
    copy.entries = object.entries && new Map([...object.entries].map(([key, [from, to]]) => [key, [this.of(from), this.of(to)]]));
    return copy;
  }
}

const placeOf = (origin: Origin | null): Origin | null => (origin instanceof Site ? origin.withoutCalls : origin);
