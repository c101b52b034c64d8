import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { simulateProject, type SimulateRequest } from '../../runtime/simulate/index.js';
import { emptyModel, formatModel, setMemory } from '../../runtime/store/index.js';
import { scaffoldWorkflow } from '../../runtime/workflow/scaffold/scaffold-workflow.js';
import type { Endpoint, FieldDescriptor, Model, Run } from '../../schemas/index.js';
import { projectIn, scratchFolder, tool } from '../support/tool-process.js';
import { ALL, checksOf, problems } from '../support/simulated.js';

jest.setTimeout(120_000);
const scratch = scratchFolder('accounts');
const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers) close();
  rmSync(scratch, { recursive: true, force: true });
});

type Send = (status: number, body?: unknown, headers?: Record<string, string>) => void;
/** A server on a free port that is told the request with its parsed body. */
async function serve(answer: (key: string, body: any, send: Send, request: IncomingMessage) => void): Promise<string> {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const send: Send = (status, body, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body === undefined ? '' : JSON.stringify(body));
    };
    answer(`${request.method} ${new URL(request.url!, 'http://here').pathname}`, text === '' ? {} : JSON.parse(text), send, request);
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const endpoint = (method: string, path: string, more: Partial<Endpoint> = {}): Endpoint => ({
  id: `${method} ${path}`,
  method,
  path,
  middleware: [],
  ...more,
});
const model = (url: string, endpoints: readonly Endpoint[], securitySchemes: Model['securitySchemes'] = {}): Model => ({
  ...emptyModel('club', new Date(0)),
  environments: [{ name: 'local', baseUrl: url }],
  endpoints: [...endpoints],
  securitySchemes,
});
const run = (
  of: Model,
  more: Partial<SimulateRequest> = {},
  root = projectIn(scratch, { '.tool/model.json': formatModel(of) }),
): Promise<Run> => simulateProject({ ...ALL, ...more }, { root, model: of, toolVersion: 'test', processEnvironment: {} });

const text: FieldDescriptor = { type: 'string', required: true };
const email: FieldDescriptor = { type: 'string', format: 'email', required: true };
const body = (fields: Record<string, FieldDescriptor>): Pick<Endpoint, 'requestBody'> => ({ requestBody: { fields } });
const wrapped = (properties: Record<string, FieldDescriptor>): Pick<Endpoint, 'requestBody'> =>
  body({ member: { type: 'object', required: true, properties } });

test('a bare id that a workflow has captured is of anything, and names nothing in a path', async () => {
  const asked: string[] = [];
  const url = await serve((key, _sent, send) => {
    asked.push(key);
    send(404, { message: 'none' });
  });
  const of = model(url, [endpoint('DELETE', '/notes/:id'), endpoint('DELETE', '/tags/:tagId')]);
  const root = projectIn(scratch, { '.tool/model.json': formatModel(of) });
  await setMemory(root, [
    { scope: 'workflow', key: 'id', value: '4711' },
    { scope: 'workflow', key: 'tagId', value: '12' },
  ]);
  const checks = checksOf(await run(of, {}, root));
  expect(asked).toContain('DELETE /tags/12');
  expect(asked).not.toContain('DELETE /notes/4711');
  expect(checks.find(({ name }) => name === 'DELETE /notes/:id')).toMatchObject({
    verdict: 'passed',
    warnings: [expect.stringContaining('"id", so the value was invented')],
  });
});

