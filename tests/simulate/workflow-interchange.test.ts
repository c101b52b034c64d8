import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createConfig, lintFromString, type LoggerInterface } from '@redocly/openapi-core';
import { run as respect } from '@redocly/respect-core';
import type { Workflow } from '../../schemas/index.js';
import { fromArazzo, toArazzo, toK6 } from '../../runtime/workflow/host.js';
import { deskProject, loginSteps, withToken, type DeskProject } from '../support/desk-project.js';
import { startDeskServer, type DeskServer } from '../support/desk-server.js';

jest.setTimeout(120_000);

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
});

/** A project with these workflows, their export written beside it. */
async function exported(workflows: readonly Workflow[]) {
  const project = deskProject(server.baseUrl);
  projects.push(project);
  for (const workflow of workflows) project.write(`.tool/workflows/${workflow.name}.json`, workflow);
  const files = await Promise.all(workflows.map(({ name }) => project.read(`.tool/workflows/${name}.json`)));
  const result = await toArazzo(project.root, files, './api.openapi.json');
  project.write('api.openapi.json', result.openapi);
  const file = project.write('api.arazzo.json', result.arazzo);
  return { project, result, file, files };
}

/** Says nothing, whatever it is asked to say. */
const silent = new Proxy({}, { get: () => (text: unknown) => text }) as unknown as LoggerInterface;

/** The verdict of another runner, by workflow. Its inputs are new with every call: an account exists once. */
async function verdictsOf(file: string): Promise<Record<string, boolean>> {
  const config = await createConfig({});
  let number = 0;
  const inputs = Object.fromEntries(
    ['email', 'password', 'label', 'size'].map((name) => [
      name,
      name === 'email' ? `r${Date.now()}-${number++}@example.com` : name === 'size' ? 4 : `long-enough-${name}`,
    ]),
  );
  const results = await respect({
    files: [file],
    config,
    input: JSON.stringify(inputs),
    maxSteps: 200,
    maxFetchTimeout: 10_000,
    logger: silent,
    fetch,
    requestFileLoader: { getFileBody: () => Promise.reject(new Error('no file is sent')) },
  });
  return Object.fromEntries(
    results.flatMap(({ executedWorkflows }) =>
      executedWorkflows.map(
        ({ workflowId, executedSteps }) =>
          [workflowId, executedSteps.every((step) => 'checks' in step && step.checks.every((check) => check.passed))] as const,
      ),
    ),
  );
}

const account: Workflow['steps'] = [
  { ...loginSteps[0]!, expect: { body: { 'data.email': '{{workflow:email}}', 'data.id': { matches: '^acc-\\d+$' } } } },
  loginSteps[1]!,
];
const create: Workflow['steps'][number] = {
  name: 'create desk',
  method: 'POST',
  path: '/desks',
  inject: withToken,
  body: { label: '{{faker.lorem.word}}', size: '{{faker.number.int({"min": 1, "max": 9})}}' },
  captureInput: { 'workflow:label': 'label' },
  capture: { 'workflow:deskId': 'data.id' },
  expectStatus: 201,
};

/** Workflows with the verdict that both runners have to come to. */
const cases: readonly (readonly [Workflow, boolean])[] = [
  [
    {
      name: 'all-good',
      steps: [
        ...account,
        create,
        {
          name: 'read',
          method: 'GET',
          path: '/desks/{{workflow:deskId}}',
          query: { verbose: 'yes' },
          inject: withToken,
          expectStatus: 200,
          expect: {
            body: { 'data.id': '{{workflow:deskId}}', 'data.size': { min: 1, max: 9 } },
            headers: { 'content-type': { contains: 'json' } },
          },
        },
      ],
    },
    true,
  ],
  [{ name: 'wrong-status', steps: [...account, { ...create, expectStatus: 200 }] }, false],
  [{ name: 'wrong-body', steps: [...account, { ...create, expect: { body: { 'data.label': 'another label' } } }] }, false],
  [{ name: 'any-success', steps: [{ name: 'health', method: 'GET', path: '/health' }] }, true],
  [{ name: 'no-success', steps: [{ name: 'secret', method: 'GET', path: '/desks' }] }, false],
  [
    {
      name: 'wanted-error',
      steps: [{ name: 'secret', method: 'GET', path: '/desks', expectStatus: 401, expect: { body: { error: 'no token' } } }],
    },
    true,
  ],
  [{ name: 'nothing-captured', steps: [{ name: 'health', method: 'GET', path: '/health', capture: { 'workflow:x': 'data.x' } }] }, false],
  [
    {
      name: 'case-matters',
      steps: [{ name: 'secret', method: 'GET', path: '/desks', expectStatus: 401, expect: { body: { error: 'NO TOKEN' } } }],
    },
    false,
  ],
];

