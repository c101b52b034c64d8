import type { Value } from '@tool/scanner-sdk';
import { reachesHost } from './asides.js';
import { tellLeft } from './unfollowed.js';
import type { Context } from '../context.js';
import { mayRegister } from '../packages/relevance.js';
import type { QuietSignal } from '../signals.js';
import type { ts } from '../language/syntax.js';
import { carriedByAll, unknown, type Frame, type Obj, type Site } from '../values/values.js';
import type { Evaluator } from '../evaluator.js';

/** A function that was cut so often for running without effect is not run again, unless it is given something to register on. */
export const HOPELESS_CUTS = 6;

/** A part of the set-up that another configuration runs: what it has no time for the default one may have. */
const isConditional = ({ observer, guard }: Evaluator): boolean => observer === null && guard !== null;

export const isHopeless = (
  evaluator: Evaluator,
  { cuts, conditionalCuts }: { readonly cuts: number; readonly conditionalCuts: number },
): boolean => cuts + (isConditional(evaluator) ? conditionalCuts : 0) >= HOPELESS_CUTS;

/** A call that the program makes itself (not a package that it gave a function to), of a function that could register something. */
const isPartOfTheStart = (evaluator: Evaluator, frame: Frame | null, fn: Obj | null): boolean =>
  frame !== null && fn !== null && (frame.depth <= 2 || (!evaluator.trying && reachesHost(evaluator, frame))) && mayRegister(evaluator, fn);

/** Why nobody knows what a call gives that was left. */
export const RUNS_LONG = 'the result of a function that runs longer than the scan follows';

/** What a call gives that was cut for running long without effect. Said only where it could have registered something. */
export function cutShort(
  evaluator: Evaluator,
  fn: Obj,
  signal: QuietSignal,
  caller: Context,
  node: ts.Node,
  args: readonly Value[],
): Value {
  if (!signal.frame?.isAside && (carriedByAll(args).length > 0 || isPartOfTheStart(evaluator, signal.frame, fn)))
    evaluator.outOfFuel(evaluator.describe(fn) || 'a function', signal.site ?? evaluator.site(caller, node));
  return unknown(RUNS_LONG, evaluator.site(caller, node), null, carriedByAll(args));
}

/** @param isTold whether it was said what is left of the call */
export function noteCut(evaluator: Evaluator, frame: Frame, site: Site | null, isTold: boolean): void {
  if (frame.isAside || frame.isAtLimit) return;
  if (site && isPartOfTheStart(evaluator, frame, frame.fn))
    evaluator.outOfFuel((frame.fn && evaluator.describe(frame.fn)) || 'a function', site);
  if (!isTold) tellLeft(evaluator, frame, null, false);
  const data = frame.fn?.fn;
  const active = data?.kind === 'closure' ? evaluator.active.get(data.node) : undefined;
  // What a worker beside the server has no time for says nothing of what functions that serve requests have.
  if (!active || evaluator.host.isBesideServer) return;
  const {
    uses,
    fuel: { steps },
  } = evaluator;
  // Of calls within calls of one function it is one cut.
  if (active.cutAt === steps) return;
  active.cutAt = steps;
  if (isConditional(evaluator)) {
    active.conditionalCuts++;
    return;
  }
  active.cuts++;
  uses?.cuts.set(active.node, (uses.cuts.get(active.node) ?? 0) + 1);
}
