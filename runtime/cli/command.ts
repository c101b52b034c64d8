import type { ExitCode } from './exit-code.js';
import type { Progress } from './progress.js';
import type { Style } from './style.js';

export interface OptionDefinition {
  readonly type: 'boolean' | 'string' | 'number';
  readonly description: string;
  /** What stands for the value in the help: `<pass>`. */
  readonly value?: string;
  /** It may be given any number of times; `Input.strings` has all of them. */
  readonly multiple?: boolean;
}

export interface Positional {
  /** As the help shows it, without brackets: `METHOD`. */
  readonly name: string;
  readonly description: string;
  /** It may be left out; so may all after it. */
  readonly optional?: boolean;
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
  /** All values of an option that may be given several times. */
  strings(option: string): readonly string[];
  /** @throws UsageError when the value is no number, or is out of these bounds */
  number(option: string, bounds?: { readonly min?: number; readonly max?: number; readonly integer?: boolean }): number | undefined;
  flag(option: string): boolean;
}

export interface Result {
  /** What `--json` prints; valid against the command's output schema. */
  readonly document: object;
  /** What is printed for people. */
  readonly text: (style: Style) => string;
  /** Printed to stderr before the text, for people only: diagnostics. */
  readonly messages?: (style: Style) => string;
  /**
   * `report`: the command's work is elsewhere, so `--quiet` drops the text of a success. `data`: the text is the work.
   * `silent`: the command used stdout itself (a protocol); nothing more may be printed.
   */
  readonly kind: 'report' | 'data' | 'silent';
  /** Default: success. */
  readonly exitCode?: ExitCode;
  /** For a command that goes on after its document and text were printed (a server): settles with the exit code when it ends. */
  readonly until?: () => Promise<ExitCode>;
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