describe('a server that forgets the credentials it gave', () => {
  const security = [{ scheme: 'bearerAuth' }];
  const schemes: Model['securitySchemes'] = {
    bearerAuth: { type: 'http', scheme: 'bearer', obtainedFrom: { endpoint: 'POST /login', field: 'token' } },
  };
  const made = { security, responses: { 201: { schema: { id: 'number' } } }, produces: [{ variable: 'id', responseField: 'id' }] };
  const consumes = [{ variable: 'id', usedAs: 'path:id', producedBy: 'POST /boats' }];
  const endpoints = [
    endpoint('POST', '/admin/rotate-jwt-secret', { security }),
    endpoint('POST', '/boats', { ...made, ...body({ name: text }) }),
    endpoint('GET', '/boats/:id', { security, consumes }),
    endpoint('DELETE', '/boats/:id', { security, consumes }),
    endpoint('POST', '/harbours', { ...made, ...body({ boats: text }) }),
    endpoint('DELETE', '/harbours/:id', { security, consumes: [{ ...consumes[0]!, producedBy: 'POST /harbours' }] }),
    endpoint('GET', '/news', { security }),
    endpoint('POST', '/login', body({ email, password: text })),
    endpoint('POST', '/register', body({ email, password: text })),
  ];
  /** @param forgets after which request */
  const forgetful = async (forgets: string, closes: boolean) => {
    let era = 1;
    const asked: string[] = [];
    const url = await serve((key, _sent, send, request) => {
      asked.push(key);
      if (key === 'POST /register') return send(201, {});
      if (key === 'POST /login') return closes && era > 1 ? send(403, {}) : send(200, { token: `era-${era}` });
      if (request.headers.authorization !== `Bearer era-${era}`) return send(401, { message: 'unknown token' });
      if (key === forgets) era++;
      return key.startsWith('POST') ? send(201, { id: 7 }) : send(200, {});
    });
    return { url, asked };
  };

  test('is told to do so last, and what was made is removed nevertheless', async () => {
    const { url, asked } = await forgetful('POST /admin/rotate-jwt-secret', false);
    const left = endpoints.filter(({ id }) => id !== 'DELETE /harbours/:id');
    const result = await run(model(url, endpoints, schemes), {
      endpoints: left.map(({ id }) => id),
      cleanup: true,
    });
    expect(problems(result)).toEqual([]);
    expect(asked.indexOf('DELETE /boats/7')).toBeLessThan(asked.indexOf('POST /admin/rotate-jwt-secret'));
    expect(asked.slice(asked.indexOf('POST /admin/rotate-jwt-secret') + 1)).toEqual([
      'DELETE /harbours/7',
      'POST /login',
      'DELETE /harbours/7',
    ]);
  });

  test('gives a new one, which is said, or no more, which is why the rest is skipped', async () => {
    const renewed = await run(model((await forgetful('POST /boats', false)).url, endpoints, schemes));
    expect(problems(renewed)).toEqual([]);
    expect(checksOf(renewed).flatMap(({ warnings }) => warnings)).toEqual([
      'The credential is no longer taken after POST /boats: logged in again.',
    ]);
    const closed = await run(model((await forgetful('POST /harbours', true)).url, endpoints, schemes));
    const checks = checksOf(closed);
    const failed = checks.filter(({ verdict, cleanup }) => verdict === 'failed' && cleanup !== true);
    expect(failed.map(({ name }) => name)).toEqual(['POST /login']);
    expect(checks.filter(({ reason }) => /no longer taken after POST \/harbours/.test(reason ?? '')).length).toBeGreaterThan(2);
  });
});

