import { ANY, type Shape } from '@tool/ir';
import { defineHostType, type Call, type HostType, type Transfer, type Value } from '@tool/scanner-sdk';
import { done, foundRows, settled, typed } from './support/table.js';

const [text, whole, truth]: readonly Shape[] = [{ kind: 'string' }, { kind: 'integer' }, { kind: 'boolean' }];
const orNone = (call: Call, found: Value): Value => call.oneOf?.([found, call.const(null)], 'something is kept there') ?? found;

/** What is kept under a key: a text, or (`'json'`, `{ type: 'json' }`) what the program says that it is. */
function keptIn(call: Call): Value {
  const told = call.args[1];
  const type = told?.kind === 'object' ? call.get(told, 'type') : told;
  const isOfMany = call.args[0] && call.elements(call.args[0]);
  const as = isOfMany ? null : type && !call.isUndefined(type) ? call.text(type) : 'text';
  const shape = as === 'text' ? text! : as === 'json' ? (call.typeArguments?.()[0]?.() ?? ANY) : ANY;
  return shape.kind === 'any' ? call.unknown('what is kept under a key') : typed(call, shape, 'what is kept under a key');
}
const list: Transfer = (call) =>
  done(
    call,
    call.record({
      keys: foundRows(call, call.record({ name: typed(call, text!, 'a key') })),
      list_complete: typed(call, truth!, 'whether these are all'),
      cursor: call.unknown('where the next ones begin'),
    }),
  );

const missing = (call: Call, key: string): Value | undefined =>
  ['then', 'constructor', 'toJSON'].includes(key) ? undefined : call.unknown(`${key} of a store`);

/** A namespace of Workers KV. */
export const namespaceType: HostType<null> = defineHostType<null>({
  name: 'KVNamespace',
  inert: true,
  methods: {
    get: (call) => done(call, orNone(call, keptIn(call))),
    getWithMetadata: (call) => done(call, call.record({ value: orNone(call, keptIn(call)), metadata: call.unknown('metadata of a key') })),
    put: settled,
    delete: settled,
    list,
  },
  missing,
});

const file = (call: Call): Value => {
  const made = call.record({
    key: typed(call, text!, 'a key'),
    size: typed(call, whole!, 'a size'),
    etag: typed(call, text!, 'a tag'),
    httpEtag: typed(call, text!, 'a tag'),
    version: typed(call, text!, 'a version'),
    uploaded: typed(call, { kind: 'string', format: 'date-time' }, 'a date'),
  });
  call.markOpen?.(made);
  return made;
};
const found: Transfer = (call) => done(call, orNone(call, file(call)));

/** A bucket of R2. */
export const bucketType: HostType<null> = defineHostType<null>({
  name: 'R2Bucket',
  inert: true,
  methods: {
    get: found,
    head: found,
    put: (call) => done(call, file(call)),
    delete: settled,
    list: (call) =>
      done(
        call,
        call.record({
          objects: foundRows(call, file(call)),
          truncated: typed(call, truth!, 'whether there are more'),
          cursor: call.unknown('where the next ones begin'),
        }),
      ),
  },
  missing,
});
