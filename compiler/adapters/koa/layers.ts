import { HTTP_METHODS, type Call, type Value } from '@tool/scanner-sdk';
import type { RouterData } from './routing-data.js';

/** Reads of a layer's path and what it runs; the expression it matches with and its name are not kept. */
const layer = (call: Call, path: Value, methods: readonly Value[], stack: Value): Value =>
  call.record({
    path,
    methods: call.list(methods),
    stack,
    ...Object.fromEntries(['opts', 'name', 'regexp', 'paramNames'].map((name) => [name, call.unknown(`the ${name} of a layer`)])),
  });

const push = (call: Call, data: RouterData, made: Value): void => {
  call.invoke(call.get(data.layers, 'push'), [made], data.layers);
};

/** The methods of a layer, as the router keeps them: whatever answers GET answers HEAD, too, and comes after it. */
const methodsOf = (methods: readonly string[]): readonly string[] =>
  methods.flatMap((name) => (name === 'ALL' ? HTTP_METHODS : name === 'GET' ? ['HEAD', 'GET'] : [name]));

/** Puts one layer on `router.stack`, which programs read to register the same routes elsewhere. A middleware has no methods. */
export const addLayer = (call: Call, data: RouterData, path: Value, methods: readonly string[], handlers: readonly Value[]): void =>
  push(
    call,
    data,
    layer(
      call,
      path,
      methodsOf(methods).map((name) => call.const(name)),
      call.list(handlers),
    ),
  );

/** A nested router's layers, copied: each under the path that `under` makes of its own. */
export function copyLayers(call: Call, data: RouterData, nested: RouterData, under: (path: Value) => Value): void {
  for (const each of call.elements(nested.layers) ?? []) {
    const path = call.get(each, 'path');
    push(
      call,
      data,
      layer(call, { ...under(path), origin: path.origin }, call.elements(call.get(each, 'methods')) ?? [], call.get(each, 'stack')),
    );
  }
  if (call.isOpen(nested.layers)) call.markOpen?.(data.layers);
}

/** What `prefix()` does to the layers that are there. */
export function prefixLayers(call: Call, data: RouterData, under: (path: Value) => Value): void {
  for (const each of call.elements(data.layers) ?? []) {
    const path = call.get(each, 'path');
    call.set(each, 'path', { ...under(path), origin: path.origin });
  }
}
