import type { Span } from '@tool/ir';

/**
 * A node in which all that is the same in an earlier one is that one's: equal parts are the very same objects, and the earlier node itself is
 * returned where nothing differs. So whoever has looked at a part need not look again. Places are the same only as objects: those of a scan that goes
 * on move with the text, and two that name the same line now need not do so later.
 *
 * @param now JSON-plain, as `T7` has it; it is not changed
 */
export function shared<Node>(now: Node, before: unknown): Node {
  if (now === before || !isObject(now) || !isObject(before)) return now;
  return (Array.isArray(now) ? sharedList(now, before) : sharedRecord(now, before)) as Node;
}

type Plain = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Plain => typeof value === 'object' && value !== null;
const isPlace = (value: Plain): boolean => typeof (value as Partial<Span>).file === 'string' && 'line' in value;

function sharedList(now: readonly unknown[], before: Plain): unknown {
  if (!Array.isArray(before)) return now;
  let same = now.length === before.length;
  let made: unknown[] | null = null;
  for (let index = 0; index < now.length; index++) {
    const each = shared(now[index], before[index]);
    if (each !== before[index]) same = false;
    if (each !== now[index]) (made ??= [...now])[index] = each;
  }
  return same ? before : (made ?? now);
}

function sharedRecord(now: Plain, before: Plain): unknown {
  if (Array.isArray(before) || isPlace(now)) return now;
  const keys = Object.keys(now),
    old = Object.keys(before);
  let same = keys.length === old.length;
  let made: Record<string, unknown> | null = null;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    // Written in the same order, too: what is printed of it is the same text.
    if (key !== old[index]) same = false;
    const each = shared(now[key], before[key]);
    if (each !== before[key]) same = false;
    if (each !== now[key]) (made ??= { ...now })[key] = each;
  }
  return same ? before : (made ?? now);
}
