/// <reference lib="dom" />
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer-core';
import { startStudio, type RunningStudio } from '../../runtime/server/index.js';
import { completionsFor } from '../../studio/lib/complete.js';
import { layoutFlow } from '../../studio/lib/flow-layout.js';
import { filterRows, indexRows, noFilters } from '../../studio/lib/search.js';
import fc from 'fast-check';
import { launchBrowser, pageFolder } from '../support/browser.js';
import { openPage, textOf, until, violationsOf } from '../support/studio-page.js';
import { call, makeFolder, modelText, signIn } from '../support/studio-server.js';

jest.setTimeout(240_000);

/** A shop with a login, as a process of its own would be. */
const TOKEN = 'tok-0123456789abcdef';
let seen: {
  method: string;
  url: string;
  authorization: string | undefined;
  cookie: string | undefined;
  origin: string | undefined;
  body: string;
}[] = [];
let hold: Promise<void> | undefined;
let made = 0;
const shop: Server = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => {
    body += part;
  });
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, authorization: headers.authorization, cookie: headers.cookie, origin: headers.origin, body });
    const answer = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (url.startsWith('/big'))
      return answer(
        200,
        Array.from({ length: 10_000 }, (_, index) => ({ id: index, name: `row ${index}`, token: 'never-shown-000' })),
      );
    if (url === '/hold') {
      void (hold ?? Promise.resolve()).then(() => answer(200, { held: true }));
      return;
    }
    if (url === '/away') {
      response.writeHead(302, { location: 'http://192.0.2.1/' }).end();
      return;
    }
    if (method === 'POST' && url === '/sessions') return answer(200, { token: TOKEN });
    if (method === 'POST' && url === '/orders')
      return headers.authorization === `Bearer ${TOKEN}`
        ? answer(201, { id: `o${++made}`, code: JSON.parse(body || '{}').code })
        : answer(401, { message: 'who are you' });
    if (url === '/orders/o1') return answer(404, { message: 'gone' });
    answer(200, { items: [{ id: 'b1' }], url });
  });
});

let browser: Browser;
let root: string;
let studio: RunningStudio;
let page: Page;
let cookie: string;

beforeAll(async () => {
  await new Promise<void>((done) => {
    shop.listen(0, '127.0.0.1', () => done());
  });
  const baseUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const endpoint = (method: string, path: string, more: object = {}) => ({
    id: `${method} ${path}`,
    method,
    path,
    middleware: [],
    ...more,
  });
  root = makeFolder({
    '.tool/model.json': modelText(
      [
        endpoint('GET', '/big'),
        endpoint('GET', '/hold'),
        endpoint('GET', '/away'),
        endpoint('GET', '/books/:bookId', {
          parameters: [
            { name: 'bookId', in: 'path', type: 'string', required: true },
            { name: 'page', in: 'query', type: 'number', required: true, min: 2, max: 2 },
          ],
        }),
        endpoint('POST', '/sessions', {
          requestBody: { contentType: 'application/json', fields: { email: { type: 'string', format: 'email', required: true } } },
          responses: { 200: { schema: { token: 'string' } } },
        }),
        endpoint('POST', '/orders', {
          security: [{ scheme: 'bearerAuth' }],
          requestBody: { contentType: 'application/json', fields: { code: { type: 'string', required: true, example: 'first' } } },
          produces: [{ variable: 'orderId', responseField: 'id' }],
        }),
        endpoint('DELETE', '/orders/:id', {
          security: [{ scheme: 'bearerAuth' }],
          consumes: [{ variable: 'orderId', usedAs: 'path:id', producedBy: 'POST /orders' }],
        }),
      ],
      {
        environments: [
          { name: 'local', baseUrl },
          { name: 'live', baseUrl: 'https://api.invalid' },
        ],
        securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer', obtainedFrom: { endpoint: 'POST /sessions', field: 'token' } } },
      },
    ),
    '.tool/memory.json': JSON.stringify({ workflow: { bookId: 'b/7', orderId: 'o1' }, global: { email: 'me@shop.test' } }),
    '.tool/workflows/ask.json': JSON.stringify(
      {
        name: 'ask',
        steps: [
          { name: 'sign in', method: 'POST', path: '/sessions', body: { email: 'a@b.test' }, capture: { 'workflow:token': 'token' } },
          {
            name: 'order',
            method: 'POST',
            path: '/orders',
            body: { code: '{{human:code}}' },
            inject: { 'header:Authorization': 'Bearer {{workflow:token}}' },
            expectStatus: 201,
          },
          { name: 'wait', method: 'GET', path: '/hold' },
        ],
      },
      null,
      2,
    ),
  });
  browser = await launchBrowser();
  studio = await startStudio({ root, port: 0, toolVersion: '0.0.0', pageFolder: pageFolder(), scan: false });
  cookie = await signIn(studio);
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(studio.link());
  await until(page, 'Overview');
});
afterAll(async () => {
  await browser?.close();
  await studio?.close();
  shop.closeAllConnections();
  await new Promise((done) => {
    shop.close(done);
  });
  rmSync(root, { recursive: true, force: true });
});

