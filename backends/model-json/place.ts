import { isSpan, type Place } from '@tool/ir';
import type { Location } from '../../schemas/index.js';

/** A place in the model; undefined for what no source line wrote. */
export const location = (place: Place): Location | undefined => (isSpan(place) ? { file: place.file, line: place.line } : undefined);

/** By code unit, so that the order is the same on every machine. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
