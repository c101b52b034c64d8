import type { Behaviour, Span } from '@tool/ir';
import type { Guard, Site } from '../../evaluator/index.js';
import type { ts } from '../../typescript/index.js';
import { refusedIn } from './refused-comparisons.js';

/** Comparisons of fields of records with claims of the caller, and whether others than those of whom they hold are refused. */
export class ComparedClaims {
  private readonly seen: {
    readonly field: string;
    readonly claim: readonly string[];
    readonly place: Span;
    /** The comparison, and the calls under way that have led to it. */
    readonly nodes: readonly ts.Node[];
    /** Null: those of whom it holds are refused. */
    refuses: boolean | null;
  }[] = [];

  add(claim: readonly string[], field: string, site: Site): void {
    const nodes = [site.node];
    for (let at = site.frame; at; at = at.parent) if (at.callNode) nodes.push(at.callNode);
    this.seen.push({ field, claim, place: site.span, nodes, refuses: false });
  }

  /** Others than those of whom the comparisons in these conditions hold are refused; or they themselves are, whoever else is behind them. */
  refusedUnder(guards: readonly (Guard | null)[]): void {
    for (const guard of guards) {
      let isInnermost = true;
      for (let at = guard; at; at = at.parent) {
        for (const comparison of this.seen) {
          const refused = refusedIn(at, comparison.nodes);
          if (refused === 'others' && comparison.refuses !== null) comparison.refuses = true;
          else if (refused === 'equal' && isInnermost) comparison.refuses = null;
        }
        isInnermost &&= at.branch.aside === true;
      }
    }
  }

  comparisons(): Pick<Behaviour, 'comparisons'> {
    const refusing = this.seen.filter((comparison) => comparison.refuses);
    const distinct = refusing.filter(
      (comparison, index) =>
        refusing.findIndex((other) => other.field === comparison.field && other.claim.join('.') === comparison.claim.join('.')) === index,
    );
    return distinct.length > 0 ? { comparisons: distinct.map(({ field, claim, place }) => ({ field, claim, place })) } : {};
  }
}