describe('Arazzo', () => {
  test('another runner comes to the same verdicts on the export as this one on the files', async () => {
    const { project, result, file } = await exported(cases.map(([workflow]) => workflow));
    expect(result.omitted).toEqual([]);
    const ours = await project.runFiles(cases.map(([{ name }]) => name));
    expect(Object.fromEntries(ours.groups.map(({ name, verdict }) => [name, verdict === 'passed']))).toEqual(
      Object.fromEntries(cases.map(([{ name }, expected]) => [name, expected])),
    );
    // Each with accounts of its own: the other runner takes one set of inputs for a whole file.
    const theirs: Record<string, boolean> = {};
    for (const [workflow] of cases) {
      const single = await exported([workflow]);
      Object.assign(theirs, await verdictsOf(single.file));
    }
    expect(theirs).toEqual(Object.fromEntries(cases.map(([{ name }, expected]) => [name, expected])));
    expect(file).toContain('api.arazzo.json');
  });

  test('the export is valid', async () => {
    const { file } = await exported(cases.map(([workflow]) => workflow));
    const found = await lintFromString({
      source: readFileSync(file, 'utf8'),
      absoluteRef: file,
      config: await createConfig({ extends: ['spec'] }),
    });
    expect(
      found.filter(({ severity }) => severity === 'error').map(({ message, location }) => `${message} ${location[0]?.pointer ?? ''}`),
    ).toEqual([]);
  });

  test('what it cannot say is named', async () => {
    const { result } = await exported([
      {
        name: 'odd',
        steps: [
          { name: 'loop', method: 'GET', path: '/health', forEach: ['a'] },
          { name: 'maybe', method: 'GET', path: '/health', if: 'true' },
          { name: 'typed', method: 'GET', path: '/health', expect: { body: { ok: { type: 'boolean' } } } },
          { name: 'cookie', method: 'GET', path: '/health', capture: { 'workflow:c': 'cookie:sid' } },
          { name: 'tidy', method: 'GET', path: '/health', cleanup: true },
          { name: 'login', method: 'GET', path: '/desks', auth: true },
        ],
      },
    ]);
    expect(result.omitted.map(({ step }) => step).sort()).toEqual(['cookie', 'login', 'loop', 'maybe', 'tidy', 'typed']);
  });

  test('an import of the export says the same again, and runs', async () => {
    const steps: Workflow['steps'] = [
      ...loginSteps,
      create,
      {
        name: 'read',
        method: 'GET',
        path: '/desks/{{workflow:deskId}}',
        inject: withToken,
        expectStatus: 200,
        retry: { times: 2, delayMs: 500, on: [503] },
      },
    ];
    const { project, file } = await exported([{ name: 'round-trip', steps }]);
    const { workflows, omitted } = await fromArazzo(project.root, file);
    expect(omitted).toEqual([]);
    expect(workflows).toHaveLength(1);
    expect(workflows[0]!.steps).toEqual(steps.map((step) => step));
    expect((await project.run(workflows[0]!.steps)).verdict).toBe('passed');
  });

  test('a document of somebody else is read: operation ids, inputs, outputs, references to workflows', async () => {
    const project = deskProject(server.baseUrl);
    projects.push(project);
    project.write(
      'api.yaml',
      'openapi: 3.1.0\ninfo: {title: a, version: "1"}\npaths:\n  /desks/{deskId}:\n    get: {operationId: readDesk}\n  /accounts:\n    post: {operationId: signUp}\n',
    );
    const file = project.write(
      'other.arazzo.yaml',
      `arazzo: 1.0.0
info: {title: Other, version: 1.0.0}
sourceDescriptions: [{name: desk, url: ./api.yaml, type: openapi}]
workflows:
  - workflowId: sign-up
    inputs:
      type: object
      properties: {mail: {type: string, format: email}, word: {type: string, format: password}, plan: {type: string, default: free}}
    steps:
      - stepId: account
        operationId: signUp
        requestBody: {payload: {email: $inputs.mail, password: $inputs.word, plan: "x-{$inputs.plan}"}}
        successCriteria: [{condition: "$statusCode == 201 || $statusCode == 200"}, {context: $response.body, condition: "$.data", type: jsonpath}]
        outputs: {id: "$response.body#/data/id", where: $response.header.Location}
  - workflowId: look
    dependsOn: [sign-up]
    steps:
      - stepId: again
        workflowId: sign-up
        parameters: [{name: who, value: me}]
      - stepId: read
        operationId: desk.readDesk
        parameters: [{name: deskId, in: path, value: d-1}, {name: Authorization, in: header, value: "Bearer {$inputs.token}"}, {name: all, in: query, value: true}]
        onFailure: [{name: later, type: goto, stepId: read}]
`,
    );
    const { workflows, omitted } = await fromArazzo(project.root, file);
    expect(workflows[0]!.steps).toEqual([
      {
        name: 'account',
        method: 'POST',
        path: '/accounts',
        body: { email: '{{faker.internet.email}}', password: '{{human:word}}', plan: 'x-free' },
        expect: { status: [201, 200] },
        capture: { 'workflow:id': 'data.id', 'workflow:where': 'header:Location' },
      },
    ]);
    expect(workflows[1]!.steps).toEqual([
      { name: 'before: sign-up', use: 'sign-up' },
      { name: 'again', use: 'sign-up', with: { 'workflow:who': 'me' } },
      {
        name: 'read',
        method: 'GET',
        path: '/desks/d-1',
        inject: { 'header:Authorization': 'Bearer {{human:token}}' },
        query: { all: true },
      },
    ]);
    expect(omitted.map(({ step }) => step)).toEqual(['account', 'read']);
  });

  test.each([
    ['nothing.yaml', /does not exist/],
    ['broken.json', /neither JSON nor YAML/],
    ['other.json', /no Arazzo 1\.x document/],
  ])('%s is an error that says why', async (name, message) => {
    const project = deskProject(server.baseUrl);
    projects.push(project);
    project.write('broken.json', '{"arazzo": ');
    project.write('other.json', '{"openapi": "3.1.0"}');
    await expect(fromArazzo(project.root, join(project.root, name))).rejects.toThrow(message);
  });
});

