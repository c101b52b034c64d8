import { prototypeOf, type Call, type ObjectValue, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';

/** What a decorator of a method states, with the call that stated it: its place is the route's. */
export interface StatedMember {
  /** A method of HTTP in small letters, the name of a hook, or the class of errors that the member handles. */
  readonly what: Value;
  readonly key: string;
  readonly url: Value;
  readonly options: Value;
  readonly caller: Call;
}

/** What makes the routes of a class: they go to the instance, under the prefix of the plugin. */
export type Registers = (call: Call, cls: ObjectValue, instance: Value, prefix: Value) => void;

export type MemberKind = 'handlers' | 'hooks' | 'errors';

interface Stated {
  readonly handlers: StatedMember[];
  readonly hooks: StatedMember[];
  readonly errors: StatedMember[];
  /** Property → what stands for the class whose object is put there. */
  readonly injected: Map<string, Value | null>;
}

/** Under the prototype that holds the members. Objects belong to one evaluation. */
const stated = new WeakMap<ObjectValue, Stated>();
const registrars = new WeakMap<ObjectValue, Registers>();
const services = new WeakMap<ObjectValue, Value>();
const MAX_DEPTH = 20;

const statedOf = (prototype: ObjectValue): Stated => {
  let found = stated.get(prototype);
  if (!found) stated.set(prototype, (found = { handlers: [], hooks: [], errors: [], injected: new Map() }));
  return found;
};

export function stateMember(prototype: Value, kind: MemberKind, member: StatedMember): void {
  if (prototype.kind === 'object') statedOf(prototype)[kind].push(member);
}

/** The prototypes of a class and of what it extends, its own first. */
function prototypesOf(call: Call, cls: Value): readonly ObjectValue[] {
  const found: ObjectValue[] = [];
  for (let at = call.get(cls, 'prototype'); at.kind === 'object' && found.length < MAX_DEPTH; at = prototypeOf(call, at)) found.push(at);
  return found;
}

/** The members of one kind that decorators state; those of what the class extends come first. */
export const membersOf = (call: Call, cls: Value, kind: MemberKind): readonly StatedMember[] =>
  prototypesOf(call, cls)
    .toReversed()
    .flatMap((prototype) => stated.get(prototype)?.[kind] ?? []);

export const setRegistrar = (cls: Value, registers: Registers): void => {
  if (cls.kind === 'object') registrars.set(cls, registers);
};

export const registrarOf = (cls: Value): Registers | null => (cls.kind === 'object' ? (registrars.get(cls) ?? null) : null);

/** One object of a class, with what its decorators and the types of its constructor ask for. */
export function objectOfClass(call: Call, cls: Value, depth = 0): Value {
  if (cls.kind !== 'object' || !call.isFunction(cls) || depth > MAX_DEPTH) return call.unknown('an object of a class');
  const known = services.get(cls);
  if (known) return known;
  let object: Value = call.unknown(`an object of ${call.describe(cls)}`);
  const given = (call.parameterClasses?.(cls) ?? []).map((each) =>
    each === null ? call.unknown('an argument of a constructor') : objectOfClass(call, each, depth + 1),
  );
  call.attempt(`the constructor of ${call.describe(cls)}`, () => {
    object = call.construct(cls, given);
  });
  services.set(cls, object);
  for (const prototype of prototypesOf(call, cls).toReversed())
    for (const [key, token] of stated.get(prototype)?.injected ?? []) {
      const named = token ?? call.propertyClass?.(cls, key) ?? null;
      if (object.kind === 'object' && named) call.set(object, key, objectOfClass(call, named, depth + 1));
    }
  return object;
}

/** `Inject(token)` of a property: a class stands for itself. */
export const inject = (realm: Realm): ObjectValue =>
  realm.fn('Inject', (given) =>
    given.fn('Inject', (call) => {
      const [prototype, key] = call.args;
      const name = key ? call.text(key) : null;
      const token = given.args[0];
      if (prototype?.kind === 'object' && name !== null)
        statedOf(prototype).injected.set(name, token && call.isFunction(token) ? token : null);
    }),
  );

/** `instance.method`, bound to it. */
export function boundTo(call: Call, object: Value, key: string): Value {
  const fn = call.get(object, key);
  return call.isFunction(fn) ? call.invoke(call.get(fn, 'bind'), [object], fn) : fn;
}

/** A decorator that says nothing of routes. */
export const silent: Transfer = (call) => call.fn('decorator', () => undefined);
