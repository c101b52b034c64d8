import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { bin, repository } from './tool-process.js';

/** What a page tells its reader to do: write a file, type lines, and see something. */
export type Step =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'type'; readonly lines: readonly string[] }
  | { readonly kind: 'see'; readonly lines: readonly string[] };

/** Steps of a page, in its order. A `run:` in YAML is typed by a machine; it counts as well. */
export function stepsOf(page: string): Step[] {
  return [...page.matchAll(/(?:^\*\*`([^`]+)`\*\*\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, language, text]): Step[] => {
    const lines = text!.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
    const run = language === 'yaml' ? [...text!.matchAll(/^\s*- run: (.+)$/gm)].map((match) => match[1]!) : [];
    return [
      ...(name === undefined ? [] : [{ kind: 'file' as const, name, text: text! }]),
      ...(language === 'sh' ? [{ kind: 'type' as const, lines }] : []),
      ...(run.length > 0 ? [{ kind: 'type' as const, lines: run }] : []),
      ...(language === 'text' && name === undefined ? [{ kind: 'see' as const, lines }] : []),
    ];
  });
}

export interface Typed {
  readonly line: string;
  readonly code: number | null;
  readonly output: string;
}

/** A project as a reader has it: the packages of its server are installed, and `tool` is. */
export class ReaderProject {
  readonly #background: ChildProcess[] = [];
  /** @param programs folder of the Node that runs everything; default: the one that runs the tests */
  constructor(
    readonly folder: string,
    readonly port: number,
    private readonly programs = dirname(process.execPath),
  ) {
    writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  }

  /** Frameworks, as if they had been installed. */
  installFrameworks(): void {
    mkdirSync(join(this.folder, 'node_modules'), { recursive: true });
    for (const name of ['express', 'fastify', '@nestjs'])
      symlinkSync(join(repository, 'node_modules', name), join(this.folder, 'node_modules', name));
  }

  /** The tool of this repository, as if it had been installed. */
  installTool(): void {
    for (const folder of ['@tool', '.bin']) mkdirSync(join(this.folder, 'node_modules', folder), { recursive: true });
    symlinkSync(join(repository, 'compiler/sdk'), join(this.folder, 'node_modules/@tool/scanner-sdk'));
    const shim = join(this.folder, 'node_modules/.bin/tool');
    writeFileSync(shim, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
    chmodSync(shim, 0o755);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    // The port of the pages may be in use on this machine.
    writeFileSync(join(this.folder, name), text.replaceAll(/\b3000\b/g, String(this.port)));
  }

  /** Types one line. What goes on in the background ends with `close`; what serves until it is stopped is stopped when it says that it serves. */
  async type(line: string): Promise<Typed> {
    const { NO_COLOR: _noColour, FORCE_COLOR: _forceColour, CI: _ci, ...inherited } = process.env;
    const env = { ...inherited, NO_COLOR: '1', PATH: `${join(this.folder, 'node_modules/.bin')}:${this.programs}:${process.env['PATH']}` };
    // What `npx` does with a package that is installed, without the seconds that npm takes to start.
    const command = line.replace(/^npx (?=tool\b)/, '').replaceAll(/\b3000\b/g, String(this.port));
    if (command.endsWith('&')) {
      this.#background.push(spawn('sh', ['-c', `exec ${command.slice(0, -1)}`], { cwd: this.folder, env, stdio: 'ignore' }));
      return { line, code: 0, output: '' };
    }
    const serves = /^tool dev\b|--watch\b/.test(command);
    const child = spawn('sh', ['-c', serves ? `exec ${command}` : command], { cwd: this.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    return new Promise((done, fail) => {
      const hear = (chunk: Buffer): void => {
        output += String(chunk);
        if (serves && /http:\/\/127\.0\.0\.1:\d+/.test(output)) child.kill('SIGINT');
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('error', fail).once('close', (code, signal) => {
        done({ line, code: serves && (signal === 'SIGINT' || code === 130) ? 0 : code, output });
      });
    });
  }

  /** A repository with one commit, which is also what `origin/main` is. */
  commit(): void {
    for (const args of [
      ['init', '--quiet'],
      ['add', '.'],
      ['-c', 'user.name=me', '-c', 'user.email=me@example.org', 'commit', '--quiet', '--message', 'Start'],
      ['update-ref', 'refs/remotes/origin/main', 'HEAD'],
    ]) {
      const { status, stderr } = spawnSync('git', args, { cwd: this.folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    }
  }

  async close(): Promise<void> {
    const running = this.#background.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    await Promise.all(
      running.map(
        (child) =>
          new Promise<void>((done) => {
            child.once('exit', () => {
              done();
            });
            child.kill();
          }),
      ),
    );
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => {
    server.close(done);
  });
  return port;
}

export const pageText = (page: string): string => readFileSync(join(repository, page), 'utf8');
