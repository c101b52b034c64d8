import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ignoreClosedPipes } from './closed-pipes.js';
import { createParser } from './parser.js';
import { commands } from './commands/index.js';
import type { Command, Context, Input, Result } from './command.js';
import { ExitCode } from './exit-code.js';
import { createProgress } from './progress.js';
import { findRoot } from '../project/project-root.js';
import { createStyle, wantsColour, type Style } from './style.js';
import { toolVersion } from './tool-version.js';
import { isUsageError } from '../project/usage-error.js';

/**
 * The wrapper around every command, and the only place that writes to the terminal or chooses an exit code.
 * @returns the exit code; the caller sets it instead of exiting, so that pipes are written to their end
 */
export async function main(argv: readonly string[]): Promise<number> {
  ignoreClosedPipes();
  const json = argv.includes('--json') || argv.includes('--json=true');
  const style = createStyle(wantsColour(process.stdout, process.env));
  const messageStyle = createStyle(wantsColour(process.stderr, process.env));
  const version = toolVersion();
  try {
    const parsed = await createParser(commands, version).parse(argv);
    if (parsed.kind === 'text') {
      process.stdout.write(`${parsed.text}\n`);
      return ExitCode.success;
    }
    return await runCommand(parsed.command, parsed.input, { style, messageStyle, version });
  } catch (error) {
    return printFailure(error, json, messageStyle);
  }
}

async function runCommand(command: Command, input: Input, output: { style: Style; messageStyle: Style; version: string }): Promise<number> {
  const json = input.flag('json');
  const quiet = input.flag('quiet');
  const project = input.string('project');
  const progress = createProgress(process.stderr, output.messageStyle, !json && !quiet);
  const context: Context = {
    root: findRoot(project),
    rootIsExplicit: project !== undefined,
    toolVersion: output.version,
    progress,
    trace: (text) => {
      progress.end();
      process.stderr.write(text.endsWith('\n') ? text : `${text}\n`);
    },
  };
  let result: Result;
  try {
    result = await command.run(context, input);
  } finally {
    progress.end();
  }
  const exitCode = result.exitCode ?? ExitCode.success;
  if (result.kind === 'silent') return exitCode;
  printResult(result, exitCode, { json, quiet, style: output.style, messageStyle: output.messageStyle });
  return result.until === undefined ? exitCode : result.until();
}

function printResult(result: Result, exitCode: ExitCode, how: { json: boolean; quiet: boolean; style: Style; messageStyle: Style }): void {
  if (how.json) {
    process.stdout.write(`${JSON.stringify(result.document, null, 2)}\n`);
    return;
  }
  if (how.quiet && exitCode === ExitCode.success && result.kind === 'report') return;
  const messages = result.messages?.(how.messageStyle) ?? '';
  if (messages !== '' && !(how.quiet && exitCode === ExitCode.success)) process.stderr.write(`${messages}\n\n`);
  const text = result.text(how.style);
  if (text !== '') process.stdout.write(`${text}\n`);
}

/** With `--json` a failure is a document, too: whoever parses stdout always finds one. */
function printFailure(error: unknown, json: boolean, style: Style): number {
  const usage = isUsageError(error);
  const exitCode = usage ? ExitCode.usage : ExitCode.bug;
  const message = error instanceof Error ? error.message : thrownAs(error);
  const help = usage ? error.help : 'This is a mistake in tool, not in your project. Please report it with the lines below.';
  const stack = !usage && error instanceof Error ? error.stack : undefined;
  if (json) {
    const document = {
      error: { kind: usage ? 'usage' : 'bug', message, ...(help ? { help } : {}), ...(stack ? { stack } : {}), exitCode },
    };
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  }
  const lines = [`${style.red(usage ? 'error:' : 'internal error:')} ${message}`];
  if (help) lines.push(`${style.cyan('help:')} ${help}`);
  if (stack) lines.push(style.dim(stack));
  const dump = usage ? undefined : writeDump(error);
  if (dump !== undefined) lines.push(`The last intermediate representation that was right is in ${dump}; please attach it.`);
  process.stderr.write(`${lines.join('\n')}\n`);
  return exitCode;
}

/** What is no error is named by what made it. */
const thrownAs = (error: unknown): string =>
  typeof error === 'object' && error !== null ? `a ${error.constructor.name} that nobody caught` : String(error);

/** A broken invariant comes with the last IR in which everything held; it is too long for a terminal. */
function writeDump(error: unknown): string | undefined {
  const dump: unknown = error instanceof Error && 'dump' in error ? error.dump : undefined;
  if (typeof dump !== 'string') return undefined;
  const file = join(tmpdir(), `tool-bug-${process.pid}.ir`);
  try {
    writeFileSync(file, dump, { mode: 0o600 });
  } catch {
    return undefined;
  }
  return file;
}
