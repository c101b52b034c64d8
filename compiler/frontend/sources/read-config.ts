import { ts } from '../../typescript/index.js';
import { recordOf } from './as-written.js';

/** A configuration with comments as somebody wrote it: an object, of whose members nothing is what it should be until it was looked at. */
export interface ReadConfig {
  readonly config: Readonly<Record<string, unknown>>;
  /** Why it is not, or not wholly, what the file says. */
  readonly error: string | null;
}

/** What TypeScript says that it gives is `any`. */
interface ParsedJson {
  readonly config?: unknown;
  readonly error?: ts.Diagnostic;
}

/** Parses a `tsconfig.json` or `.babelrc`. A file that holds something else, or nests deeper than the parser's stack goes, is an empty object. */
export function parseConfig(file: string, text: string): ReadConfig {
  try {
    const { config, error } = ts.parseConfigFileTextToJson(file, text) as ParsedJson;
    return { config: recordOf(config), error: error ? ts.flattenDiagnosticMessageText(error.messageText, ' ') : null };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { config: {}, error: 'it nests too deep' };
  }
}
