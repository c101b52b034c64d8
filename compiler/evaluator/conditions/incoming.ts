import { ANY } from '@tool/ir';
import type { Unknown, Value } from '@tool/scanner-sdk';
import { noteNarrowed } from '../values/held-members.js';

/** What nobody has left on the request. */
export const isOfRequestItself = ({ trace }: Unknown): boolean => trace !== undefined && trace.part !== 'context';

/** The same, where nothing is known of it yet. */
export const isIncoming = (value: Value): value is Unknown => value.kind === 'unknown' && !value.shape && isOfRequestItself(value);

/** What came in is of this kind, in the arm in which a condition has found that. */
export const ofKind = (value: Unknown, kind: 'string' | 'number' | 'boolean' | 'array'): Value =>
  noteNarrowed({ ...value, shape: kind === 'array' ? { kind, items: ANY } : { kind } }, value);

/** What came in is one of these constants: it is of their kind, where they have one. */
export function asIncoming(value: Value, values: readonly Value[]): Value | null {
  if (!isIncoming(value)) return null;
  const [type, ...others] = new Set(values.map((each) => each.kind === 'const' && typeof each.value));
  return (type === 'string' || type === 'number' || type === 'boolean') && others.length === 0 ? ofKind(value, type) : null;
}
