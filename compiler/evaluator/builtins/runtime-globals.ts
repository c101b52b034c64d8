import type { Shape } from '@tool/ir';
import type { Unknown } from '@tool/scanner-sdk';
import { unknown } from '../values/values.js';

/** What the runtime is known to give, and nothing else of it: that it is there, and what `typeof` says. */
export interface Given extends Unknown {
  readonly given: 'function' | 'object';
  readonly named: string;
}

const FUNCTIONS = `
  AbortController AbortSignal ArrayBuffer BigInt64Array BigUint64Array Blob BroadcastChannel Buffer ByteLengthQueuingStrategy CompressionStream
  CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DataView DecompressionStream Event EventTarget File FinalizationRegistry Float32Array
  Float64Array FormData Int16Array Int32Array Int8Array MessageChannel MessageEvent MessagePort Performance PerformanceEntry PerformanceMark
  PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming ReadableByteStreamController ReadableStream
  ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader Request SharedArrayBuffer SubtleCrypto
  TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream TransformStreamDefaultController Uint16Array Uint32Array
  Uint8Array Uint8ClampedArray WeakRef WritableStream WritableStreamDefaultController WritableStreamDefaultWriter atob btoa eval fetch`;
const OBJECTS = 'Atomics Intl WebAssembly crypto performance';

const given = (names: string, kind: Given['given']): [string, Given][] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => [name, { ...unknown(`${name} of the runtime`), given: kind, named: name }]);

/** Globals of Node 20 that are not modelled by themselves: programs test for them before they go on (`typeof fetch`, `if (!globalThis.WebAssembly)`). */
export const runtimeGlobals: ReadonlyMap<string, Given> = new Map([...given(FUNCTIONS, 'function'), ...given(OBJECTS, 'object')]);

const TEXT: Shape = { kind: 'string' };
/** What functions of those, and methods of what they make, give. */
const RESULTS: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  crypto: { randomUUID: { kind: 'string', format: 'uuid' } },
  performance: { now: { kind: 'number' } },
  btoa: { btoa: TEXT },
  atob: { atob: TEXT },
  Buffer: { toString: TEXT, byteLength: { kind: 'number' }, isBuffer: { kind: 'boolean' } },
  TextDecoder: { decode: TEXT },
  // What another server answers.
  fetch: { text: TEXT },
};

/** What the call of a member of theirs gives; `why`: what is said of the member. */
export function runtimeResult(why: string, method: string): Shape | undefined {
  const [, name = why === A_BUFFER ? 'Buffer' : ''] = /^(\w+) of the runtime$/.exec(why) ?? [];
  const results = Object.hasOwn(RESULTS, name) ? RESULTS[name]! : {};
  return Object.hasOwn(results, method) ? results[method] : undefined;
}
export const A_BUFFER = 'a buffer';

export const isGiven = (value: Unknown): value is Given => 'given' in value;

/** Globals that platforms give which run servers for the web: whether they are there is a matter of where a program is put. */
export const platformGlobals: ReadonlySet<string> = new Set(['EdgeRuntime', 'HTMLRewriter', 'WebSocketPair', 'caches']);

/** Globals of other runtimes that have modules of the same members: programs for both test for them, and in Node they are not there. */
export const otherRuntimes: ReadonlyMap<string, string> = new Map([
  ['Bun', 'bun'],
  ['Deno', 'deno'],
]);
