/**
 * The choices of one generated program. Choice 0 is always the simplest form, and a tape that has run out gives zeros:
 * a tape with more zeros makes a simpler program, which is what the reduction of a failure relies on.
 */
export class Tape {
  private at = 0;
  constructor(private readonly values: readonly number[]) {}

  /** A number from 0 to below `bound`. */
  pick(bound: number): number {
    const value = this.values[this.at++] ?? 0;
    return value % bound;
  }

  /** True once in `oneIn` times; false when the tape has run out. */
  chance(oneIn: number): boolean {
    return this.pick(oneIn) === oneIn - 1;
  }

  choose<T>(options: readonly T[]): T {
    return options[this.pick(options.length)]!;
  }

  get exhausted(): boolean {
    return this.at >= this.values.length;
  }
}
