import type { Call, Transfer, Value } from '@tool/scanner-sdk';

/** Treats the call as one into code that nobody models: callbacks among its arguments are called, and what the arguments carry travels with the result. */
export const unmodelled = (call: Call, module: string, path: string): Value =>
  call.invoke(call.unknown(`${path} of ${module}`, { module, path }), call.args);

export const undefinedValue = (call: Call): Value => call.const(undefined);

export const argument = (call: Call, index: number): Value => call.args[index] ?? call.const(undefined);

/** The last argument when it is a function: the callback of Node's convention. */
export function callbackOf(call: Call): Value | null {
  const last = call.args.at(-1);
  return last && call.isFunction(last) ? last : null;
}

/** The major version of a package, where it is known: of `4.19.2` and of `^4.0.0`. */
export const majorOf = (call: Call, name: string): number | undefined => {
  const version = /\d+/.exec(call.packageVersion?.(name) ?? '');
  return version ? Number(version[0]) : undefined;
};

/** A promise of the value where the host has promises. */
export const promised = (call: Call, value: Value): Value => call.promise?.(value) ?? value;

/** `a.b.c` of a value. */
export const getPath = (call: Call, value: Value, path: readonly string[]): Value => path.reduce((at, key) => call.get(at, key), value);

/** Says that a value is a configuration's: another configuration may give another one. */
export const configurable = (value: Value, source: string): Value =>
  (value.kind === 'const' || value.kind === 'unknown') && value.taint === null ? { ...value, taint: source } : value;

/** Runs a transfer with other arguments than those of the call. */
export const withArguments = (call: Call, name: string, transfer: Transfer, args: readonly Value[]): Value =>
  call.invoke(call.fn(name, transfer), args, call.receiver);
