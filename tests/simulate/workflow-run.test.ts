import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { validate, type Run, type RunCheck } from '../../schemas/index.js';
import { setMemory } from '../../runtime/store/index.js';
import { deskModel, deskProject, loginSteps, withToken, type DeskProject } from '../support/desk-project.js';
import { startDeskServer, type DeskServer } from '../support/desk-server.js';

jest.setTimeout(60_000);

let server: DeskServer;
const projects: DeskProject[] = [];
beforeAll(async () => {
  server = await startDeskServer();
});
afterAll(async () => {
  await server.close();
});
afterEach(() => {
  for (const project of projects.splice(0)) project.remove();
  server.asked.length = 0;
  server.flaky.length = 0;
});

const project = (withModel = true): DeskProject => {
  const made = deskProject(server.baseUrl, withModel ? deskModel(server.baseUrl) : null);
  projects.push(made);
  return made;
};
const checks = (run: Run): RunCheck[] => run.groups.flatMap((group) => group.checks);
const verdicts = (run: Run): string[] => checks(run).map(({ name, verdict }) => `${name}: ${verdict}`);
const memory = (root: string): Record<string, Record<string, string>> =>
  JSON.parse(readFileSync(join(root, '.tool/memory.json'), 'utf8')) as Record<string, Record<string, string>>;

