import { itemId, type Item, type ItemId, type Span } from '@tool/ir';
import type { BranchInfo, Guard, PlainArm } from '../../evaluator/index.js';

/** What a group of items needs from outside. */
export interface BranchMaking {
  readonly nextId: () => number;
  readonly placeOf: (branch: BranchInfo) => Span;
  readonly instead: PlainItems;
}

/** An item and the conditions under which it was emitted. */
export interface GuardedItem {
  readonly item: Item;
  readonly guard: Guard | null;
  /** The arms of default configurations that it was emitted in. */
  readonly plainArms: PlainArm | null;
}

/** What the arms of default configurations have registered, by condition. */
export class PlainItems {
  private readonly byBranch = new Map<number, { readonly arm: number; readonly id: ItemId }[]>();

  constructor(items: Iterable<GuardedItem>) {
    for (const { item, plainArms } of items)
      for (let at = plainArms; at; at = at.parent) {
        const known = this.byBranch.get(at.branch.id);
        if (known) known.push({ arm: at.arm, id: item.id });
        else this.byBranch.set(at.branch.id, [{ arm: at.arm, id: item.id }]);
      }
  }

  /** What is there where none of these arms of the condition is. */
  beside(branch: BranchInfo, arms: readonly number[]): readonly ItemId[] {
    return (this.byBranch.get(branch.id) ?? []).filter(({ arm }) => !arms.includes(arm)).map(({ id }) => id);
  }
}

/** Items under the guards they were emitted under, as nested branches. What the router itself depends on (`base`) says nothing more. */
export function nestedItems(items: readonly GuardedItem[], base: Guard | null, making: BranchMaking): Item[] {
  const baseKeys = new Set(guardPath(base).map((guard) => `${guard.branch.id}:${guard.arm}`));
  return group(
    items.map(({ item, guard }) => ({ item, path: guardPath(guard).filter((step) => !baseKeys.has(`${step.branch.id}:${step.arm}`)) })),
    0,
    making,
  );
}

function group(entries: readonly { readonly item: Item; readonly path: readonly Guard[] }[], depth: number, making: BranchMaking): Item[] {
  const result: Item[] = [];
  for (let index = 0; index < entries.length;) {
    const entry = entries[index]!;
    const guard = entry.path[depth];
    if (!guard) {
      result.push(entry.item);
      index++;
      continue;
    }
    let end = index;
    while (end < entries.length && entries[end]!.path[depth]?.branch.id === guard.branch.id) end++;
    const members = entries.slice(index, end);
    const arms: Item[][] = [];
    const armNumbers = [...new Set(members.map((member) => member.path[depth]!.arm))].sort((a, b) => a - b);
    for (const arm of armNumbers)
      arms.push(
        group(
          members.filter((member) => member.path[depth]!.arm === arm),
          depth + 1,
          making,
        ),
      );
    const { branch } = guard;
    const instead = making.instead.beside(branch, armNumbers);
    result.push({
      kind: 'branch',
      id: itemId(making.nextId()),
      condition: branch.condition,
      cause: branch.cause,
      arms,
      exhaustive: branch.exhaustive && branch.cause === 'unknown' && arms.length === branch.arms,
      ...(instead.length > 0 && { instead }),
      place: making.placeOf(branch),
    });
    index = end;
  }
  return result;
}

function guardPath(guard: Guard | null): Guard[] {
  const path: Guard[] = [];
  for (let current = guard; current; current = current.parent) path.unshift(current);
  return path;
}
