import { kindOfThrown, type Maker, type Unfollowed } from '../../evaluator/index.js';
import { ts } from '../../typescript/index.js';

/** What was left of the calls in one run, and what the run was seen to do elsewhere. */
export class LeftOut {
  /** Places that it may have come to, with the kind of error that is thrown there. */
  private readonly unfollowed = new Map<ts.Node, string | null>();
  private readonly thrownKinds = new Set<string>();
  private readonly seenTo = new Set<ts.Node>();

  cut({ places, throws }: Unfollowed): void {
    for (const place of places) this.unfollowed.set(place, null);
    for (const [place, kind] of throws) this.unfollowed.set(place, kind);
  }

  sawTo(node: ts.Node): void {
    this.seenTo.add(node);
  }

  /** @param origin what made the error that `by` gives to somebody */
  followed(by: ts.Node, origin?: ts.Node): void {
    this.seenTo.add(by);
    for (const made of [ts.isThrowStatement(by) ? by.expression : null, origin])
      if (made && isMaker(made)) this.thrownKinds.add(kindOfThrown(made));
  }

  /**
   * Something could have been read, answered or refused there that is seen nowhere else. An error of a kind that was thrown elsewhere is answered as that
   * is, and a field that is read elsewhere is in the contract.
   */
  mayDoMore(fields: ReadonlySet<string | undefined>): boolean {
    return [...this.unfollowed].some(
      ([place, kind]) => !this.seenTo.has(place) && !(kind !== null && this.thrownKinds.has(kind)) && !fields.has(memberTaken(place)),
    );
  }
}

const isMaker = (node: ts.Node): node is Maker => ts.isNewExpression(node) || ts.isCallExpression(node);

/** The member that an expression takes; none that any field is called where it takes no single one. */
const memberTaken = (node: ts.Node): string =>
  ts.isPropertyAccessExpression(node)
    ? node.name.text
    : ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)
      ? node.argumentExpression.text
      : '';
