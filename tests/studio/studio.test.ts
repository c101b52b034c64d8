/// <reference lib="dom" />
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer-core';
import { startStudio, type RunningStudio } from '../../runtime/server/index.js';
import { launchBrowser, pageFolder } from '../support/browser.js';
import { openPage as open, textOf as text, until, violationsOf } from '../support/studio-page.js';
import { makeFolder, modelText, writeFiles } from '../support/studio-server.js';

jest.setTimeout(240_000);

const hostile = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';

/** Uses everything that the model can say. */
const endpoints = [
  {
    id: 'GET /books',
    method: 'GET',
    path: '/books',
    name: 'List books',
    tags: ['catalogue'],
    middleware: [{ name: 'cors', type: 'cors', origin: 'cors', config: { origin: '*' }, source: { file: 'src/app.ts', line: 2 } }],
    source: { file: 'src/app.ts', line: 4 },
    parameters: [{ name: 'page', in: 'query', type: 'number', min: 1, default: 1 }],
    pagination: { type: 'page', pageParam: 'page', limitParam: 'limit', totalPath: 'total' },
    responses: { 200: { description: 'Books', schema: { items: 'array', 'items.0.id': 'string', total: 'number' } } },
    produces: [{ variable: 'bookId', responseField: 'items.0.id' }],
  },
  {
    id: 'GET /books/:bookId',
    method: 'GET',
    path: '/books/:bookId',
    middleware: [],
    source: { file: 'src/app.ts', line: 5 },
    parameters: [{ name: 'bookId', in: 'path', type: 'string', required: true }],
    consumes: [{ variable: 'bookId', usedAs: 'path:bookId', producedBy: 'GET /books' }],
    deprecated: true,
  },
  {
    id: 'POST /orders',
    method: 'POST',
    path: '/orders',
    name: 'Order',
    description: hostile,
    middleware: [
      { name: 'authenticate', type: 'auth', scheme: 'bearerAuth' },
      { name: 'limit', type: 'rate-limit', conditional: true, config: { windowMs: 1000, max: 5 } },
    ],
    source: { file: 'src/app.ts', line: 6 },
    security: [{ scheme: 'bearerAuth', scopes: ['orders'] }],
    rateLimit: { windowMs: 1000, max: 5, scope: 'user' },
    ownership: { ownerField: 'userId', mustMatchAuthClaim: 'sub' },
    requestBody: {
      contentType: 'application/json',
      fields: {
        bookId: { type: 'string', required: true },
        address: { type: 'object', properties: { street: { type: 'string', minLength: 2 } } },
      },
    },
    consumes: [
      { variable: 'bookId', usedAs: 'body:bookId', producedBy: 'GET /books' },
      { variable: 'token', usedAs: 'header:Authorization', producedBy: 'POST /sessions' },
    ],
  },
  {
    id: 'POST /sessions',
    method: 'POST',
    path: '/sessions',
    handlerName: 'signIn',
    middleware: [],
    source: { file: 'src/app.ts', line: 7 },
    produces: [{ variable: 'token', responseField: 'token' }],
  },
  {
    id: 'ALL /old',
    method: 'ALL',
    path: '/old',
    middleware: [],
    shadowedBy: 'GET /books',
    conditional: true,
    stale: true,
    origin: 'manual',
    authored: ['/summary'],
    summary: hostile,
  },
];
const more = {
  environments: [
    { name: 'local', baseUrl: 'http://127.0.0.1:9' },
    { name: 'live', baseUrl: 'https://api.invalid' },
  ],
  securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer', obtainedFrom: { endpoint: 'POST /sessions', field: 'token' } } },
  unresolved: [
    {
      what: 'route',
      method: 'GET',
      path: '/{?}',
      source: { file: 'src/app.ts', line: 8 },
      code: 'core/hole',
      reason: hostile,
      help: 'Say its value.',
      loss: 'dropped',
    },
  ],
};
const files = {
  'package.json': '{"name":"shop"}',
  'src/app.ts': Array.from(
    { length: 400 },
    (_, index) => `const line${index + 1} = ${index === 3 ? '"</code><script>" + ' : ''}${index + 1};`,
  ).join('\n'),
  '.tool/model.json': modelText(endpoints, more),
  '.tool/workflows/order.json': JSON.stringify(
    {
      name: hostile,
      steps: [
        { name: 'books', method: 'GET', path: '/books', capture: { 'workflow:bookId': 'items.0.id' } },
        { name: 'order', method: 'POST', path: '/orders', body: { bookId: '{{workflow:nothing}}' } },
      ],
    },
    null,
    2,
  ),
  '.tool/workflows/broken.json': '{"name": ',
  '.tool/memory.json': JSON.stringify({ workflow: { token: hostile } }),
  ...Object.fromEntries(
    ['20260101-000000-abcdef', '20260102-000000-abcdef'].map((runId, index) => [
      `.tool/runs/${runId}/run.json`,
      JSON.stringify({
        version: 1,
        runId,
        kind: 'workflow',
        startedAt: `2026-01-0${index + 1}T00:00:00.000Z`,
        finishedAt: `2026-01-0${index + 1}T00:00:01.000Z`,
        durationMs: 1000,
        seed: 1,
        environment: { name: 'local', baseUrl: 'http://127.0.0.1:9' },
        verdict: 'failed',
        counts: { passed: 1, failed: 1, skipped: 1, warned: 0, requests: 2 },
        latency: { min: 1, mean: 2, p50: 2 + index, p95: 3, p99: 3, max: 3 },
        failures: [],
        groups: [
          {
            name: 'order',
            verdict: 'failed',
            durationMs: 900,
            checks: [
              {
                name: 'books',
                verdict: 'passed',
                endpoint: 'GET /books',
                durationMs: 2,
                failures: [],
                warnings: [],
                exchanges: [
                  {
                    startedAt: '2026-01-01T00:00:00.000Z',
                    latencyMs: 2,
                    request: { method: 'GET', url: 'http://127.0.0.1:9/books', headers: { accept: '*/*' } },
                    response: { status: 200, headers: { 'x-hostile': hostile }, body: { name: hostile }, sizeBytes: 10 },
                  },
                ],
              },
              {
                name: 'order',
                verdict: 'failed',
                endpoint: 'POST /orders',
                durationMs: 3,
                failures: [{ check: 'status', message: hostile, expected: 201, received: 500, help: 'Look at the log.' }],
                warnings: ['slow'],
                exchanges: [
                  {
                    startedAt: '2026-01-01T00:00:00.000Z',
                    latencyMs: 3,
                    request: { method: 'POST', url: 'http://127.0.0.1:9/orders', headers: {}, body: { bookId: 1 } },
                    error: 'the connection broke',
                    curl: 'curl -i x',
                  },
                ],
              },
              { name: 'gone', verdict: 'skipped', reason: 'it needs an order', durationMs: 0, failures: [], warnings: [], exchanges: [] },
            ],
          },
        ],
      }),
    ]),
  ),
  '.tool/activity/activity.ndjson': ['endpoint_added', 'endpoint_removed', 'endpoint_changed']
    .map((kind) =>
      JSON.stringify({
        ts: '2026-01-01T00:00:00.000Z',
        kind,
        endpoint: 'GET /books',
        ...(kind === 'endpoint_changed' && { detail: { renamedFrom: 'GET /shelf', fields: ['path', 'security'] } }),
      }),
    )
    .join('\n'),
};

