import { shapes, type Endpoint } from '../../schemas/index.js';
import { cloneJson, setOwn } from './clone-json.js';
import { comparePointers, isInside, pointerKeys, toPointer } from './json-pointer.js';
import { sameJson } from './same-json.js';

/** A scanned value that was not applied, because a person or an assistant wrote another one. */
export interface Conflict {
  /** `METHOD /path`; absent for what belongs to the model as a whole. */
  readonly endpoint?: string;
  /** Relative to the endpoint, or to the model. */
  readonly pointer: string;
  /** What stays; undefined when the field was removed by hand. */
  readonly authored: unknown;
  readonly scanned: unknown;
}

/** Fields that say which endpoint it is, or that the store keeps itself: nobody authors them. */
const OWN: ReadonlySet<string> = new Set(['method', 'path', 'origin', 'authored', 'stale']);

/** Fields that people write and scans seldom find: without a record of the last scan, a value in them is a person's. */
const FOR_PEOPLE = ['summary', 'description', 'tags'] as const;

/**
 * Pointers to everything in an endpoint that a person or an assistant wrote: what it lists itself, all of it when it was added
 * by hand, fields that the schema does not know, and what differs from the last scan.
 * @param base the endpoint as the last scan gave it; null when it gave none, undefined when nothing is known of the last scan
 * @param scanned the endpoint as the source has it now; a field that agrees with it needs no protection
 * @param certain whether `base` is what a scan gave, and not a version of the model in which people may have written, too
 */
export function authoredPointers(
  previous: Endpoint,
  base: Endpoint | null | undefined,
  scanned: Endpoint | null,
  certain = true,
): string[] {
  const known = shapes.model.definitions['endpoint']?.properties ?? {};
  const pointers = (previous.authored ?? []).flatMap((pointer) =>
    pointer === '' ? Object.keys(previous).map((key) => toPointer([key])) : [pointer],
  );
  for (const key of Object.keys(previous)) if (!Object.hasOwn(known, key)) pointers.push(toPointer([key]));
  if (previous.origin === 'manual') {
    pointers.push(
      ...Object.keys(previous)
        .filter((key) => isManualContent(previous, key))
        .map((key) => toPointer([key])),
    );
  } else if (base) {
    // What the listed fields explain is no further edit: `/parameters/0` must not become all of `/parameters`.
    const explained = pointers.length === 0 ? base : applyAuthored(base, previous, outermost(pointers)).endpoint;
    for (const pointer of differences(previous, explained)) {
      const keys = pointerKeys(pointer);
      if (keys[0] === 'source' || (scanned !== null && sameJson(at(previous, keys), at(scanned, keys)))) continue;
      pointers.push(pointer);
    }
  }
  if (previous.origin !== 'manual' && (!base || !certain)) {
    for (const key of FOR_PEOPLE) if (previous[key] !== undefined && scanned?.[key] === undefined) pointers.push(toPointer([key]));
  }
  return outermost(pointers.filter((pointer) => !OWN.has(pointerKeys(pointer)[0] ?? '')));
}

/** The place in the source is the scan's to say; the empty chain that every endpoint must have says nothing. */
const isManualContent = (endpoint: Endpoint, key: string): boolean =>
  !OWN.has(key) &&
  key !== 'source' &&
  !(key === 'middleware' && endpoint.middleware.length === 0) &&
  !(key === 'id' && endpoint.id === `${endpoint.method} ${endpoint.path}`);

/** In order, without those that lie inside another one. */
function outermost(pointers: readonly string[]): string[] {
  const result: string[] = [];
  for (const pointer of [...new Set(pointers)].sort(comparePointers)) {
    if (!result.some((outer) => isInside(pointer, outer))) result.push(pointer);
  }
  return result;
}

/**
 * Puts the authored fields of an endpoint over a scanned one. Elements of lists are found again by what names them, not by
 * their position, so a pointer can have another position afterwards.
 * @returns an endpoint that lists its authored fields, and what the scan says differently
 */
export function applyAuthored(
  scanned: Endpoint,
  from: Endpoint,
  pointers: readonly string[],
): { endpoint: Endpoint; conflicts: Conflict[] } {
  if (pointers.length === 0 && scanned.authored === undefined) return { endpoint: scanned, conflicts: [] };
  const endpoint = cloneJson(scanned) as Endpoint & Container;
  const conflicts: Conflict[] = [];
  const authored: string[] = [];
  for (const pointer of pointers) {
    const applied = transfer(from, endpoint, pointerKeys(pointer));
    if (applied === null) continue;
    authored.push(applied.pointer);
    if (applied.scanned !== undefined && !sameJson(applied.scanned, applied.authored)) {
      conflicts.push({ endpoint: `${scanned.method} ${scanned.path}`, ...applied });
    }
  }
  if (!Array.isArray(endpoint.middleware)) endpoint.middleware = [];
  if (authored.length > 0) endpoint.authored = outermost(authored);
  else delete endpoint.authored;
  return { endpoint, conflicts };
}

