// Times the dashboard in a real browser with a large API, and Swagger UI and Scalar showing the same API.
//   node bench/studio.mjs [--endpoints 5000] [--rounds 3] [--json]
// The peers are measured when they are installed apart: npm install --prefix bench/.peers swagger-ui-dist @scalar/api-reference
// Each round is a new browser profile: nothing is cached. "First" is the time from opening the page until an endpoint of the API is
// shown; "searchable" until typing in the search field has an effect (Studio only); "filter" from a key until the list is painted.
import { createServer } from 'node:http';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const repository = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const built = (file) => path.join(repository, 'dist', file);
if (!existsSync(built('studio/page/app.js'))) {
  console.error('The tool is not built. Run `npm run build` first.');
  process.exit(2);
}
const { launchBrowser } = await import(built('tests/support/browser.js'));
const { startStudio } = await import(built('runtime/server/index.js'));

const { values: options } = parseArgs({
  options: {
    endpoints: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});
const size = Number(options.endpoints);
const rounds = Math.max(1, Number(options.rounds));
const scratch = mkdtempSync(path.join(os.tmpdir(), 'tool-bench-studio-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const endpoints = Array.from({ length: size }, (_, index) => {
  const method = METHODS[index % 5];
  const route = `/api/v1/area${Math.floor(index / 50)}/resource${Math.floor(index / 5)}/:id`;
  return {
    id: `${method} ${route}`,
    method,
    path: route,
    name: `Operation ${index}`,
    tags: [`area${Math.floor(index / 50)}`],
    source: { file: `src/area${Math.floor(index / 50)}/routes.ts`, line: (index % 500) + 1 },
    middleware: [{ name: 'authenticate', type: 'auth', scheme: 'bearerAuth' }],
    security: [{ scheme: 'bearerAuth' }],
    parameters: [
      { name: 'id', in: 'path', type: 'string', required: true },
      { name: 'page', in: 'query', type: 'number' },
    ],
    ...(method !== 'GET' &&
      method !== 'DELETE' && {
        requestBody: { contentType: 'application/json', fields: { title: { type: 'string', required: true }, price: { type: 'number' } } },
      }),
    responses: { 200: { description: 'OK', schema: { id: 'string', title: 'string' } } },
  };
});
mkdirSync(path.join(scratch, '.tool'));
writeFileSync(
  path.join(scratch, '.tool/model.json'),
  JSON.stringify({
    version: '0.3',
    generatedAt: '2026-01-01T00:00:00.000Z',
    project: { name: 'large', language: 'typescript', framework: 'express' },
    environments: [],
    securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
    endpoints,
  }),
);

const openapi = {
  openapi: '3.1.0',
  info: { title: 'large', version: '1' },
  paths: {},
  components: { securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } } },
};
for (const endpoint of endpoints) {
  const at = (openapi.paths[endpoint.path.replace(':id', '{id}')] ??= {});
  at[endpoint.method.toLowerCase()] = {
    summary: endpoint.name,
    tags: endpoint.tags,
    security: [{ bearerAuth: [] }],
    parameters: endpoint.parameters.map(({ name, in: place, type, required }) => ({
      name,
      in: place,
      required: required === true,
      schema: { type },
    })),
    ...(endpoint.requestBody && {
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', required: ['title'], properties: { title: { type: 'string' }, price: { type: 'number' } } },
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'OK',
        content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' }, title: { type: 'string' } } } } },
      },
    },
  };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];
const count = (page) => page.evaluate(() => document.querySelectorAll('*').length);
const heap = async (page) => {
  const { JSHeapUsedSize } = await page.metrics();
  return JSHeapUsedSize / 2 ** 20;
};

/** Watches from inside the page, so that the time is the browser's: from navigation until something is there and was painted. */
const watch = (wanted) => {
  const done = () =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        window.firstShown = performance.now();
      };
      channel.port2.postMessage(0);
    });
  const look = () => {
    if (document.body && new RegExp(wanted).test(document.body.textContent ?? '')) done();
    else requestAnimationFrame(look);
  };
  look();
};

async function measureStudio(browser) {
  const studio = await startStudio({ root: scratch, port: 0, toolVersion: '0', scan: false });
  try {
    await studio.ready;
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 860 });
    // Signing in happens once for a browser; what is measured is opening the page, with an empty cache.
    await page.goto(studio.link());
    await page.waitForSelector('h1');
    const session = await page.createCDPSession();
    await session.send('Network.clearBrowserCache');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.goto('about:blank');
    // An open search field that filters is searchable: the address holds the search, so the first list that is painted is a searched one.
    await page.evaluateOnNewDocument(watch, '1 of [\\d.,]+ endpoints');
    await page.goto(`http://127.0.0.1:${studio.port}/#/endpoints?q=${encodeURIComponent(`get resource${Math.floor((size - 5) / 5)}/`)}`);
    await page.waitForFunction(() => window.firstShown !== undefined);
    const searchable = await page.evaluate(() => window.firstShown);
    await page.evaluate(() => {
      const box = document.querySelector('input[type=search]');
      box.value = '';
      box.dispatchEvent(new Event('input'));
    });
    await page.waitForFunction((text) => document.body.innerText.includes(text), {}, `${size.toLocaleString('en')} endpoints`);
    const elements = await count(page);
    // A key: set in the field as the browser does, then the time until the frame after the list changed was painted.
    const keys = await page.evaluate(async () => {
      const box = document.querySelector('input[type=search]');
      const painted = () =>
        new Promise((done) => {
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = done;
            channel.port2.postMessage(0);
          });
        });
      const times = [];
      for (const text of [
        'r',
        're',
        'res',
        'reso',
        'resou',
        'resource9',
        'resource99',
        'resource999',
        'p',
        'pa',
        'post',
        'post area7',
        'zzzz',
        '',
      ]) {
        const started = performance.now();
        box.value = text;
        box.dispatchEvent(new Event('input'));
        await document.querySelector('endpoints-page').updateComplete;
        await painted();
        times.push(performance.now() - started);
      }
      return times;
    });
    const result = {
      first: searchable,
      searchable,
      elements,
      heap: await heap(page),
      filter: median(keys),
      filterWorst: Math.max(...keys),
    };
    await context.close();
    return result;
  } finally {
    await studio.close();
  }
}

