import type { Unknown, Value } from '@tool/scanner-sdk';
import { skipOuter, ts } from '../language/syntax.js';
import { Obj } from '../values/values.js';

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

/** What the program has put into objects that packages export, by where these are found: `core.config.router = Router()` in one file, and used in another. */
const given = new WeakMap<object, Map<string, Obj>>();

/** The members that the program has given to what a package exports; `make` where it gives one. */
export function givenTo(evaluator: object, { provenance, trace }: Unknown, make = false): Obj | null {
  if (!provenance || trace || provenance.args || provenance.before || provenance.path.includes('(')) return null;
  const key = `${provenance.module}#${provenance.path}`;
  let objects = given.get(evaluator);
  if (!objects && make) given.set(evaluator, (objects = new Map()));
  if (make && !objects!.has(key)) objects!.set(key, new Obj('Object', null, null));
  return objects?.get(key) ?? null;
}
