import type { Refinement } from '@tool/ir';
import type { Trace } from '@tool/scanner-sdk';
import { nameOfTrace, type Guard } from '../../evaluator/index.js';
import type { ts } from '../../typescript/index.js';

/**
 * Members of a request that a function looks at for nothing but to hide them, in a copy, from whoever gets that: `const copy = { ...body };
 * if (copy.password) copy.password = '***'; log(copy)`. That says of no request that it has them.
 */
export class Masked {
  /** By the name of the value: the one place where it is read; none for a member that a type states, which is not read where it came in. */
  private readonly places = new Map<string, ts.Node | undefined>();

  /** It is replaced by a constant in an arm of the condition that it is there. */
  add(trace: Trace, guard: Guard | null, readAt: ts.Node | null | undefined): void {
    const name = nameOfTrace(trace);
    for (let at = guard; at && readAt !== null; at = at.parent)
      if (at.branch.absence && at.branch.absence.arm !== at.arm && at.branch.absence.traces.some((each) => nameOfTrace(each) === name))
        this.places.set(name, readAt);
  }

  has(trace: Trace, readAt: ts.Node | null | undefined): boolean {
    return readAt !== null && this.places.has(nameOfTrace(trace)) && this.places.get(nameOfTrace(trace)) === readAt;
  }

  /** What a type says may be there: without the members that nobody but the one who hides them looks at. */
  without(refinements: readonly Refinement[], isHidden: (trace: Trace) => boolean): readonly Refinement[] {
    if (this.places.size === 0) return refinements;
    return refinements.flatMap((refinement) => {
      const { part, path, shape, source } = refinement;
      if (source !== 'type' || !shape.properties) return [refinement];
      const properties = shape.properties.filter(({ name, required }) => required || !isHidden({ part, path: [...path, name] }));
      if (properties.length === shape.properties.length) return [refinement];
      return properties.length === 0 ? [] : [{ ...refinement, shape: { ...shape, properties } }];
    });
  }
}
