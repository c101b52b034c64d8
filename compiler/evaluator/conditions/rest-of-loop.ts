import type { Value } from '@tool/scanner-sdk';
import type { BranchInfo, Completion, Context, Guard } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { missingOf, nameOfTrace } from '../requests/missing.js';
import { waysOfArms, saidByWays } from '../requests/ways.js';
import { behindReturns } from '../language/loops.js';
import { shortText, type ts } from '../language/syntax.js';
import { ThrowSignal } from '../signals.js';
import { mergeDeltas, type Delta } from '../values/journal.js';
import { oneOf } from '../values/values.js';
import { truthOf } from './arms.js';
import type { Layer } from './early-returns.js';
import type { Jump } from './jumps.js';

/** Arms that have left a loop in one round. */
interface Leaving {
  readonly layer: Layer;
  /** Under which the loop goes on. */
  readonly inside: Guard;
  /** It is the one condition that decides who leaves. */
  readonly isOne: boolean;
}

/**
 * While observing: rounds behind one that an arm has left by `break`. They run under the condition by which the loop goes on, and what they change is not
 * so for whoever has left: behind the loop it is as it was left by one of them.
 */
export class RestOfLoop {
  private readonly left: Leaving[] = [];
  private next: Guard | null = null;
  /** What the loop stands under, and what had returned before. */
  private around: Guard | null = null;
  private returned = 0;

  constructor(
    private readonly evaluator: Evaluator,
    private readonly context: Context,
    private readonly body: ts.Statement,
  ) {}

  /** A round ends under these conditions, some arms of which have left it. */
  ended(jumps: readonly Jump[], inside: Guard | null): void {
    const leaves = jumps.length > 0 && jumps.every(({ kind, isDefault }) => kind === 'break' && !isDefault);
    this.next = this.evaluator.observer && leaves && inside !== this.evaluator.guard ? inside : null;
  }

  /** One more round begins. */
  goOn(): void {
    const { evaluator, next: inside } = this;
    const { earlyReturns, pending } = this.context.activation;
    this.next = null;
    const layer = inside && earlyReturns.open(evaluator, pending, 0);
    if (!layer) return;
    if (this.left.length === 0) [this.around, this.returned] = [evaluator.guard, pending.length];
    const isOne = inside.parent === evaluator.guard && inside.others.length === 0 && inside.branch.arms === 2 && inside.branch.exhaustive;
    this.left.push({ layer, inside, isOne });
    evaluator.guard = inside;
  }

  /** An error ends the rounds: whoever has left before goes on behind the loop. */
  failed(error: unknown): Completion {
    if (!(error instanceof ThrowSignal) || this.left.length === 0) throw error;
    this.evaluator.escaped?.push({ signal: error });
    return this.over(null, true);
  }

  /** The loop is over; what comes of it where arms have left it before. */
  over(completion: Completion, isThrown = false): Completion {
    const { evaluator, context, body } = this;
    const { activation } = context;
    if (this.left.length === 0) return completion;
    let lost = isThrown || completion !== null;
    for (const { layer, inside, isOne } of this.left.reverse()) {
      if (!activation.earlyReturns.isOpen(layer)) continue;
      const delta = activation.earlyReturns.takeBack(evaluator, activation.pending, layer);
      const { branch, arm } = inside;
      if (completion && lost) {
        const exit = isOne ? { branch, arm } : { branch: evaluator.branchInfo(context, body, shortText(body), 'unknown', 2, true), arm: 0 };
        const [condition, preferred, elsewhere, when] = [branch.condition, false, false, null];
        if (completion.kind !== 'return') activation.addJump({ ...completion, isDefault: false });
        else
          activation.pending.push({
            value: completion.value,
            delta,
            condition,
            preferred,
            elsewhere,
            when,
            exit: { ...exit, isSure: false },
          });
      } else if (!lost)
        evaluator.fuel.spend(
          mergeDeltas([delta, NOTHING], branch.condition, false, evaluator.journal, (merged, values) =>
            isOne ? saidByWays(merged, waysOfArms(branch, [arm, 1 - arm], [values[0]!, whereLeft(values[1]!, branch, 1 - arm)])) : merged,
          ),
        );
      lost = false;
    }
    evaluator.guard = behindReturns(evaluator, context, this.around, body, activation.pending.slice(this.returned));
    return null;
  }
}
const NOTHING: Delta = { bindings: new Map(), objects: new Map() };

/** What something is for those who have left, of what the arms of the condition have made it: `if (!name) { missing = 'name'; break; }`. */
function whereLeft(value: Value | null, { absence }: BranchInfo, arm: number): Value | null {
  const missing = value?.kind === 'oneOf' ? missingOf(value) : null;
  if (value?.kind !== 'oneOf' || !missing || absence?.arm !== arm) return value;
  const lacking = new Set(absence.traces.map(nameOfTrace));
  const these = value.values.filter((each) => truthOf(each).value === missing.when);
  return these.length > 0 && missing.traces.some((trace) => lacking.has(nameOfTrace(trace))) ? oneOf(these, value.condition) : value;
}
