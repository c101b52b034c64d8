/** What a case produces: the files as they should be. */
export interface Expectation {
  /** Absolute file name. */
  readonly file: string;
  readonly text: string;
}

/** One golden case; `run` gives its files without touching any. */
export interface Case {
  /** `passes/resolve-mounts/cycle`: what `golden:update` matches. */
  readonly name: string;
  run(): Promise<readonly Expectation[]>;
  /** Assertions that no rewriting makes true; each is a sentence about what is wrong. */
  problems?(): Promise<readonly string[]>;
}
