import {
  defineHostType,
  prototypeOf,
  type Call,
  type Emit,
  type HostType,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import type { ParameterRule } from './arguments.js';

/** A route that a decorator states, with the call that stated it: its place is the route's. */
export interface StatedRoute {
  readonly key: string;
  readonly method: string;
  readonly path: Value;
  readonly middlewares: readonly Value[];
  readonly caller: Call;
}

/** A class that a decorator made a controller. */
export interface StatedController {
  readonly cls: ObjectValue;
  readonly path: Value;
  /** What the library calls this kind of controller. */
  readonly kind: string;
  readonly middlewares: readonly Value[];
  readonly caller: Call;
}

/** The member that stands for the class itself. */
const WHOLE = '';

/**
 * What the decorators of one library said in one evaluation: of classes under the class, of members under the prototype that holds them. Lists are in
 * the order in which decorators are applied: the nearest to the declaration first.
 */
export class Declarations {
  readonly controllers: StatedController[] = [];
  private readonly routes = new WeakMap<ObjectValue, StatedRoute[]>();
  private readonly parameters = new WeakMap<ObjectValue, Map<string, Map<number, ParameterRule>>>();
  private readonly notes = new WeakMap<ObjectValue, Map<string, Map<string, Value[]>>>();
  private readonly targets = new WeakMap<ObjectValue, Map<string, readonly Value[]>>();
  /** What the program set for the whole library: its container. */
  container: Value | null = null;

  addRoute(prototype: Value, route: StatedRoute): void {
    if (prototype.kind !== 'object') return;
    const known = this.routes.get(prototype);
    if (known) known.push(route);
    else this.routes.set(prototype, [route]);
  }

  /** The routes of a class, its own before those of what it extends; a member that a sub-class states again is the sub-class's. */
  routesOf(call: Call, cls: Value): readonly StatedRoute[] {
    const found: StatedRoute[] = [];
    let at = call.get(cls, 'prototype');
    for (let depth = 0; depth < 20 && at.kind === 'object'; depth++) {
      const above = new Set(found.map((route) => route.key));
      found.push(...(this.routes.get(at) ?? []).filter((route) => !above.has(route.key)));
      at = prototypeOf(call, at);
    }
    return found;
  }

  addParameter(call: Call, rule: ParameterRule): void {
    const [prototype, key, position] = call.args;
    const name = key && call.text(key);
    const index = position && call.constant(position);
    if (prototype?.kind !== 'object' || name == null || typeof index !== 'number') return;
    let members = this.parameters.get(prototype);
    if (!members) this.parameters.set(prototype, (members = new Map()));
    let rules = members.get(name);
    if (!rules) members.set(name, (rules = new Map()));
    rules.set(index, rule);
  }

  parametersOf(call: Call, cls: Value, key: string): ReadonlyMap<number, ParameterRule> {
    let at = call.get(cls, 'prototype');
    for (let depth = 0; depth < 20 && at.kind === 'object'; depth++) {
      const rules = this.parameters.get(at)?.get(key);
      if (rules) return rules;
      at = prototypeOf(call, at);
    }
    return new Map();
  }

  /** A decorator says something of what it is applied to: a member (`call.args[1]` is its name), else the class. */
  note(call: Call, name: string, values: readonly Value[]): void {
    const [target, key] = call.args;
    if (target?.kind !== 'object') return;
    const member = key && !call.isUndefined(key) ? (call.text(key) ?? WHOLE) : WHOLE;
    let members = this.notes.get(target);
    if (!members) this.notes.set(target, (members = new Map()));
    let notes = members.get(member);
    if (!notes) members.set(member, (notes = new Map()));
    notes.set(name, [...(notes.get(name) ?? []), ...values]);
  }

  /** The same in place of what was noted before. */
  renote(call: Call, name: string, values: readonly Value[]): void {
    const [target, key] = call.args;
    if (target?.kind === 'object')
      this.notes
        .get(target)
        ?.get(key && !call.isUndefined(key) ? (call.text(key) ?? WHOLE) : WHOLE)
        ?.delete(name);
    this.note(call, name, values);
  }

  /** What is noted of a function itself: a class, or the function of a method. */
  noteTarget(target: Value, name: string, values: readonly Value[]): void {
    if (target.kind !== 'object') return;
    let notes = this.targets.get(target);
    if (!notes) this.targets.set(target, (notes = new Map()));
    notes.set(name, [...(notes.get(name) ?? []), ...values]);
  }

  ofTarget(target: Value, name: string): readonly Value[] {
    return (target.kind === 'object' ? this.targets.get(target)?.get(name) : undefined) ?? [];
  }

  ofClass(call: Call, cls: Value, name: string): readonly Value[] {
    let at = cls;
    for (let depth = 0; depth < 20 && at.kind === 'object'; depth++) {
      const notes = this.notes.get(at)?.get(WHOLE)?.get(name);
      if (notes) return notes;
      at = prototypeOf(call, at);
    }
    return [];
  }

  ofMember(call: Call, cls: Value, key: string, name: string): readonly Value[] {
    let at = call.get(cls, 'prototype');
    for (let depth = 0; depth < 20 && at.kind === 'object'; depth++) {
      const notes = this.notes.get(at)?.get(key)?.get(name);
      if (notes) return notes;
      at = prototypeOf(call, at);
    }
    return [];
  }
}

const types = new Map<string, HostType<null>>();
/** By the prototype of a host type: every evaluation has one of its own. */
const known = new WeakMap<ObjectValue, Declarations>();

/** What a library's decorators said in this evaluation. */
export function declarationsOf(realm: Realm, library: string): Declarations {
  let type = types.get(library);
  if (!type) types.set(library, (type = defineHostType<null>({ name: `${library}.declarations`, methods: {} })));
  const identity = realm.prototype(type);
  let declarations = known.get(identity);
  if (!declarations) known.set(identity, (declarations = new Declarations()));
  return declarations;
}

export const argument = (call: Call, index: number): Value => call.args[index] ?? call.const(undefined);

/** `Name(…)` gives a decorator. */
export const factory = (realm: Realm, name: string, apply: (given: Call) => (call: Call, emit: Emit) => void): ObjectValue =>
  realm.fn(name, (given) => {
    const run = apply(given);
    const transfer: Transfer = (call, emit) => {
      run(call, emit);
    };
    return given.fn(name, transfer);
  });

/** `Name(…)` notes its arguments, or what is made of them. */
export const noting = (
  realm: Realm,
  library: string,
  name: string,
  values: (given: Call) => readonly Value[] = (given) => given.args,
): ObjectValue =>
  factory(realm, name, (given) => (call) => {
    declarationsOf(call, library).note(call, name, values(given));
  });
