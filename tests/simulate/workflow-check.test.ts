import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Model, Workflow } from '../../schemas/index.js';
import { scaffold, validateWorkflow } from '../../runtime/workflow/host.js';
import { matchEndpoint } from '../../runtime/workflow/model-match.js';
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
});
const project = (model?: Model): DeskProject => {
  const made = deskProject(server.baseUrl, model);
  projects.push(made);
  return made;
};

async function problems(steps: Workflow['steps'], model?: Model): Promise<string[]> {
  const made = project(model);
  made.write('.tool/workflows/w.json', { name: 'w', steps });
  return (await validateWorkflow(made.root, await made.read('.tool/workflows/w.json'))).map(
    ({ severity, message, help }) => `${severity}: ${message}${help === undefined ? '' : ` ${help}`}`,
  );
}

describe('a check before the run', () => {
  test('finds nothing wrong with a workflow that works', async () => {
    expect(
      await problems([
        ...loginSteps,
        { name: 'list', method: 'GET', path: '/desks', inject: withToken, capture: { 'workflow:id': 'data.0.id' } },
      ]),
    ).toEqual([]);
  });

  test.each<[string, Workflow['steps'], RegExp]>([
    [
      'a value nobody captures',
      [{ name: 'a', method: 'GET', path: '/desks/{{workflow:deskID}}', auth: true }],
      /^error: \{\{workflow:deskID\}\} has no value: no step before/,
    ],
    [
      'a value that is captured later',
      [
        { name: 'a', method: 'GET', path: '/desks/{{workflow:x}}', auth: true },
        { name: 'b', method: 'GET', path: '/desks', auth: true, capture: { 'workflow:x': 'data.0.id' } },
      ],
      /^error: .*"b" captures it, and runs later/,
    ],
    [
      'a misspelt value',
      [...loginSteps, { name: 'a', method: 'GET', path: '/desks', inject: { 'header:Authorization': 'Bearer {{workflow:acessToken}}' } }],
      /Did you mean workflow:accessToken\?/,
    ],
    [
      'a value that is perhaps there',
      [
        ...loginSteps,
        { name: 'a', method: 'GET', path: '/desks', inject: withToken, if: '{{workflow:email}}', capture: { 'workflow:x': 'data.0.id' } },
        { name: 'b', method: 'GET', path: '/desks/{{workflow:x}}', inject: withToken },
      ],
      /^warning: .* may have no value/,
    ],
    [
      'a generator that does not exist',
      [{ name: 'a', method: 'POST', path: '/tokens', body: { email: '{{faker.internet.emial}}', password: 'x' } }],
      /^error: .* does not exist\. Did you mean internet\.email\?/,
    ],
    [
      'a template that cannot be read',
      [{ name: 'a', method: 'GET', path: '/desks/{{oops}}', auth: true }],
      /^error: \{\{oops\}\} is no template/,
    ],
    ['an element outside of a loop', [{ name: 'a', method: 'GET', path: '/desks/{{item.id}}', auth: true }], /^error: .*outside of a loop/],
    [
      'an unknown endpoint',
      [{ name: 'a', method: 'GET', path: '/deks', auth: 'bearer' }],
      /^warning: The model has no endpoint for GET \/deks\. Did you mean GET \/desks\?/,
    ],
    [
      'a body that lacks what is required',
      [{ name: 'a', method: 'POST', path: '/tokens', body: { email: 'a@b.c' } }],
      /^warning: The body lacks "password"/,
    ],
    ['a missing credential', [{ name: 'a', method: 'GET', path: '/desks' }], /^warning: .* needs a credential \(bearer\)/],
    [
      'a field that the answer does not have',
      [{ name: 'a', method: 'POST', path: '/tokens', body: { email: 'a', password: 'b' }, capture: { 'workflow:t': 'data.tokn' } }],
      /^warning: The model knows no "data\.tokn".* Did you mean data\.token\?/,
    ],
    [
      'an unknown scheme',
      [{ name: 'a', method: 'GET', path: '/desks', auth: 'baerer' }],
      /^error: The model has no security scheme "baerer"/,
    ],
    [
      'a field to remember that is not sent',
      [{ name: 'a', method: 'POST', path: '/tokens', body: { email: 'a', password: 'b' }, captureInput: { 'workflow:x': 'mail' } }],
      /^error: The body has no field "mail"/,
    ],
    ['a workflow that is not there', [{ name: 'a', use: 'nope' }], /^error: There is no workflow "nope"/],
    [
      'an unknown type',
      [{ name: 'a', method: 'GET', path: '/desks', auth: true, expect: { body: { data: { type: 'list' } } } }],
      /^error: There is no type "list"/,
    ],
    [
      'a broken expression',
      [{ name: 'a', method: 'GET', path: '/desks', auth: true, expect: { body: { data: { matches: '(' } } } }],
      /^error: .* no regular expression/,
    ],
    [
      'a reason nobody knows',
      [{ name: 'a', method: 'GET', path: '/desks', auth: true, retry: { times: 1, on: ['slow'] } }],
      /^error: "slow" is no reason/,
    ],
    ['a broken condition', [{ name: 'a', method: 'GET', path: '/desks', auth: true, if: '== 1' }], /^error: "== 1" has/],
    [
      'a misspelt field',
      [{ name: 'a', method: 'GET', path: '/desks', auth: true, expectstatus: 200 } as unknown as Workflow['steps'][number]],
      /^warning: There is no field "expectstatus".*Did you mean expectStatus\?/,
    ],
  ])('finds %s', async (_what, steps, expected) => {
    expect((await problems(steps)).some((problem) => expected.test(problem)) ? '' : await problems(steps)).toBe('');
  });

  test('finds a captured name that is overwritten while it is still meant', async () => {
    const model = tripModel();
    const step = (name: string, path: string): Workflow['steps'][number] => ({
      name,
      method: 'POST',
      path,
      body: { tagId: 1 },
      capture: { 'workflow:id': 'id' },
    });
    expect(await problems([step('trip', '/trips'), step('tag', '/tags'), step('place', '/trips/{{workflow:id}}/places')], model)).toEqual([
      'warning: {{workflow:id}} is what "tag" captured: it overwrites that of "trip", which is meant here. Give each capture a name of its own.',
    ]);
    expect(await problems([step('tag', '/tags'), step('trip', '/trips'), step('place', '/trips/{{workflow:id}}/places')], model)).toEqual(
      [],
    );
  });

  test('names the line, and sends nothing', async () => {
    const made = project();
    made.write(
      '.tool/workflows/w.json',
      '{\n  "name": "w",\n  "steps": [\n    { "name": "ok", "method": "GET", "path": "/health" },\n    { "name": "a", "method": "GET", "path": "/desks/{{oops}}" }\n  ]\n}\n',
    );
    const [problem] = await validateWorkflow(made.root, await made.read('.tool/workflows/w.json'));
    expect(problem).toMatchObject({ place: expect.stringMatching(/^\.tool\/workflows\/w\.json:5:\d+$/), line: 5, step: 'a' });
    await expect(made.runFiles(['w'])).rejects.toThrow(/cannot work, and no request was sent/);
    expect(server.asked).toEqual([]);
  });
});

