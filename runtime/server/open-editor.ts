import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { ApiError } from './api-error.js';
import { confine } from './confine.js';

type LaunchEditor = (file: string, specifiedEditor: string | undefined, onError: (file: string, message: string | null) => void) => void;

/** Long enough for an editor that is not installed to fail. */
const FAILS_WITHIN_MS = 700;

/**
 * Opens a file of the project in the editor that runs, or in the one that `LAUNCH_EDITOR` or `EDITOR` names. The path is absolute,
 * so a name that begins with `+` or `-` cannot become an option, and no shell sees it.
 * @throws ApiError when there is no editor
 */
export async function openEditor(root: string, file: string, line: number): Promise<void> {
  const real = confine(root, file);
  const launch = createRequire(import.meta.url)('launch-editor') as LaunchEditor;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, FAILS_WITHIN_MS);
    launch(`${real}:${line}`, configuredEditor(), (_file, message) => {
      clearTimeout(timer);
      reject(
        new ApiError(
          409,
          `No editor could be opened${message ? `: ${message.trim()}` : '.'}`,
          'Set LAUNCH_EDITOR to the command of your editor (for example `code`) and start `tool dev` again.',
        ),
      );
    });
  });
}

/** A terminal editor cannot be shown from here; launch-editor then looks for one that runs. */
function configuredEditor(): string | undefined {
  const editor = process.env['LAUNCH_EDITOR'];
  if (editor === undefined || editor === '') return undefined;
  return spawnSync(process.platform === 'win32' ? 'where' : 'which', [editor], { stdio: 'ignore' }).status === 0 || editor.includes('/')
    ? editor
    : undefined;
}
