import { defineHostType, type Call, type ObjectValue, type Realm, type Value } from '@tool/scanner-sdk';
import { createDecorator } from './decorators.js';
import { keyOf, storeOf } from './store.js';

/** Reads what decorators said: `reflector.getAllAndOverride('roles', [handler, class])`. */
const reflectorType = defineHostType<null>({
  name: 'Reflector',
  methods: {
    get: (call) => readMetadata(call, call.args[1]) ?? undefined,
    getAll: (call) => call.list(targets(call).map((target) => readMetadata(call, target) ?? call.const(undefined))),
    getAllAndOverride: (call) => {
      // What the first one says is all that is read.
      for (const target of targets(call)) {
        const value = readMetadata(call, target);
        if (value && !call.isUndefined(value)) return value;
      }
      return undefined;
    },
    getAllAndMerge: (call) => {
      const found = targets(call).flatMap((target) => {
        const value = readMetadata(call, target);
        return value && !call.isUndefined(value) ? [value] : [];
      });
      // What only one of them says is given as it is, which NestJS 11 makes a list of.
      const [only, ...others] = found;
      const listed = only?.kind !== 'object' && Number(/\d+/.exec(call.packageVersion?.('@nestjs/core') ?? '')?.[0] ?? 10) >= 11;
      return !only || (others.length === 0 && listed) ? call.list(found) : found.reduce((one, other) => mergedMetadata(call, one, other));
    },
    has: (call) => call.const(readMetadata(call, call.args[1]) !== null),
  },
});

/** Lists one behind the other, members of objects together; of anything else a list. */
function mergedMetadata(call: Call, one: Value, other: Value): Value {
  const elements = call.elements(one);
  if (elements) return call.list([...elements, ...(call.elements(other) ?? [other])]);
  const [first, second] = [one, other].map((each) => (each.kind === 'object' && !call.isFunction(each) ? call.entries(each) : null));
  return first && second ? call.record({ ...Object.fromEntries(first), ...Object.fromEntries(second) }) : call.list([one, other]);
}

const targets = (call: Call): readonly Value[] => (call.args[1] ? (call.elements(call.args[1]) ?? []) : []);

function readMetadata(call: Call, target: Value | undefined): Value | null {
  const key = keyOf(call, call.args[0]);
  return key === null || !target ? null : storeOf(call).read(call, target, key);
}

export const reflector = (realm: Realm): ObjectValue => {
  return realm.fn('Reflector', (call) => call.host(reflectorType, null), {
    prototype: realm.prototype(reflectorType),
    createDecorator: realm.fn('createDecorator', createDecorator),
  });
};