let browser: Browser;
let root: string;
let studio: RunningStudio;
let page: Page;
let problems: string[];
const cleanups: (() => unknown)[] = [];

const start = (project: string, port = 0): Promise<RunningStudio> =>
  startStudio({ root: project, port, toolVersion: '0.0.0', pageFolder: pageFolder(), scan: false });

beforeAll(async () => {
  browser = await launchBrowser();
  root = makeFolder(files);
  studio = await start(root);
  await studio.ready;
  page = await newPage();
  await page.goto(studio.link());
  await page.waitForSelector('h1');
});
afterAll(async () => {
  await browser?.close();
  await studio?.close();
  rmSync(root, { recursive: true, force: true });
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A tab; whatever goes wrong in it is a failure of the test that looks at `problems`. */
async function newPage(from: Pick<Browser, 'newPage'> = browser): Promise<Page> {
  const tab = await from.newPage();
  problems = [];
  const own = problems;
  tab.on('pageerror', (error) => own.push(String(error)));
  tab.on('console', (message) => {
    if (message.type() === 'error') own.push(message.text());
  });
  tab.on('dialog', (dialog) => {
    own.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await tab.setViewport({ width: 1280, height: 860 });
  return tab;
}

const shownPaths = (tab: Page): Promise<string[]> =>
  tab.$$eval('virtual-list.endpoints .path', (all) => all.map((each) => each.textContent ?? ''));
/** Every page; those that need something name it in their address. */
const PAGES = [
  '#/',
  '#/endpoints',
  `#/endpoint?id=${encodeURIComponent('POST /orders')}`,
  `#/endpoint?id=${encodeURIComponent('ALL /old')}`,
  '#/routes',
  '#/graph',
  '#/workflows',
  `#/workflow?name=${encodeURIComponent('.tool/workflows/order.json')}`,
  '#/workflow?new=1',
  '#/workflow?name=nowhere',
  '#/runs',
  '#/run?id=20260101-000000-abcdef',
  '#/compare?a=20260101-000000-abcdef&b=20260102-000000-abcdef',
  '#/run?id=nowhere',
  '#/memory',
  '#/agents',
  '#/changes',
  '#/activity',
  '#/diff',
  '#/diagnostics',
  '#/environments',
  '#/nowhere',
  '#/endpoint?id=GET%20%2Fnowhere',
  '#/endpoints?q=nothing-is-called-so',
];

describe('signing in', () => {
  test('the link opens the page once, leaves no code behind, and another tab of the browser needs none', async () => {
    expect(await page.evaluate(() => location.hash)).toBe('#/');
    expect(await text(page)).toContain('Overview');
    const second = await newPage();
    cleanups.push(() => second.close());
    await second.goto(`http://127.0.0.1:${studio.port}/#/endpoints`);
    await until(second, '5 endpoints');
  });

  test('without the link the page says what to do, and a used link is no link', async () => {
    const context = await browser.createBrowserContext();
    cleanups.push(() => context.close());
    const tab = await newPage(context);
    await tab.goto(`http://127.0.0.1:${studio.port}/`);
    await until(tab, 'This browser is not signed in');
    const link = studio.link();
    await tab.goto('about:blank');
    await tab.goto(link);
    await until(tab, 'Overview');
    const other = await browser.createBrowserContext();
    cleanups.push(() => other.close());
    const late = await newPage(other);
    await late.goto(link);
    await until(late, 'This browser is not signed in');
  });
});

test.each([375, 320])('every page fits a screen of %d pixels: nothing is read by scrolling sideways', async (width) => {
  cleanups.push(() => page.setViewport({ width: 1280, height: 860 }));
  await page.setViewport({ width, height: 700 });
  const wide: string[] = [];
  for (const hash of PAGES) {
    await open(page, hash);
    const over = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      return [...document.querySelectorAll('body *')]
        .filter((each) => each.getBoundingClientRect().right > clientWidth + 1)
        .slice(0, 6)
        .map((each) => each.outerHTML.slice(0, 90));
    });
    wide.push(...over.map((each) => `${hash}: ${each}`));
  }
  expect(wide).toEqual([]);
});

test('nothing is read before events are heard: a scan that ends in between would run for ever on the page', async () => {
  const tab = await newPage();
  cleanups.push(() => tab.close());
  const asked: string[] = [];
  await tab.setRequestInterception(true);
  tab.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/events')
      setTimeout(() => {
        asked.push('heard');
        void request.continue();
      }, 500);
    else {
      if (pathname === '/api/routes') asked.push('read');
      void request.continue();
    }
  });
  await tab.goto(`http://127.0.0.1:${studio.port}/#/routes`);
  await until(tab, 'In the order of registration');
  await tab.waitForFunction(() => !document.body.textContent?.includes('Loading…'));
  expect(asked).toEqual(['heard', 'read']);
});