const click = async (name: string): Promise<void> => {
  const found = await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll<HTMLElement>('main button')].find(
        (button) => (button.getAttribute('aria-label') ?? button.innerText).trim() === wanted && !(button as HTMLButtonElement).disabled,
      ),
    {},
    name,
  );
  await (found as unknown as { click(): Promise<void> }).click();
};
const post = (path: string, body: object) => call(studio.port, 'POST', path, { cookie, body });

describe('trying an endpoint', () => {
  test('sends what was prepared: remembered ids, generated data, nothing of the page itself', async () => {
    await openPage(page, `#/endpoint?id=${encodeURIComponent('GET /books/:bookId')}`);
    await click('Prepare a call');
    await page.waitForSelector('form.try');
    expect(
      await page.$$eval('form.try fieldset input', (all) => all.map((input) => (input as unknown as { value: string }).value)),
    ).toEqual(['b/7', '2']);
    seen = [];
    await click('Send GET');
    await page.waitForSelector('code-lines.response');
    expect(await violationsOf(page)).toEqual([]);
    expect(seen).toMatchObject([{ method: 'GET', url: '/books/b%2F7?page=2', cookie: undefined, origin: undefined }]);
    expect(await textOf(page, '.answer')).toContain('200');
    await until(page, 'passed');
  });

  test('a credential is obtained as the model says, and shown nowhere', async () => {
    await openPage(page, `#/endpoint?id=${encodeURIComponent('POST /orders')}`);
    await click('Prepare a call');
    await page.waitForSelector('form.try textarea');
    seen = [];
    await click('Send POST');
    await page.waitForFunction(() => document.querySelector('.answer')?.textContent?.includes('201'));
    expect(seen.at(-1)).toMatchObject({ url: '/orders', authorization: `Bearer ${TOKEN}`, body: '{"code":"first"}' });
    expect(await page.content()).not.toContain(TOKEN);
    const runs = (await call(studio.port, 'GET', `/api/runs?endpoint=${encodeURIComponent('POST /orders')}`, { cookie })).json.runs;
    expect(runs).toHaveLength(1);
    expect(JSON.stringify((await call(studio.port, 'GET', `/api/runs/one?id=${runs[0].runId}`, { cookie })).json)).not.toContain(TOKEN);
  });

  test('a value that is remembered may be gone: a new one is made first where that is asked for, with the same credential', async () => {
    await openPage(page, `#/endpoint?id=${encodeURIComponent('DELETE /orders/:id')}`);
    await click('Prepare a call');
    await until(page, '(remembered: it may be gone)');
    await click('Send DELETE');
    await page.waitForFunction(() => document.querySelector('.answer')?.textContent?.includes('404'));
    await page.locator('::-p-text(First get id from POST /orders)').click();
    expect(await page.$$('form.try fieldset input')).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
    seen = [];
    await click('Send DELETE');
    await page.waitForFunction(() => document.querySelector('.answer')?.textContent?.includes('200'));
    const authorization = `Bearer ${TOKEN}`;
    expect(seen).toMatchObject([
      { method: 'POST', url: '/sessions' },
      { method: 'POST', url: '/orders', authorization },
      { method: 'DELETE', url: `/orders/o${made}`, authorization },
    ]);
    const { sources } = (await post('/api/endpoints/prepare', { id: 'DELETE /orders/:id' })).json;
    expect(sources).toEqual({ id: 'POST /orders' });
  });

  test('ten thousand rows do not fill the page, and their secrets are masked', async () => {
    await openPage(page, `#/endpoint?id=${encodeURIComponent('GET /big')}`);
    await click('Prepare a call');
    await click('Send GET');
    await page.waitForSelector('code-lines.response');
    for (const top of [0, 500_000, 1e9]) {
      await page.$eval(
        'code-lines.response',
        (view, to) => {
          view.scrollTop = to;
        },
        top,
      );
      await page.evaluate(
        () =>
          new Promise((done) => {
            requestAnimationFrame(() => requestAnimationFrame(done));
          }),
      );
      expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1_500);
    }
    await page.waitForFunction(() => document.querySelector('code-lines.response')?.textContent?.includes('row 9999'));
    expect(await page.content()).not.toContain('never-shown-000');
  });

  test('it reaches the environments of the model and nothing else', async () => {
    seen = [];
    for (const environment of ['http://192.0.2.1', 'nowhere', `http://127.0.0.1:${(shop.address() as AddressInfo).port}`, '127.0.0.1'])
      expect((await post('/api/endpoints/try', { id: 'GET /big', environment })).status).toBe(409);
    for (const body of [
      { id: 'GET http://evil.test/' },
      { id: 'GET /big', path: 'x' },
      { id: 'GET /big', headers: { x: 1 } },
      { id: 'POST /orders', body: 'no json' },
      {},
    ])
      expect([400, 404]).toContain((await post('/api/endpoints/try', body)).status);
    expect(seen).toEqual([]);
    // A parameter cannot become another path or host.
    await post('/api/endpoints/try', { id: 'GET /books/:bookId', path: { bookId: '../../@evil.test//x?y#z' } });
    expect(seen.map(({ url }) => url)).toEqual(['/books/..%2F..%2F%40evil.test%2F%2Fx%3Fy%23z']);
    const away = await post('/api/endpoints/try', { id: 'GET /away' });
    expect(away.json.verdict).not.toBe('passed');
  });

  test('writes stay on this machine unless the environment allows them', async () => {
    const answer = await post('/api/endpoints/try', { id: 'POST /orders', environment: 'live' });
    expect(answer.status).toBe(409);
    expect(answer.json.error.message).toContain('not sent to "live"');
  });
});

