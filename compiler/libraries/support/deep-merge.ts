import type { Call, Emit, Value } from '@tool/scanner-sdk';

/** How two lists under the same key come together. */
export type ListMerge = 'concatenate' | 'by-index' | 'replace';

/** A plain object: what merging looks into. Functions, lists and objects of a framework are leaves. */
export const isPlainObject = (call: Call, value: Value): boolean =>
  value.kind === 'object' &&
  value.host === null &&
  !call.isFunction(value) &&
  call.elements(value) === null &&
  call.pattern(value) === null;

/** The entries that are known; null when nothing is known of the object. */
export const knownEntries = (call: Call, value: Value): readonly (readonly [string, Value])[] | null =>
  call.entries(value) ?? call.knownEntries?.(value) ?? null;

/** Copies an object's entries (and theirs, when `deep`) into a new one, which is open where the original is. */
export function copy(call: Call, value: Value, deep: boolean, depth = 0): Value {
  if (depth > 12) return value;
  const elements = call.elements(value);
  if (elements !== null && !call.isFunction(value)) {
    const list = call.list(deep ? elements.map((element) => copy(call, element, deep, depth + 1)) : elements);
    if (call.isOpen(value)) call.markOpen?.(list);
    return list;
  }
  if (!isPlainObject(call, value)) return value;
  const entries = knownEntries(call, value);
  if (entries === null) return value;
  const record = call.record({});
  for (const [key, entry] of entries) call.set(record, key, deep ? copy(call, entry, deep, depth + 1) : entry);
  call.lackLike?.(record, value);
  if (call.isOpen(value)) call.markOpen?.(record);
  return record;
}

/** Merges `source` into `target`, which is changed. What is not known of the source makes the target open. */
export function mergeInto(call: Call, emit: Emit, target: Value, source: Value, lists: ListMerge, deep: boolean, depth = 0): void {
  if (depth > 12) return;
  emit.branch(source, (alternative) => {
    if (alternative.kind === 'const') return;
    if (alternative.kind === 'unknown') {
      call.markOpen?.(target);
      return;
    }
    call.replaceable?.(target, alternative);
    call.lackLike?.(target, alternative);
    const entries = knownEntries(call, alternative);
    if (entries === null || call.isOpen(alternative)) call.markOpen?.(target);
    for (const [key, value] of entries ?? []) {
      if (call.isUndefined(value)) {
        if (!deep) call.set(target, key, value);
        continue;
      }
      if (!deep) {
        call.set(target, key, value);
        continue;
      }
      const before = call.get(target, key);
      if (isPlainObject(call, value)) {
        if (isPlainObject(call, before)) mergeInto(call, emit, before, value, lists, deep, depth + 1);
        else call.set(target, key, copy(call, value, true));
        continue;
      }
      const [left, right] = [call.elements(before), call.elements(value)];
      if (left === null || right === null || lists === 'replace') {
        call.set(target, key, right === null ? value : copy(call, value, true));
        continue;
      }
      const merged = call.list(lists === 'concatenate' ? [...left, ...right] : mergeByIndex(call, emit, left, right, depth));
      if (call.isOpen(before) || call.isOpen(value)) call.markOpen?.(merged);
      call.set(target, key, merged);
    }
  });
}

function mergeByIndex(call: Call, emit: Emit, left: readonly Value[], right: readonly Value[], depth: number): Value[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [before, value] = [left[index], right[index]];
    if (!value || call.isUndefined(value)) return before ?? call.const(undefined);
    if (before && isPlainObject(call, before) && isPlainObject(call, value)) {
      const merged = copy(call, before, true);
      mergeInto(call, emit, merged, value, 'by-index', true, depth + 1);
      return merged;
    }
    return value;
  });
}