describe('a workflow', () => {
  test('captures what was sent and answered, injects it, and remembers it as texts', async () => {
    const { run, root } = project();
    const result = await run([
      ...loginSteps,
      {
        name: 'create',
        method: 'POST',
        path: '/desks',
        inject: withToken,
        body: { label: 'a/b ?&#', size: 3 },
        capture: { 'workflow:deskId': 'data.id', 'workflow:desk': 'data' },
        expectStatus: 201,
      },
      {
        name: 'read',
        method: 'GET',
        path: '/desks/{{workflow:deskId}}',
        inject: withToken,
        expect: {
          status: [200, 204],
          headers: { 'content-type': { contains: 'json' } },
          body: { 'data.size': '{{workflow:desk.size}}', 'data.label': { type: 'string' } },
        },
      },
      { name: 'list', method: 'GET', path: '/desks', query: { tag: ['a', 'b c'], none: null }, inject: withToken },
    ]);
    expect(verdicts(result)).toEqual(['register: passed', 'log in: passed', 'create: passed', 'read: passed', 'list: passed']);
    expect(result).toMatchObject({ verdict: 'passed', counts: { passed: 5, failed: 0, requests: 5 } });
    expect(result.latency!.p50).toBeLessThanOrEqual(result.latency!.p99);
    expect(server.asked.at(-1)!.url).toBe('/desks?tag=a&tag=b%20c');
    expect(server.asked.map(({ headers }) => headers.authorization !== undefined)).toEqual([false, false, true, true, true]);
    const remembered = memory(root)['workflow']!;
    expect(remembered['deskId']).toMatch(/^desk-/);
    expect(JSON.parse(remembered['desk']!)).toMatchObject({ size: 3 });
    expect(statSync(join(root, '.tool/memory.json')).mode & 0o777).toBe(0o600);
  });

  test('its record is valid, and holds no secret', async () => {
    const { run, root } = project();
    const result = await run([
      ...loginSteps,
      { name: 'list', method: 'GET', path: '/desks', inject: withToken, expect: { body: { 'data.0.id': { exists: true } } } },
    ]);
    expect(result.verdict).toBe('failed');
    const file = join(root, '.tool/runs', result.runId, 'run.json');
    const text = readFileSync(file, 'utf8');
    expect(validate('run', JSON.parse(text)).ok).toBe(true);
    const { accessToken, password } = memory(root)['workflow']! as { accessToken: string; password: string };
    expect(accessToken.length).toBeGreaterThan(10);
    for (const secret of [accessToken, password]) expect(text).not.toContain(secret);
    expect(checks(result).at(-1)!.exchanges.at(-1)!.curl).toMatch(/^curl .*'authorization: Bearer \*\*\*'/i);
  });

  test('the status decides exactly; without one any 2xx passes', async () => {
    const { run } = project();
    const result = await run([
      { name: 'accepted', method: 'POST', path: '/jobs' },
      { name: 'wrong', method: 'GET', path: '/health', expectStatus: 204, continueOnFailure: true },
      { name: 'expected error', method: 'GET', path: '/desks', expectStatus: 401 },
      { name: 'error', method: 'GET', path: '/desks' },
      { name: 'after', method: 'GET', path: '/health' },
    ]);
    expect(verdicts(result)).toEqual(['accepted: passed', 'wrong: failed', 'expected error: passed', 'error: failed', 'after: skipped']);
    expect(checks(result)[1]!.failures).toEqual([
      { check: 'status', expected: 204, received: 200, message: 'expected status 204, received 200' },
    ]);
    expect(checks(result)[3]!.failures[0]!.message).toBe('expected status 2xx, received 401');
  });

  test('what needs a value of a failed step is skipped, what does not is run', async () => {
    const { run } = project();
    const result = await run([
      { name: 'fails', method: 'GET', path: '/nothing', capture: { 'workflow:deskId': 'data.id' }, continueOnFailure: true },
      { name: 'needs it', method: 'GET', path: '/health', query: { id: '{{workflow:deskId}}' } },
      { name: 'does not', method: 'GET', path: '/health' },
    ]);
    expect(verdicts(result)).toEqual(['fails: failed', 'needs it: skipped', 'does not: passed']);
    expect(checks(result)[1]!.reason).toContain('"fails" did not capture');
  });

  test('a value that is not there fails the capture, and says what is there', async () => {
    const { run } = project();
    const result = await run([{ name: 'health', method: 'GET', path: '/health', capture: { 'workflow:x': 'data.x' } }]);
    expect(checks(result)[0]!.failures[0]!.message).toContain('no value at "data.x" in the body; the body has ok');
  });

  test('headers, cookies and the status can be captured; cookies are kept as a browser does', async () => {
    const { run, root } = project();
    const result = await run([
      { name: 'job', method: 'POST', path: '/jobs', capture: { 'workflow:jobUrl': 'header:Location', 'workflow:code': 'response:status' } },
      { name: 'follow', method: 'GET', path: '/health', query: { to: '{{workflow:jobUrl}}' } },
      {
        name: 'session',
        method: 'POST',
        path: '/sessions',
        body: { email: 'a@b.c' },
        capture: { 'workflow:session': 'cookie:desk_session' },
      },
      { name: 'me', method: 'GET', path: '/sessions/me', expectStatus: 200 },
      { name: 'moved', method: 'GET', path: '/moved', expectStatus: 302 },
      { name: 'followed', method: 'GET', path: '/moved', expect: { body: { ok: true } } },
    ]);
    expect(result.verdict).toBe('passed');
    expect(memory(root)['workflow']).toMatchObject({
      jobUrl: expect.stringContaining('/jobs/'),
      code: '202',
      session: expect.stringContaining('session-'),
    });
  });

  test('bodies are sent as their content type says', async () => {
    const made = project();
    made.write('files/note.txt', 'content of the note');
    const result = await made.run([
      {
        name: 'form',
        method: 'POST',
        path: '/echo',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: { a: '1 2', b: ['x', 'y'], c: { d: 3 } },
      },
      { name: 'text', method: 'POST', path: '/echo', headers: { 'Content-Type': 'text/plain' }, body: 'plain {{global:baseUrl}}' },
      {
        name: 'file',
        method: 'POST',
        path: '/echo',
        headers: { 'Content-Type': 'multipart/form-data' },
        body: { title: 'n', upload: { file: 'files/note.txt' } },
      },
      {
        name: 'outside',
        method: 'POST',
        path: '/echo',
        headers: { 'Content-Type': 'multipart/form-data' },
        body: { upload: { file: '../../../etc/hostname' } },
      },
    ]);
    expect(verdicts(result)).toEqual(['form: passed', 'text: passed', 'file: passed', 'outside: failed']);
    expect(server.asked.map(({ body }) => body)).toEqual([
      'a=1+2&b=x&b=y&c%5Bd%5D=3',
      `plain ${server.baseUrl}`,
      expect.stringContaining('content of the note'),
    ]);
    expect(checks(result)[3]!.failures[0]!.message).toContain('not in the project');
  });
});

