import { prototypeOf, type Call, type Unknown, type Value } from '@tool/scanner-sdk';

/** The class of a package that a class of the program extends, however far up. */
export function packageBase(call: Call, cls: Value): Unknown | null {
  let at = cls;
  for (let depth = 0; depth < 20 && at.kind === 'object'; depth++) at = prototypeOf(call, at);
  return at.kind === 'unknown' && at.provenance ? at : null;
}