test('many events are few readings, and a workflow in YAML is one of them', async () => {
  await open(page, '#/');
  let asked = 0;
  const count = (request: { url(): string }): void => {
    if (request.url().endsWith('/api/project')) asked++;
  };
  page.on('request', count);
  const file = '.tool/workflows/later.yaml';
  cleanups.push(() => rmSync(join(root, file), { force: true }));
  for (let at = 0; at < 20; at++) {
    writeFiles(root, { [file]: `name: later\nsteps:\n  - { name: a${at}, method: GET, path: /books }\n` });
    await new Promise((done) => setTimeout(done, 60));
  }
  await new Promise((done) => setTimeout(done, 800));
  page.off('request', count);
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(9);
});

describe('endpoints', () => {
  test('are found by typing, with the keyboard alone', async () => {
    await open(page, '#/');
    await page.keyboard.press('/');
    await page.waitForFunction(() => document.activeElement?.matches('input[type=search]'));
    await page.keyboard.type('books id');
    await until(page, '1 of 5 endpoints');
    await page.keyboard.press('Escape');
    await until(page, '5 endpoints');
    await page.keyboard.type('post');
    await until(page, '2 of 5 endpoints');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('/sessions'));
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash.startsWith('#/endpoint?'));
    await until(page, 'signIn');
    await page.goBack();
    // The address holds the search, so going back shows what was there.
    await until(page, '2 of 5 endpoints');
  });

  test.each([
    ['method=POST', ['/orders', '/sessions']],
    ['guard=bearerAuth', ['/orders']],
    ['tag=catalogue', ['/books']],
    ['is=shadowed', ['/old']],
    ['file=app.ts&method=GET', ['/books', '/books/:bookId']],
    ['q=method:get', ['/books', '/books/:bookId']],
    ['q=guard:none', ['/books', '/books/:bookId', '/old', '/sessions']],
    ['q=path:/books/', ['/books/:bookId']],
    ['q=bkid', ['/books/:bookId']],
    ['q=is:deprecated', ['/books/:bookId']],
  ])('%s has an address of its own', async (query, wanted) => {
    await open(page, `#/endpoints?${query}`);
    await page.waitForFunction((number) => document.querySelectorAll('virtual-list.endpoints .path').length === number, {}, wanted.length);
    expect((await shownPaths(page)).sort()).toEqual([...wanted].sort());
  });

  test('a filter that is chosen narrows the list', async () => {
    await open(page, '#/endpoints');
    await page.select('form.filters label:nth-of-type(2) select', 'POST');
    await until(page, '2 of 5 endpoints');
    expect(await page.evaluate(() => location.hash)).toBe('#/endpoints?method=POST');
  });
});

