import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

export interface RunningServer {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** The example server, running: its sources without their types, on a free port of this machine. */
export async function startBookshop(): Promise<RunningServer> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tool-bookshop-')));
  const sources = join(repository, 'examples/bookshop/src');
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const file = join(folder, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      ts.transpileModule(readFileSync(join(sources, name), 'utf8'), {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
      }).outputText,
    );
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const port = await freePort();
  const child = spawn(process.execPath, ['server.js'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  const exited = new Promise<void>((done) => {
    child.once('exit', () => {
      done();
    });
  });
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; !output.includes('listens on'); tries++) {
    if (child.exitCode !== null || tries > 600) {
      await stop();
      throw new Error(`the example server did not start: ${output}`);
    }
    await sleep(50);
  }
  return { baseUrl: `http://127.0.0.1:${port}`, stop };
}

async function freePort(): Promise<number> {
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
