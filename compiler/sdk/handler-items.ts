import type { Call } from './adapter.js';
import { isAbsent } from './helpers.js';
import type { Value } from './values.js';

/** A handler among the arguments of a route. */
export interface HandlerItem {
  readonly value: Value;
  /** There only under a condition, or only one of several alternatives. */
  readonly conditional: boolean;
  /** Items of one argument that exclude each other share a group; -1 for the others. */
  readonly group: number;
}

/** What a framework says about the arguments of a route. */
export interface HandlerRules {
  /** The functions that one value stands for (a composition); null for any other value. */
  readonly expand?: (value: Value) => readonly Value[] | null;
  /** An argument that is no function, as far as the scan can see: `undefined`, a number. It becomes a handler that is not known. */
  readonly onMissing?: (value: Value) => void;
  /** A list that may have more elements than are known. */
  readonly onOpenList?: () => void;
}

/** Whether a value is a primitive that can be no handler, as far as the scan can see. */
const isPrimitive = (value: Value): boolean => value.kind === 'const' || value.kind === 'template';

/** The handlers among arguments in order of execution: nested lists flattened, compositions expanded, alternatives told apart. */
export function handlerItems(call: Call, args: readonly Value[], rules: HandlerRules = {}): readonly HandlerItem[] {
  const items: HandlerItem[] = [];
  let groups = 0;
  const add = (value: Value, conditional: boolean, group: number): void => {
    if (isAbsent(value)) return;
    const elements = rules.expand?.(value) ?? (value.kind === 'object' && !call.isFunction(value) ? call.elements(value) : null);
    if (elements !== null) {
      for (const element of elements) add(element, conditional, group);
      if (call.isOpen(value)) rules.onOpenList?.();
      return;
    }
    if (value.kind === 'oneOf') {
      const own = group === -1 ? groups++ : group;
      call.alternatives(value).forEach((alternative, index) => {
        if (!isAbsent(alternative) && !(alternative.kind === 'const' && !alternative.value))
          add(alternative, conditional || !(value.preferred && index === 0), own);
      });
      return;
    }
    if (isPrimitive(value)) {
      rules.onMissing?.(value);
      items.push({ value: call.unknown('a handler that the scan cannot see'), conditional, group });
      return;
    }
    items.push({ value, conditional, group });
  };
  for (const argument of args) add(argument, false, -1);
  return items;
}

/** The last item answers, the others run before it; alternatives of the last one are one handler. Null when there is no handler. */
export function splitHandlers(items: readonly HandlerItem[]): { readonly handler: Value; readonly before: readonly HandlerItem[] } | null {
  const last = items.at(-1);
  if (!last) return null;
  const group = last.group === -1 ? [last] : items.filter((item) => item.group === last.group);
  return { handler: (group.find((item) => !item.conditional) ?? group[0]!).value, before: items.filter((item) => !group.includes(item)) };
}
