import { prototypeOf, type Call, type ObjectValue, type Realm, type Transfer, type Unknown, type Value } from '@tool/scanner-sdk';

/** On classes that a model of a package makes: what stands for the package's class. */
export const PACKAGE_BASE = '_packageBase';

/** What stands at the end of the chain of a class. */
function rootOf(call: Call, cls: Value): Value {
  let at = cls;
  for (let depth = 0; depth < 20 && at.kind === 'object'; depth++) at = prototypeOf(call, at);
  return at;
}

/** What the model of a package keeps on a class, or on one that it extends; undefined where nothing is known of these. */
export const keptOn = (call: Call, cls: Value, name: string): Value =>
  cls.kind === 'object' && rootOf(call, cls).kind !== 'unknown' ? call.get(cls, name) : call.const(undefined);

/** The class of a package that a class of the program extends, however far up, or is. */
export function packageBase(call: Call, cls: Value): Unknown | null {
  const root = rootOf(call, cls);
  const found = root.kind === 'unknown' ? root : keptOn(call, cls, PACKAGE_BASE);
  return found.kind === 'unknown' && found.provenance ? found : null;
}

/** Kept on methods that classes of the program inherit from a package. */
const OF_PACKAGE = '_ofPackage';
export const packageMethod = (realm: Realm, name: string, transfer: Transfer): ObjectValue =>
  realm.fn(name, transfer, { [OF_PACKAGE]: realm.const(true) });

/** A method that the program writes itself. */
export const writtenMethod = (call: Call, on: Value | null, name: string): ObjectValue | null => {
  const method = on?.kind === 'object' ? call.get(on, name) : null;
  return method?.kind === 'object' && call.isFunction(method) && call.isUndefined(call.get(method, OF_PACKAGE)) ? method : null;
};

/** A class of a package: its instances have these methods. `made`: what its constructor does with one, and gives instead. */
export function packageClass(
  realm: Realm,
  base: Value,
  name: string,
  methods: Readonly<Record<string, Transfer>>,
  made: (call: Call, instance: Value) => Value | void = () => undefined,
  method: typeof packageMethod = packageMethod,
): ObjectValue {
  const prototype = realm.record(Object.fromEntries(Object.entries(methods).map(([key, transfer]) => [key, method(realm, key, transfer)])));
  const cls: ObjectValue = realm.fn(
    name,
    (call) => {
      const instance = call.invoke(call.get(call.global!('Object'), 'create'), [call.get(call.newTarget ?? cls, 'prototype')]);
      call.set(call.get(cls, 'prototype'), 'constructor', cls);
      return made(call, instance) ?? instance;
    },
    { prototype, [PACKAGE_BASE]: base },
  );
  return cls;
}
