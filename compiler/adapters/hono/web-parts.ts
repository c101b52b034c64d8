import type { RequestPart } from '@tool/ir';
import { defineHostType, type Call, type HostType, type Observation, type Transfer, type Value } from '@tool/scanner-sdk';

export interface Exchange {
  readonly seen: Observation;
}

/** Headers and forms as the web has them: names and values of a part of a request, asked by name and gone through. */
function pairsOf(name: string, part: RequestPart, asWritten: (name: string) => string): HostType<Exchange> {
  const seenOf = (call: Call): Observation | undefined => call.data(call.receiver, type)?.seen;
  const named =
    (use: (call: Call, value: Value) => Value): Transfer =>
    (call) => {
      const key = call.args[0] ? call.text(call.args[0]) : null;
      const seen = seenOf(call);
      return seen && key !== null ? use(call, seen.incoming(part, [asWritten(key)])) : call.unknown(`a value of ${name}`);
    };
  const each =
    (make: (call: Call, key: Value, value: Value) => Value): Transfer =>
    (call) => {
      const whole = seenOf(call)?.incoming(part);
      const key = whole && call.nameAmong?.(whole);
      return key ? call.uniformList!(make(call, key, call.namedBy!(key).value), true) : call.unknown(`names of ${name}`);
    };
  const type: HostType<Exchange> = defineHostType<Exchange>({
    name,
    inert: true,
    methods: {
      get: named((_call, value) => value),
      ...(part === 'body' && {
        getAll: named((call, value) => call.refine?.(value, { kind: 'array' }, 'code') ?? value),
        has: named((_call, value) => value),
      }),
      entries: each((call, key, value) => call.list([key, value])),
      keys: each((_call, key) => key),
      values: each((_call, _key, value) => value),
      forEach: each((call, key, value) => call.invoke(call.args[0] ?? call.const(undefined), [value, key, call.receiver])),
    },
    missing: (call, key) => (['then', 'constructor', 'toJSON'].includes(key) ? undefined : call.unknown(`${key} of ${name}`)),
  });
  return type;
}

/** `Headers` of a request. */
export const headersType = pairsOf('Headers', 'header', (name) => name.toLowerCase());
/** `FormData` that a request has sent. */
export const formType = pairsOf('FormData', 'body', (name) => name);
