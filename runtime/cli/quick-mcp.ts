import { parseArgs } from 'node:util';
import { ExitCode } from './exit-code.js';
import { isUsageError } from '../project/usage-error.js';
import { mcp } from './commands/mcp.js';
import { findRoot } from '../project/project-root.js';
import { toolVersion } from './tool-version.js';

/**
 * Serves at once when the arguments are plain: editors start the server anew for each window, and reading arguments the long way
 * loads more than serving does.
 * @returns the exit code; null when the arguments need the long way, which says what is wrong with them. Then nothing was done.
 */
export async function quickMcp(argv: readonly string[]): Promise<number | null> {
  const values = plainOptions(argv.slice(1));
  if (values === null) return null;
  const given = (option: string): string | undefined => {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  };
  try {
    await mcp.run(
      {
        root: findRoot(given('project')),
        rootIsExplicit: given('project') !== undefined,
        toolVersion: toolVersion(),
        progress: { update: () => {}, end: () => {} },
        trace: (text) => {
          process.stderr.write(text);
        },
      },
      {
        positionals: [],
        string: given,
        flag: (option) => values[option] === true,
        strings: (option) => [given(option)].filter((value) => value !== undefined),
        number: () => undefined,
      },
    );
    return ExitCode.success;
  } catch (error) {
    // Wrong values are found before anything is served.
    if (isUsageError(error)) return null;
    throw error;
  }
}

function plainOptions(args: readonly string[]): Readonly<Record<string, string | boolean | undefined>> | null {
  const options = Object.fromEntries(
    [
      ['project', 'string'] as const,
      ...Object.entries(mcp.options ?? {}).map(([name, { type }]) => [name, type === 'boolean' ? 'boolean' : 'string'] as const),
    ].map(([name, type]) => [name, { type }]),
  );
  try {
    const { values, tokens } = parseArgs({ args: [...args], options, allowPositionals: false, tokens: true });
    // Given twice, or empty: the long way says so.
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    return new Set(names).size === names.length && !Object.values(values).includes('') ? values : null;
  } catch {
    return null;
  }
}
