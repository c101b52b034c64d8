import type { Value } from '@tool/scanner-sdk';
import { oneOfMany } from './alike-records.js';
import { widened } from './held-members.js';
import { noteJoined, type Together } from './joined-together.js';
import type { Binding } from './scope.js';
import {
  ABSENT,
  addMaybe,
  asConfigured,
  currentSerial,
  isOfRequest,
  mayBeAbsent,
  oneOf,
  sameValue,
  withTaint,
  type Obj,
  type Prop,
  alternativesOf,
} from './values.js';

interface ObjectLog {
  props: Map<PropertyKey, Prop | undefined> | null;
  elements: { value: Value[] | null } | null;
  entries: { value: Map<unknown, [Value, Value]> | null } | null;
  open: boolean;
  mayBeEmpty: boolean;
  spread: Spread;
}

/** What was spread into a record. */
type Spread = Pick<Obj, 'rest' | 'merged' | 'under'>;
const NO_SPREAD: Spread = { rest: null, merged: null, under: null };
const spreadOf = ({ rest, merged, under }: Obj): Spread => (rest || merged || under ? { rest, merged, under } : NO_SPREAD);
const putSpread = (object: Obj, { rest, merged, under }: Spread): void => {
  object.rest = rest;
  object.merged = merged;
  object.under = under;
};

const unchanged = (object: Obj): ObjectLog => ({
  props: null,
  elements: null,
  entries: null,
  open: object.open,
  mayBeEmpty: object.mayBeEmpty,
  spread: spreadOf(object),
});

/** What an arm changed, as the values after it. */
export interface Delta {
  readonly bindings: ReadonlyMap<Binding, Value | null>;
  readonly objects: ReadonlyMap<Obj, ObjectLog>;
}

const NOTHING: ReadonlyMap<never, never> = new Map<never, never>();

/**
 * The undo log of one arm of an undecided condition: what variables, properties, lists and maps were before.
 * Only the first change of a place is logged, and nothing that is younger than the arm.
 */
export class Journal {
  readonly start = currentSerial();
  // Most arms change nothing that was there before them: what logs that is made for the others.
  private bindings: Map<Binding, Value | null> | null = null;
  private objects: Map<Obj, ObjectLog> | null = null;
  constructor(readonly parent: Journal | null) {}

  /** The log of the outermost arm. */
  get root(): Journal {
    return this.parent?.root ?? this;
  }

  /** Whether what has this serial was there before the arm. */
  isOlder(serial: number): boolean {
    return serial <= this.start;
  }

  binding(binding: Binding): void {
    if (binding.serial > this.start) return;
    const bindings = (this.bindings ??= new Map<Binding, Value | null>());
    if (!bindings.has(binding)) bindings.set(binding, binding.value);
  }

  private log(object: Obj): ObjectLog {
    const objects = (this.objects ??= new Map<Obj, ObjectLog>());
    let log = objects.get(object);
    if (!log) objects.set(object, (log = unchanged(object)));
    return log;
  }

  prop(object: Obj, key: PropertyKey): void {
    if (object.serial > this.start) return;
    const props = (this.log(object).props ??= new Map());
    if (!props.has(key)) {
      const old = object.props?.get(key);
      props.set(key, old && { ...old });
    }
  }

  elements(object: Obj): void {
    if (object.serial > this.start) return;
    const log = this.log(object);
    log.elements ??= { value: object.elements && [...object.elements] };
  }

  entries(object: Obj): void {
    if (object.serial > this.start) return;
    const log = this.log(object);
    log.entries ??= { value: object.entries && new Map(object.entries) };
  }

  open(object: Obj): void {
    if (object.serial <= this.start) this.log(object);
  }

  /** Variables that were changed, and members of objects, each with what it was before; null: it was not there. */
  *changed(): Iterable<readonly [holder: Binding | Obj, name: PropertyKey | null, before: Value | null]> {
    for (const [binding, before] of this.bindings ?? NOTHING) yield [binding, binding.name, before];
    for (const [object, { props }] of this.objects ?? NOTHING)
      for (const [name, before] of props ?? NOTHING) yield [object, name, before?.value ?? null];
  }

  /** Nothing that is older than this journal has changed. */
  get isEmpty(): boolean {
    return this.bindings === null && this.objects === null;
  }

  /** It has come to its end, and what was done stands. */
  isKept = false;

  /** Lets what was done stand: the journal around takes over what was before. */
  keep(): void {
    this.isKept = true;
    const { parent } = this;
    if (!parent) return;
    for (const [binding, before] of this.bindings ?? NOTHING)
      if (parent.isOlder(binding.serial) && !parent.bindings?.has(binding)) (parent.bindings ??= new Map()).set(binding, before);
    for (const [object, before] of this.objects ?? NOTHING) if (parent.isOlder(object.serial)) parent.takeOver(object, before);
  }

