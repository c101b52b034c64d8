import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { agents, type AgentInput, type WorkflowEntry } from '../../runtime/agents/index.js';
import { compareModels } from '../../runtime/agents/model-watcher.js';
import { endpointOfStep } from '../../runtime/agents/match-step.js';
import { formatModel } from '../../runtime/store/index.js';
import type { Endpoint, Model, Workflow } from '../../schemas/index.js';
import { validate } from '../../schemas/index.js';
import { anyModel, fullModel } from '../support/model-examples.js';
import { document, projectIn, scratchFolder, tool } from '../support/tool-process.js';

jest.setTimeout(120_000);

const scratch = scratchFolder('agents');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const endpoint = (method: string, path: string, rest: Partial<Endpoint> = {}): Endpoint => ({
  id: `${method} ${path}`,
  method,
  path,
  middleware: [],
  ...rest,
});
const modelOf = (...endpoints: Endpoint[]): Model => ({
  ...fullModel,
  environments: [],
  securitySchemes: { crew: { type: 'http', scheme: 'bearer', obtainedFrom: { endpoint: 'POST /berths/open', field: 'token' } } },
  endpoints,
});
const guarded = { security: [{ scheme: 'crew' }], middleware: [{ name: 'boardingPass', type: 'auth', scheme: 'crew' }] };
const workflow = (name: string, ...steps: Workflow['steps']): WorkflowEntry => ({
  file: `.tool/workflows/${name}.json`,
  workflow: { name, steps },
});

const run = (name: string, input: Partial<AgentInput> & Pick<AgentInput, 'model'>) =>
  agents
    .find((agent) => agent.name === name)!
    .run({
      snapshot: () => null,
      workflows: async () => [],
      changes: async () => ({ files: [], from: 'a test' }),
      imports: async () => ({ importsOf: () => [] }),
      ...input,
    });

describe('model-watcher', () => {
  test('the first run records, the second says what is different', async () => {
    const before = modelOf(
      endpoint('GET', '/quays'),
      endpoint('PUT', '/quays/:quay', { ...guarded, source: { file: 'a.js', line: 3 } }),
      endpoint('DELETE', '/quays/:quay'),
    );
    const after = modelOf(
      endpoint('GET', '/quays', { summary: 'All quays' }),
      endpoint('PUT', '/quays/:quay', { source: { file: 'a.js', line: 9 } }),
      endpoint('POST', '/quays', guarded),
    );
    expect((await run('model-watcher', { model: before })).findings).toEqual([]);
    const { summary, findings } = await run('model-watcher', { model: after, snapshot: () => before });
    expect(summary).toContain('1 added, 1 removed, 2 changed');
    expect(findings).toEqual([
      expect.objectContaining({ kind: 'endpoint_removed', severity: 'warning', endpoint: 'DELETE /quays/:quay' }),
      expect.objectContaining({
        kind: 'endpoint_changed',
        severity: 'warning',
        endpoint: 'PUT /quays/:quay',
        evidence: expect.objectContaining({ fields: ['middleware', 'security'] }),
      }),
      expect.objectContaining({
        kind: 'endpoint_changed',
        severity: 'info',
        endpoint: 'GET /quays',
        evidence: { fields: ['summary'], before: { summary: null }, after: { summary: 'All quays' } },
      }),
      expect.objectContaining({ kind: 'endpoint_added', endpoint: 'POST /quays', message: expect.stringContaining('guarded by crew') }),
    ]);
  });

  test('a moved line and another order of keys are no change; anything else in the contract is', () => {
    fc.assert(
      fc.property(anyModel, (model) => {
        const moved: Model = {
          ...model,
          endpoints: model.endpoints
            .map(
              (one) =>
                Object.fromEntries([...Object.entries(one), ['source', { file: 'moved.js', line: 7 }]].reverse()) as unknown as Endpoint,
            )
            .reverse(),
        };
        expect(compareModels(model, moved)).toEqual([]);
        const added = compareModels({ ...model, endpoints: [] }, model);
        expect(added).toHaveLength(model.endpoints.length);
        expect(
          compareModels(model, { ...model, endpoints: [] })
            .map(({ endpoint: name }) => name)
            .sort(),
        ).toEqual(added.map(({ endpoint: name }) => name).sort());
        expect(
          compareModels(model, { ...model, endpoints: model.endpoints.map((one) => ({ ...one, summary: `${one.summary ?? ''}!` })) }),
        ).toHaveLength(model.endpoints.length);
      }),
      { numRuns: 50 },
    );
  });
});

