import type { BranchInfo } from '../../evaluator/index.js';

/** So many conditions are looked through one by one; those before them are looked up in a table. */
const LOOKED_THROUGH = 32;

/**
 * Which arm each condition took on a way. Never changed: ways that part share what they have in common, since a function has many of them and each
 * takes few conditions.
 */
export class Arms {
  private readonly count: number;
  private table: Map<BranchInfo, number> | null = null;

  constructor(
    private readonly before: Arms | null,
    private readonly branch: BranchInfo | null,
    private readonly arm: number,
  ) {
    this.count = before === null ? 0 : before.count + 1;
  }

  get(branch: BranchInfo): number | undefined {
    for (let at: Arms | null = this; at; at = at.before) {
      if (at.branch === branch) return at.arm;
      if (at.count > 0 && at.count % LOOKED_THROUGH === 0) return at.all().get(branch);
    }
    return undefined;
  }

  private all(): ReadonlyMap<BranchInfo, number> {
    if (this.table) return this.table;
    const table = new Map<BranchInfo, number>();
    this.some((branch, arm) => {
      table.set(branch, arm);
      return false;
    });
    return (this.table = table);
  }

  has(branch: BranchInfo): boolean {
    return this.get(branch) !== undefined;
  }

  /** The same with this arm of a condition; of one that is known the place stays. */
  with(branch: BranchInfo, arm: number): Arms {
    const taken = this.get(branch);
    return taken === arm ? this : taken === undefined ? new Arms(this, branch, arm) : this.changed(branch, arm);
  }

  private changed(branch: BranchInfo, arm: number): Arms {
    return this.branch === branch ? new Arms(this.before, branch, arm) : new Arms(this.before!.changed(branch, arm), this.branch, this.arm);
  }

  some(test: (branch: BranchInfo, arm: number) => boolean): boolean {
    for (let at: Arms | null = this; at; at = at.before) if (at.branch && test(at.branch, at.arm)) return true;
    return false;
  }

  /** The conditions, the first that was taken first. */
  branches(): BranchInfo[] {
    const branches: BranchInfo[] = [];
    this.some((branch) => {
      branches.push(branch);
      return false;
    });
    return branches.reverse();
  }
}

export const NO_ARMS = new Arms(null, null, 0);

/** Both; the first decides where they differ. */
export const armsTaken = (first: Arms, second: Arms): Arms =>
  second.branches().reduce((arms, branch) => (arms.has(branch) ? arms : arms.with(branch, second.get(branch)!)), first);