describe('retries and loops', () => {
  test('a step tries again for the reasons it names, and polls until what it expects is true', async () => {
    const { run } = project();
    server.flaky.push(503, 500, 200);
    const result = await run([
      { name: 'flaky', method: 'GET', path: '/flaky', retry: { times: 5, delayMs: 1, on: [503, 500] } },
      { name: 'job', method: 'POST', path: '/jobs', capture: { 'workflow:jobId': 'id' } },
      {
        name: 'poll',
        method: 'GET',
        path: '/jobs/{{workflow:jobId}}',
        retry: { times: 10, delayMs: 1, on: ['expect'] },
        expect: { body: { state: 'done' } },
      },
    ]);
    expect(result.verdict).toBe('passed');
    expect(checks(result).map(({ exchanges }) => exchanges.length)).toEqual([3, 1, 3]);
  });

  test('it gives up after the attempts it has, and does not try for other reasons', async () => {
    const { run } = project();
    server.flaky.push(500, 500, 500, 500);
    const result = await run([
      { name: 'too often', method: 'GET', path: '/flaky', retry: { times: 1, delayMs: 1 }, continueOnFailure: true },
      { name: 'other reason', method: 'GET', path: '/flaky', retry: { times: 5, delayMs: 1, on: [503, 'timeout'] } },
    ]);
    expect(checks(result).map(({ verdict, exchanges }) => [verdict, exchanges.length])).toEqual([
      ['failed', 2],
      ['failed', 1],
    ]);
  });

  test('forEach runs once for each element and captures lists; an empty list is skipped', async () => {
    const { run, root } = project();
    const result = await run([
      ...loginSteps,
      {
        name: 'create',
        method: 'POST',
        path: '/desks',
        forEach: [
          { label: 'one', size: 1 },
          { label: 'two', size: 2 },
        ],
        inject: withToken,
        body: { label: '{{item.label}} {{index}}', size: '{{item.size}}' },
        capture: { 'workflow:deskIds': 'data.id' },
        expectStatus: 201,
      },
      { name: 'delete', method: 'DELETE', path: '/desks/{{item}}', forEach: '{{workflow:deskIds}}', inject: withToken, expectStatus: 204 },
      { name: 'list', method: 'GET', path: '/desks', inject: withToken, capture: { 'workflow:left': 'data' } },
      { name: 'nothing', method: 'GET', path: '/health', forEach: '{{workflow:left}}' },
    ]);
    expect(verdicts(result).slice(2)).toEqual([
      'create [1/2]: passed',
      'create [2/2]: passed',
      'delete [1/2]: passed',
      'delete [2/2]: passed',
      'list: passed',
      'nothing: skipped',
    ]);
    expect(JSON.parse(memory(root)['workflow']!['deskIds']!)).toHaveLength(2);
    expect(server.asked.map(({ body }) => body)).toContain('{"label":"two 1","size":2}');
  });

  test('if decides with what is known, also with what is not', async () => {
    const { run } = project();
    const result = await run([
      { name: 'skipped', method: 'GET', path: '/health', if: '{{workflow:missing}}' },
      { name: 'run', method: 'GET', path: '/health', if: '!{{workflow:missing}}', capture: { 'workflow:ok': 'ok' } },
      { name: 'compared', method: 'GET', path: '/health', if: '{{workflow:ok}} == true' },
    ]);
    expect(verdicts(result)).toEqual(['skipped: skipped', 'run: passed', 'compared: passed']);
  });
});

