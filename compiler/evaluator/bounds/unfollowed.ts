import type { Evaluator } from '../evaluator.js';
import type { ts } from '../language/syntax.js';
import type { Observer } from '../requests/observation.js';
import type { Frame } from '../values/values.js';
import { reachesRequest } from './asides.js';
import { NONE, both, caughtAbove, caughtAt } from './caught.js';
import { makeLeftErrors } from './left-errors.js';
import { RestOfCall, type Unfollowed } from './rest-of-call.js';

/**
 * Says that a call of a function that serves requests is left, or that function itself, and makes the errors that it has not come to.
 * @param isOutOfSteps the function has taken all its steps, whatever this call knows of the request
 */
export function tellLeft(evaluator: Evaluator, left: Frame | null | undefined, innermost: Frame | null, isOutOfSteps: boolean): void {
  const { observer, timer } = evaluator;
  // Rounds of a timer go on for ever: what they do was seen.
  if (!observer || timer) return;
  const isOfRequest = left?.fn && !isBesideRequest(left);
  if (isOfRequest) {
    const rest = unfollowed(evaluator, left, innermost);
    observer.cut(rest, isOutOfSteps || reachesRequest(evaluator, left));
    makeLeftErrors(evaluator, left, rest.errors);
  } else if (isOutOfSteps) observer.cut(NOTHING, true);
}

const NOTHING: Unfollowed = { places: new Set(), throws: new Map(), errors: [] };

const isBesideRequest = ({ isAside, parent }: Frame): boolean => isAside === true || (parent !== null && isBesideRequest(parent));

/** For each run the functions of which calls were skipped, with what these knew of the request, and the errors in them: one more says nothing else. */
const skipped = new WeakMap<Observer, Map<ts.Node, Map<string, Unfollowed['errors']>>>();

/** Looks through what is left of a call: the statements from the one on that runs, in it and in the calls below it, and all that these may call. */
function unfollowed(evaluator: Evaluator, left: Frame, innermost: Frame | null): Unfollowed {
  const search = new RestOfCall(evaluator, left);
  if (innermost || left.fn?.fn?.kind !== 'closure') return searched(search, left, innermost);
  const known = skipped.get(evaluator.observer!) ?? new Map<ts.Node, Map<string, Unfollowed['errors']>>();
  skipped.set(evaluator.observer!, known);
  const ways = known.get(left.fn.fn.node) ?? new Map<string, Unfollowed['errors']>();
  known.set(left.fn.fn.node, ways);
  const way = search.wayOf(left);
  const errors = ways.get(way);
  if (errors) return { ...NOTHING, errors };
  const rest = searched(search, left, innermost);
  ways.set(way, rest.errors);
  return rest;
}

/** What a call that is left throws in the part of a `try` that was not followed. */
export const leftIn = (evaluator: Evaluator, block: ts.Block, frame: Frame, innermost: Frame | null): Unfollowed['errors'] =>
  searched(new RestOfCall(evaluator, frame, block), frame, innermost, block).errors;

function searched(search: RestOfCall, left: Frame, innermost: Frame | null, within: ts.Block | null = null): Unfollowed {
  const running: Frame[] = [];
  for (let at = innermost; at; at = at.parent) {
    running.push(at);
    if (at === left) break;
  }
  const frames = running.at(-1) === left ? running : [left];
  let caught = within ? NONE : caughtAbove(left);
  for (const [index, frame] of [...frames.entries()].reverse()) {
    const below = index > 0 ? frames[index - 1]!.callNode : null;
    search.frame(frame, below, caught, frame === left);
    if (below) caught = both(caught, caughtAt(below, false, within));
  }
  return search.result();
}