describe('an endpoint', () => {
  test('shows its contract, its chain in order and its source, with the line highlighted', async () => {
    await open(page, `#/endpoint?id=${encodeURIComponent('POST /orders')}`);
    const shown = await text(page);
    for (const part of [
      'bearerAuth',
      'http bearer',
      'scopes orders',
      'userId',
      'sub',
      'address.street',
      'minLength 2',
      '5 requests in 1 s',
      'only under another configuration',
      'GET /books'.split(' ')[1]!,
    ])
      expect(shown).toContain(part);
    expect(await page.$$eval('.chain li strong', (all) => all.map((each) => each.textContent))).toEqual(['authenticate', 'limit', 'Order']);
    await page.waitForSelector('.code-line.marked');
    expect(await text(page, '.code-line.marked code')).toBe('const line6 = 6;');
    expect(await page.$$eval('.code-line', (all) => all.length)).toBeLessThan(80);
  });

  test('hostile strings are text and nothing else', async () => {
    const tab = await newPage();
    cleanups.push(() => tab.close());
    await tab.goto(`http://127.0.0.1:${studio.port}/#/`);
    await until(tab, 'Overview');
    for (const each of PAGES.filter((hash) => !/nowhere|diff/.test(hash))) {
      await open(tab, each);
      expect(await tab.$$eval('main img, main script', (all) => all.length)).toBe(0);
    }
    await open(tab, `#/endpoint?id=${encodeURIComponent('POST /orders')}`);
    expect(await text(tab)).toContain('<script>document.title="owned"</script>');
    expect(await tab.title()).not.toContain('owned');
    await open(tab, `#/endpoints?q=${encodeURIComponent(hostile)}`);
    await until(tab, 'No endpoint matches');
    expect(problems).toEqual([]);
  });
});

