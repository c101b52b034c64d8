import type { UsageError } from '../store/index.js';

export interface DamagedPlace {
  /** Both count from 1; absent when the whole file is meant. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** A workflow file that cannot be read says itself where it is wrong, in lines that begin with the place: one entry for each. */
export function damagedPlaces(error: UsageError): readonly DamagedPlace[] {
  const places = [...error.message.matchAll(/(?:^|\n\s*)[^\n:]+:(\d+):(\d+) ([^\n]+)/g)].map((match) => ({
    line: Number(match[1]),
    column: Number(match[2]),
    message: match[3]!,
  }));
  return places.length > 0 ? places : [{ message: error.message }];
}
