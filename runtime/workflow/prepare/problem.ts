/** Something that is wrong with a workflow, or that looks wrong, found before any request is sent. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  /** JSON pointer in the workflow file. */
  readonly pointer: string;
  /** Name of the step; absent when it concerns the workflow. */
  readonly step?: string;
  readonly message: string;
  readonly help?: string;
  /** The file, when it is another one than the workflow that was asked about. */
  readonly file?: string;
}