describe('the graph', () => {
  test('is a picture that moves and zooms, and a table that says the same', async () => {
    await open(page, '#/graph');
    await until(page, '4 endpoints, 3 links; 1 endpoint without any');
    const drawn = (): Promise<string> => page.$eval('canvas', (canvas) => (canvas as unknown as { toDataURL(): string }).toDataURL());
    const settle = (): Promise<void> =>
      page.evaluate(
        () =>
          new Promise<void>((done) => {
            requestAnimationFrame(() => requestAnimationFrame(() => done()));
          }),
      );
    await settle();
    const before = await drawn();
    await page.focus('canvas');
    await page.keyboard.press('ArrowRight');
    await settle();
    const moved = await drawn();
    expect(moved).not.toBe(before);
    await page.keyboard.press('+');
    await settle();
    expect(await drawn()).not.toBe(moved);
    await page.keyboard.press('0');
    await settle();
    expect(await drawn()).toBe(before);
    expect(
      await page.$$eval('.flow-row', (all) =>
        all.map((row) => (row as unknown as { innerText: string }).innerText.replace(/\s+/g, ' ').trim()),
      ),
    ).toEqual([
      'GET /books bookId at items.0.id as path:bookId GET /books/:bookId',
      'GET /books bookId at items.0.id as body:bookId POST /orders',
      'POST /sessions token at token as header:Authorization POST /orders',
    ]);
  });
});

describe('the palette, help and themes', () => {
  test('Ctrl K goes anywhere', async () => {
    await open(page, '#/');
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await page.waitForSelector('.palette[open]');
    await page.keyboard.type('sessions');
    await page.waitForFunction(() => document.querySelectorAll('.palette [role=option]').length === 1);
    await page.keyboard.press('Enter');
    await until(page, 'signIn');
    expect(await page.$('.palette')).toBeNull();
  });

  test('? shows the keys, Escape closes it and gives the focus back', async () => {
    await open(page, '#/activity');
    expect(await text(page)).toMatch(/changed\s+GET\s*\/books\s+from GET \/shelf\s+path, security/);
    await page.focus('.brand');
    await page.keyboard.press('?');
    await page.waitForSelector('key-help dialog[open]');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('key-help') === null);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('brand');
  });

  test('the theme is kept', async () => {
    await page.evaluate(() => localStorage.setItem('studio-theme', 'dark'));
    await page.reload();
    await until(page, 'Activity');
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await page.evaluate(() => localStorage.setItem('studio-theme', 'system'));
    await page.reload();
    await until(page, 'Activity');
  });
});

