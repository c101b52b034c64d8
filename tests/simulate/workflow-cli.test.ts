import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { XMLValidator } from 'fast-xml-parser';
import { deskProject, loginSteps, withToken, type DeskProject } from '../support/desk-project.js';
import { startDeskServer, type DeskServer } from '../support/desk-server.js';
import { startTlsServer } from '../support/fault-server.js';

// Every run is a process of its own, and the machine may be busy.
jest.setTimeout(180_000);

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const bin = join(repository, 'dist/runtime/cli/bin.js');
const ajv = new Ajv2020({ strict: false, validateFormats: false });
for (const folder of ['schemas', 'runtime/cli/output-schemas']) {
  for (const file of readdirSync(join(repository, folder)))
    if (file.endsWith('.schema.json')) ajv.addSchema(JSON.parse(readFileSync(join(repository, folder, file), 'utf8')) as object);
}

let server: DeskServer;
let project: DeskProject;
beforeAll(async () => {
  server = await startDeskServer();
  project = deskProject(server.baseUrl);
  project.write('.tool/workflows/desk.json', {
    name: 'desk',
    description: 'An account and a desk.',
    steps: [
      ...loginSteps,
      {
        name: 'create',
        method: 'POST',
        path: '/desks',
        inject: withToken,
        body: { label: 'x', size: 1 },
        capture: { 'workflow:deskId': 'data.id' },
        expectStatus: 201,
      },
      { name: 'delete', method: 'DELETE', path: '/desks/{{workflow:deskId}}', inject: withToken, expectStatus: 204, cleanup: true },
    ],
  });
  project.write(
    '.tool/workflows/more/fails.yaml',
    'name: fails\nsteps:\n  - name: secret\n    method: GET\n    path: /desks\n    headers: { Authorization: "Bearer very-secret-token-1" }\n',
  );
});
afterAll(async () => {
  project.remove();
  await server.close();
});
afterEach(() => {
  server.asked.length = 0;
});

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command while this process answers as the server. */
function tool(
  args: readonly string[],
  options: { input?: string; env?: Record<string, string>; onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void } = {},
): Promise<Ran> {
  const { NO_COLOR: _noColour, FORCE_COLOR: _forceColour, ...environment } = process.env;
  const child = spawn(process.execPath, [bin, ...args], { cwd: project.root, env: { ...environment, ...options.env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    options.onOutput?.(stderr, (signal) => {
      child.kill(signal);
    });
  });
  child.stdin.end(options.input ?? '');
  return new Promise((done) => {
    child.on('close', (code) => {
      done({ code, stdout, stderr });
    });
  });
}

function document(run: Ran, schema: string): any {
  const value: unknown = JSON.parse(run.stdout);
  const check = ajv.getSchema(`https://tool.invalid/output-schemas/${schema}.schema.json`)!;
  expect(check(value) ? [] : check.errors).toEqual([]);
  return value;
}

describe('simulate workflow', () => {
  test('runs a workflow by name, prints the seed, and one document with --json', async () => {
    const run = await tool(['simulate', 'workflow', '--workflow', 'desk', '--seed', '5']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('4 steps: 4 passed');
    expect(run.stdout).toContain('seed 5');
    server.accounts.clear();
    const again = document(
      await tool(['simulate', 'workflow', '--workflow', '.tool/workflows/desk.json', '--seed', '5', '--json']),
      'simulate-workflow',
    );
    expect(again).toMatchObject({ verdict: 'passed', seed: 5, counts: { passed: 4, requests: 4 } });
  });

  test('lists, with and without --json, also by its own command', async () => {
    const list = document(await tool(['simulate', 'workflow', '--list', '--json']), 'simulate-workflow');
    expect(list.workflows.map(({ name, steps }: { name: string; steps: number }) => [name, steps])).toEqual([
      ['desk', 4],
      ['fails', 1],
    ]);
    expect(document(await tool(['workflow', 'list', '--json']), 'workflow-list')).toEqual(list);
    expect((await tool(['workflow', 'list'])).stdout).toContain('.tool/workflows/more/fails.yaml');
  });

  test('what cannot work is in the list and exercises no endpoint; two workflows of one name are told apart by their files', async () => {
    const steps = [{ name: 'look', method: 'GET', path: '/health', query: { id: '{{workflow:missing}}' } }];
    const file = '.tool/workflows/lost.json';
    project.write(file, { name: 'desk', steps });
    const { workflows } = document(await tool(['workflow', 'list', '--json']), 'workflow-list');
    const lost = workflows.find((each: { file: string }) => each.file === file);
    expect(lost.problems).toEqual([
      { severity: 'error', message: expect.stringContaining('{{workflow:missing}} has no value') },
      { severity: 'warning', message: 'The model has no endpoint for GET /health.' },
      { severity: 'warning', message: '.tool/workflows/desk.json is called "desk", too: only their files tell them apart.' },
    ]);
    expect((await tool(['workflow', 'list'])).stdout).toContain(`${file}: {{workflow:missing}} has no value`);
    const { stdout } = await tool(['agent', 'run', 'coverage']);
    expect(stdout).toContain(`${file} cannot work, so it exercises nothing: {{workflow:missing}} has no value`);
    rmSync(join(project.root, file));
  });

  test('a failed check is exit code 1, with what was expected, the answer, and a masked curl line', async () => {
    const run = await tool(['simulate', 'workflow', '--workflow', 'fails']);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('expected status 2xx, received 401');
    expect(run.stdout).toContain('{"error":"no token"}');
    expect(run.stdout).toMatch(/curl .*Authorization: Bearer \*\*\*/i);
    expect(run.stdout + run.stderr).not.toContain('very-secret-token-1');
  });

  test('no server is exit code 3', async () => {
    const env = { name: 'gone', baseUrl: 'http://127.0.0.1:9' };
    project.write('tool.config.json', { name: 'desk', environments: [env] });
    const run = await tool(['simulate', 'workflow', '--workflow', 'desk', '--env', 'gone']);
    expect(run.code).toBe(3);
    expect(run.stdout).toContain('the connection was refused');
  });

  test('a folder stands for all in it; several reports at once go where they are told', async () => {
    const run = await tool([
      'simulate',
      'workflow',
      '--workflow',
      '.tool/workflows',
      '--reporter',
      'pretty,junit,html',
      '--output-file',
      'junit=out/report.xml,html=out/report.html',
      '--max-p95',
      '60000',
    ]);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('5 steps: 4 passed, 1 failed');
    expect(XMLValidator.validate(readFileSync(join(project.root, 'out/report.xml'), 'utf8'))).toBe(true);
    expect(readFileSync(join(project.root, 'out/report.html'), 'utf8')).toContain('expected status 2xx');
    expect((await tool(['simulate', 'workflow', '--workflow', 'desk', '--reporter', 'tap'])).stdout).toMatch(/^TAP version 14\n1\.\.4\n/);
  });

  test('an interrupt cleans up and is exit code 130', async () => {
    project.write('slow.json', {
      name: 'slow',
      steps: [
        ...loginSteps,
        {
          name: 'create',
          method: 'POST',
          path: '/desks',
          inject: withToken,
          body: { label: 'x', size: 1 },
          capture: { 'workflow:deskId': 'data.id' },
        },
        {
          name: 'slow',
          method: 'GET',
          path: '/health',
          retry: { times: 1000, delayMs: 20, on: ['expect'] },
          expect: { body: { ok: false } },
        },
        { name: 'delete', method: 'DELETE', path: '/desks/{{workflow:deskId}}', inject: withToken, expectStatus: 204, cleanup: true },
      ],
    });
    const before = server.desks.size;
    // Once: a second interrupt ends the clean-up, too.
    let interrupted = false;
    const running = tool(['simulate', 'workflow', '--workflow', 'slow.json', '--step'], {
      input: '\n\nc\n',
      onOutput: (text, kill) => {
        if (!interrupted && text.includes('passed: create')) {
          interrupted = true;
          kill('SIGINT');
        }
      },
    });
    const run = await running;
    expect(run.stderr).toContain('Interrupted: cleaning up');
    expect(run.code).toBe(130);
    expect(server.desks.size).toBe(before);
    expect(server.asked.at(-1)!.method).toBe('DELETE');
  });

  test('--watch runs again when the file changes, survives a broken one, and ends with Ctrl-C', async () => {
    const put = (content: unknown): void => {
      // As editors do it: whoever reads meanwhile has the old content or the new.
      project.write('watched.tmp', content);
      renameSync(join(project.root, 'watched.tmp'), join(project.root, '.tool/workflows/watched.json'));
    };
    const write = (path: string): void => {
      put({ name: 'watched', steps: [{ name: 'one', method: 'GET', path }] });
    };
    write('/health');
    const seen: string[] = [];
    let waits = 0;
    const run = await tool(['simulate', 'workflow', '--workflow', 'watched', '--watch'], {
      onOutput: (text, kill) => {
        const now = text.split('Waiting for changes').length - 1;
        if (now <= waits) return;
        waits = now;
        seen.push(String(server.asked.length));
        if (now === 1) write('/nothing');
        else if (now === 2) put('{');
        else kill('SIGINT');
      },
    });
    expect(seen).toEqual(['1', '2', '2']);
    expect(run.stdout).toContain('1 step: 1 passed');
    expect(run.stdout).toContain('received 404');
    expect(run.stderr).toContain('is not valid JSON');
    expect(run.code).toBe(2);
    project.write('.tool/workflows/watched.json', { name: 'watched', steps: [] });
  });

  test('--watch runs what a file says in the end, however it was written, and once', async () => {
    const file = join(project.root, '.tool/workflows/watched.json');
    const text = (path: string): string => JSON.stringify({ name: 'watched', steps: [{ name: 'one', method: 'GET', path }] });
    writeFileSync(file, text('/health'));
    let waits = 0;
    const run = await tool(['simulate', 'workflow', '--workflow', 'watched', '--watch'], {
      onOutput: (output, kill) => {
        const now = output.split('Waiting for changes').length - 1;
        if (now <= waits) return;
        waits = now;
        if (now > 1) {
          kill('SIGINT');
          return;
        }
        // Emptied and filled at once: of two events within five milliseconds the watcher hands on the first. Then twice, and touched.
        writeFileSync(file, '');
        writeFileSync(file, text('/health?2'));
        writeFileSync(file, '');
        writeFileSync(file, text('/nothing'));
        utimesSync(file, new Date(), new Date());
      },
    });
    expect(server.asked.map(({ url }) => url)).toEqual(['/health', '/nothing']);
    expect(run.stderr).not.toContain('is not valid JSON');
    expect(run.code).toBe(1);
    project.write('.tool/workflows/watched.json', { name: 'watched', steps: [] });
  });

  test('--step pauses after each step; q stops and cleans up', async () => {
    const run = await tool(['simulate', 'workflow', '--workflow', 'desk', '--step'], { input: '\nq\n' });
    expect(run.stderr).toContain('passed: register');
    expect(run.stderr).not.toContain('passed: create');
    expect(run.stdout).toContain('2 passed, 2 skipped');
  });

  test('questions are answered by the environment, and are an error where nobody can answer', async () => {
    project.write('ask.json', { name: 'ask', steps: [{ name: 'echo', method: 'POST', path: '/echo', body: { code: '{{human:otp}}' } }] });
    expect((await tool(['simulate', 'workflow', '--workflow', 'ask.json'], { env: { TOOL_HUMAN_OTP: '987654' } })).code).toBe(0);
    expect(server.asked[0]!.body).toBe('{"code":"987654"}');
    const run = await tool(['simulate', 'workflow', '--workflow', 'ask.json']);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('Set TOOL_HUMAN_OTP');
  });

  test('a person at a terminal is asked; what is typed as a secret is not shown', async () => {
    project.write('ask-terminal.json', {
      name: 'ask-terminal',
      steps: [{ name: 'echo', method: 'POST', path: '/echo', body: { colour: '{{human:colour}}', otp: '{{human:otp}}' } }],
    });
    // `script` is a part of every Debian: it gives the command a terminal.
    const terminal = spawn('script', ['-qec', `${process.execPath} ${bin} simulate workflow --workflow ask-terminal.json`, '/dev/null'], {
      cwd: project.root,
    });
    const answers = [/colour/, 'teal\r', /otp/i, '424242\r'] as const;
    let shown = '';
    let next = 0;
    terminal.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      if (next < answers.length && (answers[next] as RegExp).test(shown)) {
        terminal.stdin.write(answers[next + 1]);
        next += 2;
      }
    });
    const code = await new Promise((done) => {
      terminal.on('close', done);
    });
    expect({ code, shown }).toEqual({ code: 0, shown: expect.stringContaining('1 passed') });
    expect(JSON.parse(server.asked[0]!.body)).toEqual({ colour: 'teal', otp: '424242' });
    expect(shown).toContain('teal');
    expect(shown).not.toContain('424242');
  });

  test('--repeat runs a workflow again and again, --bail ends the run at the first that fails', async () => {
    const run = document(await tool(['simulate', 'workflow', '--workflow', 'desk', '--repeat', '3', '--json']), 'simulate-workflow');
    expect(run.counts).toMatchObject({ passed: 12, failed: 0, requests: 12 });
    expect(server.asked.map(({ method, url }) => `${method} ${url.replace(/\/desks\/.+/, '/desks/…')}`)).toEqual(
      Array(3).fill(['POST /accounts', 'POST /tokens', 'POST /desks', 'DELETE /desks/…']).flat(),
    );
    const failing = ['simulate', 'workflow', '--workflow', 'fails', '--workflow', 'desk', '--json'];
    expect(document(await tool(failing), 'simulate-workflow').counts).toMatchObject({ passed: 4, failed: 1 });
    server.asked.length = 0;
    expect(document(await tool([...failing, '--bail']), 'simulate-workflow').counts).toMatchObject({ passed: 0, failed: 1 });
    expect(server.asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /desks']);
  });

  test('--wait waits for a server that starts late; without it the run ends with exit code 3', async () => {
    const late = createServer((_request, response) => {
      response.end('{}');
    });
    const port = await new Promise<number>((done) => {
      late.listen(0, '127.0.0.1', () => {
        done((late.address() as AddressInfo).port);
      });
    });
    await new Promise((done) => {
      late.close(done);
    });
    const elsewhere = deskProject(`http://127.0.0.1:${port}`);
    elsewhere.write('one.json', { name: 'one', steps: [{ name: 'one', method: 'GET', path: '/' }] });
    try {
      expect((await tool(['simulate', 'workflow', '--workflow', 'one.json', '--project', elsewhere.root])).code).toBe(3);
      const waiting = tool(['simulate', 'workflow', '--workflow', 'one.json', '--wait', '60s', '--project', elsewhere.root]);
      setTimeout(() => {
        late.listen(port, '127.0.0.1');
      }, 1_500);
      expect(await waiting).toMatchObject({ code: 0 });
    } finally {
      elsewhere.remove();
      await new Promise((done) => {
        late.close(done);
        late.closeAllConnections();
      });
    }
  });

  test('--insecure accepts a certificate that nobody vouches for', async () => {
    const secure = await startTlsServer();
    const elsewhere = deskProject(secure.url);
    elsewhere.write('one.json', { name: 'one', steps: [{ name: 'one', method: 'GET', path: '/' }] });
    try {
      const refused = await tool(['simulate', 'workflow', '--workflow', 'one.json', '--project', elsewhere.root]);
      expect(refused).toMatchObject({ code: 3, stdout: expect.stringContaining('self-signed') });
      expect(await tool(['simulate', 'workflow', '--workflow', 'one.json', '--insecure', '--project', elsewhere.root])).toMatchObject({
        code: 0,
      });
    } finally {
      elsewhere.remove();
      await secure.close();
    }
  });

  test.each<[string[], RegExp]>([
    [['simulate', 'workflow'], /needs a workflow[^]*--list/],
    [['simulate', 'workflow', '--workflow', 'dsk'], /Did you mean "desk"/],
    [['simulate', 'workflow', '--workflow', 'desk', '--env', 'lcal'], /Did you mean "local"/],
    [['simulate', 'workflow', '--workflow', 'desk', '--reporter', 'junt'], /Did you mean "junit"/],
    [['simulate', 'workflow', '--workflow', 'desk', '--reporter', 'junit,tap'], /at once/],
    [['simulate', 'workflow', '--workflow', 'desk', '--seed', 'x'], /whole number/],
    [['simulate', 'workflow', '--workflow', 'desk', '--data', 'nope.csv'], /does not exist/],
    [['simulate', 'workflow', '--workflow', 'desk', '--workers', '0'], /from 1 to 256/],
    [['workflow', 'scaffold', 'GET', '/desk'], /Did you mean/],
    [['workflow', 'export'], /needs a format/],
    [['workflow', 'export', '--k6'], /one workflow/],
    [['workflow', 'import', 'nope.yaml'], /does not exist/],
  ])('%j is a usage error that says what to do', async (args, message) => {
    const run = await tool(args);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(message);
    expect(server.asked).toEqual([]);
  });
});

test('where there is one workflow, it is named', async () => {
  const other = deskProject(server.baseUrl);
  try {
    other.write('.tool/workflows/a.json', { name: 'read a desk', steps: loginSteps });
    const run = await tool(['simulate', 'workflow', '--project', other.root]);
    expect(run.stderr).toContain('tool simulate workflow --workflow "read a desk"');
    expect(server.asked).toEqual([]);
  } finally {
    other.remove();
  }
});

describe('workflow', () => {
  test('scaffold writes what leads to an endpoint; validate finds nothing wrong with it; it runs', async () => {
    const made = document(
      await tool(['workflow', 'scaffold', 'get', '/desks/:deskId', '--name', 'read a desk', '--json']),
      'workflow-scaffold',
    );
    expect(made).toMatchObject({ file: '.tool/workflows/read-a-desk.json', written: true, notes: [] });
    expect(document(await tool(['workflow', 'validate', '--workflow', 'read a desk', '--json']), 'workflow-validate')).toMatchObject({
      checked: 1,
      errors: 0,
      problems: [],
    });
    expect(await tool(['simulate', 'workflow', '--workflow', 'read a desk', '--quiet'])).toMatchObject({ code: 0, stdout: '' });
    project.write('.tool/workflows/read-a-desk.json', { name: 'read a desk', steps: [] });
    expect(await tool(['workflow', 'scaffold', 'GET', '/desks/:deskId', '--name', 'read a desk'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('would be overwritten'),
    });
    expect((await tool(['workflow', 'scaffold', 'GET', '/desks/:deskId', '--name', 'read a desk', '--force'])).code).toBe(0);
  });

  test('validate names lines, and one damaged file does not hide the others', async () => {
    project.write('.tool/workflows/broken.json', '{"name": "broken", "steps": [');
    project.write('.tool/workflows/wrong.json', {
      name: 'wrong',
      steps: [{ name: 'a', method: 'GET', path: '/desks/{{workflow:nobody}}', auth: true }],
    });
    const run = await tool(['workflow', 'validate', '--json']);
    const result = document(run, 'workflow-validate');
    expect(run.code).toBe(1);
    expect(result.errors).toBe(2);
    expect(result.problems.map(({ message }: { message: string }) => message).join('\n')).toMatch(
      /not valid JSON[^]*\{\{workflow:nobody\}\} has no value/,
    );
    for (const file of ['broken.json', 'wrong.json']) project.write(`.tool/workflows/${file}`, { name: file, steps: [] });
  });

  test('export and import write files and say what they could not', async () => {
    const made = document(
      await tool(['workflow', 'export', '--arazzo', '--workflow', 'desk', '--output', 'out/desk.arazzo.yaml', '--json']),
      'workflow-export',
    );
    expect(made.files).toEqual([{ path: 'out/desk.arazzo.yaml' }, { path: 'out/desk.openapi.json' }]);
    expect(made.omitted).toEqual([{ workflow: 'desk', step: 'delete', reason: expect.stringContaining('clean-up') }]);
    expect((await tool(['workflow', 'export', '--k6', '--workflow', 'desk', '--stdout'])).stdout).toContain("import http from 'k6/http';");
    const imported = document(await tool(['workflow', 'import', 'out/desk.arazzo.yaml', '--force', '--json']), 'workflow-import');
    expect(imported.workflows).toEqual([{ name: 'desk', file: '.tool/workflows/desk.json', steps: 4, written: true }]);
    expect(existsSync(join(project.root, '.tool/workflows/desk.json'))).toBe(true);
    expect((await tool(['simulate', 'workflow', '--workflow', 'desk'])).code).toBe(0);
  });
});