describe('an account inside an object, whose registration may be called with a credential', () => {
  const security = [{ scheme: 'bearerAuth' }];
  const optional = [{ scheme: 'bearerAuth', required: false }];
  const schemes: Model['securitySchemes'] = {
    bearerAuth: { type: 'http', scheme: 'bearer', obtainedFrom: { endpoint: 'POST /members/login', field: 'member.token' } },
  };
  const endpoints = [
    endpoint('POST', '/members', { ...wrapped({ email, username: text, password: text }), security: optional }),
    endpoint('POST', '/members/login', { ...wrapped({ email, password: text }), security: optional }),
    endpoint('GET', '/badges', { security: optional }),
    endpoint('GET', '/members/:username', { security }),
    endpoint('POST', '/badges', { security, ...body({ label: text }) }),
  ];
  const club = (word: string) => {
    const members = new Map<string, { password: string; username: string }>();
    return serve((key, sent, send, request) => {
      const { email: address, password, username } = sent.member ?? {};
      if (key === 'POST /members') {
        members.set(address, { password, username });
        return send(201, { member: { username } });
      }
      if (key === 'POST /members/login')
        return members.get(address)?.password === password
          ? send(200, { member: { token: `t-${address}` } })
          : send(403, { message: 'who?' });
      if (key === 'GET /badges') return send(200, []);
      const member = members.get((request.headers.authorization ?? '').replace(`${word} t-`, ''));
      if (member === undefined) return send(401, { message: 'unknown' });
      if (key === 'POST /badges') return send(201, {});
      return key === `GET /members/${member.username}` ? send(200, {}) : send(404, { message: 'nobody' });
    });
  };

  test('the account is made without one, and its name is who is asked for', async () => {
    const result = await run(model(await club('Bearer'), endpoints, schemes));
    expect(problems(result)).toEqual([]);
    expect(checksOf(result).flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  test('a server that wants the credential in another form gets it, and that is said once', async () => {
    const result = await run(model(await club('Token'), endpoints, schemes));
    expect(problems(result)).toEqual([]);
    expect(checksOf(result).flatMap(({ warnings }) => warnings)).toEqual([
      'The server takes the credential as "authorization: Token …", which the model does not say. It is sent so from now on. Write "scheme": "Token" at "bearerAuth" in the model, and workflows do so, too.',
    ]);
    // The model that a person has corrected says it.
    const corrected = { bearerAuth: { ...schemes['bearerAuth']!, scheme: 'Token' } };
    const again = await run(model(await club('Token'), endpoints, corrected));
    expect(problems(again)).toEqual([]);
    expect(checksOf(again).flatMap(({ warnings }) => warnings)).toEqual([]);
    const { workflow } = scaffoldWorkflow(model('http://here', endpoints, corrected), endpoints[4]!, {
      sample: () => 'x',
      now: () => new Date(0),
    });
    expect(workflow.steps[2]).toMatchObject({ inject: { 'header:Authorization': 'Token {{workflow:token}}' } });
  });

  test('a workflow makes the account and logs in with it', () => {
    const { workflow, notes } = scaffoldWorkflow(model('http://here', endpoints, schemes), endpoints[4]!, {
      sample: () => 'x',
      now: () => new Date(0),
    });
    expect(workflow.steps.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /members', 'POST /members/login', 'POST /badges']);
    expect(workflow.steps[0]).toMatchObject({
      captureInput: { 'workflow:email': 'member.email', 'workflow:password': 'member.password' },
    });
    expect(workflow.steps[1]).toMatchObject({
      body: { member: { email: '{{workflow:email}}', password: '{{workflow:password}}' } },
      capture: { 'workflow:token': 'member.token' },
    });
    expect(notes).toEqual(['The model has no endpoint that removes what POST /badges makes.']);
  });
});

describe('a login that the model does not name as the source of a credential', () => {
  const account = { email, password: text };
  const endpoints = [
    endpoint('POST', '/signup', body(account)),
    endpoint('POST', '/setup/first-admin', body({ ...account, repeat_password: text })),
    endpoint('POST', '/login', body({ login: text, password: text, remember: { type: 'boolean' } })),
    endpoint('GET', '/rooms', { security: [{ scheme: 'session' }] }),
    endpoint('POST', '/change-password', {
      security: [{ scheme: 'session' }],
      ...body({ currentPassword: text, newPassword: text, confirmNewPassword: text }),
    }),
  ];
  const house = (how: 'cookie' | 'token') => {
    const accounts = new Map<string, string>();
    const sessions = new Map<string, string>();
    return serve((key, sent, send, request) => {
      if (key === 'POST /signup') return send(403, { message: 'closed' });
      if (key === 'POST /setup/first-admin') {
        if (sent.repeat_password !== sent.password) return send(400, { message: 'two passwords' });
        if (accounts.size > 0) return send(409, { message: 'there is one' });
        accounts.set(sent.email, sent.password);
        return send(201);
      }
      if (key === 'POST /login') {
        if (accounts.get(sent.login) !== sent.password) return send(401, { message: 'wrong' });
        const id = `s${sessions.size}abcdef`;
        sessions.set(id, sent.login);
        return how === 'cookie' ? send(200, {}, { 'set-cookie': `sid=${id}; Path=/; HttpOnly` }) : send(200, { data: { token: id } });
      }
      const id = how === 'cookie' ? /sid=(\w+)/.exec(request.headers.cookie ?? '')?.[1] : String(request.headers['x-auth-token']);
      const who = sessions.get(id ?? '');
      if (who === undefined) return send(401, { message: 'log in' });
      if (key === 'GET /rooms') return send(200, []);
      if (accounts.get(who) !== sent.currentPassword) return send(401, { message: 'that is not your password' });
      if (sent.newPassword !== sent.confirmNewPassword) return send(400, { message: 'two passwords' });
      accounts.set(who, sent.newPassword);
      send(200);
    });
  };
  const schemes = {
    cookie: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
    token: { session: { type: 'apiKey', in: 'header', name: 'X-Auth-Token' } },
  } as const;

  test.each(['cookie', 'token'] as const)('is found, with the account that can be made: %s', async (how) => {
    const of = model(await house(how), endpoints, schemes[how]);
    const root = projectIn(scratch, { '.tool/model.json': formatModel(of) });
    const result = await run(of, { only: ['/rooms', '/change-password', 'POST /login'] }, root);
    expect(problems(result)).toEqual([
      'POST /change-password: it would change or delete the account of whoever calls it, and none can be made for that alone. Call it yourself, with an account that you can do without.',
    ]);
    // Nobody else knows the password of the first account: the next run needs it.
    expect(checksOf(result)[0]!.warnings).toEqual([
      'POST /setup/first-admin made the first account of the server. It is kept for POST /login: `tool memory get global:login`, `tool memory get global:password`.',
    ]);
    expect(problems(await run(of, { only: ['/rooms'] }, root))).toEqual([]);
    expect(checksOf(result).map(({ endpoint: key }) => key)).toEqual(['POST /login', 'GET /rooms', 'POST /change-password']);
  });

  test('where no account can be made, it is said which one to store; a stored one is used', async () => {
    const url = await house('cookie');
    await fetch(`${url}/setup/first-admin`, {
      method: 'POST',
      body: JSON.stringify({ email: 'ada@example.com', password: 'engine', repeat_password: 'engine' }),
    });
    const of = model(url, endpoints, schemes.cookie);
    const root = projectIn(scratch, { '.tool/model.json': formatModel(of) });
    const [before] = checksOf(await run(of, { only: ['/rooms'] }, root));
    expect(before).toMatchObject({ verdict: 'skipped' });
    expect(before!.reason).toContain('no account could be made: POST /signup answered 403 ("closed")');
    expect(before!.reason).toContain('`tool memory set global:login <value>`, `tool memory set global:password <value>`');
    await setMemory(root, [
      { scope: 'global', key: 'login', value: 'ada@example.com' },
      { scope: 'global', key: 'password', value: 'engine' },
    ]);
    expect(problems(await run(of, { only: ['/rooms'] }, root))).toEqual([]);
  });

  test('a part of a thing is not removed in its place', () => {
    const made = { consumes: [{ variable: 'roomId', usedAs: 'path:roomId', producedBy: 'POST /rooms' }] };
    const rooms = [
      endpoint('POST', '/rooms', { ...body({ name: text }), produces: [{ variable: 'roomId', responseField: 'id' }] }),
      endpoint('GET', '/rooms/:roomId', made),
      endpoint('DELETE', '/rooms/:roomId/curtain', made),
    ];
    const steps = (of: readonly Endpoint[]): (string | undefined)[] =>
      scaffoldWorkflow(model('http://here', of), of[1]!, { sample: () => 'x', now: () => new Date(0) }).workflow.steps.map(
        ({ path }) => path,
      );
    expect(steps(rooms)).toEqual(['/rooms', '/rooms/{{workflow:roomId}}']);
    expect(steps([...rooms, endpoint('DELETE', '/rooms/:roomId', made)])).toHaveLength(3);
  });

  test('who changes a password is a user of its own', async () => {
    const accounts = new Map<string, string>();
    const url = await serve((key, sent, send, request) => {
      const who = String(request.headers.authorization).slice(7);
      if (key === 'POST /signup') {
        accounts.set(sent.email, sent.password);
        return send(201);
      }
      if (key === 'POST /login') return accounts.get(sent.login) === sent.password ? send(200, { token: sent.login }) : send(401);
      if (!accounts.has(who)) return send(401);
      if (key === 'DELETE /account') {
        accounts.delete(who);
        return send(204);
      }
      if (key === 'GET /rooms') return send(200, []);
      if (accounts.get(who) !== sent.currentPassword || sent.newPassword !== sent.confirmNewPassword) return send(400);
      accounts.set(who, sent.newPassword);
      send(200);
    });
    const security = [{ scheme: 'bearer' }];
    const of = model(
      url,
      [
        endpoints[0]!,
        endpoints[2]!,
        { ...endpoints[3]!, security },
        { ...endpoints[4]!, security },
        endpoint('DELETE', '/account', { security }),
      ],
      { bearer: { type: 'http', scheme: 'bearer' } },
    );
    const result = await run(of);
    expect(problems(result)).toEqual([]);
    expect(checksOf(result).map(({ endpoint: key }) => key)).toEqual([
      'POST /login',
      'POST /signup',
      'GET /rooms',
      'POST /change-password',
      'DELETE /account',
    ]);
    expect(accounts.size).toBe(2);
  });

  test('a workflow begins with it, too', () => {
    const { workflow, notes } = scaffoldWorkflow(
      model('http://here', [endpoints[1]!, ...endpoints.slice(2)], schemes.cookie),
      endpoints[3]!,
      {
        sample: () => 'x',
        now: () => new Date(0),
      },
    );
    expect(workflow.steps.map(({ path }) => path)).toEqual(['/setup/first-admin', '/login', '/rooms']);
    expect(notes).toEqual(['The model does not say where the credential for session comes from: POST /login is taken for it.']);
  });
});

test('things that need each other are said to do so', async () => {
  const url = await serve((_key, _sent, send) => {
    send(200, { id: 1 });
  });
  const needs = (variable: string, producedBy: string): Partial<Endpoint> => ({
    consumes: [{ variable, usedAs: `body:${variable}`, producedBy }],
    produces: [{ variable: variable === 'hen' ? 'egg' : 'hen', responseField: 'id' }],
    ...body({ [variable]: text }),
  });
  const result = await run(
    model(url, [endpoint('POST', '/hens', needs('egg', 'POST /eggs')), endpoint('POST', '/eggs', needs('hen', 'POST /hens'))]),
    { concurrency: 4 },
  );
  expect(problems(result)[0]).toMatch(/^POST \/eggs: it needs "hen" from POST \/hens: .*needs it first/);
});

test('what may be left out is left out where it is refused, and what was renamed is called by its new name', async () => {
  const pages = new Set<string>();
  const url = await serve((key, sent, send) => {
    const slug = key.split('/').at(-1)!;
    if (key === 'POST /pages') {
      if (sent.layout !== undefined) return send(400, { message: 'no such layout' });
      pages.add('first');
      return send(201, { slug: 'first' });
    }
    if (!pages.has(slug)) return send(404, { message: 'no page' });
    pages.delete(slug);
    if (key.startsWith('DELETE')) return send(204);
    pages.add('second');
    send(200, { slug: 'second' });
  });
  const slug = { consumes: [{ variable: 'slug', usedAs: 'path:slug', producedBy: 'POST /pages' }] };
  const result = await run(
    model(url, [
      endpoint('POST', '/pages', {
        ...body({ title: text, layout: { type: 'string' } }),
        produces: [{ variable: 'slug', responseField: 'slug' }],
      }),
      endpoint('PUT', '/pages/:slug', { ...body({ title: text }), ...slug }),
      endpoint('DELETE', '/pages/:slug', slug),
    ]),
  );
  expect(problems(result)).toEqual([]);
  expect(checksOf(result).flatMap(({ warnings }) => warnings)).toEqual([
    expect.stringMatching(/It answers 400 \("no such layout"\) when fields/),
  ]);
});

test('a credential that cannot be had: who answers without one is told of, who refuses is left out', async () => {
  const url = await serve((key, _sent, send) => {
    if (key === 'GET /vault') return send(401, { message: 'who?' });
    send(key === 'POST /doors' ? 201 : 200, { id: 7 });
  });
  const security = [{ scheme: 'key' }];
  const consumes = (name: string) => [{ variable: 'id', usedAs: 'path:id', producedBy: name }];
  const result = await run(
    model(
      url,
      [
        endpoint('GET', '/vault', { security, produces: [{ variable: 'id', responseField: 'id' }] }),
        endpoint('GET', '/vault/:id', { consumes: consumes('GET /vault') }),
        endpoint('POST', '/doors', { security, produces: [{ variable: 'id', responseField: 'id' }] }),
        endpoint('GET', '/doors/:id', { consumes: consumes('POST /doors') }),
      ],
      { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    ),
    { only: ['/vault*', 'GET /doors*', 'POST /doors'] },
  );
  expect(problems(result)).toEqual([
    expect.stringMatching(/^GET \/vault: nothing says where a credential for "key" comes from/),
    expect.stringMatching(/^GET \/vault\/:id: it needs "id" from GET \/vault: nothing says where/),
  ]);
  expect(checksOf(result).find(({ name }) => name === 'POST /doors')!.warnings).toEqual([
    'It answers 201 without a credential, which the model demands (nothing says where a credential for "key" comes from).',
  ]);
});

test('a body with a file is sent as a form, and what names something in a path is one word', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${String(request.headers['content-type']).split(';')[0]}`);
    request.resume().on('end', () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = body({ file: { type: 'string', format: 'binary' } });
  const result = await run(
    model(url, [
      endpoint('POST', '/pictures', { requestBody: { contentType: 'application/json', ...file.requestBody } }),
      endpoint('GET', '/plugins/:pluginName'),
    ]),
  );
  expect(problems(result)).toEqual([]);
  expect(seen[0]).toBe('POST /pictures multipart/form-data');
  expect(seen[1]).toMatch(/^GET \/plugins\/[\w.-]+ /);
});

test.each<[string, unknown, string]>([
  ['texts', { message: ['name must be a text', 'size must be a number'] }, 'name must be a text; size must be a number'],
  [
    'objects',
    {
      errors: [
        { msg: 'Invalid value', path: 'size' },
        { message: 'size is wrong', path: ['size'] },
      ],
    },
    'size: Invalid value; size is wrong',
  ],
])('what a server lists as wrong is told: %s', async (_name, answer, said) => {
  const url = await serve((_key, _sent, send) => {
    send(422, answer);
  });
  expect(problems(await run(model(url, [endpoint('GET', '/rooms')])))[0]).toContain(`("${said}")`);
});

test.each([
  ['0.1', /has the format 0\.1, of an older tool\. This tool reads 0\.3\..*\n.*run `tool scan`/],
  ['1.10', /has the format 1\.10, of a newer tool\. This tool reads 0\.3\..*\n.*`tool upgrade`/],
])('a model of another version: %s', async (version, message) => {
  const root = projectIn(scratch, {
    'package.json': '{}',
    '.tool/model.json': formatModel(model('http://here', [])).replace('"0.3"', `"${version}"`),
  });
  expect(await tool(root, ['inspect'])).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
});

test('another address in the configuration counts without a new scan, one that was edited in the model stays', async () => {
  const [first, second] = await Promise.all(
    ['first', 'second'].map((name) =>
      serve((_key, _sent, send) => {
        send(name === 'second' ? 200 : 302, { name }, { location: 'https://elsewhere.invalid/' });
      }),
    ),
  );
  const config = (baseUrl: string): string => JSON.stringify({ environments: [{ name: 'local', baseUrl }] });
  const root = projectIn(scratch, {
    'package.json': JSON.stringify({ name: 'club', main: 'index.js', dependencies: { express: '^4.21.0' } }),
    'index.js':
      "const app = require('express')();\napp.get('/club', (request, response) => response.json({ name: 'x' }));\napp.listen(3000);\n",
    'tool.config.json': config(first!),
  });
  await tool(root, ['scan']);
  const before = await tool(root, ['simulate', 'endpoint', 'GET', '/club']);
  expect(before.stdout).toContain('It answers 302 and leads to https://elsewhere.invalid/; the model knows 200.');
  writeFileSync(join(root, 'tool.config.json'), config(second!));
  expect(await tool(root, ['simulate', 'endpoint', 'GET', '/club'])).toMatchObject({ code: 0 });
  const file = join(root, '.tool/model.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(first!, `${first!}/by-hand`));
  expect((await tool(root, ['simulate', 'endpoint', 'GET', '/club'])).stdout).toContain(`${first!}/by-hand/club`);
  expect((await tool(root, ['simulate', 'endpoint', '/club'])).stderr).toMatch(
    /needs the method, too\.\n.*tool simulate endpoint GET \/club/,
  );
  expect((await tool(root, ['inspect', 'endpoint'])).stderr).toContain('needs <METHOD>: HTTP method');
});
