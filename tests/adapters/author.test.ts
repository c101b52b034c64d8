import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { adapterGuide } from '../golden/adapter-guide.js';
import { goldenFolder, repository } from '../golden/project.js';

// Packing, and a process for each command of an author: the machine may be busy.
jest.setTimeout(300_000);

/** What an author outside this repository does, with the packages as they would be published. Nothing here sees the repository's sources. */
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tool-author-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const environment = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => {
  const { CI: _ci, NODE_OPTIONS: _options, UPDATE_GOLDEN: _update, ...rest } = process.env;
  return { ...rest, NO_COLOR: '1', ...more };
};

function run(
  folder: string,
  command: string,
  more: Readonly<Record<string, string>> = {},
): { readonly code: number | null; readonly output: string } {
  const child = spawnSync('sh', ['-e', '-c', command], { cwd: folder, encoding: 'utf8', env: environment(more) });
  return { code: child.status, output: `${child.stdout}${child.stderr}` };
}

const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

const packed = new Map<string, string>();
beforeAll(() => {
  const child = spawnSync('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', scratch, '.', './ir', './compiler/sdk'], {
    cwd: repository,
    encoding: 'utf8',
    env: environment(),
  });
  const list = JSON.parse(child.stdout) as
    | readonly { readonly name: string; readonly filename: string }[]
    | Readonly<Record<string, { readonly name: string; readonly filename: string }>>;
  for (const { name, filename } of Object.values(list)) packed.set(name, join(scratch, filename));
  expect([...packed.keys()].sort()).toEqual(['@tool/ir', '@tool/scanner-sdk', 'tool']);
});

/** What `npm install tool @tool/scanner-sdk` leaves, without a registry: our packages unpacked, and what their manifests name beside them. */
function install(folder: string): void {
  for (const [name, tarball] of packed) {
    const home = join(folder, 'node_modules', name);
    mkdirSync(home, { recursive: true });
    expect(spawnSync('tar', ['xzf', tarball, '-C', home, '--strip-components', '1']).status).toBe(0);
    const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    for (const other of Object.keys(dependencies ?? {})) if (!packed.has(other)) link(folder, other);
  }
}

function link(folder: string, name: string): void {
  const to = join(folder, 'node_modules', name);
  rmSync(to, { force: true });
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(realpathSync(join(repository, 'node_modules', name)), to);
}

const author = join(scratch, 'author');
const polka = join(author, 'tool-adapter-polka');
const restana = join(author, 'tool-adapter-restana');

/** The steps of the guide, in its order; every later test stands on them. */
beforeAll(() => {
  const { files, commands } = adapterGuide();
  mkdirSync(author);
  const installing = commands[0]!.split('\n').filter((line) => line.startsWith('npm install'));
  expect(installing).toEqual(['npm install @tool/scanner-sdk', 'npm install --save-dev tool']);
  const { code, output } = run(author, commands[0]!.replace(/^npm install.*$/gm, 'true'));
  expect({ code, output }).toMatchObject({ code: 0 });
  install(polka);
  for (const [file, text] of Object.entries(files)) write(join(polka, file), text);
});

describe('the guide for authors of adapters', () => {
  test('before an expectation is written the case fails, and says what to do', () => {
    const { code, output } = run(polka, 'npm test');
    expect(code).not.toBe(0);
    expect(output).toContain('expected.md is missing. Run the test with UPDATE_GOLDEN=1');
  });

  test('its commands end with a passing case, whose endpoints are those that it shows', () => {
    const { commands, shown } = adapterGuide();
    const { code, output } = run(polka, commands[1]!);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(readFileSync(join(polka, 'golden/mounted-lakes/expected.md'), 'utf8')).toContain(`\n${shown}`);
  });

  test('a change that loses something fails the case, and shows it', () => {
    const ferry = join(polka, 'golden/mounted-lakes/input/ferry.js');
    const text = readFileSync(ferry, 'utf8');
    write(ferry, text.replace(".use('/lakes', lakes)", ".use('/ponds', lakes)"));
    const { code, output } = run(polka, 'npm test');
    write(ferry, text);
    expect(code).not.toBe(0);
    expect(output).toMatch(/-GET \/lakes\/:lake[\s\S]*\+GET \/ponds\/:lake/);
  });

  test('CI does not rewrite', () => {
    rmSync(join(polka, 'golden/mounted-lakes/expected.md'));
    const refused = run(polka, 'npm test', { CI: 'true', UPDATE_GOLDEN: '1' });
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain('Expectations are not rewritten in CI');
  });
});

describe('further cases pass as the author runs them', () => {
  test.each([
    ['polka', polka],
    ['restana', restana],
  ])('%s', (name, home) => {
    cpSync(join(goldenFolder, 'third-party', name), home, { recursive: true });
    if (name === 'restana') install(home);
    else rmSync(join(home, 'golden/mounted-lakes'), { recursive: true });
    const { code, output } = run(home, 'npm test');
    expect({ code, output }).toMatchObject({ code: 0 });
  });
});

