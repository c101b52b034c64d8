import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { runtimeCheck } from '../../runtime/project/doctor/environment-checks.js';
import { examine, type Check } from '../../runtime/project/doctor/index.js';
import { document, projectIn, scratchFolder, tool } from '../support/tool-process.js';

jest.setTimeout(120_000);

const scratch = scratchFolder('doctor');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const quiet = { update: () => undefined };
const manifest = JSON.stringify({ name: 'lighthouse', main: 'lamp.js', dependencies: { express: '^5.0.0' } });
const lamp = "const lamp = require('express')();\nlamp.get('/beams/:beam', (q, s) => s.json({}));\nlamp.listen(1);\n";
let port = 0;
/** A port that was free a moment ago. */
const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: found } = server.address() as { port: number };
      server.close(() => {
        done(found);
      });
    });
  });

const lighthouse = async (files: Readonly<Record<string, string>> = {}): Promise<string> => {
  port = await freePort();
  const folder = projectIn(scratch, {
    'package.json': manifest,
    'lamp.js': lamp,
    'tool.config.json': JSON.stringify({ name: 'lighthouse', port, environments: [{ name: 'local', baseUrl: 'http://127.0.0.1:3000' }] }),
    ...files,
  });
  expect(await tool(folder, ['scan'])).toMatchObject({ code: 0 });
  return folder;
};

const bad = (checks: readonly Check[]): [string, string][] =>
  checks.filter(({ status }) => status === 'problem' || status === 'warning').map(({ id, status }) => [id, status]);
const of = (checks: readonly Check[], id: string): Check =>
  checks.find((check) => check.id === id && check.status !== 'ok') ?? checks.find((check) => check.id === id)!;

