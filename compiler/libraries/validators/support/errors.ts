import type { Shape } from '@tool/ir';
import type { Call, ObjectValue, Realm, Transfer, Value } from '@tool/scanner-sdk';
import { argument } from '../../support/fallback.js';
import { typed } from './accept.js';

/** A class of errors that a package throws and exports. */
export interface ErrorClass {
  readonly module: string;
  /** Path of the class in the module's exports. */
  readonly path: readonly string[];
  readonly name: string;
  /** What its errors have beside `name` and `message`: constants, or shapes of what only run time knows. */
  readonly members: Readonly<Record<string, Shape | boolean | string | number>>;
}

const chain = (call: Call, object: Value, prototype: Value): void => {
  const objects = call.global?.('Object');
  if (objects) call.invoke(call.get(objects, 'setPrototypeOf'), [object, prototype]);
};

/** An error as the package throws it: an `Error` and an instance of the exported class. */
export function errorOf(call: Call, kind: ErrorClass, given: Readonly<Record<string, Value>> = {}): Value {
  const base = call.global?.('Error');
  const error = base
    ? call.construct(base, [given['message'] ?? typed(call, { kind: 'string' }, `the message of a ${kind.name}`)])
    : call.record({});
  const exports = call.module?.(kind.module);
  const cls = exports && kind.path.reduce((at, key) => call.get(at, key), exports);
  const prototype = cls?.kind === 'object' ? call.get(cls, 'prototype') : null;
  if (prototype?.kind === 'object' && base) {
    // A model is made before there is a call to ask for `Error.prototype`: the class gets its base with its first error.
    chain(call, prototype, call.get(base, 'prototype'));
    chain(call, error, prototype);
  }
  call.set(error, 'name', call.const(kind.name));
  for (const [key, member] of Object.entries(kind.members))
    call.set(error, key, typeof member === 'object' ? typed(call, member, `${key} of a ${kind.name}`) : call.const(member));
  for (const [key, value] of Object.entries(given)) call.set(error, key, value);
  return error;
}

/** The class itself, for `instanceof` and for programs that construct it. `parameters` names what its arguments are. */
export function errorClass(
  realm: Realm,
  kind: ErrorClass,
  parameters: readonly string[] = ['message'],
  statics: Readonly<Record<string, Value>> = {},
): ObjectValue {
  const construct: Transfer = (call) =>
    errorOf(
      call,
      kind,
      Object.fromEntries(
        parameters.map((name, index) => [name, argument(call, index)] as const).filter(([, value]) => !call.isUndefined(value)),
      ),
    );
  return realm.fn(kind.name, construct, { prototype: realm.record({}), ...statics });
}

/** One of the values, where the evaluation can hold several; else the first with its provenance lost. */
export const oneOf = (call: Call, values: readonly Value[], condition: string, otherwise: () => Value): Value =>
  call.oneOf?.(values, condition) ?? otherwise();