/** Requests that the server answers with 404, whatever a pattern in its sources might suggest. */
const NOWHERE: Readonly<Record<string, readonly string[]>> = {
  harbour: ['GET /north/inner/', 'GET /lost/x', 'POST /north/x/boat', 'GET /signals'],
  orchard: ['PATCH /apples/x/graft', 'PUT /pears/x/graft', 'GET /baskets', 'POST /gate'],
};

describe('what the cases say is what the real framework does', () => {
  test.each([
    ['polka', 'harbour', 'harbour.js'],
    ['restana', 'orchard', 'orchard.mjs'],
  ])('%s', async (framework, name, main) => {
    const home = join(scratch, `real-${framework}`);
    const from = join(goldenFolder, 'third-party', framework, 'golden', name);
    cpSync(join(from, 'input'), home, { recursive: true });
    link(home, framework);
    const endpoints = [
      .../^## Endpoints\n\n```text\n([\s\S]*?)^```/m
        .exec(readFileSync(join(from, 'expected.md'), 'utf8'))![1]!
        .matchAll(/^(\S+) (\S+) (\[.*?\] -> \S+) @/gm),
    ].map(([, method, path, ran]) => ({ method: method!, path: path!, ran: ran! }));
    expect(endpoints.length).toBeGreaterThan(5);
    const port = await freePort();
    const server = spawn(process.execPath, [main], { cwd: home, env: environment({ PORT: String(port) }), stdio: 'ignore' });
    try {
      await listening(port, server);
      const ask = async (method: string, path: string): Promise<string> => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
        return `${response.status} ${await response.text()}`;
      };
      for (const { method, path, ran } of endpoints) {
        const line = `${method} ${path}`;
        const answer = await ask(method === 'ALL' ? 'PUT' : method, path.replace(/[:*]\w*/g, 'x'));
        expect(`${line}: ${answer}`).toBe(`${line}: 200 ${ran}`);
      }
      for (const request of NOWHERE[name]!) {
        const [method, path] = request.split(' ') as [string, string];
        expect(`${request}: ${(await ask(method, path)).slice(0, 3)}`).toBe(`${request}: 404`);
      }
    } finally {
      server.kill();
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

async function listening(port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    try {
      await fetch(`http://127.0.0.1:${port}/`);
      return;
    } catch {
      await wait(50);
    }
  }
  throw new Error('the server does not listen');
}

describe('a project with two frameworks', () => {
  const home = join(scratch, 'market');
  const tool = (...args: string[]): any => {
    const bin = join(polka, 'node_modules/tool/dist/runtime/cli/bin.js');
    const child = spawnSync(process.execPath, [bin, ...args, '--json', '--project', home], { encoding: 'utf8', env: environment() });
    expect({ code: child.status, stderr: child.stderr }).toMatchObject({ code: 0 });
    return JSON.parse(child.stdout);
  };
  beforeAll(() => {
    write(
      join(home, 'package.json'),
      JSON.stringify({ name: 'market', main: 'stalls.js', dependencies: { polka: '^0.5.2', express: '^5.0.0' } }),
    );
    write(join(home, 'tool.config.json'), JSON.stringify({ adapters: ['tool-adapter-polka'] }));
    write(
      join(home, 'stalls.js'),
      "const stalls = require('polka')(); stalls.get('/stalls/:stall', (a, b) => b.end()); stalls.listen(1);\nconst office = require('express')(); office.post('/permits', (a, b) => b.end()); office.listen(2);\n",
    );
    mkdirSync(join(home, 'node_modules'));
    symlinkSync(polka, join(home, 'node_modules/tool-adapter-polka'));
  });

  test("`adapter list` shows the third party's adapter with its evidence", () => {
    const { adapters } = tool('adapter', 'list') as {
      readonly adapters: readonly { readonly id: string; readonly detected: boolean; readonly evidence: readonly string[] }[];
    };
    expect(adapters.filter((one) => one.detected).map((one) => one.id)).toEqual(expect.arrayContaining(['polka', 'express']));
    expect(adapters.find((one) => one.id === 'polka')!.evidence).toEqual(['package.json names polka ^0.5.2', 'the program imports polka']);
  });

  test('`adapter inspect` sums up what it finds', () => {
    expect(tool('adapter', 'inspect', 'polka')).toMatchObject({
      id: 'polka',
      title: 'Polka 0.5',
      detected: true,
      scan: { endpoints: 1, byMethod: { GET: 1 } },
    });
  });

  test('`scan` writes the endpoints of both', () => {
    tool('scan');
    const model = JSON.parse(readFileSync(join(home, '.tool/model.json'), 'utf8')) as {
      readonly endpoints: readonly { readonly method: string; readonly path: string }[];
    };
    expect(model.endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /permits', 'GET /stalls/:stall']);
  });
});
