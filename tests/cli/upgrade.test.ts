import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { decide, installations, type Declared } from '../../runtime/cli/upgrade/plan.js';
import { detectManager, installArguments, type PackageManager } from '../../runtime/cli/upgrade/package-manager.js';
import { published, registryOf } from '../../runtime/cli/upgrade/registry.js';
import { document, projectIn, scratchFolder, tool } from '../support/tool-process.js';

jest.setTimeout(120_000);

const scratch = scratchFolder('upgrade');

/** A registry on this machine: packages with their versions, and every other answer that a registry can give. */
const versions: Readonly<Record<string, readonly string[]>> = {
  tool: ['0.3.0', '0.3.4', '0.4.1'],
  '@tool/ir': ['0.3.0', '0.4.1'],
  '@tool/scanner-sdk': ['0.3.0'],
};
let mode: 'normal' | 'broken' | 'private' | 'page' | 'no-version' | 'needs-node' | 'absent' = 'normal';
let asked: string[] = [];
let server: Server;
let registry = '';

function tarball(name: string, version: string): Buffer {
  const file = join(scratch, `${name.replace(/[@/]/g, '_')}-${version}.tgz`);
  if (!existsSync(file)) {
    const folder = join(scratch, `pack-${name.replace(/[@/]/g, '_')}-${version}`);
    mkdirSync(join(folder, 'package'), { recursive: true });
    writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name, version }));
    execFileSync('tar', ['czf', file, '-C', folder, 'package']);
  }
  return readFileSync(file);
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    asked.push(path);
    const [, file, fileVersion] = /^-\/(.+)-(\d+\.\d+\.\d+)\.tgz$/.exec(path) ?? [];
    if (file !== undefined) {
      response.end(tarball(file, fileVersion!));
      return;
    }
    if (mode === 'broken') {
      response.writeHead(502).end('bad gateway');
      return;
    }
    if (mode === 'private') {
      response.writeHead(401).end('{}');
      return;
    }
    if (mode === 'page') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>hello</html>');
      return;
    }
    const all = versions[path];
    if (all === undefined || mode === 'absent') {
      response.writeHead(404).end('{}');
      return;
    }
    if (mode === 'no-version') {
      response.end(JSON.stringify({ 'dist-tags': { latest: '--unsafe-perm' } }));
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        name: path,
        'dist-tags': { latest: all.at(-1) },
        versions: Object.fromEntries(
          all.map((version) => [
            version,
            {
              name: path,
              version,
              ...(mode === 'needs-node' && { engines: { node: '>=99' } }),
              dist: {
                tarball: `${registry}-/${encodeURIComponent(path)}-${version}.tgz`,
                integrity: `sha512-${createHash('sha512').update(tarball(path, version)).digest('base64')}`,
              },
            },
          ]),
        ),
      }),
    );
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
  rmSync(scratch, { recursive: true, force: true });
});

const npmEnvironment = () => ({
  npm_config_registry: registry,
  npm_config_cache: join(scratch, 'cache'),
  npm_config_update_notifier: 'false',
  npm_config_audit: 'false',
  NO_PROXY: '127.0.0.1',
  no_proxy: '127.0.0.1',
});
const installed = (name: string, version: string): Record<string, string> => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version }),
});
const manifest = (rest: object): string => JSON.stringify({ name: 'dock', private: true, ...rest });