describe('steps and endpoints', () => {
  const endpoints = [
    endpoint('GET', '/quays/:quay'),
    endpoint('GET', '/quays/free'),
    endpoint('GET', '/quays/:quay/berths/:berth'),
    endpoint('ALL', '/ping'),
    endpoint('GET', '/docs/*'),
    endpoint('GET', '/range/:from-:to'),
  ];
  test.each([
    ['GET', '/quays/free', 'GET /quays/free'],
    ['GET', '/quays/{{workflow:quay}}', 'GET /quays/:quay'],
    ['GET', '/quays/7?deep=1', 'GET /quays/:quay'],
    ['GET', '/quays/{{a/b}}/berths/2/', 'GET /quays/:quay/berths/:berth'],
    ['DELETE', '/ping', 'ALL /ping'],
    ['GET', '/docs/a/b/c', 'GET /docs/*'],
    ['GET', '{{global:baseUrl}}/quays/1', 'GET /quays/:quay'],
    ['GET', 'https://x.test/quays/1', 'GET /quays/:quay'],
    ['GET', '/range/1-2', 'GET /range/:from-:to'],
    ['POST', '/quays/1', undefined],
    ['GET', '/quays/1/berths', undefined],
    ['GET', '/range/1', undefined],
  ])('%s %s', (method, path, expected) => {
    expect(endpointOfStep(endpoints, { method, path })?.id).toBe(expected);
  });
});

describe('coverage', () => {
  test('says which endpoints no workflow calls, through the workflows that workflows use', async () => {
    const model = modelOf(
      endpoint('GET', '/quays'),
      endpoint('POST', '/quays'),
      endpoint('DELETE', '/quays/:quay'),
      endpoint('GET', '/gone', { stale: true }),
    );
    const entries = [
      workflow('outer', { name: 'make', use: 'inner' }),
      workflow('inner', { name: 'list', method: 'GET', path: '/quays' }, { name: 'again', use: 'outer' }),
      { file: '.tool/workflows/torn.json', workflow: null, problem: 'torn' },
      { ...workflow('lost', { name: 'make', method: 'POST', path: '/quays' }), problem: 'a value is missing' },
    ];
    const { summary, findings } = await run('coverage', { model, workflows: async () => entries });
    expect(summary).toBe('1 of 3 endpoints (33 %) are exercised by 2 workflows.');
    expect(findings.map(({ kind, severity, endpoint: name, workflow: file }) => [kind, severity, name ?? file])).toEqual([
      ['workflow_unreadable', 'error', '.tool/workflows/torn.json'],
      ['workflow_broken', 'error', '.tool/workflows/lost.json'],
      ['endpoint_uncovered', 'warning', 'POST /quays'],
      ['endpoint_uncovered', 'warning', 'DELETE /quays/:quay'],
    ]);
  });
});

