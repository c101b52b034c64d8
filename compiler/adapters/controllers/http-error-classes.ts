import { prototypeOf, type Call, type ObjectValue, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from './declarations.js';

/** Links the prototypes of error classes to one another, when the first error is made: only then there is a call that knows `Error`. */
function link(call: Call, cls: Value, base: Value): void {
  const objects = call.global?.('Object');
  const [own, above] = [call.get(cls, 'prototype'), call.get(base, 'prototype')];
  if (objects && own.kind === 'object' && above.kind === 'object' && prototypeOf(call, own) !== above)
    call.invoke(call.get(objects, 'setPrototypeOf'), [own, above]);
}

/**
 * The HTTP errors of a library as classes that the program can extend, throw and test for. The general one takes `(status, message)`, the
 * others the message.
 * @param member what the library calls the status (`httpCode`)
 */
export function errorClasses(
  realm: Realm,
  general: string,
  member: string,
  statuses: Readonly<Record<string, number>>,
): Record<string, ObjectValue> {
  const classes: Record<string, ObjectValue> = {};
  const make =
    (name: string, status: number | null): Transfer =>
    (call) => {
      const error = call.construct(call.global?.('Error') ?? call.unknown('Error'), [argument(call, status === null ? 1 : 0)]);
      link(call, classes[general]!, call.global?.('Error') ?? call.const(undefined));
      if (name !== general) link(call, classes[name]!, classes[general]!);
      const objects = call.global?.('Object');
      const prototype = call.get(call.newTarget ?? classes[name]!, 'prototype');
      if (objects && prototype.kind === 'object') call.invoke(call.get(objects, 'setPrototypeOf'), [error, prototype]);
      call.set(error, member, status === null ? argument(call, 0) : call.const(status));
      call.set(error, 'name', call.const(call.describe(call.newTarget ?? call.const(name)) || name));
      return error;
    };
  for (const [name, status] of Object.entries({ [general]: null, ...statuses }))
    classes[name] = realm.fn(name, make(name, status), { prototype: realm.record({}) });
  return classes;
}