/** Places of trips, each with a tag, and with a category or without. */
function tripModel(): Model {
  const link = (usedAs: string, producedBy: string) => ({ variable: 'id', usedAs, producedBy });
  const made = (field: string): Pick<Model['endpoints'][number], 'produces'> => ({ produces: [{ variable: 'id', responseField: field }] });
  const fields = { tagId: { type: 'number', required: true }, categoryId: { type: 'number' } };
  const toTrip = link('path:tripId', 'POST /trips');
  const parts: [string, Partial<Model['endpoints'][number]>][] = [
    ['POST /trips', made('id')],
    ['DELETE /trips/:id', { consumes: [link('path:id', 'POST /trips')] }],
    ['POST /tags', made('tag.id')],
    ['DELETE /tags/:id', { consumes: [link('path:id', 'POST /tags')] }],
    ['POST /categories', made('id')],
    [
      'POST /trips/:tripId/places',
      {
        requestBody: { contentType: 'application/json', fields },
        consumes: [toTrip, link('body:tagId', 'POST /tags'), link('body:categoryId', 'POST /categories')],
        ...made('data.id'),
      },
    ],
    ['DELETE /trips/:tripId/places/:id', { consumes: [toTrip, link('path:id', 'POST /trips/:tripId/places')] }],
  ];
  const endpoints = parts.map(([id, rest]) => ({ id, method: id.split(' ')[0]!, path: id.split(' ')[1]!, middleware: [], ...rest }));
  return { ...deskModel(server.baseUrl), endpoints };
}