type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** Null when the pointer leads nowhere: what it protected is gone. */
function transfer(from: unknown, to: Container, keys: readonly string[]): { pointer: string; authored: unknown; scanned: unknown } | null {
  let source: unknown = from;
  let target: unknown = to;
  const path: (string | number)[] = [];
  // What has to be made on the way down is made only when there is a value to put there.
  const value = at(from, keys);
  for (const [depth, key] of keys.entries()) {
    const last = depth === keys.length - 1;
    if (!isContainer(target)) return null;
    if (!isContainer(source)) return remove(target, path, keys.slice(depth));
    if (Array.isArray(source)) {
      const list = target as unknown as unknown[];
      const element: unknown = source[Number(key)];
      if (element === undefined) return null;
      const position = counterpart(source, Number(key), list);
      if (position === -1) {
        list.push(cloneJson(element));
        return { pointer: toPointer([...path, list.length - 1]), authored: element, scanned: undefined };
      }
      path.push(position);
      if (last) return { pointer: toPointer(path), ...replace(list as unknown as Container, String(position), element) };
      [source, target] = [element, list[position]];
      continue;
    }
    path.push(key);
    const child: unknown = Object.hasOwn(source, key) ? source[key] : undefined;
    // A list whose elements have no name can only be kept as a whole.
    if (last || (Array.isArray(child) && !child.every((element) => identity(element) !== null))) {
      return { pointer: toPointer(path), ...replace(target, key, child) };
    }
    const present: unknown = Object.hasOwn(target, key) ? target[key] : undefined;
    if (!isContainer(present) || (isContainer(child) && Array.isArray(present) !== Array.isArray(child))) {
      if (value === undefined) return { pointer: toPointer([...path, ...keys.slice(depth + 1)]), authored: undefined, scanned: undefined };
      setOwn(target, key, Array.isArray(child) ? [] : {});
    }
    [source, target] = [child, target[key]];
  }
  return null;
}

/** The field was removed together with what held it: it stays removed where the scan has it. Positions in a list that is gone mean nothing. */
function remove(
  target: Container,
  path: readonly (string | number)[],
  rest: readonly string[],
): { pointer: string; authored: unknown; scanned: unknown } | null {
  let holder: unknown = target;
  for (const key of rest.slice(0, -1)) {
    if (Array.isArray(holder)) return null;
    holder = isContainer(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
  }
  if (Array.isArray(holder)) return null;
  const pointer = toPointer([...path, ...rest]);
  return isContainer(holder)
    ? { pointer, ...replace(holder, rest.at(-1)!, undefined) }
    : { pointer, authored: undefined, scanned: undefined };
}

function replace(target: Container, key: string, value: unknown): { authored: unknown; scanned: unknown } {
  const scanned: unknown = Object.hasOwn(target, key) ? target[key] : undefined;
  if (value === undefined) delete target[key];
  else setOwn(target, key, cloneJson(value));
  return { authored: value, scanned };
}

function at(value: unknown, keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (!isContainer(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** Whether there is a value at a pointer: a field that was removed by hand is authored, too, but there is nothing to keep. */
export const hasValue = (endpoint: Endpoint, pointer: string): boolean => at(endpoint, pointerKeys(pointer)) !== undefined;

/** What names an element of a list: a parameter by name and place, a middleware by name, a security entry by scheme, a value by variable and use. */
function identity(element: unknown): string | null {
  if (!isContainer(element) || Array.isArray(element)) return null;
  const { name, in: place, scheme, variable, usedAs, producedBy } = element;
  if (typeof name === 'string') return JSON.stringify(['name', name, place ?? null]);
  if (typeof variable === 'string') return JSON.stringify(['variable', variable, usedAs ?? null, producedBy ?? null]);
  return typeof scheme === 'string' ? JSON.stringify(['scheme', scheme]) : null;
}

/** The position in another list of the element with the same name; of several, the one that is as many-th. -1 when there is none. */
function counterpart(list: readonly unknown[], index: number, other: readonly unknown[]): number {
  const name = identity(list[index]);
  let nth = list.slice(0, index).filter((element) => identity(element) === name).length;
  return other.findIndex((element) => identity(element) === name && nth-- === 0);
}

/** Pointers to the smallest parts in which two values differ. */
function differences(now: unknown, base: unknown, path: readonly (string | number)[] = []): string[] {
  if (sameJson(now, base)) return [];
  if (Array.isArray(now) && Array.isArray(base)) {
    const [names, before] = [now.map(identity), base.map(identity)];
    const named = names.every((name) => name !== null) && before.every((name) => name !== null);
    if (named && sameJson(names, before)) return now.flatMap((element, index) => differences(element, base[index], [...path, index]));
    // Added parameters are kept one by one; in a chain, the order says something, so it is kept as a whole.
    const kept = named && path[0] !== 'middleware' && base.every((_, index) => counterpart(base, index, now) !== -1);
    if (!kept) return [toPointer(path)];
    return now.flatMap((element: unknown, index): string[] => {
      const position = counterpart(now, index, base);
      return position === -1 ? [toPointer([...path, index])] : differences(element, base[position], [...path, index]);
    });
  }
  if (isContainer(now) && isContainer(base) && !Array.isArray(now) && !Array.isArray(base)) {
    return [...new Set([...Object.keys(now), ...Object.keys(base)])].flatMap((key) =>
      differences(Object.hasOwn(now, key) ? now[key] : undefined, Object.hasOwn(base, key) ? base[key] : undefined, [...path, key]),
    );
  }
  return [toPointer(path)];
}