describe('security-review', () => {
  const kinds = async (...endpoints: Endpoint[]) =>
    (await run('security-review', { model: modelOf(...endpoints) })).findings.map(({ kind, severity, endpoint: name }) => [
      kind,
      severity,
      name,
    ]);

  test('a write without a guard beside guarded ones', async () => {
    expect(await kinds(endpoint('POST', '/quays', guarded), endpoint('DELETE', '/quays/:quay'))).toEqual([
      ['unguarded_write', 'error', 'DELETE /quays/:quay'],
    ]);
    expect(
      await kinds(
        endpoint('GET', '/quays', guarded),
        endpoint('PATCH', '/quays/:quay', { security: [{ scheme: 'crew', required: false }] }),
      ),
    ).toEqual([['unguarded_write', 'warning', 'PATCH /quays/:quay']]);
    expect(await kinds(endpoint('POST', '/quays'), endpoint('DELETE', '/quays/:quay'), endpoint('POST', '/berths', guarded))).toEqual([]);
    expect(await kinds(endpoint('POST', '/crew/register'), endpoint('PUT', '/crew/me', guarded))).toEqual([]);
  });

  test('an owner that is not checked where a sibling checks it', async () => {
    const owned = { ...guarded, ownership: { ownerField: 'captain', mustMatchAuthClaim: 'sub' } };
    expect(await kinds(endpoint('GET', '/boats/:boat', owned), endpoint('PUT', '/boats/:boat/name', guarded))).toEqual([
      ['ownership_not_checked', 'warning', 'PUT /boats/:boat/name'],
    ]);
    expect(await kinds(endpoint('DELETE', '/boats/:boat', guarded))).toEqual([['ownership_not_checked', 'info', 'DELETE /boats/:boat']]);
    expect(
      await kinds(endpoint('DELETE', '/boats/:boat', { ...guarded, security: [{ scheme: 'crew', scopes: ['harbourmaster'] }] })),
    ).toEqual([]);
  });

  test('guards that come too late', async () => {
    expect(
      await kinds(
        endpoint('GET', '/quays', guarded),
        endpoint('PUT', '/quays', { handlerName: 'boardingPass', middleware: [{ name: 'saveQuay', type: 'other' }] }),
      ),
    ).toEqual([['guard_after_handler', 'error', 'PUT /quays']]);
    const at = (line: number) => ({ source: { file: 'quays.js', line } });
    expect(
      await kinds(
        endpoint('POST', '/a', at(3)),
        endpoint('POST', '/b', { ...guarded, ...at(9) }),
        endpoint('POST', '/c', { ...guarded, ...at(10) }),
      ),
    ).toEqual([['guard_after_route', 'warning', 'POST /a']]);
    expect(
      await kinds(
        endpoint('POST', '/a', at(3)),
        endpoint('POST', '/b', { ...guarded, ...at(9) }),
        endpoint('POST', '/c', at(10)),
        endpoint('POST', '/d', { ...guarded, ...at(11) }),
      ),
    ).toEqual([]);
    expect(
      await kinds(
        endpoint('PUT', '/papers', {
          security: [{ scheme: 'crew' }],
          middleware: [{ name: 'intoMemory', type: 'upload' }, ...guarded.middleware],
        }),
      ),
    ).toEqual([['upload_before_guard', 'warning', 'PUT /papers']]);
  });

  test('credentials without a rate limit, by their name and by what the model knows', async () => {
    expect(await kinds(endpoint('POST', '/crew/login'), endpoint('POST', '/berths/open'))).toEqual([
      ['missing_rate_limit', 'warning', 'POST /crew/login'],
      ['missing_rate_limit', 'warning', 'POST /berths/open'],
    ]);
    expect(
      await kinds(
        endpoint('POST', '/crew/login', { rateLimit: { max: 5 } }),
        endpoint('POST', '/berths/open', { middleware: [{ name: 'slowly', type: 'rate-limit' }] }),
      ),
    ).toEqual([]);
    const slowly = { name: 'slowly', type: 'rate-limit', conditional: true };
    expect(await kinds(endpoint('POST', '/crew/login', { middleware: [slowly], rateLimit: { max: 5, conditional: true } }))).toEqual([
      ['missing_rate_limit', 'info', 'POST /crew/login'],
    ]);
  });

  test('every finding names an endpoint of the model, and no model breaks it', async () => {
    await fc.assert(
      fc.asyncProperty(anyModel, async (model) => {
        for (const finding of (await run('security-review', { model })).findings)
          expect(model.endpoints.map((one) => `${one.method} ${one.path}`)).toContain(finding.endpoint);
      }),
      { numRuns: 50 },
    );
  });
});