describe('reuse', () => {
  test('a step runs another workflow in the same memory; with gives it values', async () => {
    const made = project();
    made.write(
      '.tool/workflows/log-in.yaml',
      `name: log-in\nsteps:\n${loginSteps.map((step) => `  - ${JSON.stringify(step)}`).join('\n')}\n  - name: greet\n    method: GET\n    path: /health\n    query: { who: '{{workflow:who}}' }\n`,
    );
    const result = await made.run([
      { name: 'account', use: 'log-in', with: { 'workflow:who': 'a-{{faker.string.uuid}}' } },
      { name: 'list', method: 'GET', path: '/desks', inject: withToken, expectStatus: 200 },
    ]);
    expect(verdicts(result)).toEqual(['account › register: passed', 'account › log in: passed', 'account › greet: passed', 'list: passed']);
    expect(server.asked[2]!.url).toMatch(/^\/health\?who=a-[0-9a-f-]{36}$/);
  });

  test('workflows that use each other in a circle are refused before anything is sent', async () => {
    const made = project();
    made.write('.tool/workflows/a.json', { name: 'a', steps: [{ name: 'b', use: 'b' }] });
    made.write('.tool/workflows/b.json', { name: 'b', steps: [{ name: 'a', use: 'a' }] });
    await expect(made.runFiles(['a'])).rejects.toThrow(/in a circle/);
  });

  test('auth sends one credential of each demand', async () => {
    const model = deskModel(server.baseUrl);
    const made = deskProject(server.baseUrl, {
      ...model,
      securitySchemes: {
        ...model.securitySchemes,
        ticket: { type: 'apiKey', in: 'header', name: 'x-ticket', obtainedFrom: { endpoint: 'POST /tokens', field: 'data.token' } },
        stamp: { type: 'apiKey', in: 'query', name: 'stamp', obtainedFrom: { endpoint: 'POST /tokens', field: 'data.token' } },
      },
      endpoints: model.endpoints.map((endpoint) =>
        endpoint.method === 'GET' && endpoint.path === '/desks'
          ? { ...endpoint, security: [{ scheme: 'ticket' }, { scheme: 'stamp' }, { scheme: 'bearer', demand: 2 }] }
          : endpoint,
      ),
    });
    projects.push(made);
    const result = await made.run([{ name: 'list', method: 'GET', path: '/desks', auth: true }]);
    expect(result.verdict).toBe('passed');
    const { url, headers } = server.asked.at(-1)!;
    expect(url).toBe('/desks');
    expect(headers.authorization).toMatch(/^Bearer ./);
    expect(headers['x-ticket']).toMatch(/./);
  });

  test('auth logs in as the model says, with an account that is made first, once', async () => {
    const { run } = project();
    const result = await run([
      { name: 'create', method: 'POST', path: '/desks', auth: true, body: { label: 'x', size: 1 }, expectStatus: 201 },
      { name: 'list', method: 'GET', path: '/desks', auth: 'bearer', expect: { body: { 'data.0.label': 'x' } } },
    ]);
    expect(result.verdict).toBe('passed');
    expect(server.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /accounts',
      'POST /tokens',
      'POST /desks',
      'GET /desks',
    ]);
  });
});