describe('live', () => {
  test('two tabs follow the model without a reload', async () => {
    const second = await newPage();
    cleanups.push(
      () => second.close(),
      () => writeFileSync(join(root, '.tool/model.json'), files['.tool/model.json']),
    );
    await second.goto(`http://127.0.0.1:${studio.port}/#/endpoints`);
    await until(second, '5 endpoints');
    await page.bringToFront();
    await open(page, '#/endpoints');
    await until(page, '5 endpoints');
    writeFileSync(
      join(root, '.tool/model.json'),
      modelText([...endpoints, { id: 'GET /new', method: 'GET', path: '/new', middleware: [] }], more),
    );
    for (const tab of [page, second]) await until(tab, '6 endpoints');
  });

  test('a changed file appears', async () => {
    await open(page, '#/changes');
    writeFiles(root, { 'src/extra.ts': 'export {};' });
    await until(page, 'src/extra.ts');
  });

  test('a server that is started again is found again, without signing in, with what changed meanwhile', async () => {
    const project = makeFolder(files);
    let own = await start(project);
    const { port } = own;
    cleanups.push(
      () => own.close(),
      () => rmSync(project, { recursive: true, force: true }),
    );
    const tab = await newPage();
    cleanups.push(() => tab.close());
    await tab.goto(own.link());
    await until(tab, 'Overview');
    await open(tab, '#/endpoints');
    await until(tab, '5 endpoints');
    await own.close();
    await until(tab, 'Connection lost');
    writeFileSync(join(project, '.tool/model.json'), modelText(endpoints.slice(0, 2), {}));
    own = await start(project, port);
    await until(tab, '2 endpoints');
    await tab.waitForFunction(() => !(document.body.textContent ?? '').includes('Connection lost'));
  });

  test('a project without a model says what to do', async () => {
    const project = makeFolder({ 'package.json': '{}' });
    const own = await start(project);
    cleanups.push(
      () => own.close(),
      () => rmSync(project, { recursive: true, force: true }),
    );
    const tab = await newPage();
    cleanups.push(() => tab.close());
    await tab.goto(own.link());
    await until(tab, 'This project has no model yet');
    for (const hash of ['#/endpoints', '#/graph', '#/environments', '#/diagnostics']) {
      await open(tab, hash);
      await until(tab, 'Scan now');
    }
    writeFileSync(join(project, '.tool/model.json'), '{"version":');
    await open(tab, '#/endpoints');
    await until(tab, 'is not valid JSON');
    await until(tab, 'Repair it');
  });
});

describe('accessibility (WCAG 2.2 AA)', () => {
  test.each(['light', 'dark'])('no page has a violation in the %s theme', async (theme) => {
    const tab = await newPage();
    cleanups.push(() => tab.close());
    await tab.goto(`http://127.0.0.1:${studio.port}/#/`);
    await until(tab, 'Overview');
    await tab.evaluate((wanted) => {
      document.documentElement.dataset['theme'] = wanted;
    }, theme);
    for (const each of PAGES) {
      await open(tab, each);
      expect({ page: each, violations: await violationsOf(tab) }).toEqual({ page: each, violations: [] });
    }
    await tab.keyboard.press('?');
    await tab.waitForSelector('dialog[open]');
    expect(await violationsOf(tab)).toEqual([]);
    await tab.keyboard.press('Escape');
    await tab.keyboard.down('Control');
    await tab.keyboard.press('k');
    await tab.keyboard.up('Control');
    await tab.waitForSelector('.palette[open]');
    await tab.keyboard.type('o');
    expect(await violationsOf(tab)).toEqual([]);
  });
});

