import type { ErrorKindId, Refinement } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import type { Guard, Wanted } from '../../evaluator/index.js';

interface Known {
  readonly wanted: readonly Wanted[];
  /** The conditions under which it may be thrown. */
  readonly guard: Guard | null;
  /** Somebody caught it and refused the request. */
  refused: boolean;
  /** Somebody caught it and did anything else. */
  passed: boolean;
  /** The errors that go on in its place, or itself. */
  readonly kinds: Set<ErrorKindId>;
}

/**
 * Errors that are thrown unless values of the request look like something (those of a database's own checks), and what becomes of each: only where
 * all of it refuses the request does the request have to look like that.
 */
export class RefusedByErrors {
  private readonly known = new Map<Value, Known>();

  add(error: Value, wanted: readonly Wanted[], guard: Guard | null): void {
    if (wanted.length > 0) this.known.set(error, { wanted, guard, refused: false, passed: false, kinds: new Set() });
  }

  /** An answer, or control handed on, under these conditions. */
  ended(guard: Guard | null, refuses: boolean): void {
    for (const known of this.caughtUnder(guard))
      if (refuses) known.refused = true;
      else known.passed = true;
  }

  /** An error goes on to whoever handles errors; none of the kinds: there are too many to tell apart. */
  wentOn(error: Value, guards: readonly (Guard | null)[], kinds: readonly ErrorKindId[]): void {
    const own = this.known.get(error);
    for (const known of new Set([...(own ? [own] : []), ...guards.flatMap((guard) => [...this.caughtUnder(guard)])])) {
      for (const kind of kinds) known.kinds.add(kind);
      if (kinds.length === 0) known.passed = true;
    }
  }

  private *caughtUnder(guard: Guard | null): Generator<Known> {
    if (this.known.size === 0) return;
    for (let at = guard; at; at = at.parent)
      for (const arm of [at.arm, ...at.others]) {
        const error = at.branch.errors?.[arm];
        const known = error && this.known.get(error);
        if (known) yield known;
      }
  }

  /** @param onEveryWay whether all requests that are served have passed one of the places, each under these conditions */
  refinements(onEveryWay: (places: readonly (Guard | null)[]) => boolean): readonly Refinement[] {
    return [...this.places().values()].flatMap((same): readonly Refinement[] => {
      if (
        !same.every(({ passed, refused, kinds }) => !passed && (refused || kinds.size > 0)) ||
        !onEveryWay(same.map(({ guard }) => guard))
      )
        return [];
      const refusedBy = [...new Set(same.flatMap(({ kinds }) => [...kinds]))];
      return same[0]!.wanted.map(({ trace: { part, path }, shape, required, site }) => ({
        part,
        path,
        shape,
        ...(required && { required }),
        narrows: true as const,
        ...(refusedBy.length > 0 && { refusedBy }),
        source: 'database',
        place: site.span,
      }));
    });
  }

  /** One place of the program runs several times where a value before it is one of several. */
  private places(): ReadonlyMap<string, readonly Known[]> {
    const places = new Map<string, Known[]>();
    for (const known of this.known.values()) {
      const key = JSON.stringify([
        known.wanted[0]!.site.span,
        known.wanted.map(({ trace, shape, required }) => [trace.part, trace.path, shape, required]),
      ]);
      const same = places.get(key);
      if (same) same.push(known);
      else places.set(key, [known]);
    }
    return places;
  }
}