describe('with npm, for real', () => {
  /** Asynchronous: the registry is in this process. */
  const project = async (): Promise<string> => {
    const folder = projectIn(scratch, {
      'package.json': manifest({
        dependencies: { '@tool/ir': '0.3.0' },
        devDependencies: { tool: '^0.3.0', '@tool/scanner-sdk': '~0.3.0' },
      }),
    });
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      env: { ...process.env, ...npmEnvironment() },
      timeout: 60_000,
    });
    expect(existsSync(join(folder, 'package-lock.json'))).toBe(true);
    return folder;
  };

  test('what is behind is upgraded, the rest is left, and how versions are written stays', async () => {
    const folder = await project();
    const before = readFileSync(join(folder, 'package.json'), 'utf8');
    const dry = await tool(folder, ['upgrade', '--dry-run', '--json'], npmEnvironment());
    expect(dry.code).toBe(0);
    const plan = document(dry, 'upgrade');
    expect(plan).toMatchObject({ packageManager: 'npm', because: 'package-lock.json', dryRun: true, upgraded: [] });
    expect(plan.packages.map(({ name, verdict, next }: Record<string, string>) => [name, verdict, next])).toEqual([
      ['tool', 'upgrade', '^0.4.1'],
      ['@tool/ir', 'upgrade', '0.4.1'],
      ['@tool/scanner-sdk', 'current', undefined],
    ]);
    expect(plan.commands).toEqual([
      { command: 'npm', args: ['install', '--save-dev', '--no-audit', '--no-fund', '--', 'tool@^0.4.1'], folder: '.' },
      { command: 'npm', args: ['install', '--save-prod', '--save-exact', '--no-audit', '--no-fund', '--', '@tool/ir@0.4.1'], folder: '.' },
    ]);
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(before);

    const run = await tool(folder, ['upgrade'], npmEnvironment());
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('upgraded') });
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      dependencies: { '@tool/ir': '0.4.1' },
      devDependencies: { tool: '^0.4.1', '@tool/scanner-sdk': '~0.3.0' },
    });
    expect(JSON.parse(readFileSync(join(folder, 'node_modules/tool/package.json'), 'utf8'))).toMatchObject({ version: '0.4.1' });
    expect(document(await tool(folder, ['upgrade', '--json'], npmEnvironment()), 'upgrade')).toMatchObject({ commands: [], upgraded: [] });
  });

  test('a package manager that fails makes the command fail, and its words are shown', async () => {
    const folder = await project();
    writeFileSync(join(folder, '.npmrc'), 'engine-strict=true\n');
    writeFileSync(join(folder, 'package.json'), manifest({ engines: { node: '>=99' }, devDependencies: { tool: '^0.3.0' } }));
    const run = await tool(folder, ['upgrade', '--json'], npmEnvironment());
    expect(run.code).toBe(1);
    expect(document(run, 'upgrade')).toMatchObject({ upgraded: [], failures: [expect.stringMatching(/npm ended with 1:[^]*EBADENGINE/)] });
  });
});

describe('what a registry can answer', () => {
  const project = (): string =>
    projectIn(scratch, {
      'package.json': manifest({ devDependencies: { tool: '^0.3.0' } }),
      'package-lock.json': '{}',
      ...installed('tool', '0.3.0'),
    });
  const during = async <T>(what: typeof mode, action: () => Promise<T>): Promise<T> => {
    mode = what;
    try {
      return await action();
    } finally {
      mode = 'normal';
    }
  };

  test('offline is said, and is its own exit code', async () => {
    const folder = project();
    const before = readFileSync(join(folder, 'package.json'), 'utf8');
    const run = await tool(folder, ['upgrade'], { npm_config_registry: 'http://127.0.0.1:9/' });
    expect(run).toMatchObject({ code: 3, stdout: expect.stringContaining('it refuses connections') });
    expect(run.stdout).toContain('help:');
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(before);
    expect(await tool(folder, ['upgrade'], { npm_config_registry: 'http://registry.invalid/' })).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('offline'),
    });
  });

  test.each([
    ['broken', 'it answered 502'],
    ['private', 'it demands credentials (401)'],
    ['page', 'it may be no registry'],
    ['no-version', 'names no version'],
  ] as const)('%s', async (what, text) => {
    expect(await during(what, () => tool(project(), ['upgrade'], npmEnvironment()))).toMatchObject({
      code: 3,
      stdout: expect.stringContaining(text),
    });
  });

  test('a version that this Node cannot run is not installed', async () => {
    const run = await during('needs-node', () => tool(project(), ['upgrade', '--json'], npmEnvironment()));
    expect(document(run, 'upgrade')).toMatchObject({
      commands: [],
      packages: [{ verdict: 'unsupported', why: expect.stringContaining('needs Node >=99') }],
    });
    expect(run.code).toBe(0);
  });

  test('a package that the registry does not have is a finding', async () => {
    expect(await during('absent', () => tool(project(), ['upgrade'], npmEnvironment()))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('the registry does not have it'),
    });
  });

  test('a name of a scope is asked for as registries want it', async () => {
    asked = [];
    expect(await published('@tool/ir', registry)).toEqual({ kind: 'found', latest: '0.4.1' });
    expect(asked).toEqual(['@tool/ir']);
  });
});