describe('workflows', () => {
  test('a run asks in the page, goes on after a reload, and shows each step', async () => {
    let release: () => void = () => undefined;
    hold = new Promise((done) => {
      release = done;
    });
    await openPage(page, '#/workflows');
    await click('Run ask');
    await until(page, 'The run asks for “code”');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)).toBe('answer');
    expect(await violationsOf(page)).toEqual([]);
    await page.reload();
    await until(page, 'The run asks for “code”');
    await page.type('input[name=answer]', 'c-42');
    await page.keyboard.press('Enter');
    await until(page, '2 of 3 steps');
    await page.reload();
    await until(page, '2 of 3 steps');
    release();
    await page.waitForFunction(() => document.querySelector('live-run [role=status] .v-passed'));
    expect(seen.find(({ url, body }) => url === '/orders' && body.includes('c-42'))).toBeDefined();
    expect(await textOf(page, 'live-run')).toContain('workflow:token');
    expect(await page.content()).not.toContain(TOKEN);
    hold = undefined;
    await page.click('live-run [role=status] a');
    await until(page, 'Latency in milliseconds');
    expect(await page.$$eval('.timeline .verdict', (all) => all.map((each) => each.textContent))).toEqual(['passed', 'passed', 'passed']);
  });

  test('a run can be cancelled', async () => {
    let release: () => void = () => undefined;
    hold = new Promise((done) => {
      release = done;
    });
    await openPage(page, '#/workflows');
    await click('Run ask');
    await until(page, 'The run asks for “code”');
    await click('Cancel');
    await page.waitForFunction(() => /interrupted|failed/.test(document.querySelector('live-run [role=status]')?.textContent ?? ''));
    release();
    hold = undefined;
  });

  test('a new one is scaffolded, checked as it is typed, completed and saved', async () => {
    await openPage(page, '#/workflows');
    await page.type('input[name=endpoint]', 'POST /orders');
    await page.keyboard.press('Enter');
    await page.waitForSelector('textarea.editor');
    const value = (): Promise<string> => page.$eval('textarea.editor', (area) => area.value);
    expect(JSON.parse(await value()).steps.map((step: { path: string }) => step.path)).toEqual([
      '/sessions',
      '/orders',
      '/orders/{{workflow:orderId}}',
    ]);
    await until(page, 'Nothing is wrong with it.');
    await page.$eval('textarea.editor', (area) => {
      area.value = '{\n  "name": "mine",\n  "steps": [\n    { "name": "a", "method": "GET", "path": "/bi';
      area.dispatchEvent(new Event('input'));
    });
    await until(page, 'This is no JSON');
    await page.focus('textarea.editor');
    await page.keyboard.down('Control');
    await page.keyboard.press('End');
    await page.keyboard.press(' ');
    await page.keyboard.up('Control');
    await page.waitForSelector('#editor-offers:not([hidden])');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await value()).toMatch(/"path": "\/big$/);
    await page.keyboard.type('" } ] }');
    await until(page, 'Nothing is wrong with it.');
    await click('Save');
    await until(page, 'Saved');
    expect(JSON.parse(readFileSync(join(root, '.tool/workflows/mine.json'), 'utf8'))).toMatchObject({
      name: 'mine',
      steps: [{ name: 'a', method: 'GET', path: '/big' }],
    });
  });

  test('an address that names no workflow is no new one', async () => {
    await openPage(page, '#/workflow?name=nowhere');
    await until(page, '“All workflows” lists those there are.');
    expect(await textOf(page)).not.toContain('New workflow');
    await openPage(page, '#/workflow?nmae=ask');
    await until(page, 'The address names no workflow.');
    expect(await page.$('textarea.editor')).toBeNull();
    await openPage(page, '#/workflow?new=1');
    await until(page, 'New workflow');
  });

  test('nothing is written outside the folder of workflows, and nothing invalid', async () => {
    const text = JSON.stringify({ name: 'x', steps: [] });
    for (const file of ['../x.json', '/tmp/x.json', '../../x.json', 'a/../../x.json'])
      expect((await call(studio.port, 'PUT', '/api/workflows/one', { cookie, body: { text, file } })).status).toBe(409);
    expect((await call(studio.port, 'PUT', '/api/workflows/one', { cookie, body: { text: '{"steps": 7}' } })).status).toBe(400);
    // Somebody else's workflow of that name is not overwritten unless that is said.
    expect(
      (
        await call(studio.port, 'PUT', '/api/workflows/one', {
          cookie,
          body: { text: JSON.stringify({ name: 'ask', steps: [] }), file: 'ask.json' },
        })
      ).status,
    ).toBe(409);
    expect(existsSync(join(root, 'x.json'))).toBe(false);
  });
});

