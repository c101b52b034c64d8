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
      ...(error.help !== undefined ? { hint: forAssistants(error.help) } : {}),
      ...(candidates.length > 0 ? { candidates } : {}),
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'tool/bug',
    message: `internal error: ${message}`,
    hint: 'This is a mistake in tool, not in the project or the call. `tool doctor` may tell more; please report it.',
  };
}

/** Other layers write the candidates into their help: `Did you mean "a" or "b"?` */
function meantBy(help: string | undefined): string[] {
  const question = /Did you mean (.+?)\?(?:\s|$)/.exec(help ?? '')?.[1];
  return question === undefined ? [] : [...question.matchAll(/"([^"]+)"/g)].map((match) => match[1]!);
}

/** Commands of the terminal, and the tools that do the same. The longest beginning counts. */
const TOOLS: readonly (readonly [command: string, tool: string])[] = [
  ['workflow scaffold', 'tool_get_workflow {"scaffold": "METHOD /path"}'],
  ['simulate workflow --list', 'tool_get_workflow'],
  ['simulate workflow', 'tool_run_workflow'],
  ['simulate endpoint', 'tool_test_endpoint'],
  ['workflow validate', 'tool_validate'],
  ['model validate', 'tool_validate'],
  ['model list', 'tool_find_endpoints'],
  ['inspect endpoint', 'tool_get_endpoint'],
  ['scan', 'tool_scan'],
];

/** Help that other layers write for people at a terminal, in the words of this server's tools. */
function forAssistants(help: string): string {
  return help
    .replace(
      /Add one to tool\.config\.json, "environments"[^]*$/,
      'Add one with tool_edit_model: {"kind":"environment","name":"local","set":{"baseUrl":"http://localhost:3000"}}.',
    )
    .replace('say that it shall be replaced', 'pass replace: true')
    .replace(
      /`tool ([a-z][^`]*)`/g,
      (whole, command: string) => TOOLS.find(([known]) => command === known || command.startsWith(`${known} `))?.[1] ?? whole,
    );
}