test('a path is matched as a router does it', () => {
  const model: Pick<Model, 'endpoints'> = {
    endpoints: ['/users/me', '/users/:id', '/files/*', '/users/:id/posts/:postId'].map((path) => ({
      id: `GET ${path}`,
      method: 'GET',
      path,
      middleware: [],
    })),
  };
  const match = (path: string): string | undefined => matchEndpoint(model, 'GET', path)?.path;
  expect(match('/users/me')).toBe('/users/me');
  expect(match('/users/7?x=1')).toBe('/users/:id');
  expect(match('/users/{{workflow:id}}/')).toBe('/users/:id');
  expect(match('{{global:baseUrl}}/users/{{workflow:id}}/posts/{{item.id}}')).toBe('/users/:id/posts/:postId');
  expect(match('/files/a/b')).toBe('/files/*');
  expect(match('/users')).toBeUndefined();
});

describe('a scaffold', () => {
  const of = (method: string, path: string, model = deskModel(server.baseUrl)) =>
    scaffold(
      model,
      model.endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path)!,
      undefined,
    );

  test('derives account, login, what the request needs, the request and the clean-up, and it runs', async () => {
    const made = project();
    const { workflow, notes } = await of('GET', '/desks/:deskId');
    expect(workflow.steps.map(({ name, cleanup }) => (cleanup ? `(${name})` : name))).toEqual([
      'Register',
      'Log in',
      'Create desk',
      'Read desk',
      '(clean up: Delete desk)',
    ]);
    expect(notes).toEqual([]);
    expect(workflow.steps[3]).toMatchObject({ path: '/desks/{{workflow:deskId}}', inject: withToken, expectStatus: 200 });
    const before = server.desks.size;
    const result = await made.run(workflow.steps);
    expect(result.groups[0]!.checks.map(({ verdict, failures }) => [verdict, failures.map(({ message }) => message)])).toEqual(
      Array.from({ length: 5 }, () => ['passed', []]),
    );
    expect(server.desks.size).toBe(before);
    expect(await problems(workflow.steps)).toEqual([]);
  });

  test('sends one credential of each demand, and what sends fewer is told of the missing one', async () => {
    const model = deskModel(server.baseUrl);
    const guarded: Model = {
      ...model,
      securitySchemes: {
        ...model.securitySchemes,
        ticket: { type: 'apiKey', in: 'header', name: 'x-ticket', obtainedFrom: { endpoint: 'POST /tokens', field: 'data.token' } },
      },
      endpoints: model.endpoints.map((endpoint) =>
        endpoint.path === '/desks/:deskId' ? { ...endpoint, security: [{ scheme: 'bearer' }, { scheme: 'ticket', demand: 2 }] } : endpoint,
      ),
    };
    const { workflow } = await of('GET', '/desks/:deskId', guarded);
    const inject = { ...withToken, 'header:x-ticket': '{{workflow:accessToken}}' };
    expect(workflow.steps[3]).toMatchObject({ path: '/desks/{{workflow:deskId}}', inject });
    const steps = workflow.steps.map((step, index) => (index === 3 ? { ...step, inject: withToken } : step));
    expect(await problems(steps, guarded)).toEqual([
      'warning: GET /desks/:deskId needs a credential (ticket), and the step sends none. Send it with "inject", or let tool log in: "auth": true.',
    ]);
  });

  test('captures the id of each resource under a name of its own, and makes nothing for the sake of what may be left out', async () => {
    const { workflow } = await of('DELETE', '/trips/:tripId/places/:id', tripModel());
    expect(workflow.steps.map(({ path, capture }) => [path, capture])).toEqual([
      ['/trips', { 'workflow:tripId': 'id' }],
      ['/tags', { 'workflow:tagId': 'tag.id' }],
      ['/trips/{{workflow:tripId}}/places', { 'workflow:placeId': 'data.id' }],
      ['/trips/{{workflow:tripId}}/places/{{workflow:placeId}}', undefined],
      ['/tags/{{workflow:tagId}}', undefined],
      ['/trips/{{workflow:tripId}}', undefined],
    ]);
    expect(workflow.steps[2]!.body).toEqual({ tagId: '{{workflow:tagId}}' });
    expect(await problems(workflow.steps, tripModel())).toEqual([]);
  });

  test('removing something needs no clean-up of it', async () => {
    const { workflow } = await of('DELETE', '/desks/:deskId');
    expect(workflow.steps.map(({ name }) => name)).toEqual(['Register', 'Log in', 'Create desk', 'Delete desk']);
  });

  test('what the model does not say is asked of a person, and said', async () => {
    const model = deskModel(server.baseUrl);
    const bare: Model = {
      ...model,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      endpoints: model.endpoints
        .filter(({ path }) => !/accounts|tokens|sessions/.test(path))
        .map(({ consumes: _consumes, ...endpoint }) => endpoint),
    };
    const { workflow, notes } = await of('GET', '/desks/:deskId', bare);
    expect(workflow.steps).toHaveLength(1);
    expect(workflow.steps[0]).toMatchObject({
      path: '/desks/{{human:deskId}}',
      inject: { 'header:Authorization': 'Bearer {{human:bearer}}' },
    });
    expect(notes).toHaveLength(2);
  });

  test('values satisfy what the model says of a field', async () => {
    const model = deskModel(server.baseUrl);
    const fields = {
      code: { type: 'string', pattern: '^[A-Z]{3}-\\d{2}$', required: true },
      short: { type: 'string', minLength: 2, maxLength: 3, required: true },
      kind: { type: 'string', enum: ['a', 'b'], required: true },
      long: { type: 'string', minLength: 90, required: true },
      on: { type: 'boolean', required: true },
      tags: { type: 'array', items: { type: 'string', format: 'uuid' }, required: true },
      optional: { type: 'string' },
    };
    const endpoint: Model['endpoints'][number] = {
      id: 'POST /echo',
      method: 'POST',
      path: '/echo',
      middleware: [],
      requestBody: { contentType: 'application/json', fields },
      responses: { 200: {} },
    };
    const { workflow } = await scaffold({ ...model, endpoints: [endpoint] }, endpoint, 'echo');
    await project().run(workflow.steps);
    const sent = JSON.parse(server.asked.at(-1)!.body) as Record<string, unknown>;
    expect(Object.keys(sent)).toEqual(['code', 'short', 'kind', 'long', 'on', 'tags']);
    expect(sent['code']).toMatch(/^[A-Z]{3}-\d{2}$/);
    expect(String(sent['short']).length).toBeGreaterThanOrEqual(2);
    expect(String(sent['short']).length).toBeLessThanOrEqual(3);
    expect(['a', 'b']).toContain(sent['kind']);
    expect(String(sent['long']).length).toBeGreaterThanOrEqual(90);
    expect(sent['on']).toBe(true);
    expect(sent['tags']).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });
});