describe('memory', () => {
  test('is masked, and shows one value at a time', async () => {
    await post('/api/workflows/cancel', { id: 'none' });
    await openPage(page, '#/memory');
    await until(page, 'workflow:token');
    expect(await page.content()).not.toContain(TOKEN);
    await click('Show workflow:token');
    await until(page, TOKEN);
    expect(await violationsOf(page)).toEqual([]);
    await click('Show workflow:bookId');
    await until(page, 'b/7');
    expect(await page.content()).not.toContain(TOKEN);
    await click('Forget workflow:bookId');
    await page.waitForFunction(() => !document.body.innerText.includes('workflow:bookId'));
    expect(JSON.parse(readFileSync(join(root, '.tool/memory.json'), 'utf8')).workflow.bookId).toBeUndefined();
  });
});

describe('agents and runs', () => {
  test('an agent runs and its findings lead to endpoints', async () => {
    await openPage(page, '#/agents');
    await click('Run coverage');
    await page.waitForSelector('#report');
    expect(await violationsOf(page)).toEqual([]);
    expect(await textOf(page, 'section[aria-labelledby=report]')).toContain('GET /away'.split(' ')[1]!);
  });

  test('two runs can be compared', async () => {
    await openPage(page, '#/runs');
    const boxes = await page.$$('main td input[type=checkbox]');
    await boxes[0]!.click();
    await boxes[1]!.click();
    await click('Compare');
    await until(page, 'the older run first');
    expect(await violationsOf(page)).toEqual([]);
  });
});

