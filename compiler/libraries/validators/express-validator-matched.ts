import { defineHostType, type Call, type HostType, type Value } from '@tool/scanner-sdk';
import { chainOf, placesOf, type Location } from './express-validator-chains.js';

/** The member of requests that the package itself keeps them under. */
const CONTEXTS = 'express-validator#contexts';

/** Several of what has looked at a request. */
const contextsType: HostType<readonly Value[]> = defineHostType<readonly Value[]>({
  name: 'contexts',
  inert: true,
  manifold: true,
  methods: {},
});

/** What has looked at a request in this run. */
const checked = new WeakMap<object, Value[]>();

/** Tells functions behind this one that the receiver has looked at a request. */
export function noteChecked(call: Call, request: Value): void {
  if (request.kind !== 'object') return;
  const all = checked.get(request) ?? [];
  checked.set(request, all);
  all.push(call.receiver);
  call.set(request, CONTEXTS, all.length === 1 ? call.receiver : call.host(contextsType, [...all]));
}

/** A record of the fields in these parts that chains have looked at, as they came in; null where nobody knows which these are. */
export function checkedFields(call: Call, request: Value, locations: readonly Location[]): Value | null {
  if (request.kind !== 'object') return null;
  const record = call.record({});
  const found = call.alternatives(call.get(request, CONTEXTS)).flatMap((each) => call.data(each, contextsType) ?? [each]);
  for (const each of found) {
    const chain = chainOf(call, each);
    const location = chain && placesOf(chain.locations).location;
    if (!chain || chain.fields.some(([name]) => name === undefined || name === '*')) return null;
    for (const [name] of chain.fields)
      if (locations.includes(location!))
        call.set(record, name!, call.get(call.get(request, location!), location === 'headers' ? name!.toLowerCase() : name!));
  }
  return record;
}
