import type { Completion, Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { shortText, type ts } from '../language/syntax.js';
import { ThrowSignal } from '../signals.js';
import type { Delta } from '../values/journal.js';
import type { Layer } from './early-returns.js';

/** An arm has left a round, a loop, a `switch` or a block, while another arm goes on. */
export interface Jump {
  readonly kind: 'break' | 'continue';
  readonly label: string | null;
  /** The default configuration does: what follows is done under another one. */
  readonly isDefault: boolean;
  /** While observing: what has changed since, which is not so for whoever has jumped. */
  layer?: Layer | null;
}

/** Notes from where on what changes is not so for those that have jumped; of a jump out of arms that has to be asked again behind them. */
export function openLayers(evaluator: Evaluator, { activation }: Context): void {
  const { jumps, pending, earlyReturns } = activation;
  if (!evaluator.observer) return;
  for (const jump of jumps) if (!jump.layer || !earlyReturns.isOpen(jump.layer)) jump.layer = earlyReturns.open(evaluator, pending, 0);
}

/** How statements end of which an arm may have left before. */
export interface JumpedEnd {
  readonly completion: Completion;
  /** What arms have left for what encloses the statements. */
  readonly jumps: readonly Jump[];
  /** They have returned, thrown or left something further out, in all arms that have not left before: for whoever has, that is not so. */
  readonly isOneWay: boolean;
}

/**
 * What comes of statements, some arms of which may have left them for what encloses them: what they return or throw is one way out, beside the one that goes on.
 * @param from how many jumps were known before
 * @param owns whether a jump leads to what encloses the statements, not further out
 */
export function behindJumps(
  evaluator: Evaluator,
  context: Context,
  node: ts.Node,
  from: number,
  owns: (jump: Pick<Jump, 'kind' | 'label'>) => boolean,
  completion: Completion,
  thrown: ThrowSignal | null,
): JumpedEnd {
  const { activation } = context;
  const made = activation.jumps.slice(from);
  const jumps = made.filter(owns);
  if (jumps.length === 0) {
    if (thrown) throw thrown;
    return { completion, jumps, isOneWay: false };
  }
  activation.jumps = [...activation.jumps.slice(0, from), ...made.filter((jump) => !owns(jump))];
  const { earlyReturns } = activation;
  const layers = jumps.flatMap(({ layer }) => (layer && earlyReturns.isOpen(layer) ? [layer] : []));
  const takeBack = (): Delta =>
    layers[0] ? earlyReturns.takeBack(evaluator, activation.pending, layers[0]) : { bindings: new Map(), objects: new Map() };
  if (thrown) {
    takeBack();
    evaluator.escaped?.push({ signal: thrown });
    return { completion: null, jumps, isOneWay: true };
  }
  if (!completion || (completion.kind !== 'return' && owns(completion))) {
    for (const layer of layers.reverse()) earlyReturns.close(evaluator, layer);
    return { completion, jumps, isOneWay: false };
  }
  if (completion.kind !== 'return') activation.addJump({ ...completion, isDefault: false });
  else
    activation.pending.push({
      // What follows is not seen by those that have not jumped.
      exit: { branch: evaluator.branchInfo(context, node, shortText(node), 'unknown', 2, true), arm: 0, isSure: false },
      value: completion.value,
      delta: takeBack(),
      condition: shortText(node),
      preferred: false,
      elsewhere: jumps.every(({ isDefault }) => isDefault),
      // What those have asked that have jumped is not known here any more.
      when: null,
    });
  return { completion: null, jumps, isOneWay: true };
}

/** Runs statements, and gives what comes of them behind the jumps in them. */
export function runWithJumps(
  evaluator: Evaluator,
  context: Context,
  node: ts.Node,
  owns: (jump: Pick<Jump, 'kind' | 'label'>) => boolean,
  run: () => Completion,
): JumpedEnd {
  const { activation } = context;
  const from = activation.jumps.length;
  let completion: Completion = null;
  let thrown: ThrowSignal | null = null;
  try {
    completion = run();
  } catch (error) {
    if (!(error instanceof ThrowSignal)) {
      if (activation.jumps.length > from) activation.jumps = activation.jumps.slice(0, from);
      throw error;
    }
    thrown = error;
  }
  return behindJumps(evaluator, context, node, from, owns, completion, thrown);
}

/** A jump to this loop, or to a round of it. */
export const toLoop =
  (label: string | null) =>
  (jump: Pick<Jump, 'label'>): boolean =>
    jump.label === null || jump.label === label;
