import type { Run } from '../../schemas/index.js';

/** Marks for a terminal; each is the identity function where nobody would see them. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const same = (text: string): string => text;
export const noPaint: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

export interface ReportOptions {
  /** Default: none. */
  readonly paint?: Paint;
  /** Shows every request and answer. Default: those of failures. */
  readonly verbose?: boolean;
}

/** One way to show a run. A pure function: it opens no file and knows no clock. */
export interface Reporter {
  readonly name: string;
  readonly description: string;
  /** Of the file it is usually written to, without a dot. */
  readonly extension: string;
  readonly render: (run: Run, options: ReportOptions) => string;
}
