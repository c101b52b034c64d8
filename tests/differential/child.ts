import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a script of this folder in plain Node: jest's module system is not the one that programs run under. */
export function runScript(
  name: string,
  args: readonly string[],
  input = '',
): Promise<{ code: number | null; output: string; errors: string }> {
  return new Promise((resolve, reject) => {
    const script = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
    const child = spawn(process.execPath, ['--experimental-vm-modules', '--no-warnings', script, ...args], { stdio: 'pipe' });
    let output = '',
      errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output, errors }));
    child.stdin.end(input);
  });
}