describe('clean-up', () => {
  test('runs after a failure, with what was captured, and skips what was never made', async () => {
    const { run } = project();
    const before = server.desks.size;
    const result = await run([
      ...loginSteps,
      { name: 'delete it', method: 'DELETE', path: '/desks/{{workflow:deskId}}', inject: withToken, cleanup: true, expectStatus: 204 },
      { name: 'delete other', method: 'DELETE', path: '/desks/{{workflow:otherId}}', inject: withToken, cleanup: true },
      {
        name: 'create',
        method: 'POST',
        path: '/desks',
        inject: withToken,
        body: { label: 'x', size: 1 },
        capture: { 'workflow:deskId': 'data.id' },
      },
      { name: 'fails', method: 'GET', path: '/nothing' },
      {
        name: 'never',
        method: 'POST',
        path: '/desks',
        inject: withToken,
        body: { label: 'y', size: 1 },
        capture: { 'workflow:otherId': 'data.id' },
      },
    ]);
    expect(verdicts(result)).toEqual([
      'register: passed',
      'log in: passed',
      'create: passed',
      'fails: failed',
      'never: skipped',
      'delete it: passed',
      'delete other: skipped',
    ]);
    expect(server.desks.size).toBe(before);
  });

  test('never removes what an earlier run made', async () => {
    const { run, root } = project();
    await setMemory(root, [{ scope: 'workflow', key: 'deskId', value: 'desk-of-before' }]);
    const result = await run([
      { name: 'fails', method: 'GET', path: '/nothing', continueOnFailure: true },
      { name: 'create', method: 'POST', path: '/desks', body: {}, capture: { 'workflow:deskId': 'data.id' }, continueOnFailure: true },
      { name: 'read', method: 'GET', path: '/desks/{{workflow:deskId}}' },
      { name: 'delete', method: 'DELETE', path: '/desks/{{workflow:deskId}}', cleanup: true },
    ]);
    expect(verdicts(result)).toEqual(['fails: failed', 'create: failed', 'read: skipped', 'delete: skipped']);
    expect(server.asked.map(({ url }) => url)).toEqual(['/nothing', '/desks']);
  });

  test('a remembered value stands in where a condition says that it shall', async () => {
    const { run, root } = project();
    await setMemory(root, [{ scope: 'workflow', key: 'token', value: 'remembered-token' }]);
    const result = await run([
      { name: 'log in', method: 'POST', path: '/tokens', if: '!{{workflow:token}}', body: {}, capture: { 'workflow:token': 'data.token' } },
      { name: 'use', method: 'GET', path: '/health', query: { t: '{{workflow:token}}' } },
    ]);
    expect(verdicts(result)).toEqual(['log in: skipped', 'use: passed']);
    expect(server.asked[0]!.url).toBe('/health?t=remembered-token');
  });

  test('runs after an interrupt, too; a second one ends it', async () => {
    const { run } = project();
    const steps = [
      ...loginSteps,
      {
        name: 'create',
        method: 'POST',
        path: '/desks',
        inject: withToken,
        body: { label: 'x', size: 1 },
        capture: { 'workflow:deskId': 'data.id' },
      },
      { name: 'slow', method: 'GET', path: '/slow' },
      { name: 'delete', method: 'DELETE', path: '/desks/{{workflow:deskId}}', inject: withToken, cleanup: true, expectStatus: 204 },
    ];
    const first = new AbortController();
    const result = await run(steps, {
      signal: first.signal,
      onStep: ({ name }) => {
        if (name === 'create')
          setTimeout(() => {
            first.abort();
          }, 50);
        return undefined;
      },
    });
    expect(result.verdict).toBe('interrupted');
    expect(verdicts(result).slice(2)).toEqual(['create: passed', 'slow: failed', 'delete: passed']);
    const [both, second] = [new AbortController(), new AbortController()];
    const ended = await run(steps, {
      signal: both.signal,
      cleanupSignal: second.signal,
      onStep: ({ name }) => {
        if (name === 'create') {
          both.abort();
          second.abort();
        }
        return undefined;
      },
    });
    expect(verdicts(ended).slice(2)).toEqual(['create: passed', 'slow: skipped', 'delete: skipped']);
  });
});

