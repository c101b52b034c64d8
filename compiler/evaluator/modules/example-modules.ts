import type { Value } from '@tool/scanner-sdk';
import { Obj, withTaint, type ModuleRecord } from '../values/values.js';

/** How deep settings nest. */
const DEPTH = 8;

/**
 * The values of a module that only shows what one which is not in the project looks like are a configuration: another value of a flag is another
 * configuration, as it is with files of JSON. To be called when the module has run.
 * @param name what decides the values, for conditions
 */
export function takeAsConfiguration(record: ModuleRecord, name: string): void {
  const seen = new Set<Value>();
  const taken = (value: Value, depth: number): Value => {
    if (value.kind === 'const') return typeof value.value === 'boolean' && value.taint === null ? withTaint(value, name) : value;
    if (value.kind !== 'object' || depth === 0 || seen.has(value)) return value;
    seen.add(value);
    const object = value as Obj;
    if (object.fn || object.host) return value;
    object.elements?.forEach((element, index, all) => {
      all[index] = taken(element, depth - 1);
    });
    for (const own of object.props?.values() ?? []) if (!own.get && !own.set) own.value = taken(own.value, depth - 1);
    return value;
  };
  taken(record.moduleObject, DEPTH);
  for (const binding of record.scope.bindings()) if (binding.value && !binding.lazy) binding.value = taken(binding.value, DEPTH);
}
