/** What `--print-after`, `--print-changed` and the golden tests show. By itself: the package ships the types of `scan.ts`, and this is all that they need of the pipeline. */
export interface Dump {
  readonly pass: string;
  readonly text: string;
  /** False when the pass left the IR as it was. */
  readonly changed: boolean;
}