describe('several runs', () => {
  test('rows of a file, several at once: results in their order, each with its own memory, the same for one worker as for many', async () => {
    const made = project();
    const rows = Array.from({ length: 12 }, (_, index) => ({ label: `row ${index}`, size: index }));
    made.write('rows.csv', `label,kind\n${rows.map(({ label }) => `${label},"a ""b"", c"`).join('\n')}\n`);
    made.write('desks.json', rows);
    made.write('.tool/workflows/rows.json', {
      name: 'rows',
      steps: [
        ...loginSteps,
        {
          name: 'create',
          method: 'POST',
          path: '/desks',
          inject: withToken,
          body: { label: '{{data:label}}', size: '{{data:size}}' },
          expect: { status: 201, body: { 'data.label': '{{data:label}}', 'data.size': '{{data:size}}' } },
        },
      ],
    });
    const bodies = (run: Run): unknown[] => checks(run).map(({ exchanges }) => exchanges[0]!.request.body);
    const parallel = await made.runFiles(['rows'], { dataFile: 'desks.json', workers: 6, seed: 5 });
    expect(parallel.verdict).toBe('passed');
    expect(parallel.groups.map(({ iteration }) => iteration)).toEqual(rows.map((_, index) => index + 1));
    server.accounts.clear();
    const single = await made.runFiles(['rows'], { dataFile: 'desks.json', seed: 5 });
    expect(bodies(single)).toEqual(bodies(parallel));
    made.write('.tool/workflows/csv.json', {
      name: 'csv',
      steps: [{ name: 'echo', method: 'POST', path: '/echo', body: { label: '{{data:label}}', kind: '{{data:kind}}' } }],
    });
    const csv = await made.runFiles(['csv'], { dataFile: 'rows.csv' });
    expect(csv.groups).toHaveLength(12);
    expect(server.asked.at(-1)!.body).toBe('{"label":"row 11","kind":"a \\"b\\", c"}');
  });

  test('the same seed on a server that kept the data: the conflict says so, and how to repeat it names the account and no secret', async () => {
    const { run } = project();
    expect((await run(loginSteps, { seed: 11 })).verdict).toBe('passed');
    const [register] = checks(await run(loginSteps, { seed: 11 }));
    expect(register!.failures).toMatchObject([{ received: 409, help: expect.stringContaining('another --seed') }]);
    expect(register!.exchanges[0]!.curl).toMatch(/"email":"[^"*]+@[^"]+","password":"\*\*\*"/);
  });

  test('the same seed sends the same bytes', async () => {
    const made = project();
    const sent = async (seed: number): Promise<string[]> => {
      server.asked.length = 0;
      server.accounts.clear();
      await made.runFiles([made.write('.tool/workflows/seeded.json', { name: 'seeded', steps: loginSteps })], { seed, repeat: 3 });
      return server.asked.map(({ url, body }) => url + body);
    };
    const first = await sent(11);
    expect(await sent(11)).toEqual(first);
    expect(await sent(12)).not.toEqual(first);
    expect(new Set(first).size).toBe(first.length);
  });

  test('bail ends after the first workflow that fails; a missed latency limit fails the run', async () => {
    const made = project();
    made.write('.tool/workflows/bad.json', { name: 'bad', steps: [{ name: 'x', method: 'GET', path: '/nothing' }] });
    made.write('.tool/workflows/good.json', { name: 'good', steps: [{ name: 'x', method: 'GET', path: '/health' }] });
    const result = await made.runFiles(['bad', 'good'], { bail: true });
    expect(result.groups.map(({ name, checks: own }) => `${name} ${own[0]!.verdict}`)).toEqual(['bad failed', 'good skipped']);
    const slow = await made.runFiles(['good'], { maxP95Ms: 0 });
    expect(slow).toMatchObject({ verdict: 'failed', counts: { failed: 0 }, failures: [{ check: 'latency', expected: 0 }] });
  });

  test('clear-memory begins with nothing, also in the file', async () => {
    const made = project();
    await setMemory(made.root, [{ scope: 'workflow', key: 'deskId', value: 'desk-old' }]);
    const steps = [{ name: 'health', method: 'GET', path: '/health', query: { id: '{{workflow:deskId}}' } }];
    expect((await made.run(steps)).verdict).toBe('passed');
    await expect(made.run(steps, { clearMemory: true })).rejects.toThrow(/\{\{workflow:deskId\}\} has no value/);
    expect(memory(made.root)).toEqual({ workflow: { deskId: 'desk-old' } });
    await made.run([{ name: 'health', method: 'GET', path: '/health' }], { clearMemory: true });
    expect(memory(made.root)).toEqual({});
  });
});

