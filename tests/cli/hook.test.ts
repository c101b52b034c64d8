import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { parse } from 'yaml';
import { hookCheck } from '../../runtime/project/doctor/environment-checks.js';
import { installHook, uninstallHook } from '../../runtime/project/hook/index.js';
import { document, projectIn, scratchFolder, tool } from '../support/tool-process.js';

jest.setTimeout(240_000);

const scratch = scratchFolder('hook');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const git = (folder: string, ...words: string[]): { code: number | null; output: string } => {
  const child = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false', ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: child.status, output: child.stdout + child.stderr };
};
const SERVER =
  "const express = require('express');\nconst kiosk = express();\nkiosk.get('/tickets', (req, res) => res.json({}));\nkiosk.listen(1);\n";
const MANIFEST = JSON.stringify({ name: 'kiosk', main: 'kiosk.js', dependencies: { express: '^5.0.0' } });

function repository(files: Readonly<Record<string, string>> = {}): string {
  const folder = projectIn(scratch, { 'package.json': MANIFEST, 'kiosk.js': SERVER, ...files });
  git(folder, 'init', '-q', '-b', 'main');
  return folder;
}
const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');
function write(folder: string, file: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  chmodSync(join(folder, file), mode);
}
const HOOK = '.git/hooks/pre-commit';