  private takeOver(object: Obj, before: ObjectLog): void {
    const objects = (this.objects ??= new Map<Obj, ObjectLog>());
    const log = objects.get(object);
    if (!log) {
      objects.set(object, before);
      return;
    }
    log.elements ??= before.elements;
    log.entries ??= before.entries;
    for (const [key, old] of before.props ?? [])
      if (!log.props?.has(key)) (log.props ??= new Map<PropertyKey, Prop | undefined>()).set(key, old);
  }

  /** Takes back what the arm did and returns what it had done. */
  rollback(): Delta {
    return { bindings: this.rollbackBindings(), objects: this.rollbackObjects() };
  }

  private rollbackBindings(): Delta['bindings'] {
    if (!this.bindings) return NOTHING;
    const bindings = new Map<Binding, Value | null>();
    for (const [binding, before] of this.bindings) {
      bindings.set(binding, binding.value);
      binding.value = before;
    }
    return bindings;
  }

  private rollbackObjects(): Delta['objects'] {
    if (!this.objects) return NOTHING;
    const objects = new Map<Obj, ObjectLog>();
    for (const [object, before] of this.objects) {
      const after = unchanged(object);
      object.open = before.open;
      object.mayBeEmpty = before.mayBeEmpty;
      if (after.spread !== before.spread) putSpread(object, before.spread);
      if (before.props) {
        after.props = new Map();
        for (const [key, old] of before.props) {
          after.props.set(key, object.props?.get(key));
          if (old) (object.props ??= new Map()).set(key, old);
          else object.props?.delete(key);
        }
      }
      if (before.elements) {
        after.elements = { value: object.elements };
        object.elements = before.elements.value;
      }
      if (before.entries) {
        after.entries = { value: object.entries };
        object.entries = before.entries.value;
      }
      objects.set(object, after);
    }
    return objects;
  }
}

/** What two changes, one after the other, leave behind. */
export function composed(first: Delta, then: Delta): Delta {
  if (then.bindings.size === 0 && then.objects.size === 0) return first;
  const objects = new Map(first.objects);
  for (const [object, log] of then.objects) {
    const before = objects.get(object);
    objects.set(
      object,
      before
        ? {
            props: before.props && log.props ? new Map([...before.props, ...log.props]) : (log.props ?? before.props),
            elements: log.elements ?? before.elements,
            entries: log.entries ?? before.entries,
            open: log.open,
            mayBeEmpty: log.mayBeEmpty,
            spread: log.spread,
          }
        : log,
    );
  }
  return { bindings: new Map([...first.bindings, ...then.bindings]), objects };
}

/** What stands now in all places that one of these has changed. */
export function standing(deltas: readonly Delta[]): Delta {
  const bindings = new Map<Binding, Value | null>();
  const objects = new Map<Obj, ObjectLog>();
  for (const delta of deltas) {
    for (const binding of delta.bindings.keys()) bindings.set(binding, binding.value);
    for (const [object, { props, elements, entries }] of delta.objects) {
      let log = objects.get(object);
      if (!log) objects.set(object, (log = unchanged(object)));
      for (const key of props?.keys() ?? []) (log.props ??= new Map<PropertyKey, Prop | undefined>()).set(key, object.props?.get(key));
      if (elements) log.elements = { value: object.elements };
      if (entries) log.entries = { value: object.entries };
    }
  }
  return { bindings, objects };
}

/** Whether what a change has left behind stands as it was then. */
export function stillStands({ bindings, objects }: Delta): boolean {
  for (const [binding, value] of bindings) if (binding.value !== value) return false;
  for (const [object, { props, elements, entries }] of objects) {
    for (const [key, own] of props ?? []) if (object.props?.get(key)?.value !== own?.value) return false;
    if ((elements && elements.value !== object.elements) || (entries && entries.value !== object.entries)) return false;
  }
  return true;
}

/** Does once more what was taken back. */
export function redo({ bindings, objects }: Delta, journal: Journal | null): void {
  for (const [binding, value] of bindings) {
    journal?.binding(binding);
    binding.value = value;
  }
  for (const [object, { props, elements, entries, open, mayBeEmpty, spread }] of objects) {
    journal?.open(object);
    object.open = open;
    object.mayBeEmpty = mayBeEmpty;
    putSpread(object, spread);
    for (const [key, own] of props ?? []) {
      journal?.prop(object, key);
      if (own) (object.props ??= new Map<PropertyKey, Prop>()).set(key, own);
      else object.props?.delete(key);
    }
    if (elements) {
      journal?.elements(object);
      object.elements = elements.value;
    }
    if (entries) {
      journal?.entries(object);
      object.entries = entries.value;
    }
  }
}