describe('people and places', () => {
  test('questions are answered by the environment, else asked once, else an error that names the variable', async () => {
    const { run } = project();
    const steps = [
      { name: 'a', method: 'GET', path: '/health', query: { a: '{{human:one-time code}}', b: '{{human:one-time code}}' } },
      { name: 'b', method: 'GET', path: '/health', query: { a: '{{human:one-time code}}' } },
    ];
    await run(steps, { processEnvironment: { TOOL_HUMAN_ONE_TIME_CODE: '77' } });
    expect(server.asked.map(({ url }) => url)).toEqual(['/health?a=77&b=77', '/health?a=77']);
    const questions: string[] = [];
    expect(
      (
        await run(steps, {
          ask: (key) => {
            questions.push(key);
            return Promise.resolve('5');
          },
        })
      ).verdict,
    ).toBe('passed');
    expect(questions).toEqual(['one-time code']);
    const failed = await run(steps);
    expect(checks(failed)[0]!.failures[0]).toMatchObject({
      check: 'template',
      message: expect.stringContaining('nobody to ask'),
      help: expect.stringContaining('TOOL_HUMAN_ONE_TIME_CODE'),
    });
  });

  test('values stay in their segment of the path; empty ones and dots are refused', async () => {
    const { run } = project();
    const result = await run([
      {
        name: 'echo',
        method: 'POST',
        path: '/echo',
        body: { slash: 'a/../b', empty: '', dots: '..' },
        captureInput: { 'workflow:slashName': 'slash', 'workflow:emptyName': 'empty', 'workflow:dotsName': 'dots' },
      },
      { name: 'slash', method: 'GET', path: '/desks/{{workflow:slashName}}', expectStatus: 401 },
      { name: 'empty', method: 'GET', path: '/desks/{{workflow:emptyName}}', continueOnFailure: true },
      { name: 'dots', method: 'GET', path: '/desks/{{workflow:dotsName}}/x', continueOnFailure: true },
    ]);
    expect(verdicts(result)).toEqual(['echo: passed', 'slash: passed', 'empty: failed', 'dots: failed']);
    expect(server.asked.map(({ url }) => url)).toEqual(['/echo', '/desks/a%2F..%2Fb']);
  });

  test('requests go to environments only', async () => {
    const { run } = project();
    const result = await run([
      { name: 'own', method: 'GET', path: '{{global:baseUrl}}/health', continueOnFailure: true },
      { name: 'elsewhere', method: 'GET', path: 'http://127.0.0.1:1/health' },
    ]);
    expect(verdicts(result)).toEqual(['own: passed', 'elsewhere: failed']);
    expect(checks(result)[1]!.failures[0]!.message).toContain('no environment of the model');
    await expect(run([{ name: 'x', method: 'GET', path: '/health' }], { environmentName: 'lokal' })).rejects.toThrow(
      /no environment "lokal"/,
    );
  });

  test('writes to another machine need leave', async () => {
    const made = project(false);
    made.write('tool.config.json', { name: 'desk', environments: [{ name: 'far', baseUrl: 'http://192.0.2.1:9' }] });
    await expect(made.run([{ name: 'x', method: 'DELETE', path: '/all' }])).rejects.toThrow(/DELETE requests are not sent to "far"/);
  });

  test('a server that is not there is said once, and the rest is skipped', async () => {
    const made = deskProject('http://127.0.0.1:9');
    projects.push(made);
    const result = await made.run([...loginSteps, { name: 'clean', method: 'DELETE', path: '/desks/1', cleanup: true }]);
    expect(result.verdict).toBe('unreachable');
    expect(verdicts(result)).toEqual(['register: failed', 'log in: skipped', 'clean: skipped']);
    expect(existsSync(join(made.root, '.tool/runs', result.runId, 'run.json'))).toBe(true);
  });

  test('a time-out is a failed step, not an unreachable server', async () => {
    const { run } = project();
    const result = await run([{ name: 'slow', method: 'GET', path: '/slow', timeoutMs: 50 }]);
    expect(result.verdict).toBe('failed');
    expect(checks(result)[0]!.failures[0]!.check).toBe('timeout');
  });
});
