import type { Shape } from '@tool/ir';
import type { Const, Value } from '@tool/scanner-sdk';
import type { Evaluator } from './evaluator.js';
import type { Delta } from './journal.js';
import type { Binding } from './scope.js';
import { UNDEFINED, Obj, isOfSetUp, oneOf, prop, unknown } from './values.js';

/** A variable, or a member of an object, that was there before a request came. */
export interface Place {
  readonly holder: Binding | Obj;
  readonly name: string;
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

/** Objects that are copied for one value. */
const MAX_COPIED = 300;

/**
 * The places that a function has changed which held a plain value: `let closed = false`, `this.user = null`. Objects that are exchanged for
 * others look like them, and lists are of unknown length anyway.
 * @param delta what it had done, after it was taken back
 */
export function writtenIn(delta: Delta): Written[] {
  const written: Written[] = [];
  const note = (place: Place, before: Value, after: Value): void => {
    if (
      !isOfSetUp(place.holder.serial) ||
      before.kind !== 'const' ||
      (after.kind === 'const' && (after.value ?? null) === (before.value ?? null))
    )
      return;
    written.push({ place, value: new Copy().of(after) });
  };
  for (const [holder, after] of delta.bindings)
    if (holder.value && after && holder.name !== null) note({ holder, name: holder.name }, holder.value, after);
  // Prototypes, and what else no place of the program has made, are shared by too much to say anything.
  for (const [holder, { props }] of delta.objects)
    for (const [name, after] of holder.origin ? (props ?? []) : []) {
      const before = holder.props?.get(name);
      if (
        typeof name === 'string' &&
        name !== 'undefined' &&
        after &&
        !after.get &&
        !after.set &&
        holder.cls !== 'Environment' &&
        !holder.elements
      )
        note({ holder, name }, before?.value ?? UNDEFINED, after.value);
    }
  return written;
}

/** What a place holds when some requests have been served. */
export function keptIn(place: Place, values: readonly Value[]): Kept {
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
    if (holder instanceof Obj) {
      evaluator.journal?.prop(holder, name);
      const before = holder.props?.get(name);
      (holder.props ??= new Map()).set(name, before ? { ...before, value } : { ...prop(value), conditional: WHY });
    } else {
      evaluator.journal?.binding(holder);
      holder.value = value;
    }
  }
}

/** How deep a value is looked into to tell what it looks like. */
const OUTLINED = 4;

/** What a value looks like, to be compared: nothing of the program is run for it. */
export function outlineOf(value: Value, depth = 0): string {
  switch (value.kind) {
    case 'const':
      return `${typeof value.value} ${String(value.value)}`;
    case 'template':
      return 'text';
    case 'unknown':
      return `? ${JSON.stringify(value.shape)}`;
    case 'oneOf':
      return value.values.map((each) => outlineOf(each, depth)).join(' | ');
    case 'object': {
      const { cls, props, elements } = value as Obj;
      if (depth >= OUTLINED) return cls;
      const members = [...(props ?? [])].map(([name, each]) => `${String(name)}: ${outlineOf(each.value, depth + 1)}`);
      return `${cls} { ${[...members, ...(elements ?? []).map((each) => outlineOf(each, depth + 1))].join(', ')} }`;
    }
  }
}

const valueOf = ({ holder, name }: Place): Value => (holder instanceof Obj ? holder.props?.get(name)?.value : holder.value) ?? UNDEFINED;

function typeOf(value: Value): string {
  if (value.kind === 'const') return typeof value.value;
  if (value.kind === 'template') return 'string';
  const shape = value.kind === 'unknown' ? value.shape?.kind : undefined;
  return shape === 'integer' ? 'number' : (shape ?? value.kind);
}

/** Copies what one request has made as another one finds it: nothing in it is of that one's own request. */
class Copy {
  private readonly copies = new Map<Obj, Value>();

  of(value: Value): Value {
    switch (value.kind) {
      case 'const':
        return value;
      case 'template':
        return { ...unknown(WHY), shape: { kind: 'string' } };
      case 'unknown': {
        const { why, origin, provenance, carries, taint, shape, hidden } = value;
        return { kind: 'unknown', why, origin, provenance, carries, taint, shape, hidden };
      }
      case 'oneOf':
        return oneOf(
          value.values.map((each) => this.of(each)),
          value.condition,
        );
      case 'object':
        return this.object(value as Obj);
    }
  }

  private object(object: Obj): Value {
    if (isOfSetUp(object.serial) || object.fn) return object;
    const known = this.copies.get(object);
    if (known) return known;
    if (object.host || object.internal || this.copies.size >= MAX_COPIED) return unknown(WHY, object.origin);
    const copy = new Obj(object.cls, object.proto, object.origin);
    this.copies.set(object, copy);
    const { open, uniform, mayBeEmpty, counted } = object;
    Object.assign(copy, { open, uniform, mayBeEmpty, counted } satisfies Partial<Obj>);
    copy.props = object.props && new Map([...object.props].map(([key, each]) => [key, { ...each, value: this.of(each.value) }]));
    copy.elements = object.elements && object.elements.map((each) => this.of(each));
    copy.entries = object.entries && new Map([...object.entries].map(([key, [from, to]]) => [key, [this.of(from), this.of(to)]]));
    return copy;
  }
}
