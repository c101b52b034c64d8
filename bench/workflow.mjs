// Times a login workflow of three steps, run any number of times, against the same requests in a bare loop.
//   npm run bench -- workflow [--rounds 5] [--repeat 334] [--peers] [--json]
// Per request: (time of all rounds − time of one round) / (requests − 3), so that start-up is no part of it. See README.md here.
import { fork, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const repository = path.dirname(here);
const bin = path.join(repository, 'dist/runtime/cli/bin.js');

const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** @param {{ rounds: number, repeat: number, peers: boolean, json: boolean }} options */
export async function benchWorkflow(options) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'tool-bench-workflow-'));
  const server = fork(path.join(here, 'login-server.mjs'));
  try {
    const { port } = await new Promise((resolve, reject) => {
      server.once('message', resolve);
      server.once('error', reject);
    });
    const baseUrl = `http://127.0.0.1:${port}`;
    return await measure(scratch, baseUrl, options);
  } finally {
    server.disconnect();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function measure(scratch, baseUrl, { rounds, repeat, peers }) {
  const count = async () => (await (await fetch(`${baseUrl}/count`)).json()).requests;
  const programs = [
    { name: 'bare undici loop', run: (times) => run(scratch, [path.join(here, 'undici-loop.mjs'), baseUrl, String(times)]) },
    { name: 'tool simulate workflow', run: toolProgram(scratch, baseUrl) },
    ...(peers ? peerPrograms(scratch, baseUrl) : []),
  ];
  for (const program of programs) program.run(1); // the first run of each reads from the disk, the others from memory
  const taken = new Map(programs.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, run: start } of programs) {
      const one = start(1);
      const before = await count();
      const all = start(repeat);
      const sent = (await count()) - before;
      taken.get(name).push({
        one,
        all,
        sent,
        wall: (all.milliseconds - one.milliseconds) / (3 * repeat - 3),
        cpu: (all.cpuMilliseconds - one.cpuMilliseconds) / (3 * repeat - 3),
      });
    }
  }
  const floor = taken.get(programs[0].name);
  return programs.map(({ name }) => {
    const runs = taken.get(name);
    return {
      program: name,
      requests: runs.at(-1).sent,
      exitCode: runs.at(-1).all.status,
      startMilliseconds: Math.round(median(runs.map((each) => each.one.milliseconds))),
      perRequest: Number(median(runs.map((each) => each.wall)).toFixed(3)),
      perRequestRatio: Number(median(runs.map((each, round) => each.wall / floor[round].wall)).toFixed(2)),
      cpuPerRequest: Number(median(runs.map((each) => each.cpu)).toFixed(3)),
      cpuPerRequestRatio: Number(median(runs.map((each, round) => each.cpu / floor[round].cpu)).toFixed(2)),
      startCpuMilliseconds: Math.round(median(runs.map((each) => each.one.cpuMilliseconds))),
      peakMebibytes: Math.round(median(runs.map((each) => each.all.peakBytes)) / 2 ** 20),
      ...(runs.at(-1).all.status === 0 ? {} : { error: runs.at(-1).all.output.trim().slice(-400) }),
    };
  });
}

function run(scratch, args, environment = {}) {
  const usage = path.join(scratch, 'usage.json');
  rmSync(usage, { force: true });
  const started = process.hrtime.bigint();
  const child = spawnSync(process.execPath, ['--import', pathToFileURL(path.join(here, 'report-usage.mjs')).href, ...args], {
    cwd: scratch,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: 600_000,
    env: { ...process.env, ...environment, BENCH_USAGE: usage, NO_COLOR: '1' },
  });
  const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
  const { peakBytes = 0, cpuMilliseconds = 0 } = existsSync(usage) ? JSON.parse(readFileSync(usage, 'utf8')) : {};
  return { milliseconds, peakBytes, cpuMilliseconds, status: child.status, output: `${child.stdout}${child.stderr}` };
}

/** The three steps with everything checked that the loop checks, and the model's response schemas on top. */
function toolProgram(scratch, baseUrl) {
  const workflow = {
    name: 'login',
    steps: [
      {
        name: 'register',
        method: 'POST',
        path: '/register',
        body: { email: '{{faker.internet.email}}{{faker.string.alphanumeric(12)}}', password: '{{faker.internet.password}}' },
        captureInput: { 'workflow:email': 'email', 'workflow:password': 'password' },
        expectStatus: 201,
      },
      {
        name: 'login',
        method: 'POST',
        path: '/login',
        body: { email: '{{workflow:email}}', password: '{{workflow:password}}' },
        capture: { 'workflow:accessToken': 'data.token' },
        expectStatus: 200,
      },
      {
        name: 'me',
        method: 'GET',
        path: '/me',
        inject: { 'header:Authorization': 'Bearer {{workflow:accessToken}}' },
        expectStatus: 200,
        expect: { body: { email: '{{workflow:email}}' } },
      },
    ],
  };
  const endpoint = (method, route, status, schema) => ({
    id: `${method} ${route}`,
    method,
    path: route,
    middleware: [],
    responses: { [status]: { schema } },
  });
  const model = {
    version: '0.3',
    generatedAt: '2026-01-01T00:00:00Z',
    project: { name: 'bench', language: 'javascript', framework: '' },
    environments: [{ name: 'local', baseUrl }],
    securitySchemes: {},
    endpoints: [
      endpoint('GET', '/me', 200, { email: 'string' }),
      endpoint('POST', '/login', 200, { 'data.token': 'string' }),
      endpoint('POST', '/register', 201, { id: 'number', email: 'string' }),
    ],
  };
  mkdirSync(path.join(scratch, '.tool/workflows'), { recursive: true });
  writeFileSync(path.join(scratch, '.tool/model.json'), JSON.stringify(model));
  writeFileSync(path.join(scratch, '.tool/workflows/login.json'), JSON.stringify(workflow));
  return (times) =>
    run(scratch, [bin, 'simulate', 'workflow', '--workflow', 'login', '--repeat', String(times), '--quiet', '--project', scratch]);
}