describe('workflow-impact, on sources', () => {
  const git = (folder: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.test', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const step = (name: string, method: string, path: string) => JSON.stringify({ name, steps: [{ name: 'call', method, path }] });
  const files = {
    'package.json': '{"name":"harbour","main":"app.js","dependencies":{"express":"5"}}',
    'tsconfig.json': '{"compilerOptions":{"baseUrl":".","paths":{"@domain/*":["domain/*"]}}}',
    'app.js':
      "const app = require('express')();\napp.use('/quays', require('./routes/quays'));\napp.use('/boats', require('./routes/boats'));\napp.listen(1);\n",
    'routes/quays.js':
      "const r = require('express').Router();\nconst { list } = require('../services/quays');\nr.get('/', list);\nmodule.exports = r;\n",
    'routes/boats.js': "const r = require('express').Router();\nr.get('/', (q, s) => s.end());\nmodule.exports = r;\n",
    'services/quays.js': "const { tide } = require('@domain/tide');\nexports.list = (q, s) => s.json(tide());\n",
    'domain/tide.ts': 'export const tide = () => 1;\n',
    'lonely.js': 'module.exports = 1;\n',
    '.tool/workflows/list-quays.json': step('List quays', 'GET', '/quays'),
    '.tool/workflows/list-boats.json': step('List boats', 'GET', '/boats'),
  };
  const harbour = async (): Promise<string> => {
    const folder = projectIn(scratch, files);
    expect(await tool(folder, ['scan'])).toMatchObject({ code: 0 });
    git(folder, 'init', '-q');
    git(folder, 'add', '.');
    git(folder, 'commit', '-q', '-m', 'first');
    return folder;
  };
  const impact = async (folder: string, ...args: string[]) =>
    document(await tool(folder, ['agent', 'run', 'workflow-impact', '--json', ...args]), 'agent-run').report as {
      summary: string;
      findings: { kind: string; workflow: string; file?: string; evidence: any }[];
    };
  const short = (report: Awaited<ReturnType<typeof impact>>) =>
    report.findings.map(({ kind, workflow: file, file: changed }) => [kind, file.replace('.tool/workflows/', ''), changed]);

  test('a change in a service that a handler calls counts, through an alias of tsconfig, and others do not', async () => {
    const folder = await harbour();
    expect(await impact(folder)).toMatchObject({
      findings: [],
      summary: expect.stringContaining('No source file changed (git, not committed)'),
    });
    writeFileSync(join(folder, 'domain/tide.ts'), 'export const tide = () => 2;\n');
    writeFileSync(join(folder, 'lonely.js'), 'module.exports = 2;\n');
    const report = await impact(folder);
    expect(short(report)).toEqual([['workflow_affected', 'list-quays.json', 'domain/tide.ts']]);
    expect(report.findings[0]!.evidence.endpoints[0]).toMatchObject({
      endpoint: 'GET /quays',
      steps: ['1. call'],
      changed: [{ file: 'domain/tide.ts', how: 'imported', via: ['routes/quays.js', 'services/quays.js', 'domain/tide.ts'] }],
    });
  });

  test('deleted files, files above the route, the route itself, and a branch', async () => {
    const folder = await harbour();
    rmSync(join(folder, 'domain'), { recursive: true });
    expect(short(await impact(folder))).toEqual([['workflow_affected', 'list-quays.json', 'domain/tide.ts']]);
    git(folder, 'checkout', '-q', '--', '.');
    writeFileSync(join(folder, 'app.js'), `${files['app.js']}// later\n`);
    expect(short(await impact(folder))).toEqual([
      ['workflow_possibly_affected', 'list-boats.json', 'app.js'],
      ['workflow_possibly_affected', 'list-quays.json', 'app.js'],
    ]);
    git(folder, 'checkout', '-q', '-b', 'work');
    writeFileSync(join(folder, 'app.js'), files['app.js']);
    writeFileSync(join(folder, 'routes/boats.js'), `${files['routes/boats.js']}// later\n`);
    writeFileSync(join(folder, '.tool/workflows/list-quays.json'), step('List quays', 'GET', '/quays/'));
    git(folder, 'commit', '-q', '-a', '-m', 'second');
    expect(short(await impact(folder, '--since', 'HEAD~1'))).toEqual([
      ['workflow_affected', 'list-boats.json', 'routes/boats.js'],
      ['workflow_changed', 'list-quays.json', undefined],
    ]);
  });

  test('the change log of a watcher decides where there is one', async () => {
    const folder = await harbour();
    writeFileSync(join(folder, 'routes/boats.js'), '// not in the log\n');
    writeFileSync(
      join(folder, '.tool/changes.json'),
      JSON.stringify({
        version: 1,
        watchedSince: '2026-01-31T12:00:00.000Z',
        projectRoot: folder,
        changes: [
          {
            filePath: 'services/quays.js',
            absolutePath: join(folder, 'services/quays.js'),
            changedAt: '2026-01-31T12:00:01.000Z',
            eventType: 'change',
          },
        ],
      }),
    );
    expect(short(await impact(folder))).toEqual([['workflow_affected', 'list-quays.json', 'services/quays.js']]);
  });

  test('nobody can say what changed, or git does not know: what to do is said', async () => {
    const folder = projectIn(scratch, { ...files, '.tool/model.json': formatModel(modelOf(endpoint('GET', '/quays'))) });
    const environment = { GIT_CEILING_DIRECTORIES: scratch };
    expect(await tool(folder, ['agent', 'run', 'workflow-impact'], environment)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Nothing says which files changed'),
    });
    expect(await tool(folder, ['agent', 'run', 'workflow-impact', '--since', 'nowhere'], environment)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('git knows no commit "nowhere"'),
    });
    expect(await tool(folder, ['agent', 'run', 'workflow-impact', '--since=--output=x'], environment)).toMatchObject({ code: 2 });
    expect(readdirSync(join(folder, '.tool'))).not.toContain('runs');
  });
});

