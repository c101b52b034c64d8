import { defineHostType, type Call, type HostType, type Value } from '@tool/scanner-sdk';
import { running } from './exchange.js';

/** What the program's only application holds, under a name of the program's own. `path`: how a request comes there. */
interface Held {
  readonly of: Value;
  readonly path: readonly string[];
}

/** The applications of one program, by its `Object`. */
const applications = new WeakMap<Value, Value[]>();

export function noteApplication(call: Call, made: Value): void {
  // What a request makes for itself serves no other.
  const objects = running.length === 0 && call.global?.('Object');
  if (objects) applications.set(objects, [...(applications.get(objects) ?? []), made]);
}

/** What has been put there; else it comes from somewhere that nobody has seen. */
function found(call: Call, { of, path }: Held, key: string | null): Value {
  const own = call.knownEntries?.(of)?.find(([name]) => name === key)?.[1];
  const at = [...path, key ?? '?'];
  if (!own || (own.kind === 'const' && own.value == null))
    return running.at(-1)?.seen.incoming('context', at) ?? call.unknown(key ?? 'a setting');
  return key === 'locals' ? call.host(heldType, { of: own, path: at }) : own;
}

const heldType: HostType<Held> = defineHostType<Held>({
  name: 'Held',
  inert: true,
  methods: {},
  missing: (call, key) => {
    const held = call.data(call.receiver, heldType);
    if (!held || key === 'then' || key === 'toJSON' || key === 'constructor') return undefined;
    if (key !== 'get' || held.path.length > 1) return found(call, held, key);
    return call.fn('get', (inner) => found(inner, { ...held, of: inner.get(held.of, 'settings') }, inner.text(inner.args[0]!)));
  },
});

/** `request.app`: where there are several nobody says here whose request it is. */
export function applicationOfRequests(call: Call): Value | undefined {
  const all = applications.get(call.global?.('Object') ?? call.receiver) ?? [];
  return all.length === 1 ? call.host(heldType, { of: all[0]!, path: ['app'] }) : undefined;
}