/** Other runners, where they are installed apart from this project. Their files name every request: they have no repetition. */
function peerPrograms(scratch, baseUrl) {
  const installed = (file) =>
    [path.join(here, '.peers/node_modules'), path.join(repository, 'node_modules')]
      .map((folder) => path.join(folder, file))
      .find((each) => existsSync(each));
  const programs = [];
  let serial = 0;
  const respect = installed('@redocly/cli/bin/cli.js');
  if (respect !== undefined) {
    const operation = (schema, status) => ({ responses: { [status]: { description: 'ok', content: { 'application/json': { schema } } } } });
    writeFileSync(
      path.join(scratch, 'openapi.json'),
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'bench', version: '1' },
        servers: [{ url: baseUrl }],
        paths: {
          '/register': {
            post: {
              operationId: 'register',
              ...operation(
                { type: 'object', required: ['id', 'email'], properties: { id: { type: 'number' }, email: { type: 'string' } } },
                201,
              ),
            },
          },
          '/login': {
            post: {
              operationId: 'login',
              ...operation(
                {
                  type: 'object',
                  required: ['data'],
                  properties: { data: { type: 'object', required: ['token'], properties: { token: { type: 'string' } } } },
                },
                200,
              ),
            },
          },
          '/me': {
            get: {
              operationId: 'me',
              ...operation({ type: 'object', required: ['email'], properties: { email: { type: 'string' } } }, 200),
            },
          },
        },
      }),
    );
    programs.push({
      name: '@redocly/respect',
      run: (times) => {
        const steps = Array.from({ length: times }, () => serial++).flatMap((id) => {
          const payload = { email: `respect-${process.pid}-${id}@example.com`, password: 'password' };
          return [
            {
              stepId: `register${id}`,
              operationId: 'register',
              requestBody: { contentType: 'application/json', payload },
              successCriteria: [{ condition: '$statusCode == 201' }],
            },
            {
              stepId: `login${id}`,
              operationId: 'login',
              requestBody: { contentType: 'application/json', payload },
              successCriteria: [{ condition: '$statusCode == 200' }],
              outputs: { token: '$response.body#/data/token' },
            },
            {
              stepId: `me${id}`,
              operationId: 'me',
              parameters: [{ name: 'Authorization', in: 'header', value: `Bearer {$steps.login${id}.outputs.token}` }],
              successCriteria: [{ condition: '$statusCode == 200' }],
            },
          ];
        });
        writeFileSync(
          path.join(scratch, 'bench.arazzo.json'),
          JSON.stringify({
            arazzo: '1.0.1',
            info: { title: 'bench', version: '1' },
            sourceDescriptions: [{ name: 'api', url: './openapi.json', type: 'openapi' }],
            workflows: [{ workflowId: 'bench', steps }],
          }),
        );
        return run(scratch, [respect, 'respect', 'bench.arazzo.json', '--max-steps', '5000'], {
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        });
      },
    });
  }
  const stepCi = installed('stepci/dist/index.js');
  if (stepCi !== undefined) {
    programs.push({
      name: 'Step CI',
      run: (times) => {
        const lines = ['version: "1.1"', 'name: bench', 'config: { concurrency: 1 }', 'tests:'];
        for (let round = 0; round < times; round++) {
          const account = JSON.stringify({ email: `stepci-${process.pid}-${serial++}@example.com`, password: 'password' });
          lines.push(
            `  t${round}:`,
            '    steps:',
            `      - { name: register, http: { url: "${baseUrl}/register", method: POST, json: ${account}, check: { status: 201 } } }`,
            `      - { name: login, http: { url: "${baseUrl}/login", method: POST, json: ${account}, check: { status: 200 }, captures: { token: { jsonpath: $.data.token } } } }`,
            `      - { name: me, http: { url: "${baseUrl}/me", method: GET, headers: { Authorization: "Bearer \${{captures.token}}" }, check: { status: 200 } } }`,
          );
        }
        writeFileSync(path.join(scratch, 'bench.stepci.yml'), lines.join('\n'));
        return run(scratch, [stepCi, 'run', 'bench.stepci.yml'], { STEPCI_DISABLE_ANALYTICS: '1' });
      },
    });
  }
  return programs;
}

export function printWorkflow(rows, { rounds, repeat }) {
  console.log(
    `Node ${process.version}, ${os.cpus().length} processors, median of ${rounds} interleaved rounds; ${repeat * 3} requests, register, login and read with the captured token.\n`,
  );
  for (const row of rows) {
    console.log(
      `${row.program.padEnd(24)} ${row.perRequest.toFixed(3)} ms per request  ${row.perRequestRatio.toFixed(2)} × loop   processor ${row.cpuPerRequest.toFixed(3)} ms  ${row.cpuPerRequestRatio.toFixed(2)} × loop   start ${String(row.startMilliseconds).padStart(4)} ms (processor ${row.startCpuMilliseconds} ms)  memory ${row.peakMebibytes} MiB${row.requests === repeat * 3 ? '' : `  (SENT ${row.requests})`}`,
    );
    if (row.error) console.log(`  exit ${row.exitCode}: ${row.error.replaceAll('\n', '\n  ')}`);
  }
}
