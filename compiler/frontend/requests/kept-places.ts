import type { Value } from '@tool/scanner-sdk';
import { GROWN, keptIn, oneOf, type Kept, type Obj, type Place, type Reads, type Written } from '../../evaluator/index.js';
import type { Run } from './observation-log.js';

/** What was put into a place, by the function that did. */
interface Writers {
  readonly place: Place;
  readonly by: Map<string, Value>;
}

/**
 * What functions that serve requests leave in variables, members and lists of the program, for the ones that serve later requests. A function that
 * puts an instance or a function into a place which was empty fills it for itself (`client ??= new Client()`): it finds what it did.
 */
export class KeptPlaces {
  private readonly writers = new Map<object, Map<string | null, Writers>>();
  /** By function, what it has looked at in some run. */
  private readonly read = new Map<string, Reads>();

  /** What a function looked at and left in a run; `found`: what it had found there, and has not put. */
  add(by: string, { uses }: Run, found: readonly Kept[]): void {
    const read = this.read.get(by);
    this.read.set(by, read ? bothOf(read, uses.read) : uses.read);
    this.left(
      by,
      uses.written.filter(({ place }) => !found.some(({ place: { holder, name } }) => holder === place.holder && name === place.name)),
    );
  }

  /** What something leaves in the program: a function that serves requests, or one that runs beside them. */
  left(by: string, written: readonly Written[]): void {
    for (const { place, value } of written) {
      const writers = this.writersOf(place);
      const before = writers.by.get(by);
      writers.by.set(by, before ? oneOf([before, value], 'what requests leave') : value);
    }
  }

  private writersOf(place: Place): Writers {
    let ofHolder = this.writers.get(place.holder);
    if (!ofHolder) this.writers.set(place.holder, (ofHolder = new Map()));
    let writers = ofHolder.get(place.name);
    if (!writers) ofHolder.set(place.name, (writers = { place, by: new Map() }));
    return writers;
  }

  /** What a function may find of requests before, from what it has looked at. */
  for(id: string): readonly Kept[] {
    const kept: Kept[] = [];
    for (const [holder, keys] of (this.writers.size > 0 && this.read.get(id)) || [])
      for (const { place, by } of this.writers.get(holder)?.values() ?? []) {
        if (!keys.has(place.name) && (!keys.has(null) || place.name === GROWN)) continue;
        const own = place.name === null ? undefined : by.get(id);
        if (own && isMade(own)) continue;
        kept.push(keptIn(place, [...by.values()]));
      }
    return kept;
  }
}

/** Functions and what classes make; not data. */
function isMade(value: Value, seen = new Set<Value>()): boolean {
  const isPartMade = (part: Value): boolean => isMade(part, seen);
  if (value.kind === 'oneOf') return value.values.some(isPartMade);
  if (value.kind !== 'object' || seen.has(value)) return false;
  seen.add(value);
  const { fn, host, proto, elements, props } = value as Obj;
  if (fn || host?.type.inert || (proto as Obj | null)?.origin) return true;
  return [...(elements ?? []), ...[...(props?.values() ?? [])].map((member) => member.value)].some(isPartMade);
}

function bothOf(one: Reads, other: Reads): Reads {
  const both = new Map(one);
  for (const [holder, keys] of other) both.set(holder, new Set([...(both.get(holder) ?? []), ...keys]));
  return both;
}
