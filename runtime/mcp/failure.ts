import { UsageError, isUsageError } from '../project/usage-error.js';

/** What an assistant gets when a call failed: enough to do better at the next attempt. */
export interface Failure {
  /** `owner/kebab-name`; never renamed. */
  readonly code: string;
  readonly message: string;
  /** What to do. */
  readonly hint?: string;
  /** What could have been meant, nearest first. */
  readonly candidates?: readonly string[];
}

/** An error that says what is wrong, what to do, and what could have been meant. */
export const failure = (code: string, message: string, hint: string, candidates?: readonly string[]): UsageError =>
  new UsageError(message, hint, { code, ...(candidates && candidates.length > 0 ? { candidates } : {}) });

/** Any error as an answer. What is our own mistake says so; its stack stays on this machine. */
export function toFailure(error: unknown): Failure {
  if (isUsageError(error)) {
    const { code, candidates = meantBy(error.help) } = error.details ?? {};
    return {
      code: code ?? 'usage/invalid',
      message: error.message,
      ...(error.help !== undefined ? { hint: error.help } : {}),
      ...(candidates.length > 0 ? { candidates } : {}),
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'tool/bug', message: `internal error: ${message}`, hint: 'This is a mistake in tool, not in the project or the call. `tool doctor` may tell more; please report it.' };
}

/** Other layers write the candidates into their help: `Did you mean "a" or "b"?` */
function meantBy(help: string | undefined): string[] {
  const question = /Did you mean (.+?)\?(?:\s|$)/.exec(help ?? '')?.[1];
  return question === undefined ? [] : [...question.matchAll(/"([^"]+)"/g)].map((match) => match[1]!);
}
