import spawn from 'cross-spawn';

export type ManagerRun = { readonly kind: 'ended'; readonly code: number | null; readonly output: string } | { readonly kind: 'missing' };

/** The last part of what it printed is enough to understand a failure. */
const MOST_OUTPUT = 20_000;

/**
 * Runs a package manager. The arguments go to the process as they are: no shell reads them, on Windows neither, where package managers are
 * command files and `cross-spawn` quotes for them.
 */
export function runManager(command: string, args: readonly string[], folder: string): Promise<ManagerRun> {
  return new Promise((done, fail) => {
    const child = spawn(command, [...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    let output = '';
    const take = (text: string): void => {
      output = (output + text).slice(-MOST_OUTPUT);
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') done({ kind: 'missing' });
      else fail(error);
    });
    child.once('close', (code) => {
      done({ kind: 'ended', code, output: output.trim() });
    });
  });
}
