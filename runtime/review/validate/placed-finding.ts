/** A finding where a person finds it. */
export interface PlacedFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly help?: string;
}
