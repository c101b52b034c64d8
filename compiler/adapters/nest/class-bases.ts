import { prototypeOf, type Call, type Unknown, type Value } from '@tool/scanner-sdk';

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
