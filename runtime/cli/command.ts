import type { ExitCode } from './exit-code.js';
import type { Progress } from './progress.js';
import type { Style } from './style.js';

export interface OptionDefinition {
  readonly type: 'boolean' | 'string' | 'number';
  readonly description: string;
  /** What stands for the value in the help: `<pass>`. */
  readonly value?: string;
}

export interface Positional {
  /** As the help shows it, without brackets: `METHOD`. */
  readonly name: string;
  readonly description: string;
}

/** What a command may use of the process it runs in. Commands write nothing themselves: they return a `Result`. */
export interface Context {
  /** Absolute path of the project root. */
  readonly root: string;
  /** The root was named with `--project`. */
  readonly rootIsExplicit: boolean;
  readonly toolVersion: string;
  readonly progress: Progress;
  /** Writes to stderr at once, for output that belongs to a run that is still going on (traces). */
  readonly trace: (text: string) => void;
}

export interface Input {
  readonly positionals: readonly string[];
  string(option: string): string | undefined;
  flag(option: string): boolean;
}

export interface Result {
  /** What `--json` prints; valid against the command's output schema. */
  readonly document: object;
  /** What is printed for people. */
  readonly text: (style: Style) => string;
  /** Printed to stderr before the text, for people only: diagnostics. */
  readonly messages?: (style: Style) => string;
  /** `report`: the command's work is elsewhere, so `--quiet` drops the text of a success. `data`: the text is the work. */
  readonly kind: 'report' | 'data';
  /** Default: success. */
  readonly exitCode?: ExitCode;
}

/** One command. Definitions are loaded by every run, `--help` included: what is heavy is imported inside `run`. */
export interface Command {
  /** `['inspect', 'endpoint']` */
  readonly path: readonly string[];
  readonly summary: string;
  readonly positionals?: readonly Positional[];
  readonly options?: Readonly<Record<string, OptionDefinition>>;
  readonly examples: readonly (readonly [command: string, what: string])[];
  /** Name of the file in `output-schemas/` that describes the document, without `.schema.json`. */
  readonly output: string;
  readonly run: (context: Context, input: Input) => Promise<Result>;
}

/** Declares a command; the identity function with its types checked. */
export const defineCommand = (command: Command): Command => command;
