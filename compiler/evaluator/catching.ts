import type { Value } from '@tool/scanner-sdk';
import type { Context } from './context.js';
import type { Evaluator } from './evaluator.js';
import type { Escaped } from './observation.js';
import { ThrowSignal } from './signals.js';
import type { ts } from './syntax.js';
import { UNDEFINED } from './values.js';

/** How many errors of one run are told apart. */
const MAX_CAUGHT = 24;

/** Runs something for its effects and hands each error that some arm of it threw to `caught`, in an arm of its own below the one that threw it. */
export function catching(evaluator: Evaluator, context: Context, node: ts.Node, run: () => void, caught: (error: Value) => void): void {
  const { escaped: outer, guard } = evaluator;
  const thrown: Escaped[] = [];
  if (outer) evaluator.escaped = thrown;
  try { run(); } catch (error) {
    if (!(error instanceof ThrowSignal)) throw error;
    thrown.push({ signal: error });
  } finally { evaluator.escaped = outer; }
  const after = evaluator.guard;
  const met = new Set<Value>();
  for (const { signal } of thrown) {
    if (met.has(signal.value) || met.size >= MAX_CAUGHT) continue;
    met.add(signal.value);
    evaluator.guard = signal.guard ?? evaluator.thrownUnder.get(signal.value) ?? guard;
    const info = { ...evaluator.branchInfo(context, node, 'an error', 'unknown', 2, true), aside: true as const, errors: [null, signal.value] };
    evaluator.runArms(info, [() => UNDEFINED, () => { caught(signal.value); return UNDEFINED; }], false);
  }
  evaluator.guard = after;
}