describe('size', () => {
  test('at most 100 kB of compressed JavaScript', () => {
    expect(gzipSync(readFileSync(join(pageFolder(), 'app.js'))).length).toBeLessThan(100_000);
  });

  test('a graph of five hundred endpoints: few elements, found by its names, panned and zoomed, and a click opens the endpoint under it', async () => {
    const resource = (index: number): object[] => {
      const [name, variable] = [`/things${index}`, `thing${index}Id`];
      const consumes = [{ variable, producedBy: `POST ${name}`, usedAs: `path:${variable}` }];
      const of = (method: string, path: string, more: object): object => ({
        id: `${method} ${path}`,
        method,
        path,
        middleware: [],
        source: { file: `src/f${index}.ts`, line: 1 },
        ...more,
      });
      return [
        of('POST', name, { produces: [{ variable, responseField: 'id' }] }),
        ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => of(method, `${name}/:${variable}`, { consumes })),
      ];
    };
    const project = makeFolder({
      'src/f42.ts': 'one\n',
      '.tool/model.json': modelText(Array.from({ length: 100 }, (_, index) => resource(index)).flat()),
    });
    const own = await start(project);
    cleanups.push(
      () => own.close(),
      () => rmSync(project, { recursive: true, force: true }),
    );
    const tab = await newPage();
    cleanups.push(() => tab.close());
    await tab.goto(own.link());
    await until(tab, 'Overview');
    await open(tab, '#/graph');
    await until(tab, '500 endpoints, 400 links');
    expect(await tab.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1_500);
    const settle = (): Promise<void> =>
      tab.evaluate(
        () =>
          new Promise<void>((done) => {
            requestAnimationFrame(() => requestAnimationFrame(() => done()));
          }),
      );
    const drawn = (): Promise<string> => tab.$eval('canvas', (canvas) => (canvas as unknown as { toDataURL(): string }).toDataURL());
    await tab.focus('canvas');
    for (const key of ['ArrowDown', '+', '-']) {
      const before = await drawn();
      await tab.keyboard.press(key as never);
      await settle();
      expect(await drawn()).not.toBe(before);
    }
    await tab.focus('input[type=search]');
    await tab.keyboard.type('things42/');
    await until(tab, '4 links');
    expect(
      await tab.$$eval('.flow-row', (all) =>
        all.map((row) => (row as unknown as { innerText: string }).innerText.replace(/\s+/g, ' ').trim()),
      ),
    ).toContain('POST /things42 thing42Id at id as path:thing42Id GET /things42/:thing42Id');
    // What is left fits at its full size: the first node stands in the upper left corner.
    await settle();
    const box = await (await tab.$('canvas'))!.boundingBox();
    await tab.mouse.click(box!.x + 60, box!.y + 30);
    await tab.waitForFunction(() => location.hash.startsWith('#/endpoint?id=') && location.hash.includes('things42'));
    expect(problems).toEqual([]);
  });

  test('five thousand endpoints: at most 1,500 elements wherever one scrolls, and every row says its place', async () => {
    const project = makeFolder({
      '.tool/model.json': modelText(
        Array.from({ length: 5_000 }, (_, index) => ({
          id: `GET /r${index}/items/:id`,
          method: 'GET',
          path: `/r${index}/items/:id`,
          middleware: [],
          source: { file: `src/f${index % 300}.ts`, line: index + 1 },
          tags: [`t${index % 100}`],
        })),
      ),
    });
    const own = await start(project);
    cleanups.push(
      () => own.close(),
      () => rmSync(project, { recursive: true, force: true }),
    );
    const tab = await newPage();
    cleanups.push(() => tab.close());
    await tab.goto(own.link());
    await until(tab, 'Overview');
    await open(tab, '#/endpoints');
    await until(tab, '5,000 endpoints');
    for (const top of [0, 40_000, 1e9]) {
      await tab.$eval(
        'virtual-list',
        (list, to) => {
          list.scrollTop = to;
        },
        top,
      );
      await tab.evaluate(
        () =>
          new Promise((done) => {
            requestAnimationFrame(() => requestAnimationFrame(done));
          }),
      );
      expect(await tab.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1_500);
    }
    await tab.waitForFunction(() =>
      [...document.querySelectorAll('[aria-posinset]')].some(
        (row) => row.getAttribute('aria-posinset') === '5000' && row.getAttribute('aria-setsize') === '5000',
      ),
    );
    await tab.focus('input[type=search]');
    await tab.keyboard.type('r4321/');
    await until(tab, '1 of 5,000 endpoints');
    expect(await shownPaths(tab)).toEqual(['/r4321/items/:id']);
    expect(problems).toEqual([]);
  });
});