describe('what needs no browser', () => {
  const known = {
    keys: ['method', 'name', 'path', 'body'],
    methods: ['GET', 'POST'],
    paths: ['/books', '/books/:id'],
    templates: ['{{global:baseUrl}}', '{{faker.internet.email}}'],
  };
  test.each([
    ['{ "me', ['method', 'name']],
    ['{ "method": "P', ['POST']],
    ['"path": "/b', ['/books', '/books/:id']],
    ['"x": "{{em', ['{{faker.internet.email}}']],
    ['"x": "{{', ['{{global:baseUrl}}', '{{faker.internet.email}}']],
    ['"name": "me', undefined],
    ['', undefined],
    ['{ "', undefined],
  ])('completion after %s', (text, values) => {
    expect(completionsFor(text, text.length, known, false)?.values).toEqual(values);
  });

  test('a search finds exactly the rows that hold every word', () => {
    const word = fc.constantFrom('user', 'order', 'id', 'item', 'v1');
    const row = fc
      .record({ method: fc.constantFrom('GET', 'POST'), parts: fc.array(word, { minLength: 1, maxLength: 4 }) })
      .map(({ method, parts }) => ({
        id: `${method} /${parts.join('/')}`,
        method,
        path: `/${parts.join('/')}`,
        guards: [],
        tags: [],
        flags: [],
      }));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), fc.array(word, { minLength: 1, maxLength: 3 }), (rows, words) => {
        const exact = rows.filter(({ path }) => words.every((each) => path.includes(each)));
        const found = filterRows(indexRows(rows), { ...noFilters, text: words.join(' ') });
        if (exact.length > 0) expect(found).toEqual(exact);
        else for (const { path } of found) expect([...words.join('')].every((letter) => path.includes(letter))).toBe(true);
      }),
    );
  });

  test('every node of the graph has a place of its own, right of what it takes from unless that closes a circle', () => {
    const id = fc.integer({ min: 0, max: 15 }).map(String);
    fc.assert(
      fc.property(fc.array(fc.record({ from: id, to: id }), { maxLength: 40 }), (pairs) => {
        const nodes = [...new Set(pairs.flatMap(({ from, to }) => [from, to]))].map((each) => ({
          id: each,
          method: 'GET',
          path: '/',
          produces: 0,
          consumes: 0,
        }));
        const placed = layoutFlow({ nodes, links: pairs.map((pair) => ({ ...pair, variable: 'v', usedAs: 'u' })) });
        expect(placed.map((each) => each.id).sort()).toEqual(nodes.map((each) => each.id).sort());
        expect(new Set(placed.map(({ x, y }) => `${x} ${y}`)).size).toBe(placed.length);
        const x = new Map(placed.map((each) => [each.id, each.x]));
        const acyclic = pairs.every(({ from, to }) => Number(from) < Number(to));
        if (acyclic) for (const { from, to } of pairs) expect(x.get(from)!).toBeLessThan(x.get(to)!);
      }),
    );
  });

  test('a chain of ten thousand endpoints is laid out', () => {
    const nodes = Array.from({ length: 10_000 }, (_, index) => ({ id: String(index), method: 'GET', path: '/', produces: 0, consumes: 0 }));
    const links = nodes.slice(1).map(({ id }, index) => ({ from: String(index), to: id, variable: 'v', usedAs: 'u' }));
    expect(layoutFlow({ nodes: [...nodes].reverse(), links }).at(-1)?.id).toBe('9999');
  });
});