test('a folder that cannot be written is a problem before it is a failed scan', () => {
  const folder = projectIn(scratch, { 'package.json': manifest });
  chmodSync(folder, 0o555);
  const module = new URL('../../runtime/project/doctor/environment-checks.js', import.meta.url).href;
  const script = `const { toolFolderCheck } = await import(${JSON.stringify(module)});
    if (process.getuid() === 0) process.setuid(65534);
    process.stdout.write(JSON.stringify(toolFolderCheck(${JSON.stringify(folder)})));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  chmodSync(folder, 0o755);
  expect(JSON.parse(said)).toMatchObject({
    status: 'problem',
    message: `${folder} cannot be written, so no scan can store its model.`,
    remedy: expect.stringContaining('tool scan --check'),
  });
});

test('a project in order has no problem, and nothing is written', async () => {
  const folder = await lighthouse({
    '.tool/workflows/shine.json': JSON.stringify({ name: 'shine', steps: [{ name: 'look', method: 'GET', path: '/beams/1' }] }),
  });
  const before = readdirSync(folder, { recursive: true }).sort();
  const run = await tool(folder, ['doctor', '--json']);
  const found = document(run, 'doctor');
  expect({ code: run.code, bad: bad(found.checks), healthy: found.healthy }).toEqual({ code: 0, bad: [], healthy: true });
  expect(found.checks.map(({ id }: Check) => id)).toEqual(
    expect.arrayContaining([
      'runtime',
      'config',
      'adapters',
      'losses',
      'freshness',
      'model',
      'environments',
      'workflows',
      'ignore-rules',
      'memory',
      'activity',
      'changes',
      'runs',
      'lock',
      'port',
    ]),
  );
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
  expect((await tool(folder, ['doctor'])).stdout).toContain('everything is in order');
});

test('a new project is told the next steps', async () => {
  const folder = projectIn(scratch, { 'package.json': manifest, 'lamp.js': lamp });
  const run = await tool(folder, ['doctor']);
  expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining('Run `tool scan`.') });
  expect(run.stdout).toContain('Run `tool init` to make one.');
  expect(readdirSync(folder).sort()).toEqual(['lamp.js', 'package.json']);
});

describe('each problem is found by its own check, with a remedy', () => {
  const cases: [name: string, id: string, status: string, text: RegExp, damage: (folder: string) => void][] = [
    [
      'a broken configuration',
      'config',
      'problem',
      /tool\.config\.json/,
      (folder) => {
        writeFileSync(join(folder, 'tool.config.json'), '{ "entires": [] }');
      },
    ],
    [
      'an entry that is not there',
      'config',
      'problem',
      /names what is not there: wick\.js/,
      (folder) => {
        writeFileSync(join(folder, 'tool.config.json'), JSON.stringify({ entries: ['wick.js'], port }));
      },
    ],
    [
      'a server folder that is not there',
      'config',
      'problem',
      /there is no such folder/,
      (folder) => {
        writeFileSync(join(folder, 'tool.config.json'), JSON.stringify({ projects: ['islands/*'], port }));
      },
    ],
    [
      'two environments of one name in the configuration',
      'environments',
      'problem',
      /tell them apart/,
      (folder) => {
        writeFileSync(
          join(folder, 'tool.config.json'),
          JSON.stringify({
            port,
            environments: [
              { name: 'a', baseUrl: 'http://a.test' },
              { name: 'a', baseUrl: 'http://b.test' },
            ],
          }),
        );
      },
    ],
    [
      'no framework',
      'adapters',
      'problem',
      /No supported web framework/,
      (folder) => {
        writeFileSync(join(folder, 'package.json'), '{"name":"x"}');
        writeFileSync(join(folder, 'lamp.js'), '');
      },
    ],
    [
      'a damaged model',
      'model',
      'problem',
      /model\.json/,
      (folder) => {
        writeFileSync(join(folder, '.tool/model.json'), '{"version": "0.3"');
      },
    ],
    [
      'an endpoint that is there twice',
      'model',
      'problem',
      /model\.json:\d+:\d+ /,
      (folder) => {
        edit(folder, (model) => {
          model.endpoints.push(model.endpoints[0]);
        });
      },
    ],
    [
      'an unknown scheme',
      'model',
      'problem',
      /lantern/,
      (folder) => {
        edit(folder, (model) => {
          model.endpoints[0].security = [{ scheme: 'lantern' }];
        });
      },
    ],
    [
      'a stale endpoint',
      'stale-endpoints',
      'warning',
      /no longer in the source/,
      (folder) => {
        edit(folder, (model) => {
          model.endpoints.push({
            id: 'GET /fog',
            method: 'GET',
            path: '/fog',
            middleware: [],
            stale: true,
            summary: 'Fog',
            authored: ['/summary'],
          });
        });
      },
    ],
    [
      'a model behind the source',
      'freshness',
      'warning',
      /lacks PUT \/horn/,
      (folder) => {
        writeFileSync(join(folder, 'lamp.js'), lamp.replace('lamp.listen', "lamp.put('/horn', (q, s) => s.end());\nlamp.listen"));
      },
    ],
    [
      'a source without endpoints',
      'losses',
      'warning',
      /A scan finds no endpoint here/,
      (folder) => {
        writeFileSync(join(folder, 'lamp.js'), "const lamp = require('express')();\nlamp.listen(1);\n");
      },
    ],
    [
      'what could not be resolved',
      'losses',
      'warning',
      /could not be resolved/,
      (folder) => {
        writeFileSync(
          join(folder, 'lamp.js'),
          lamp.replace('lamp.listen', "lamp.get(require('os').hostname(), (q, s) => s.end());\nlamp.listen"),
        );
      },
    ],
    [
      'no environment',
      'environments',
      'warning',
      /do not know where the server is/,
      (folder) => {
        edit(folder, (model) => {
          model.environments = [];
        });
      },
    ],
    [
      'writes to another machine',
      'environments',
      'warning',
      /may change data on far/,
      (folder) => {
        edit(folder, (model) => {
          model.environments = [{ name: 'far', baseUrl: 'https://far.test', allowWrites: true }];
        });
      },
    ],
    [
      'a damaged workflow',
      'workflows',
      'problem',
      /torn\.json/,
      (folder) => {
        mkdirSync(join(folder, '.tool/workflows'));
        writeFileSync(join(folder, '.tool/workflows/torn.json'), '{"name":"torn"}');
      },
    ],
    [
      'a workflow that calls what is not there',
      'workflows',
      'warning',
      /POST \/beams/,
      (folder) => {
        mkdirSync(join(folder, '.tool/workflows'));
        writeFileSync(
          join(folder, '.tool/workflows/odd.json'),
          JSON.stringify({ name: 'odd', steps: [{ name: 'a', method: 'POST', path: '/beams' }] }),
        );
      },
    ],
    [
      'ignore rules that are gone',
      'ignore-rules',
      'warning',
      /lacks memory\.json/,
      (folder) => {
        writeFileSync(join(folder, '.tool/.gitignore'), 'runs/\n');
      },
    ],
    [
      'credentials in version control',
      'ignore-rules',
      'problem',
      /git tracks generated files.*holds credentials/,
      (folder) => {
        writeFileSync(join(folder, '.tool/memory.json'), '{"workflow":{"token":"abc"}}', { mode: 0o600 });
        execFileSync('git', ['init', '-q'], { cwd: folder });
        execFileSync('git', ['add', '-f', '.tool/memory.json'], { cwd: folder });
      },
    ],
    [
      'a memory that others can read',
      'memory',
      'warning',
      /others on this machine can read it/,
      (folder) => {
        writeFileSync(join(folder, '.tool/memory.json'), '{"workflow":{"token":"abc"}}');
        chmodSync(join(folder, '.tool/memory.json'), 0o644);
      },
    ],
    [
      'a damaged memory',
      'memory',
      'problem',
      /memory\.json/,
      (folder) => {
        writeFileSync(join(folder, '.tool/memory.json'), '{"workflow":{"token":7}}', { mode: 0o600 });
      },
    ],
    [
      'a damaged line of activity',
      'activity',
      'warning',
      /line 2\)/,
      (folder) => {
        writeFileSync(
          join(folder, '.tool/activity/activity.ndjson'),
          `${readFileSync(join(folder, '.tool/activity/activity.ndjson'), 'utf8')}{"ts"\n`,
        );
      },
    ],
    [
      'a damaged change log',
      'changes',
      'problem',
      /changes\.json/,
      (folder) => {
        writeFileSync(join(folder, '.tool/changes.json'), '[]');
      },
    ],
    [
      'a project that was moved',
      'changes',
      'warning',
      /moved or copied/,
      (folder) => {
        writeFileSync(
          join(folder, '.tool/changes.json'),
          JSON.stringify({ version: 1, watchedSince: '2026-01-31T12:00:00.000Z', projectRoot: '/elsewhere', changes: [] }),
        );
      },
    ],
    [
      'a damaged snapshot',
      'runs',
      'problem',
      /model-snapshot\.json/,
      (folder) => {
        mkdirSync(join(folder, '.tool/runs'));
        writeFileSync(join(folder, '.tool/runs/model-snapshot.json'), '{');
      },
    ],
    [
      'a lock that was left',
      'lock',
      'warning',
      /a process hangs or was killed/,
      (folder) => {
        const lock = join(folder, '.tool/cache/lock');
        writeFileSync(lock, '{}');
        utimesSync(lock, new Date(Date.now() - 100_000), new Date(Date.now() - 100_000));
      },
    ],
  ];
  const edit = (folder: string, change: (model: any) => void): void => {
    const file = join(folder, '.tool/model.json');
    const model: unknown = JSON.parse(readFileSync(file, 'utf8'));
    change(model);
    writeFileSync(file, JSON.stringify(model));
  };

  test.each(cases)('%s', async (_name, id, status, text, damage) => {
    const folder = await lighthouse();
    damage(folder);
    const checks = await examine(folder, quiet);
    const check = of(checks, id);
    expect(check).toMatchObject({ id, status, message: expect.stringMatching(text) });
    expect(check.remedy).toMatch(/\w{3}/);
    // The others are made all the same.
    expect(checks.map((one) => one.id)).toEqual(expect.arrayContaining(['runtime', 'config', 'model', 'memory', 'port']));
  });

  test('split YAML files that disagree', async () => {
    const folder = await lighthouse();
    expect(await tool(folder, ['model', 'export', '--yaml'])).toMatchObject({ code: 0 });
    expect(of(await examine(folder, quiet), 'split-yaml')).toMatchObject({ status: 'ok' });
    edit(folder, (model) => {
      model.endpoints[0].summary = 'A beam';
    });
    expect(of(await examine(folder, quiet), 'split-yaml')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('disagree'),
    });
  });

  test('a port that is taken', async () => {
    const folder = await lighthouse();
    const server = createServer();
    await new Promise<void>((done) => {
      server.listen(port, '127.0.0.1', done);
    });
    try {
      expect(of(await examine(folder, quiet), 'port')).toMatchObject({
        status: 'problem',
        message: expect.stringContaining(`Port ${port}`),
        remedy: expect.stringContaining('tool dev --port'),
      });
    } finally {
      await new Promise((done) => {
        server.close(done);
      });
    }
    expect(of(await examine(folder, quiet), 'port')).toMatchObject({ status: 'ok' });
  });

  test('a port that is none', async () => {
    expect(await tool(scratch, ['dev', '--port', 'many'])).toMatchObject({ code: 2, stderr: expect.stringContaining('"many" is no port') });
  });

  test('an old runtime', () => {
    expect(runtimeCheck('18.20.4')).toMatchObject({ status: 'problem', message: expect.stringContaining('18.20.4') });
    expect(runtimeCheck('22.1.0')).toMatchObject({ status: 'ok' });
  });
});

test('each server of a repository is looked at', async () => {
  const member = (name: string): string =>
    JSON.stringify({ name, main: 'lamp.js', scripts: { start: 'node lamp.js' }, dependencies: { express: '5' } });
  const folder = projectIn(scratch, {
    'package.json': JSON.stringify({ private: true, workspaces: ['coast/*'] }),
    'coast/north/package.json': member('north'),
    'coast/north/lamp.js': lamp,
    'coast/south/package.json': member('south'),
    'coast/south/lamp.js': lamp,
  });
  expect(await tool(folder, ['scan', '--project', 'coast/north'])).toMatchObject({ code: 0 });
  const checks = await examine(folder, quiet);
  expect(checks.filter(({ id }) => id === 'model').map(({ server, status }) => [server, status])).toEqual([
    ['coast/north', 'ok'],
    ['coast/south', 'problem'],
  ]);
});
