import type { PathTest } from '@tool/ir';
import type { Call } from './adapter.js';
import type { Provenance, Value } from './values.js';

/** An expression in which something repeated is repeated again: matching it can take for ever. */
const NESTED_REPETITION = /\([^)]*[+*}][^)]*\)[+*{]/;

/**
 * Requests that `guard(…).unless({ path, method })` of express-unless and koa-unless lets by: texts are whole paths, and an entry
 * may say for which methods it counts. Empty for a middleware without an `unless`.
 */
export function unlessTests(call: Call, { path, args }: Provenance): readonly PathTest[] {
  if (!/\.unless\(\)$/.test(path)) return [];
  const options = args?.[0];
  if (options?.kind !== 'object' || call.isFunction(options)) return [];
  const listed = (value: Value): readonly Value[] =>
    call.isUndefined(value) ? [] : value.kind === 'object' && call.elements(value) ? call.elements(value)! : [value];
  // Of settings the ones that hold by themselves.
  const member = (name: string): Value => {
    const value = call.get(options, name);
    return value.kind === 'oneOf' && value.preferred ? value.values[0]! : value;
  };
  const methodsOf = (value: Value): { readonly methods?: readonly string[] } => {
    const names = listed(value)
      .map((each) => call.text(each)?.toUpperCase())
      .filter((each) => each !== undefined);
    return names.length > 0 ? { methods: names } : {};
  };
  const test = (value: Value, methods: { readonly methods?: readonly string[] }): readonly PathTest[] => {
    const text = call.text(value);
    if (text !== null) return [{ kind: 'exact', path: text, ...methods }];
    const pattern = value.kind === 'object' ? call.pattern(value) : null;
    return pattern && !NESTED_REPETITION.test(pattern.source) ? [{ kind: 'pattern', path: pattern.source, ...methods }] : [];
  };
  const paths = [...listed(member('path')), ...listed(member('paths'))].flatMap((entry) => {
    const url = entry.kind === 'object' && !call.pattern(entry) ? call.get(entry, 'url') : null;
    return url ? test(url, methodsOf(call.get(entry, 'methods'))) : test(entry, {});
  });
  const methods = methodsOf(member('method'));
  return methods.methods ? [...paths, { kind: 'prefix', path: '/', ...methods }] : paths;
}

/**
 * Runs what a guard does with the requests that the program's own test does not let by: `guard(…).unless(test)`, `unless({ custom: test })`.
 * `requestOf`: what the test is given, which koa-unless once gave it as `this`.
 */
export function unlessTested(call: Call, { path, args }: Provenance, requestOf: () => Value, run: () => void): void {
  const options = /\.unless\(\)$/.test(path) ? args?.[0] : undefined;
  const custom = options?.kind === 'object' && !call.isFunction(options) ? call.get(options, 'custom') : options;
  if (!custom || !call.isFunction(custom) || !call.either) {
    run();
    return;
  }
  const request = requestOf();
  call.either(call.awaited(call.invoke(custom, [request], request)), (passes) => {
    if (!passes) run();
  });
}
