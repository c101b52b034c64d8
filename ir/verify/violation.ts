/** The invariants of the two IRs; `index.ts` states them. */
export type InvariantId = `T${1 | 2 | 3 | 4 | 5 | 6 | 7}` | `E${1 | 2 | 3 | 4 | 5 | 6}`;

/** An invariant does not hold: always our bug, never the user's. */
export interface Violation {
  readonly rule: InvariantId;
  /** What breaks it, as the text form calls it: `i3`, `endpoint e2`, `roots`. */
  readonly subject: string;
  readonly message: string;
  /** The node itself, for those who know its line in a dump. */
  readonly node: object;
}

/** `T4: i3: …`, one line. */
export const printViolation = (violation: Violation): string => `${violation.rule}: ${violation.subject}: ${violation.message}`;

/** Collects the violations of one verification. */
export class Violations {
  readonly list: Violation[] = [];

  add(rule: InvariantId, node: object, subject: string, message: string): void {
    this.list.push({ rule, subject, message, node });
  }
}
