import type { Value } from '@tool/scanner-sdk';
import type { Journal } from './journal.js';
import type { Binding } from './scope.js';
import { among } from './distinct.js';
import { Obj, oneOf, alternativesOf as alternatives } from './values.js';

/** A variable, or a member of an object. */
interface Cell {
  readonly holder: Binding | Obj;
  readonly name: PropertyKey;
}

/** What was joined behind one condition: the cells, each with the value that it has had since. */
export type Together = { readonly cell: Cell; readonly value: Value }[];
interface Joined {
  readonly together: Together;
  readonly arms: readonly Value[];
}

const joined = new WeakMap<Value, Joined>();

/** Of more arms, and more cells of one condition, it is not told apart what belongs together. */
const MAX_ARMS = 8;
const MAX_CELLS = 16;
const MAX_DEPTH = 6;

/**
 * Values that arms of one condition have left belong together: `let ok = true, code = 200; if (!name) { ok = false; code = 400; }`. Where a later condition
 * says which of them one is, the others are what the same arms have left. Takes note of one cell; `arms`: what each arm has left there.
 */
export function noteJoined(together: Together, cell: Cell, value: Value | null, arms: readonly (Value | null)[]): void {
  // A truth that nobody knows, of which each arm has had one.
  const isTruth = value?.kind === 'unknown' && arms.every((each) => each?.kind === 'const');
  if (value === null || !(isTruth || (value.kind === 'oneOf' && !value.preferred))) return;
  if (arms.length > MAX_ARMS || together.length >= MAX_CELLS || arms.includes(null) || (!isTruth && joined.has(value))) return;
  together.push({ cell, value });
  joined.set(value, { together, arms: arms as readonly Value[] });
}

/** A cell of several values has come to be some of them: so have those that were joined with it. */
export function narrowTogether(journal: Journal | null, value: Value, kept: Value): void {
  const known = joined.get(value);
  if (!known) return;
  const same = new SameArms(kept);
  for (const { cell, value: other } of known.together) {
    const { holder, name } = cell;
    const own = holder instanceof Obj ? holder.props?.get(name) : null;
    if (other === value || (holder instanceof Obj ? own?.value : holder.value) !== other) continue;
    const left = same.of(other, value, 0);
    if (left === null || left === other) continue;
    if (holder instanceof Obj) {
      journal?.prop(holder, name);
      holder.props!.set(name, { ...own!, value: left });
    } else {
      journal?.binding(holder);
      holder.value = left;
    }
  }
}

/** What a value is where another one, which may have been joined with it, is one of those that are left. */
export const whereOther = (value: Value, other: Value, kept: Value): Value => new SameArms(kept).of(value, other, 0) ?? value;

/** What values are in the arms in which another one is one of those that are left. */
class SameArms {
  private readonly isLeft: (value: Value) => boolean;
  /** For each depth what was found: arms hold what arms in them have left, so that one value is come to on many ways. */
  private readonly found: Map<Value, Map<Value, Value | null>>[] = [];

  constructor(kept: Value) {
    this.isLeft = among(alternatives(kept));
  }

  /** Null where it is in none of them. */
  of(value: Value, tested: Value, depth: number): Value | null {
    const [own, other] = [joined.get(value), joined.get(tested)];
    if (!own || !other || own.together !== other.together || depth > MAX_DEPTH) return value;
    const found = (this.found[depth] ??= new Map<Value, Map<Value, Value | null>>());
    let ofValue = found.get(value);
    if (!ofValue) found.set(value, (ofValue = new Map()));
    let left = ofValue.get(tested);
    if (left === undefined) {
      const arms = own.arms.flatMap((each, arm) => {
        const there = other.arms[arm]!;
        return alternatives(there).some(this.isLeft) ? (this.of(each, there, depth + 1) ?? []) : [];
      });
      ofValue.set(tested, (left = arms.length === 0 ? null : oneOf(arms, value.kind === 'oneOf' ? value.condition : '')));
    }
    return left;
  }
}