type Said = (merged: Value | null, values: readonly (Value | null)[]) => Value | null;
const asItIs: Said = (merged) => merged;

/**
 * Joins the states after the arms into the current one. `arms` holds the delta of each arm that goes on behind the condition;
 * an arm that changed nothing counts with the state before. With `preferred` the first arm is the default configuration: its
 * values stay, and what only another arm adds is kept as conditional. `said`: what is known of a value beside the values of the arms that it is
 * joined of. Returns how many places it joined: what it cost.
 */
export function mergeDeltas(
  arms: readonly Delta[],
  condition: string,
  preferred: boolean,
  outer: Journal | null,
  said: Said = asItIs,
): number {
  if (arms.every((arm) => arm.bindings.size === 0 && arm.objects.size === 0)) return 0;
  const bindings = new Set<Binding>();
  const objects = new Set<Obj>();
  let cost = 0;
  const together: Together | null = !preferred && isOfRequest() ? [] : null;
  for (const arm of arms) {
    for (const key of arm.bindings.keys()) bindings.add(key);
    for (const key of arm.objects.keys()) objects.add(key);
  }
  for (const binding of bindings) {
    const values = arms.map((arm) => (arm.bindings.has(binding) ? arm.bindings.get(binding)! : binding.value));
    outer?.binding(binding);
    binding.value = said(mergeValues(values, condition, preferred), values);
    if (together) noteJoined(together, { holder: binding, name: '' }, binding.value, values);
  }
  for (const object of objects) {
    const logs = arms.map((arm) => arm.objects.get(object));
    if (logs.some((log) => log?.props)) {
      const keys = new Set<PropertyKey>();
      for (const log of logs) if (log?.props) for (const key of log.props.keys()) keys.add(key);
      for (const key of keys) {
        const states = logs.map((log) => (log?.props?.has(key) ? log.props.get(key) : object.props?.get(key)));
        outer?.prop(object, key);
        const merged = mergeProps(states, condition, preferred, said);
        if (merged) (object.props ??= new Map()).set(key, merged);
        else object.props?.delete(key);
        if (together && merged)
          noteJoined(
            together,
            { holder: object, name: key },
            merged.value,
            states.map((state) => state?.value ?? null),
          );
      }
    }
    if (logs.some((log) => log?.elements)) {
      const states = logs.map((log) => (log?.elements ? log.elements.value : object.elements) ?? []);
      outer?.elements(object);
      const merged = mergeLists(states, condition, preferred);
      if (preferred && states.some((state) => state.length !== states[0]!.length)) object.counted = condition;
      object.elements = merged.elements;
      if (merged.open && !object.open) {
        outer?.open(object);
        object.open = true;
      }
    }
    if (logs.some((log) => log?.entries)) {
      const states = logs.map((log) => (log?.entries ? log.entries.value : object.entries) ?? new Map<unknown, [Value, Value]>());
      outer?.entries(object);
      if (preferred && states.some((state) => state.size !== states[0]!.size)) object.counted = condition;
      const merged = new Map<unknown, [Value, Value]>();
      for (const state of states)
        for (const [key, entry] of state)
          if (states.every((other) => other.get(key) === entry)) merged.set(key, entry);
          else if (!merged.has(key)) {
            const values = states.map((other) => other.get(key)?.[1] ?? ABSENT);
            merged.set(
              key,
              values.every((value) => value === entry[1])
                ? entry
                : [
                    entry[0],
                    preferred && values[0] !== ABSENT
                      ? withOthers(values[0]!, values.slice(1), condition)
                      : oneOf(values, condition, preferred),
                  ],
            );
          }
      object.entries = merged;
    }
    // What one arm has spread into it may be in it.
    const spread = logs.find((log) => log && log.spread.rest !== object.rest)?.spread;
    if (spread) {
      outer?.open(object);
      putSpread(object, spread);
    }
    const mayBeEmpty = logs.some((log) => (log ?? object).mayBeEmpty);
    if ((logs.some((log) => log?.open) && !object.open) || mayBeEmpty !== object.mayBeEmpty) {
      outer?.open(object);
      object.open ||= logs.some((log) => log?.open);
      object.mayBeEmpty = mayBeEmpty;
    }
    cost += object.elements?.length ?? 1;
  }
  return cost + bindings.size;
}

