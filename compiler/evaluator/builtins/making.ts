import type { Value } from '@tool/scanner-sdk';
import { ThrowSignal } from '../signals.js';
import { prop, type Native, type Obj } from '../values/values.js';

/** Gives an object a function that loops over its members do not meet. */
export type Define = (target: Obj, name: string, native: Native, length?: number) => void;

/** Makes of a function the constructor of what has this prototype. */
export function link(constructor: Obj, prototype: Obj): void {
  constructor.props!.set('prototype', prop(prototype, false));
  (prototype.props ??= new Map()).set('constructor', prop(constructor, false));
}

/** What the runtime's own function gives, or what stands for it where that throws. */
export function safely(run: () => Value, otherwise: () => Value): Value {
  try {
    return run();
  } catch (error) {
    if (error instanceof ThrowSignal) throw error;
    return otherwise();
  }
}
