import type { Value } from '@tool/scanner-sdk';
import { skipOuter, ts } from '../language/syntax.js';
import type { Obj } from '../values/values.js';

/** What a package gave for an object that was made in the arguments of the call, and so is in nobody else's hands. */
const standIns = new WeakMap<Value, Obj>();

/**
 * The one host object that was made where it is given away: `decorate(create())`. The program can reach it through what the call
 * gives and no other way, so what it calls there reaches this object, if anything.
 */
export function madeForCall(args: readonly Value[], node: ts.Node): Obj | null {
  if (!ts.isCallExpression(node)) return null;
  const made = args.flatMap((arg, index) => {
    const written = node.arguments[index];
    const object = arg.kind === 'object' ? (arg as Obj) : null;
    const isHost = object?.host && object.host.data !== null && !object.host.type.inert;
    return isHost && written && object.origin?.node === skipOuter(written) ? [object] : [];
  });
  return made.length === 1 ? made[0]! : null;
}

/** From here on `value` stands for the object. */
export const standFor = (value: Value, object: Obj | null): void => {
  if (object) standIns.set(value, object);
};

/** What `value` stands for. */
export const standsFor = (value: Value): Obj | null => standIns.get(value) ?? null;