describe('tool agent', () => {
  test('list names all agents', async () => {
    expect(
      document(await tool(scratch, ['agent', 'list', '--json']), 'agent-list').agents.map(({ name }: { name: string }) => name),
    ).toEqual(['model-watcher', 'workflow-impact', 'security-review', 'coverage']);
  });

  test('run writes a report, keeps the snapshot, and --fail-on decides the exit code', async () => {
    const secret = { type: 'string', example: 'sesame-open' };
    const first = modelOf(endpoint('POST', '/quays', guarded), endpoint('DELETE', '/quays/:quay'));
    const folder = projectIn(scratch, { 'package.json': '{"name":"harbour"}', '.tool/model.json': formatModel(first) });
    expect(await tool(folder, ['agent', 'run', 'model-watcher'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The first run: 2 endpoints recorded'),
    });
    writeFileSync(
      join(folder, '.tool/model.json'),
      formatModel(modelOf(endpoint('POST', '/quays', { ...guarded, requestBody: { fields: { password: secret } } }))),
    );
    const changed = document(await tool(folder, ['agent', 'run', 'model-watcher', '--json']), 'agent-run');
    expect(changed.report.findings.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['endpoint_changed', 'endpoint_removed']);
    const report: unknown = JSON.parse(readFileSync(join(folder, changed.file), 'utf8'));
    expect(report).toEqual(changed.report);
    expect(validate('agent-report', report)).toMatchObject({ ok: true });
    expect(changed.file).toBe(`.tool/runs/${changed.report.runId}/agent-report.json`);
    expect(JSON.stringify(report)).not.toContain('sesame');
    expect(JSON.stringify(report)).toContain('"type":"string"');
    expect(document(await tool(folder, ['agent', 'run', 'model-watcher', '--json']), 'agent-run').report.findings).toEqual([]);
    writeFileSync(join(folder, '.tool/model.json'), formatModel(first));
    expect(await tool(folder, ['agent', 'run', 'security-review', '--fail-on', 'error'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('DELETE /quays/:quay'),
    });
    expect(await tool(folder, ['agent', 'run', 'security-review'])).toMatchObject({ code: 0 });
    expect(await tool(folder, ['agent', 'run', 'coverage', '--fail-on', 'error'])).toMatchObject({ code: 0 });
  });

  test('a model that is older than the sources is said to be', async () => {
    const server = "const app = require('express')();\napp.get('/quays', (req, res) => res.end());\napp.listen(1);\n";
    const folder = projectIn(scratch, { 'package.json': '{"main":"app.js","dependencies":{"express":"5"}}', 'app.js': server });
    await tool(folder, ['scan']);
    expect((await tool(folder, ['agent', 'run', 'model-watcher'])).stdout).not.toContain('older');
    writeFileSync(join(folder, 'app.js'), server.replace('/quays', '/piers'));
    expect((await tool(folder, ['agent', 'run', 'model-watcher'])).stdout).toMatch(
      /^Nothing changed since \S+\. The model is older than the sources: run `tool scan` first\.$/m,
    );
  });

  test('mistakes are said with what to do; a damaged snapshot stays', async () => {
    const folder = projectIn(scratch, { '.tool/model.json': formatModel(fullModel), '.tool/runs/model-snapshot.json': '{"version"' });
    expect(await tool(folder, ['agent', 'run', 'covrage'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean "coverage"?'),
    });
    expect(await tool(folder, ['agent', 'run', 'coverage', '--fail-on', 'fatal'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no severity "fatal"'),
    });
    expect(await tool(folder, ['agent', 'run', 'coverage', '--fail-on', 'error', '--fail-on', 'info'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is given more than once'),
    });
    expect(await tool(folder, ['agent', 'run', 'coverage', '--since', 'main'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--since is for workflow-impact'),
    });
    expect(await tool(folder, ['agent', 'run', 'model-watcher'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('model-snapshot.json'),
    });
    expect(readFileSync(join(folder, '.tool/runs/model-snapshot.json'), 'utf8')).toBe('{"version"');
  });
});