describe('other package managers, by their lock files', () => {
  /** They are not on every machine: a program of their name writes down how it was called. */
  const programs = (): string => {
    const folder = join(scratch, 'programs');
    mkdirSync(folder, { recursive: true });
    for (const name of ['pnpm', 'yarn', 'bun']) {
      writeFileSync(
        join(folder, name),
        `#!${process.execPath}\nrequire('fs').writeFileSync('called.json', JSON.stringify([${JSON.stringify(name)}, ...process.argv.slice(2)]));\n`,
      );
      chmodSync(join(folder, name), 0o755);
    }
    return folder;
  };

  test.each([
    ['pnpm-lock.yaml', {}, ['pnpm', 'add', '--save-dev', 'tool@^0.4.1']],
    ['pnpm-lock.yaml', { 'pnpm-workspace.yaml': 'packages: []\n' }, ['pnpm', 'add', '--save-dev', '--workspace-root', 'tool@^0.4.1']],
    ['yarn.lock', {}, ['yarn', 'add', '--dev', 'tool@^0.4.1']],
    ['yarn.lock', { '.yarnrc.yml': 'nodeLinker: node-modules\n' }, ['yarn', 'add', '--dev', 'tool@^0.4.1']],
    ['bun.lock', {}, ['bun', 'add', '--dev', 'tool@^0.4.1']],
  ])('%s', async (lock, files, expected) => {
    const folder = projectIn(scratch, { 'package.json': manifest({ devDependencies: { tool: '^0.3.0' } }), [lock]: '', ...files });
    const run = await tool(folder, ['upgrade', '--json'], { ...npmEnvironment(), PATH: `${programs()}${delimiter}${process.env['PATH']}` });
    expect(JSON.parse(readFileSync(join(folder, 'called.json'), 'utf8'))).toEqual(expected);
    expect(run.code).toBe(0);
  });

  test('a manager that ends well and did nothing is found out', async () => {
    const folder = projectIn(scratch, {
      'package.json': manifest({ devDependencies: { tool: '^0.3.0' } }),
      'bun.lock': '',
      ...installed('tool', '0.3.0'),
    });
    expect(await tool(folder, ['upgrade'], { ...npmEnvironment(), PATH: `${programs()}${delimiter}${process.env['PATH']}` })).toMatchObject(
      { code: 1, stdout: expect.stringContaining('tool is still 0.3.0') },
    );
  });

  test('a manager that is not installed is said, with what to run elsewhere', async () => {
    const folder = projectIn(scratch, { 'package.json': manifest({ devDependencies: { tool: '^0.3.0' } }), 'pnpm-lock.yaml': '' });
    const none = join(scratch, 'none');
    mkdirSync(none, { recursive: true });
    expect(await tool(folder, ['upgrade'], { ...npmEnvironment(), PATH: none })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/pnpm is not installed[^]*pnpm add --save-dev tool@\^0\.4\.1/),
    });
  });

  test('arguments of every manager, section and way of writing', () => {
    const manager = (name: PackageManager['name']): PackageManager => ({ name, because: 'a test', folder: scratch, modern: false });
    const of = (name: PackageManager['name'], section: 'dependencies' | 'optionalDependencies', exact: boolean) =>
      installArguments(manager(name), { folder: scratch, section, exact, specifications: ['tool@1.0.0'] });
    expect(of('npm', 'optionalDependencies', true)).toEqual([
      'install',
      '--save-optional',
      '--save-exact',
      '--no-audit',
      '--no-fund',
      '--',
      'tool@1.0.0',
    ]);
    expect(of('pnpm', 'dependencies', true)).toEqual(['add', '--save-prod', '--save-exact', 'tool@1.0.0']);
    expect(of('yarn', 'optionalDependencies', true)).toEqual(['add', '--optional', '--exact', 'tool@1.0.0']);
    expect(of('bun', 'dependencies', false)).toEqual(['add', 'tool@1.0.0']);
    const root = projectIn(scratch, { 'package.json': manifest({ workspaces: ['a'] }) });
    expect(
      installArguments(manager('yarn'), { folder: root, section: 'dependencies', exact: false, specifications: ['tool@^1.0.0'] }),
    ).toEqual(['add', '--ignore-workspace-root-check', 'tool@^1.0.0']);
  });

  test('the lock file above decides in a workspace, `packageManager` where there are several or none', () => {
    const root = projectIn(scratch, {
      'package.json': manifest({ packageManager: 'pnpm@9.1.0' }),
      'pnpm-lock.yaml': '',
      'yarn.lock': '',
      'apps/a/package.json': '{}',
    });
    expect(detectManager(join(root, 'apps/a'))).toMatchObject({ name: 'pnpm', because: 'pnpm-lock.yaml', folder: root });
    expect(detectManager(projectIn(scratch, { 'package.json': manifest({ packageManager: 'yarn@4.2.0+sha1.abc' }) }))).toMatchObject({
      name: 'yarn',
      modern: true,
    });
    expect(detectManager(projectIn(scratch, { 'package.json': manifest({}), '.git/HEAD': '' }))).toMatchObject({
      name: 'npm',
      because: 'there is no lock file',
    });
  });

  test('lock files of several managers, no manifest and a damaged one are said', async () => {
    const two = projectIn(scratch, { 'package.json': manifest({}), 'bun.lock': '', 'yarn.lock': '' });
    expect(await tool(two, ['upgrade'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has the lock files of several package managers'),
    });
    expect(await tool(projectIn(scratch, { '.git/HEAD': '' }), ['upgrade'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no package.json in'),
    });
    expect(await tool(projectIn(scratch, { 'package.json': '[]', '.git/HEAD': '' }), ['upgrade'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not a JSON object'),
    });
  });

  test('a project without the tool has nothing to upgrade, and nobody is asked', async () => {
    asked = [];
    expect(await tool(projectIn(scratch, { 'package.json': manifest({}), 'bun.lock': '' }), ['upgrade'], npmEnvironment())).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('no dependency of this project'),
    });
    expect(asked).toEqual([]);
  });
});