describe('plain git', () => {
  test('a stale model stops the commit and says what to do; an up-to-date one lets it pass', async () => {
    const folder = repository();
    expect(document(await tool(folder, ['hook', 'install', '--json']), 'hook-install')).toMatchObject({
      manager: 'git',
      state: 'installed',
    });
    git(folder, 'add', '-A');
    const refused = git(folder, 'commit', '-qm', 'one');
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('Run `tool scan` and commit .tool/model.json');
    await tool(folder, ['scan']);
    git(folder, 'add', '-A');
    expect(git(folder, 'commit', '-qm', 'one')).toEqual({ code: 0, output: '' });
    write(folder, 'kiosk.js', SERVER.replace('/tickets', '/sales'));
    const stale = git(folder, 'commit', '-qam', 'two');
    expect(stale.code).toBe(1);
    expect(stale.output).toMatch(/- GET \/tickets/);
    expect(stale.output).toMatch(/\+ GET \/sales/);
    expect(document(await tool(folder, ['hook', 'uninstall', '--json']), 'hook-uninstall')).toMatchObject({
      hooks: [{ state: 'removed' }],
    });
    expect(existsSync(join(folder, HOOK))).toBe(false);
    expect(git(folder, 'commit', '-qam', 'two').code).toBe(0);
  });

  test('what is staged is checked, not what is beside it', async () => {
    const folder = repository({ 'aisle.js': "module.exports = (kiosk) => kiosk.get('/aisles', (req, res) => res.json({}));\n" });
    const withAisles = SERVER.replace('kiosk.listen', "require('./aisle')(kiosk);\nkiosk.listen");
    const commit = (): { code: number | null; output: string } => git(folder, 'commit', '-qm', 'next');
    installHook(folder);
    await tool(folder, ['scan']);
    git(folder, 'add', '-A', '--', ':!aisle.js');
    expect(commit()).toEqual({ code: 0, output: '' });

    // The model is scanned, and not staged; then it is staged, and a file of the source is not known to git.
    write(folder, 'kiosk.js', withAisles);
    await tool(folder, ['scan']);
    git(folder, 'add', 'kiosk.js');
    expect(commit()).toMatchObject({ code: 1, output: expect.stringContaining('.tool/model.json is stale') });
    git(folder, 'add', '.tool');
    const without = commit();
    expect(without.code).toBe(1);
    expect(without.output).toContain('- GET /aisles');
    expect(without.output).toContain('This is about what is staged; aisle.js is not, or not in full.');
    git(folder, 'add', 'aisle.js');
    expect(commit()).toEqual({ code: 0, output: '' });

    // One thing is staged, and another is there.
    write(folder, 'kiosk.js', withAisles.replace('/tickets', '/sales'));
    git(folder, 'add', 'kiosk.js');
    write(folder, 'kiosk.js', withAisles);
    expect((await tool(folder, ['scan', '--check', '--quiet'])).code).toBe(0);
    expect(commit()).toMatchObject({ code: 1, output: expect.stringContaining('+ GET /sales') });

    // What is not staged does not stop a commit of something else.
    git(folder, 'checkout', '-q', 'HEAD', '--', '.');
    write(folder, 'notes.md', 'b');
    git(folder, 'add', 'notes.md');
    write(folder, 'kiosk.js', SERVER);
    expect(commit()).toEqual({ code: 0, output: '' });
  });

  test('YAML of the model that is staged otherwise than it is stops a commit', async () => {
    const folder = repository();
    await tool(folder, ['scan']);
    await tool(folder, ['model', 'export', '--yaml']);
    git(folder, 'add', '-A');
    write(folder, '.tool/api.yaml', `${read(folder, '.tool/api.yaml')}# later\n`);
    expect(await tool(folder, ['scan', '--check', '--staged'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('.tool/api.yaml is staged otherwise'),
    });
  });

  test('a staged workflow or YAML file of the model that cannot be read stops a commit; one that is mended beside the index does, too', async () => {
    const folder = repository();
    const flow = '.tool/workflows/sale.yaml';
    const [good, bad] = ['name: sale\nsteps:\n  - { name: all, method: GET, path: /tickets }\n', 'name: sale\nsteps: [\n'];
    installHook(folder);
    await tool(folder, ['scan']);
    await tool(folder, ['model', 'export', '--yaml']);
    write(folder, flow, bad);
    git(folder, 'add', '-A');
    const commit = (): { code: number | null; output: string } => git(folder, 'commit', '-qm', 'next');
    expect(commit()).toMatchObject({ code: 1, output: expect.stringContaining(`${flow} is staged, and cannot be read.`) });
    write(folder, flow, good);
    expect(commit()).toMatchObject({ code: 1, output: expect.stringMatching(/sale\.yaml:3:1 .*\nhelp: Correct the places above\. Then/) });
    git(folder, 'add', flow);
    expect(commit()).toEqual({ code: 0, output: '' });

    const api = read(folder, '.tool/api.yaml');
    write(folder, '.tool/api.yaml', `${api}: [`);
    git(folder, 'add', '-A');
    const checked = await tool(folder, ['scan', '--check', '--staged', '--json']);
    expect(document(checked, 'scan')).toMatchObject({
      damaged: [{ file: '.tool/api.yaml', message: expect.stringContaining('api.yaml:') }],
    });
    expect(checked.code).toBe(1);
    // What was committed so does not stop a commit of something else, and nothing is asked of a file that leaves.
    git(folder, 'commit', '-qnm', 'so');
    git(folder, 'rm', '-q', flow);
    expect(commit()).toEqual({ code: 0, output: '' });
  });

  test('what a hook did before, it still does', () => {
    const folder = repository();
    const script = '#!/usr/bin/env bash\nset -e\necho ran > ran.txt\nexit 0\n';
    write(folder, HOOK, script, 0o755);
    expect(installHook(folder).state).toBe('installed');
    expect(installHook(folder).state).toBe('unchanged');
    expect(read(folder, HOOK).startsWith('#!/usr/bin/env bash\n# >>> tool')).toBe(true);
    expect(statSync(join(folder, HOOK)).mode & 0o111).toBe(0o111);
    expect(git(folder, 'commit', '-qm', 'none', '--allow-empty').code).toBe(1);
    expect(existsSync(join(folder, 'ran.txt'))).toBe(false);
    expect(uninstallHook(folder)).toMatchObject([{ state: 'removed' }]);
    expect(read(folder, HOOK)).toBe(script);
    expect(uninstallHook(folder)).toMatchObject([{ state: 'absent' }]);
  });

  test('the rest of a hook runs when the model is up to date', async () => {
    const folder = repository();
    write(folder, HOOK, '#!/bin/sh\nexec touch ran.txt\n', 0o755);
    installHook(folder);
    await tool(folder, ['scan']);
    git(folder, 'add', '-A');
    expect(git(folder, 'commit', '-qm', 'one').code).toBe(0);
    expect(existsSync(join(folder, 'ran.txt'))).toBe(true);
  });

  test.each([['#!/usr/bin/env python3\nprint(1)\n'], ['#!/usr/bin/node\n'], ['\u0000binary'], ['print("no first line")\n']])(
    '%j is no shell script: it stays as it is',
    async (script) => {
      const folder = repository();
      write(folder, HOOK, script, 0o755);
      expect(await tool(folder, ['hook', 'install'])).toMatchObject({ code: 2, stderr: expect.stringContaining('is no shell script') });
      expect(read(folder, HOOK)).toBe(script);
    },
  );

  test('nor is a link followed', async () => {
    const folder = repository({ 'shared.sh': '#!/bin/sh\n' });
    mkdirSync(join(folder, '.git/hooks'), { recursive: true });
    symlinkSync(join(folder, 'shared.sh'), join(folder, HOOK));
    expect(await tool(folder, ['hook', 'install'])).toMatchObject({ code: 2, stderr: expect.stringContaining('symbolic link') });
    expect(read(folder, 'shared.sh')).toBe('#!/bin/sh\n');
  });

  test('core.hooksPath is where the hook goes', () => {
    const folder = repository({ 'team-hooks/commit-msg': '#!/bin/sh\n' });
    git(folder, 'config', 'core.hooksPath', 'team-hooks');
    expect(installHook(folder).file).toBe(join(folder, 'team-hooks/pre-commit'));
    expect(read(folder, 'team-hooks/pre-commit')).not.toContain(process.cwd());
  });

  test('two servers of one repository have a hook each', () => {
    const folder = projectIn(scratch, { 'apps/one/package.json': MANIFEST, "apps/it's/package.json": MANIFEST });
    git(folder, 'init', '-q');
    installHook(join(folder, 'apps/one'));
    installHook(join(folder, "apps/it's"));
    const both = read(folder, HOOK);
    expect(both).toContain('tool_project=apps/one');
    expect(both).toContain(`tool_project='apps/it'\\''s'`);
    expect(spawnSync('sh', ['-n', join(folder, HOOK)]).status).toBe(0);
    uninstallHook(join(folder, 'apps/one'));
    expect(read(folder, HOOK)).not.toContain('apps/one');
    expect(read(folder, HOOK)).toContain("apps/it'");
  });
});

describe('husky', () => {
  test.each([
    ['.husky', ''],
    ['.husky/_', '.husky/_'],
  ])('the script of the project gets the lines (%s)', (made, hooksPath) => {
    const folder = repository({ [`${made}/husky.sh`]: '', '.husky/pre-commit': 'npm test\n' });
    if (hooksPath) git(folder, 'config', 'core.hooksPath', hooksPath);
    const installed = installHook(folder);
    expect(installed).toMatchObject({ manager: 'husky', file: join(folder, '.husky/pre-commit'), state: 'installed' });
    expect(installed.notes?.[0]).toEqual(hooksPath ? undefined : expect.stringContaining('husky is not active in this checkout'));
    expect(hookCheck(folder)).toMatchObject(
      hooksPath ? { status: 'ok' } : { status: 'warning', remedy: expect.stringContaining('npx husky') as unknown as string },
    );
    const text = read(folder, '.husky/pre-commit');
    expect(text).toMatch(/# <<< tool scan --check \.\nnpm test\n$/);
    expect(text).not.toContain('/dist/');
    expect(uninstallHook(folder)).toMatchObject([{ manager: 'husky', state: 'removed' }]);
    expect(read(folder, '.husky/pre-commit')).toBe('npm test\n');
  });
});

describe('lefthook', () => {
  const CONFIG =
    "# ours\npre-commit:\n  parallel: true # fast\n  commands:\n    lint:\n      run: 'npm run lint'\n\ncommit-msg:\n  scripts:\n    check.sh:\n      runner: bash\n";

  test('gets a command beside the others, and comments stay', () => {
    const folder = repository({ 'lefthook.yml': CONFIG });
    expect(installHook(folder)).toMatchObject({
      manager: 'lefthook',
      state: 'installed',
      notes: [expect.stringContaining('`lefthook install`') as unknown as string],
    });
    expect(hookCheck(folder).status).toBe('warning');
    write(folder, HOOK, '#!/bin/sh\nlefthook run pre-commit\n');
    expect(hookCheck(folder).status).toBe('ok');
    expect(installHook(folder).notes).toBeUndefined();
    const text = read(folder, 'lefthook.yml');
    expect(parse(text)).toEqual({
      ...parse(CONFIG),
      'pre-commit': {
        parallel: true,
        commands: { lint: { run: 'npm run lint' }, 'tool-model': { run: 'tool scan --check --staged --quiet' } },
      },
    });
    for (const kept of ['# ours', '# fast', "'npm run lint'"]) expect(text).toContain(kept);
    expect(installHook(folder).state).toBe('unchanged');
    expect(uninstallHook(folder)).toMatchObject([{ state: 'removed' }]);
    expect(read(folder, 'lefthook.yml')).toBe(CONFIG);
  });

  test('gets a job where there are jobs, and a first one where there is nothing', () => {
    const jobs = repository({ '.lefthook.yaml': 'pre-commit:\n  jobs:\n    - run: npm test\n' });
    installHook(jobs);
    expect(parse(read(jobs, '.lefthook.yaml'))).toEqual({
      'pre-commit': { jobs: [{ run: 'npm test' }, { name: 'tool-model', run: 'tool scan --check --staged --quiet' }] },
    });
    uninstallHook(jobs);
    expect(read(jobs, '.lefthook.yaml')).toBe('pre-commit:\n  jobs:\n    - run: npm test\n');
    const empty = repository({ 'lefthook.yml': '' });
    installHook(empty);
    expect(parse(read(empty, 'lefthook.yml'))).toEqual({
      'pre-commit': { commands: { 'tool-model': { run: 'tool scan --check --staged --quiet' } } },
    });
  });

  test('uses the tool that the project depends on', () => {
    const folder = repository({ 'lefthook.yml': '', 'node_modules/.bin/tool': '' });
    installHook(folder);
    expect(read(folder, 'lefthook.yml')).toContain('run: node_modules/.bin/tool scan --check --staged --quiet');
  });

  test.each([
    ['lefthook.toml', '[pre-commit]\n', 'not written in YAML'],
    ['lefthook.yml', 'a: [\n', 'cannot be read'],
    ['lefthook.yml', '- a\n', 'cannot be read'],
  ])('%s with %j stays as it is', async (name, text, expected) => {
    const folder = repository({ [name]: text });
    expect(await tool(folder, ['hook', 'install'])).toMatchObject({ code: 2, stderr: expect.stringContaining(expected) });
    expect(read(folder, name)).toBe(text);
  });
});

describe('the pre-commit framework', () => {
  const CONFIG =
    'repos:\n-   repo: https://github.com/pre-commit/pre-commit-hooks\n    rev: v4.5.0 # pinned\n    hooks:\n    -   id: check-yaml\n';

  test('gets a local hook', () => {
    const folder = repository({ '.pre-commit-config.yaml': CONFIG });
    expect(installHook(folder)).toMatchObject({ manager: 'pre-commit', state: 'installed' });
    const config = parse(read(folder, '.pre-commit-config.yaml')) as { repos: { repo: string; hooks: { id: string }[] }[] };
    expect(config.repos).toMatchObject([
      ...(parse(CONFIG) as typeof config).repos,
      {
        repo: 'local',
        hooks: [{ id: 'tool-model', entry: 'tool scan --check --staged --quiet', language: 'system', pass_filenames: false }],
      },
    ]);
    expect(read(folder, '.pre-commit-config.yaml')).toContain('# pinned');
    expect(installHook(folder).state).toBe('unchanged');
    uninstallHook(folder);
    expect(parse(read(folder, '.pre-commit-config.yaml'))).toEqual(parse(CONFIG));
  });
});

test('the doctor skips a hook that is not there', async () => {
  const folder = repository();
  expect(hookCheck(folder).status).toBe('skipped');
  expect((await tool(folder, ['hook', 'install'])).stdout).toContain('Each commit runs');
  expect(hookCheck(folder).status).toBe('ok');
  expect(hookCheck(scratch).status).toBe('skipped');
});

describe('errors', () => {
  test('--staged without --check, and where nothing can be staged', async () => {
    const folder = projectIn(scratch, { 'package.json': MANIFEST, 'kiosk.js': SERVER });
    expect(await tool(folder, ['scan', '--staged'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('tool scan --check --staged'),
    });
    expect(await tool(folder, ['scan', '--check', '--staged'], { GIT_CEILING_DIRECTORIES: scratch })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing is staged'),
    });
  });

  test('outside a repository', async () => {
    const folder = projectIn(scratch, { 'package.json': MANIFEST });
    expect(await tool(folder, ['hook', 'install'], { GIT_CEILING_DIRECTORIES: scratch })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('in no git repository'),
    });
  });

  test('an unknown manager', async () => {
    expect(await tool(repository(), ['hook', 'install', '--with', 'grunt'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Known: husky, lefthook, pre-commit, git.'),
    });
  });
});

describe('tool scan --check', () => {
  test('says endpoint by endpoint what a scan would change, and changes nothing', async () => {
    const folder = repository();
    expect(await tool(folder, ['scan', '--check'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('There is no .tool/model.json'),
    });
    expect(existsSync(join(folder, '.tool/model.json'))).toBe(false);
    await tool(folder, ['scan']);
    expect(await tool(folder, ['scan', '--check', '--quiet'])).toEqual({ code: 0, stdout: '', stderr: '' });
    write(
      folder,
      'kiosk.js',
      SERVER.replace(
        "kiosk.get('/tickets',",
        "kiosk.post('/seats', (req, res) => res.json({}));\nkiosk.get('/tickets', function authenticate(req, res, next) { if (!req.headers.authorization) return res.status(401).end(); next(); },",
      ),
    );
    const before = read(folder, '.tool/model.json');
    const run = await tool(folder, ['scan', '--check']);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('+ POST /seats');
    expect(run.stdout).toMatch(/~ GET \/tickets: .*middleware/);
    expect(run.stdout).toContain('breaking');
    const found = document(await tool(folder, ['scan', '--check', '--json']), 'scan');
    expect(found.checks).toMatchObject([
      { folder: '.', check: { stale: true, added: ['POST /seats'], removed: [], api: { totals: { breaking: 1 } } } },
    ]);
    expect(read(folder, '.tool/model.json')).toBe(before);
    await tool(folder, ['scan']);
    expect(document(await tool(folder, ['scan', '--check', '--json']), 'scan').checks).toEqual([{ folder: '.', check: { stale: false } }]);
  });

  test('a fresh checkout has no cache, and gets the same answer', async () => {
    const folder = repository();
    await tool(folder, ['scan']);
    rmSync(join(folder, '.tool/cache'), { recursive: true });
    expect((await tool(folder, ['scan', '--check'])).code).toBe(0);
    expect((await tool(folder, ['scan', '--check'])).stdout).toContain('is up to date');
  });

  test('what is edited by hand in a fresh checkout, before any scan there, is kept', async () => {
    const folder = repository();
    await tool(folder, ['scan']);
    // An edit that was committed before a scan saw it, and an endpoint without a place.
    const model = JSON.parse(read(folder, '.tool/model.json')) as { endpoints: Record<string, unknown>[]; environments: object[] };
    model.endpoints[0]!['description'] = 'committed unseen';
    model.endpoints.push({ id: 'GET /hand', method: 'GET', path: '/hand', middleware: [] });
    model.environments.push({ name: 'hand', baseUrl: 'http://127.0.0.1:1' });
    write(folder, '.tool/model.json', JSON.stringify(model));
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'one');
    rmSync(join(folder, '.tool/cache'), { recursive: true });
    model.endpoints[0]!['name'] = 'Edited here';
    write(folder, '.tool/model.json', JSON.stringify(model));
    await tool(folder, ['scan']);
    expect((JSON.parse(read(folder, '.tool/model.json')) as typeof model).environments).toEqual(model.environments);
    expect((JSON.parse(read(folder, '.tool/model.json')) as typeof model).endpoints).toEqual([
      expect.objectContaining({ path: '/hand', origin: 'manual' }),
      expect.objectContaining({
        path: '/tickets',
        name: 'Edited here',
        description: 'committed unseen',
        authored: ['/description', '/name'],
      }),
    ]);
  });

  test('a source without endpoints is no reason to pass', async () => {
    const folder = repository();
    await tool(folder, ['scan']);
    write(folder, 'kiosk.js', 'console.log(1);\n');
    expect((await tool(folder, ['scan', '--check'])).code).toBe(1);
  });
});