function mergeValues(values: readonly (Value | null)[], condition: string, preferred: boolean): Value | null {
  const present = values.filter((value): value is Value => value !== null);
  if (present.length === 0) return null;
  if (preferred && values[0] && (isPlainResult(values[0]) || present.length === 1)) {
    // The default configuration decides, but functions and objects of the other arm may register something.
    return withOthers(values[0], present.slice(1), condition);
  }
  return widened(oneOf(present, condition, preferred));
}

/** The value of the default configuration, and objects that there are instead of it under another one. */
function withOthers(first: Value, others: readonly Value[], condition: string): Value {
  // Another configuration makes another value of it: who asks for it asks for the configuration.
  if (first.kind === 'const') return others.every((value) => sameValue(value, first)) ? first : withTaint(first, condition);
  const values = alternativesOf(first);
  if (!values.some(isObject)) return first;
  const rest = others.flatMap(alternativesOf).filter((value) => !values.some((each) => sameValue(value, each)));
  const objects = rest.filter(isObject);
  if (objects.length > 0) return oneOf([...values, ...objects], condition, first.kind !== 'oneOf' || first.preferred);
  return rest.length > 0 ? asConfigured(first, condition) : first;
}

const isObject = (value: Value): boolean => value.kind === 'object';
const isPlainResult = (value: Value): boolean => !(value.kind === 'const' && value.value === undefined);

function mergeProps(states: readonly (Prop | undefined)[], condition: string, preferred: boolean, said: Said): Prop | undefined {
  const present = states.filter((state): state is Prop => state !== undefined);
  const first = present[0];
  if (!first) return undefined;
  if (present.some((state) => state.get || state.set)) return first;
  // The default configuration's arm decides for itself; else the member is surely there only when every arm surely has it.
  const doubtful = preferred && states[0] ? first : (present.find((state) => state.conditional !== null) ?? first);
  const conditional = present.length < states.length && !(preferred && states[0]) ? condition : doubtful.conditional;
  const configured = preferred && !states[0] ? true : conditional !== null && doubtful.configured === true;
  const values = present.map((state) => state.value);
  const value = mergeValues(values, condition, preferred && states[0] !== undefined);
  return { ...first, value: (present.length === states.length ? said(value, values) : value) ?? first.value, conditional, configured };
}

/** How many elements all of these lists begin with. */
function commonLength(states: readonly (readonly Value[])[]): number {
  const [first] = states;
  let length = Math.min(...states.map((state) => state.length));
  for (const other of states) for (let index = 0; index < length; index++) if (!sameValue(other[index]!, first![index]!)) length = index;
  return length;
}

/**
 * Elements in which the arms of a request may differ before it is no more told where each of them stands. A list that grows with whatever is done (a log)
 * would be compared in full behind each condition.
 */
const MOST_APART = 64;

/** As many elements as there may be, each of which is one of all. */
function alikeElements(rests: readonly (readonly Value[])[], condition: string): Value[] {
  const lengths = rests.map(({ length }) => length);
  const element = oneOfMany(
    rests.flatMap((rest) => rest.flatMap(alternativesOf)).filter((value) => value !== ABSENT),
    condition,
  );
  const maybe = oneOf([ABSENT, element], condition);
  const sure = Math.min(...rests.map((rest) => rest.findIndex(mayBeAbsent)).map((at, arm) => (at < 0 ? lengths[arm]! : at)));
  return Array.from({ length: Math.max(...lengths) }, (_, index) => (index < sure ? element : maybe));
}

/** Common prefix element by element; what only some arms appended becomes elements that may be absent. */
function mergeLists(states: readonly (readonly Value[])[], condition: string, preferred: boolean): { elements: Value[]; open: boolean } {
  let open = false;
  const merged = states[0]!.slice(0, commonLength(states));
  const index = merged.length;
  const rests = states.map((state) => state.slice(index));
  if (!preferred && isOfRequest() && rests.reduce((sum, { length }) => sum + length, 0) > MOST_APART)
    return { elements: [...merged, ...alikeElements(rests, condition)], open: false };
  if (rests.every((rest) => rest.length === rests[0]!.length)) {
    for (let at = 0; at < rests[0]!.length; at++)
      merged.push(
        preferred
          ? rests[0]![at]!
          : oneOf(
              rests.map((rest) => rest[at]!),
              condition,
            ),
      );
    return { elements: merged, open };
  }
  rests.forEach((rest, arm) => {
    for (const value of rest)
      if (preferred && arm === 0) merged.push(value);
      else if (!addMaybe(merged, value, condition, preferred)) open = true;
  });
  return { elements: merged, open };
}
