import type { Call, ObjectValue, Value } from '@tool/scanner-sdk';

/** Objects of classes, one for each class, made before any request. */
export class Instances {
  private readonly made = new Map<ObjectValue, Value>();
  /** @param make how the library's container makes one; null: with `new` and no arguments */
  constructor(private readonly make: ((call: Call, cls: Value) => Value) | null) {}

  of(call: Call, cls: Value): Value {
    if (cls.kind !== 'object') return call.unknown('an instance');
    const known = this.made.get(cls);
    if (known) return known;
    let instance: Value = call.unknown(`an instance of ${call.describe(cls)}`);
    // What a constructor of the program throws is its own affair: methods run without what it would have set.
    try {
      instance = this.make ? this.make(call, cls) : call.construct(cls, []);
    } catch {
      /* stays unknown */
    }
    if (instance.kind !== 'object') instance = this.bare(call, cls);
    this.made.set(cls, instance);
    return instance;
  }

  /** An object of the class of which nothing but its methods is known. */
  private bare(call: Call, cls: Value): Value {
    const create = call.get(call.global?.('Object') ?? call.const(undefined), 'create');
    const object = call.isFunction(create) ? call.invoke(create, [call.get(cls, 'prototype')]) : call.record({});
    call.markOpen?.(object);
    return object;
  }
}

/** An object of the class that extends a class of the library, or of that class itself. */
export function objectOf(call: Call, prototype: Value): Value {
  const create = call.get(call.global?.('Object') ?? call.const(undefined), 'create');
  return call.isFunction(create)
    ? call.invoke(create, [call.newTarget ? call.get(call.newTarget, 'prototype') : prototype])
    : call.record({});
}

/** Objects belong to one evaluation. */
const bound = new WeakMap<ObjectValue, Map<string, Value>>();

/** `instance.method` bound to it, one function for each; null when it has no such method. */
export function boundMethod(call: Call, instance: Value, name: string): Value | null {
  const method = call.get(instance, name);
  if (instance.kind !== 'object' || method.kind !== 'object' || !call.isFunction(method)) return null;
  let methods = bound.get(instance);
  if (!methods) bound.set(instance, (methods = new Map()));
  let made = methods.get(name);
  if (!made) methods.set(name, (made = call.invoke(call.get(method, 'bind'), [instance], method)));
  return made;
}
