import type { Path } from '@tool/ir';
import {
  handedFunctions,
  handlerItems,
  isAbsent,
  routerOf,
  type Call,
  type Emit,
  type HandlerItem,
  type HandlerRules,
  type Value,
} from '@tool/scanner-sdk';
import { expressDiagnostics } from './diagnostics.js';
import { isMiddlewarePackage } from './middleware-packages.js';
import { HANDS_ERRORS_ON } from './observe.js';
import { hasBehaviour } from './package-behaviours.js';
import type { RoutingData } from './routing-data.js';

/** What `use` takes its first argument for. */
export type FirstArgument = 'path' | 'handler' | 'ambiguous' | 'mixed';

/**
 * Express asks whether the first leaf of the first argument is a function. A value that nobody knows is neither path nor handler,
 * unless something is known about it: an environment value is text; what carries a router, or comes from a package of
 * middlewares, is a handler. Guessing here would put whole subtrees under a wrong prefix.
 */
export function classifyFirst(call: Call, value: Value): FirstArgument {
  const elements = value.kind === 'object' ? call.elements(value) : null;
  if (elements !== null) {
    const first = elements.find((element) => !isAbsent(element));
    if (first) return classifyFirst(call, first);
    return call.isOpen(value) ? 'ambiguous' : 'path';
  }
  switch (value.kind) {
    // Express refuses `undefined`: what is undefined as far as the scan sees is not known, unless a configuration decides it.
    case 'const':
      return value.value == null && value.taint === null ? 'ambiguous' : 'path';
    case 'template':
      return 'path';
    case 'oneOf': {
      const kinds = new Set(
        call
          .alternatives(value)
          .filter((alternative) => !isAbsent(alternative))
          .map((alternative) => classifyFirst(call, alternative)),
      );
      return kinds.size === 1 ? [...kinds][0]! : 'mixed';
    }
    case 'unknown':
      if (value.taint !== null) return 'path';
      if (value.provenance && isMiddlewarePackage(value.provenance)) return 'handler';
      return value.carries.some((carried) => routerOf(carried) !== null) || handedFunctions(call, value, false, rulesOf(call)).length > 0
        ? 'handler'
        : 'ambiguous';
    case 'object':
      return call.pattern(value) ? 'path' : 'handler';
  }
}

/** Calls `run` for each path that a path argument stands for: lists are flattened, alternatives run under arms of their own. */
export function eachPath(call: Call, emit: Emit, data: RoutingData, value: Value, run: (path: Path) => void): void {
  const elements = value.kind === 'object' ? call.elements(value) : null;
  if (elements !== null) {
    // A layer that lists a path twice is still one layer: a second item would look like a second registration.
    const seen = new Set<unknown>();
    for (const element of elements) {
      if (element.kind === 'const' && seen.has(element.value)) continue;
      if (element.kind === 'const') seen.add(element.value);
      eachPath(call, emit, data, element, run);
    }
    if (call.isOpen(value)) emit.report(expressDiagnostics, 'open-list', {});
    return;
  }
  if (value.kind === 'oneOf') {
    emit.branch(value, (alternative) => {
      if (!isAbsent(alternative)) eachPath(call, emit, data, alternative, run);
    });
    return;
  }
  const missing = value.kind === 'const' && value.value == null && value.taint === null;
  run(emit.path(missing ? call.unknown('a path that is undefined as far as the scan can see') : value, data.syntax));
}

export type Item = HandlerItem;

/** Of functions that a package wraps nobody's rejections are lost: that is what such packages are for. */
export const rulesOf = (call: Call): HandlerRules => ({
  isKnown: (provenance) => isMiddlewarePackage(provenance) || hasBehaviour(provenance.module),
  onHanded: (fn) => {
    call.set(fn, HANDS_ERRORS_ON, call.const(true));
  },
});

/** The handlers among arguments. Error handlers of a route are left out: no request without an error reaches them. */
export function handlers(call: Call, emit: Emit, args: readonly Value[], what: string): readonly Item[] {
  const items = handlerItems(call, args, {
    ...rulesOf(call),
    onMissing: (value) => emit.report(expressDiagnostics, 'missing-handler', { what, value: call.describe(value) }),
    onOpenList: () => emit.report(expressDiagnostics, 'open-list', {}),
  });
  const normal = items.filter((item) => call.arity(item.value) !== 4);
  return normal.length > 0 ? normal : items;
}
