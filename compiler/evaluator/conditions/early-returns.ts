import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { saidByWays, waysOut } from '../requests/ways.js';
import { skipOuter, ts } from '../language/syntax.js';
import { Journal, composed, mergeDeltas, redo, standing, stillStands, type Delta } from '../values/journal.js';
import type { PendingReturn } from '../context.js';
import { truthOf } from './arms.js';

/** Arms of one function that return one after the other, each of which what follows is told apart from. */
const MAX_LAYERS = 12;

/** One way out of a function: what it gives, and what it has changed on that way. */
export interface WayOut {
  readonly value: Value;
  readonly delta: Delta;
}

/** The ways out of a function that was called, for who asks what it gave. */
export interface WaysOut {
  /** The call. */
  readonly node: ts.Node;
  readonly ways: readonly WayOut[];
  /** What stood in all places that one of the ways has changed: before the call, and behind it. */
  readonly before: Delta;
  readonly behind: Delta;
}

export interface Layer {
  /** The pending return that it is behind. */
  readonly after: number;
  /** What the function has changed since, from one `await` to the next. */
  readonly journals: Journal[];
  isSuspended: boolean;
}

/**
 * While observing: what a function changes behind arms that have returned is not there where these return. Each such arm opens a layer; at the end of the
 * function they are taken back, and all ways out are joined from the same state.
 */
export class EarlyReturns {
  private readonly layers: Layer[] = [];

  /** The arms that have returned last are pending; the function goes on without them. Null where too many have. */
  open(evaluator: Evaluator, pending: readonly PendingReturn[], returning: number): Layer | null {
    if (this.layers.length >= MAX_LAYERS) return null;
    const journal = (evaluator.journal = new Journal(evaluator.journal));
    const layer: Layer = { after: pending.length - returning, journals: [journal], isSuspended: false };
    this.layers.push(layer);
    return layer;
  }

  isOpen(layer: Layer): boolean {
    return this.layers.includes(layer) && !layer.journals.at(-1)!.isKept;
  }

  /**
   * Takes back what the function has changed since a layer was opened: that is not there for an arm that has jumped away. What has returned since then has
   * changed it on its way. Gives what there was to change.
   */
  takeBack(evaluator: Evaluator, pending: PendingReturn[], layer: Layer): Delta {
    let taken = NOTHING;
    for (const each of this.layers.splice(this.layers.indexOf(layer)).reverse()) {
      if (each.journals.at(-1)!.isKept) continue;
      endLayers(evaluator, each.journals.at(-1)!);
      evaluator.journal = each.journals.at(-1)!.parent;
      const since = rolledBack(each);
      for (let at = each.after; at < pending.length; at++) pending[at] = { ...pending[at]!, delta: composed(since, pending[at]!.delta) };
      taken = composed(since, taken);
    }
    return taken;
  }

  /** What was changed in a layer that is the last one stands. */
  close(evaluator: Evaluator, layer: Layer): void {
    if (this.layers.at(-1) !== layer || !this.isOpen(layer) || evaluator.journal !== layer.journals.at(-1)) return;
    this.layers.pop();
    layer.journals.at(-1)!.keep();
    evaluator.journal = layer.journals.at(-1)!.parent;
  }

  /** The function waits for something: what it has changed stands. */
  suspend(evaluator: Evaluator): void {
    for (const layer of this.layers.filter((each) => this.isOpen(each)).reverse()) {
      const journal = layer.journals.at(-1)!;
      journal.keep();
      evaluator.journal = journal.parent;
      layer.isSuspended = true;
    }
  }

  resume(evaluator: Evaluator): void {
    for (const layer of this.layers)
      if (layer.isSuspended) {
        layer.isSuspended = false;
        layer.journals.push((evaluator.journal = new Journal(evaluator.journal)));
      }
  }

  /**
   * Takes back what the function has changed since its arms began to return, and joins all ways out. Null where it has no layers any more; otherwise the
   * pending returns that are none of its ways.
   */
  joined(evaluator: Evaluator, pending: readonly PendingReturn[], result: Value, node: ts.Node | null): readonly PendingReturn[] | null {
    const open = this.layers.filter((layer) => this.isOpen(layer));
    if (open.length === 0) return null;
    let ways: readonly WayOut[] = [{ value: result, delta: NOTHING }];
    let end = pending.length;
    for (const { after, journals } of open.reverse()) {
      evaluator.journal = journals.at(-1)!.parent;
      const since = rolledBack({ journals });
      const [last, ...later] = ways.map(({ value, delta }) => ({ value, delta: composed(since, delta) }));
      // The end of the function first: it is what it mostly does.
      ways = [last!, ...pending.slice(after, end), ...later];
      end = after;
    }
    this.layers.length = 0;
    const deltas = ways.map(({ delta }) => delta);
    const before = standing(deltas);
    const out = waysOut(pending.slice(end), result);
    const own = [...out.slice(-1), ...out.slice(0, -1)];
    evaluator.fuel.spend(
      mergeDeltas(deltas, pending[end]!.condition, false, evaluator.journal, (merged, values) =>
        own.length === values.length
          ? saidByWays(
              merged,
              own.map(({ never }, index) => ({ never, value: values[index]! })),
            )
          : merged,
      ),
    );
    evaluator.waysOut = node && { node, ways, before, behind: standing(deltas) };
    return pending.slice(0, end);
  }
}