describe('decisions', () => {
  const declared = (range: string, version?: string): Declared => ({
    name: 'tool',
    folder: '/p',
    section: 'devDependencies',
    range,
    ...(version !== undefined && { installed: version }),
  });
  const found = { kind: 'found', latest: '0.4.1' } as const;

  test.each([
    ['^0.3.0', '0.3.0', 'upgrade', '^0.4.1'],
    ['~0.3.0', '0.3.0', 'upgrade', '~0.4.1'],
    ['0.3.0', '0.3.0', 'upgrade', '0.4.1'],
    ['latest', '0.3.0', 'upgrade', 'latest'],
    ['*', '0.3.0', 'upgrade', '*'],
    ['>=0.2 <0.4', '0.3.0', 'upgrade', '^0.4.1'],
    ['^0.3.0', undefined, 'upgrade', '^0.4.1'],
    ['^0.4.1', undefined, 'current', undefined],
    ['^0.4.0', '0.4.1', 'current', undefined],
    ['^0.5.0-beta.1', '0.5.0-beta.1', 'ahead', undefined],
    ['workspace:*', '0.3.0', 'managed', undefined],
    ['file:../tool', '0.3.0', 'managed', undefined],
    ['catalog:', undefined, 'managed', undefined],
    ['github:a/b', undefined, 'managed', undefined],
    ['a/b#main', undefined, 'managed', undefined],
  ])('%s with %s installed: %s', (range, version, verdict, next) => {
    const decision = decide(declared(range, version), found, '20.19.0');
    expect({ verdict: decision.verdict, next: decision.next }).toEqual({ verdict, next });
    expect(installations([decision])).toHaveLength(verdict === 'upgrade' ? 1 : 0);
  });

  test('the registry of a scope, of the project, of the environment', () => {
    const folder = projectIn(scratch, {
      '.npmrc': 'registry = "https://one.test/npm"\n@tool:registry=https://two.test/\n//two.test/:_authToken=secret\n',
    });
    expect(registryOf('tool', folder, {})).toBe('https://one.test/npm/');
    expect(registryOf('@tool/ir', folder, {})).toBe('https://two.test/');
    expect(registryOf('tool', folder, { npm_config_registry: 'http://three.test' })).toBe('http://three.test/');
  });
});
