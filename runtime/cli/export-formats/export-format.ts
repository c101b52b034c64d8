import type { Model } from '../../../schemas/index.js';
import type { Context, Input, OptionDefinition } from '../command.js';

/** What an export did to the files of the project. Paths are relative to it, with forward slashes. */
export interface ExportedFiles {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
}

/** What an export did, or the text for stdout; with the endpoints that the format cannot say. */
export type Exported = (ExportedFiles | { readonly content: string }) & {
  readonly omitted?: readonly { readonly endpoint: string; readonly reason: string }[];
};

/**
 * A format that `tool model export` writes: one file in this folder for each, and its line in `index.ts`. Definitions are loaded by every
 * run of the tool: what is heavy is imported inside `run`.
 */
export interface ExportFormat {
  /** The option that chooses it, without dashes: `yaml`. */
  readonly option: string;
  /** Description of the option in the help. */
  readonly description: string;
  /** Options of its own, beside those of other formats: several formats may declare the same option with the same meaning. */
  readonly options?: Readonly<Record<string, OptionDefinition>>;
  readonly examples: readonly (readonly [command: string, what: string])[];
  /**
   * Writes the files, or returns what goes to stdout in place of files.
   * @throws UsageError when the options do not fit, or a file must not be replaced
   */
  readonly run: (context: Context, model: Model, input: Input) => Promise<Exported>;
}