/** Takes back what was changed in a layer, and gives it. */
const rolledBack = ({ journals }: Pick<Layer, 'journals'>): Delta =>
  [...journals]
    .reverse()
    .map((journal) => journal.rollback())
    .reverse()
    .reduce(composed);

const NOTHING: Delta = { bindings: new Map(), objects: new Map() };

/** Ends the layers that were opened since: what was changed in them is a part of what this journal holds. */
export function endLayers(evaluator: Evaluator, journal: Journal | null): void {
  for (let at = evaluator.journal; at !== journal && at; at = at.parent) at.keep();
  evaluator.journal = journal;
}

/**
 * A condition that asks what a function has just given (`if (!allowed(context)) return`): in its arms is what the function has changed on the ways that
 * give this answer, and nothing of the others. Gives what makes it so in an arm; null for other conditions.
 */
export function statesByAnswer(evaluator: Evaluator, condition: ts.Expression): ((holds: boolean) => void) | null {
  const known = evaluator.waysOut;
  const asked = known && askedIn(condition, known.node);
  if (!asked || !stillStands(known.behind)) return null;
  const { ways, before } = known;
  const truths = ways.map(({ value }) => truthOf(value).value);
  if (truths.every((truth) => truth === truths[0])) return null;
  return (holds) => {
    const answer = asked.isWhere(holds);
    if (answer === null) return;
    const these = ways.filter((_, index) => truths[index] === null || truths[index] === answer);
    redo(before, evaluator.journal);
    mergeDeltas(
      these.map(({ delta }) => delta),
      'what a function gives',
      false,
      evaluator.journal,
    );
  };
}

/** Runs something in the state in which what was called has left everything on the ways on which it did not end the request; what that changes is taken back. */
export function whereNothingEnded(evaluator: Evaluator, run: () => void): void {
  const { journal, waysOut: known } = evaluator;
  const these =
    known && stillStands(known.behind) ? known.ways.filter(({ value }) => !(value.kind === 'object' && value.host?.type.ends)) : [];
  if (!known || these.length === 0 || these.length === known.ways.length) {
    run();
    return;
  }
  const own = (evaluator.journal = new Journal(journal));
  redo(known.before, own);
  mergeDeltas(
    these.map(({ delta }) => delta),
    'what a function gives',
    false,
    own,
  );
  try {
    run();
  } finally {
    own.rollback();
    evaluator.journal = journal;
  }
}

/** What a call in a condition has given where the condition holds, or does not; null where it may have given either. */
interface Asked {
  isWhere(holds: boolean): boolean | null;
}

function askedIn(condition: ts.Expression, call: ts.Node): Asked | null {
  const node = skipOuter(condition);
  if (node === call || (ts.isIdentifier(node) && isConstantOf(node, call))) return { isWhere: (holds) => holds };
  if (ts.isAwaitExpression(node)) return askedIn(node.expression, call);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const inner = askedIn(node.operand, call);
    return inner && { isWhere: (holds) => inner.isWhere(!holds) };
  }
  const isBoth = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
  if (!isBoth && !(ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.BarBarToken)) return null;
  // Of two that have to hold both do where both hold; of either neither does where none holds.
  const inner = askedIn(node.left, call);
  return inner && { isWhere: (holds) => (holds === isBoth ? inner.isWhere(holds) : null) };
}

/** `const isAllowed = await allowed(context)`, where the constant is asked about in the same function. */
function isConstantOf(name: ts.Identifier, call: ts.Node): boolean {
  let at = call;
  while (at.parent && (ts.isAwaitExpression(at.parent) || ts.isParenthesizedExpression(at.parent))) at = at.parent;
  const { parent } = at;
  return (
    parent !== undefined &&
    ts.isVariableDeclaration(parent) &&
    ts.isIdentifier(parent.name) &&
    parent.name.text === name.text &&
    (parent.parent.flags & ts.NodeFlags.Const) !== 0 &&
    ts.findAncestor(name, ts.isFunctionLike) === ts.findAncestor(parent, ts.isFunctionLike)
  );
}
