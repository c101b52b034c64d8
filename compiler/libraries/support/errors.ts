import type { Shape } from '@tool/ir';
import { defineHostType, type Call, type ObjectValue, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from './fallback.js';

/** A class of errors that a package throws and exports. */
export interface ErrorClass {
  readonly module: string;
  /** Path of the class in the module's exports. */
  readonly path: readonly string[];
  readonly name: string;
  /** What its errors have beside `name` and `message`: constants, or shapes of what only run time knows; a message here is one that JSON writes. */
  readonly members: Readonly<Record<string, Shape | boolean | string | number>>;
  /** The class of the same package that it extends, where that is not `Error`. */
  readonly parent?: ErrorClass;
}

export const typed = (call: Call, shape: Shape, why: string): Value => call.typed?.(shape, why) ?? call.unknown(why);

const chain = (call: Call, object: Value, prototype: Value): void => {
  const objects = call.global?.('Object');
  if (objects) call.invoke(call.get(objects, 'setPrototypeOf'), [object, prototype]);
};

/** What errors of the class inherit. A model is made before there is a call to ask for `Error.prototype`: the class gets its base with its first error. */
function prototypeOf(call: Call, kind: ErrorClass, base: Value): Value | null {
  const exports = call.module?.(kind.module);
  const cls = exports && kind.path.reduce((at, key) => call.get(at, key), exports);
  const prototype = cls?.kind === 'object' ? call.get(cls, 'prototype') : null;
  if (prototype?.kind !== 'object') return null;
  chain(call, prototype, (kind.parent && prototypeOf(call, kind.parent, base)) ?? call.get(base, 'prototype'));
  return prototype;
}

/** An error as the package throws it: an `Error` and an instance of the exported class. */
export function errorOf(call: Call, kind: ErrorClass, given: Readonly<Record<string, Value>> = {}): Value {
  const base = call.global?.('Error');
  const error = base
    ? call.construct(
        base,
        kind.members['message'] ? [] : [given['message'] ?? typed(call, { kind: 'string' }, `the message of a ${kind.name}`)],
      )
    : call.record({});
  const prototype = base && prototypeOf(call, kind, base);
  if (prototype) chain(call, error, prototype);
  call.set(error, 'name', call.const(kind.name));
  for (const [key, member] of Object.entries({ ...kind.parent?.members, ...kind.members }))
    call.set(error, key, typeof member === 'object' ? typed(call, member, `${key} of a ${kind.name}`) : call.const(member));
  for (const [key, value] of Object.entries(given)) call.set(error, key, value);
  return error;
}

/** The class itself, for `instanceof` and for programs that construct it. `parameters` names what its arguments are, `methods` what its errors inherit. */
export function errorClass(
  realm: Realm,
  kind: ErrorClass,
  parameters: readonly string[] = ['message'],
  statics: Readonly<Record<string, Value>> = {},
  methods: Readonly<Record<string, Value>> = {},
): ObjectValue {
  const construct: Transfer = (call) =>
    errorOf(
      call,
      kind,
      Object.fromEntries(
        parameters.map((name, index) => [name, argument(call, index)] as const).filter(([, value]) => !call.isUndefined(value)),
      ),
    );
  return realm.fn(kind.name, construct, { prototype: realm.record(methods), ...statics });
}

/** The same of several, as members of the module. */
export const errorClasses = (realm: Realm, kinds: readonly ErrorClass[]): Record<string, ObjectValue> =>
  Object.fromEntries(kinds.map((kind) => [kind.path.at(-1)!, errorClass(realm, kind)]));

/**
 * Members of a package of which only some are modelled, and on which nothing is registered; every other one is Unknown with its provenance.
 * `within`: what the paths of those begin with. `from`: where members come from that another package exports.
 */
export const quietModule = (
  realm: Realm,
  module: string,
  members: Readonly<Record<string, Value>>,
  within = '',
  from: (call: Call, key: string) => Value | null | undefined = () => null,
): ObjectValue =>
  realm.host(
    defineHostType<null>({
      name: 'package',
      inert: true,
      methods: {},
      missing: (call, key) =>
        /^(?:default|__esModule|then|module\.exports|constructor|prototype)$/.test(key)
          ? undefined
          : (from(call, key) ?? call.unknown(`${key} of ${module}`, { module, path: within + key })),
    }),
    null,
    members,
  );

/** One of the values, where the evaluation can hold several; else the first with its provenance lost. */
export const oneOf = (call: Call, values: readonly Value[], condition: string, otherwise: () => Value): Value =>
  call.oneOf?.(values, condition) ?? otherwise();