describe('k6', () => {
  /** The part of k6 that scripts use, over real requests: its calls wait, so each is made by a process of its own. */
  const SHIM = {
    'k6.mjs':
      'export const fail = (message) => { throw new Error(message); };\nexport const check = (value, checks) => Object.entries(checks).every(([name, one]) => { const ok = Boolean(one(value)); console.log(JSON.stringify({ name, ok })); return ok; });\n',
    'http.mjs': `import { execFileSync } from 'node:child_process';
const child = 'const [m,u,b,h]=JSON.parse(process.argv[1]);fetch(u,{method:m,body:b??undefined,headers:h,redirect:"manual"}).then(async(r)=>process.stdout.write(JSON.stringify({status:r.status,headers:Object.fromEntries(r.headers),body:await r.text()})))';
export default { request(method, url, body, { headers }) { const answer = JSON.parse(execFileSync(process.execPath, ['-e', child, JSON.stringify([method, url, body, headers])], { encoding: 'utf8' })); return { ...answer, cookies: {}, json: () => JSON.parse(answer.body) }; } };
`,
  };

  async function play(workflow: Workflow): Promise<{ code: number | null; output: string; omitted: readonly unknown[] }> {
    const project = deskProject(server.baseUrl);
    projects.push(project);
    project.write(`.tool/workflows/${workflow.name}.json`, workflow);
    const { script, omitted } = await toK6(project.root, await project.read(`.tool/workflows/${workflow.name}.json`));
    for (const [name, text] of Object.entries(SHIM)) project.write(`load/${name}`, text);
    project.write('load/script.mjs', script.replace("'k6/http'", "'./http.mjs'").replace("'k6'", "'./k6.mjs'"));
    project.write(
      'load/main.mjs',
      "globalThis.__ENV = {};\nconst { default: round } = await import('./script.mjs');\nround();\nround();\n",
    );
    const child = spawn(process.execPath, [join(project.root, 'load/main.mjs')]);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    const code = await new Promise<number | null>((resolve) => {
      child.on('close', resolve);
    });
    return { code, output, omitted };
  }

  test('the script sends the requests of the workflow, round after round, and cleans up', async () => {
    const before = server.desks.size;
    const { code, output, omitted } = await play({
      name: 'load',
      steps: [
        ...loginSteps,
        create,
        {
          name: 'read',
          method: 'GET',
          path: '/desks/{{workflow:deskId}}',
          inject: withToken,
          query: { a: ['1', '2'] },
          expectStatus: 200,
          expect: { body: { 'data.id': '{{workflow:deskId}}', 'data.label': { type: 'string' } } },
        },
        { name: 'delete', method: 'DELETE', path: '/desks/{{workflow:deskId}}', inject: withToken, expectStatus: 204, cleanup: true },
      ],
    });
    expect(output).not.toContain('"ok":false');
    expect(code).toBe(0);
    expect(omitted).toEqual([]);
    expect(server.asked.map(({ method, url }) => `${method} ${url.replace(/desk-\d+/, 'ID')}`)).toEqual(
      [1, 2].flatMap(() => ['POST /accounts', 'POST /tokens', 'POST /desks', 'GET /desks/ID?a=1&a=2', 'DELETE /desks/ID']),
    );
    expect(server.desks.size).toBe(before);
  });

  test('a failed check ends the round', async () => {
    const { code, output } = await play({
      name: 'fails',
      steps: [
        { name: 'x', method: 'GET', path: '/nothing' },
        { name: 'y', method: 'GET', path: '/health' },
      ],
    });
    expect(code).not.toBe(0);
    expect(output).toContain('x: unexpected answer 404');
    expect(server.asked.map(({ url }) => url)).toEqual(['/nothing']);
  });
});
