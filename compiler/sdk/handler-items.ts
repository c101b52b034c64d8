import type { Call } from './adapter.js';
import { isAbsent } from './helpers.js';
import type { Provenance, Value } from './values.js';

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
  /** Whether it is known what a package's call gives; of any other the functions count that it is given (`handedFunctions`). */
  readonly isKnown?: (provenance: Provenance) => boolean;
  /** Called with each of these functions. */
  readonly onHanded?: (fn: Value) => void;
  /** Handlers take a context, and not a request and an answer. */
  readonly context?: true;
  /** The last of them is no route's handler. */
  readonly inFront?: true;
}

/** Names of the parameters that handlers take before what hands on. */
const EXCHANGE = [/^(?:|_*(?:req|request))$/i, /^_*(?:res|resp|response|rep|reply)$/i];
const CONTEXT = [/^_*(?:c|ctx|context)$/i];

/** Packages of frameworks, which their adapters know. */
const OF_FRAMEWORKS = /^@?(?:hono|koa|fastify)(?:\/|$)/;

/**
 * The functions that a package nobody knows was given where it made a handler, and that by their parameters are handlers: `route(options, check, create)`
 * stands for `check` and `create`. Empty where nothing says that they run one after the other: each in front of the last hands on,
 * and so does the last where it is no route's (`answers`), of which the package is told nothing else that could decide whether it runs.
 */
export function handedFunctions(call: Call, value: Value, answers: boolean, rules: HandlerRules = {}): readonly Value[] {
  const { provenance } = value.kind === 'unknown' ? value : {};
  if (!provenance?.args || !/\(\)$/.test(provenance.path) || OF_FRAMEWORKS.test(provenance.module) || rules.isKnown?.(provenance))
    return [];
  const names = rules.context ? CONTEXT : EXCHANGE;
  let isPlain = true;
  const found = (given: Value): readonly Value[] => {
    const elements = given.kind === 'object' && !call.isFunction(given) ? call.elements(given) : null;
    if (elements && !call.isOpen(given)) return elements.flatMap(found);
    const declared = call.isFunction(given) ? call.declaredParameters?.(given) : null;
    const inner = declared && names.every((name, index) => declared[index] && name.test(declared[index].name)) ? [given] : [];
    const all = inner.length > 0 ? inner : handedFunctions(call, given, answers, rules);
    isPlain &&= all.length > 0;
    return all;
  };
  const all = provenance.args.flatMap(found);
  const handsOn = all.every((each, index) => (answers && index === all.length - 1) || call.arity(each) === names.length + 1);
  if (!handsOn || !(answers || isPlain)) return [];
  if (rules.onHanded) all.forEach(rules.onHanded);
  return all;
}

/** Whether a value is a primitive that can be no handler, as far as the scan can see. */
const isPrimitive = (value: Value): boolean => value.kind === 'const' || value.kind === 'template';

/** The handlers among arguments in order of execution: nested lists flattened, compositions expanded, alternatives told apart. */
export function handlerItems(call: Call, args: readonly Value[], rules: HandlerRules = {}): readonly HandlerItem[] {
  const items: HandlerItem[] = [];
  let groups = 0;
  const add = (value: Value, conditional: boolean, group: number, isLast: boolean): void => {
    if (isAbsent(value)) return;
    const elements = rules.expand?.(value) ?? (value.kind === 'object' && !call.isFunction(value) ? call.elements(value) : null);
    if (elements !== null) {
      elements.forEach((element, index) => {
        add(element, conditional, group, isLast && index === elements.length - 1);
      });
      if (call.isOpen(value)) rules.onOpenList?.();
      return;
    }
    if (value.kind === 'oneOf') {
      const own = group === -1 ? groups++ : group;
      for (const alternative of call.alternatives(value))
        if (!isAbsent(alternative) && !(alternative.kind === 'const' && !alternative.value))
          add(alternative, conditional || !(value.preferred && alternative === value.values[0]), own, isLast);
      return;
    }
    if (isPrimitive(value)) {
      rules.onMissing?.(value);
      items.push({ value: call.unknown('a handler that the scan cannot see'), conditional, group });
      return;
    }
    const handed = handedFunctions(call, value, isLast && !rules.inFront, rules);
    const all = handed.length > 0 && (group === -1 || handed.length === 1) ? handed : [value];
    items.push(...all.map((each) => ({ value: each, conditional, group })));
  };
  args.forEach((argument, index) => {
    add(argument, false, -1, index === args.length - 1);
  });
  return items;
}

/** The last item answers, the others run before it; alternatives of the last one are one handler. Null when there is no handler. */
export function splitHandlers(items: readonly HandlerItem[]): { readonly handler: Value; readonly before: readonly HandlerItem[] } | null {
  const last = items.at(-1);
  if (!last) return null;
  const group = last.group === -1 ? [last] : items.filter((item) => item.group === last.group);
  return { handler: (group.find((item) => !item.conditional) ?? group[0]!).value, before: items.filter((item) => !group.includes(item)) };
}
