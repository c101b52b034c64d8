import { keptIn, wordsIn, type Kept, type Place } from '../evaluator/index.js';
import type { Value } from '@tool/scanner-sdk';
import type { Run } from './observation-log.js';

/** Runs that are made once more with what others leave, at most. */
const MAX_PLACES = 400;

interface Writers {
  readonly place: Place;
  /** What was put there, by the key of the run that did. */
  readonly by: Map<string, Value>;
}

/**
 * What functions that serve requests leave in variables and members of the program, for the ones that serve later requests. A function that puts an
 * object into a place which was empty fills it for itself (`client ??= connect()`): it finds what it did.
 */
export class KeptPlaces {
  private readonly writers = new Map<Place['holder'], Map<string, Writers>>();
  private readonly all: Writers[] = [];

  /** What a run left. */
  add(key: string, { uses }: Run): void {
    for (const { place, value } of uses.written) {
      let ofHolder = this.writers.get(place.holder);
      if (!ofHolder) this.writers.set(place.holder, (ofHolder = new Map()));
      let writers = ofHolder.get(place.name);
      if (!writers) {
        if (this.all.length >= MAX_PLACES) return;
        ofHolder.set(place.name, (writers = { place, by: new Map() }));
        this.all.push(writers);
      }
      writers.by.set(key, value);
    }
  }

  /** What a run may find that it has not found, since it was made as for the first request. */
  for(key: string, { uses }: Run): readonly Kept[] {
    if (this.all.length === 0) return [];
    const functions = [...uses.functions];
    const kept: Kept[] = [];
    for (const { place, by } of this.all) {
      if (!uses.read.has(place.holder) || !functions.some((node) => wordsIn(node).has(place.name))) continue;
      const own = by.get(key);
      if (own && own.kind !== 'const' && own.kind !== 'unknown') continue;
      kept.push(keptIn(place, [...by.values()]));
    }
    return kept;
  }
}