/** A page that shows the same API with somebody else's program. */
async function measurePeer(browser, html, files, wanted) {
  const server = createServer((request, response) => {
    const file = files[request.url];
    if (file === undefined) {
      response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' }).end(request.url === '/' ? html : '');
      return;
    }
    response.writeHead(200, { 'content-type': file.type }).end(file.bytes);
  });
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  try {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 860 });
    await page.evaluateOnNewDocument(watch, wanted);
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => window.firstShown !== undefined, { timeout: 120_000 });
    const first = await page.evaluate(() => window.firstShown);
    const result = { first, elements: await count(page), heap: await heap(page) };
    await context.close();
    return result;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const peers = path.join(repository, 'bench/.peers/node_modules');
const spec = { type: 'application/json', bytes: JSON.stringify(openapi) };
const script = (file) => ({ type: 'text/javascript; charset=utf-8', bytes: readFileSync(path.join(peers, file)) });
const programs = [{ name: 'Studio', script: readFileSync(built('studio/page/app.js')), run: measureStudio }];
if (existsSync(path.join(peers, 'swagger-ui-dist'))) {
  const files = {
    '/ui.js': script('swagger-ui-dist/swagger-ui-bundle.js'),
    '/ui.css': { type: 'text/css', bytes: readFileSync(path.join(peers, 'swagger-ui-dist/swagger-ui.css')) },
    '/openapi.json': spec,
    '/start.js': {
      type: 'text/javascript; charset=utf-8',
      bytes: "SwaggerUIBundle({ url: '/openapi.json', dom_id: '#ui', filter: true })",
    },
  };
  programs.push({
    name: 'Swagger UI',
    script: files['/ui.js'].bytes,
    run: (browser) =>
      measurePeer(
        browser,
        '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/ui.css"><div id="ui"></div><script src="/ui.js"></script><script src="/start.js"></script>',
        files,
        'area0',
      ),
  });
}
if (existsSync(path.join(peers, '@scalar/api-reference'))) {
  const files = {
    '/ui.js': script('@scalar/api-reference/dist/browser/standalone.js'),
    '/openapi.json': spec,
    '/start.js': {
      type: 'text/javascript; charset=utf-8',
      bytes: "Scalar.createApiReference('#ui', { url: '/openapi.json', telemetry: false, withDefaultFonts: false })",
    },
  };
  programs.push({
    name: 'Scalar',
    script: files['/ui.js'].bytes,
    run: (browser) =>
      measurePeer(
        browser,
        '<!doctype html><meta charset="utf-8"><body><div id="ui"></div><script src="/ui.js"></script><script src="/start.js"></script>',
        files,
        'Operation 0',
      ),
  });
}

const results = programs.map(({ name, script: bytes }) => ({ name, compressedKilobytes: gzipSync(bytes).length / 1000, rounds: [] }));
for (let round = 0; round < rounds; round++) {
  for (const [index, program] of programs.entries()) {
    const browser = await launchBrowser();
    try {
      results[index].rounds.push(await program.run(browser));
    } finally {
      await browser.close();
    }
  }
}
const of = (result, key) => {
  const values = result.rounds.map((round) => round[key]).filter((value) => value !== undefined);
  return values.length === 0 ? undefined : median(values);
};
const rows = results.map((result) => ({
  name: result.name,
  compressedKilobytes: Math.round(result.compressedKilobytes),
  firstMs: Math.round(of(result, 'first')),
  elements: of(result, 'elements'),
  heapMegabytes: Math.round(of(result, 'heap')),
  ...(of(result, 'searchable') !== undefined && {
    searchableMs: Math.round(of(result, 'searchable')),
    filterMs: Math.round(of(result, 'filter')),
    filterWorstMs: Math.round(Math.max(...result.rounds.map((round) => round.filterWorst))),
  }),
}));
if (options.json) console.log(JSON.stringify({ endpoints: size, rounds, rows }, null, 2));
else {
  console.log(`${size} endpoints, ${rounds} rounds, medians`);
  console.table(Object.fromEntries(rows.map(({ name, ...rest }) => [name, rest])));
  if (rows.length === 1) console.log('Without peers: npm install --prefix bench/.peers swagger-ui-dist @scalar/api-reference');
}
