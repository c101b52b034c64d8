/// <reference lib="dom" />
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer-core';
import { startStudio, type RunningStudio } from '../../runtime/server/index.js';
import { launchBrowser, pageFolder } from '../support/browser.js';
import { openPage as open, until } from '../support/studio-page.js';
import { makeFolder, modelText, type Files } from '../support/studio-server.js';

jest.setTimeout(240_000);

let browser: Browser;
const cleanups: (() => unknown)[] = [];
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function show(files: Files, scan: boolean): Promise<Page> {
  const root = makeFolder(files);
  const studio: RunningStudio = await startStudio({ root, port: 0, toolVersion: '0.0.0', pageFolder: pageFolder(), scan });
  await studio.ready;
  const tab = await browser.newPage();
  cleanups.push(
    () => rmSync(root, { recursive: true, force: true }),
    () => studio.close(),
    () => tab.close(),
  );
  await tab.setViewport({ width: 1280, height: 860 });
  await tab.goto(studio.link());
  await until(tab, 'Overview');
  return tab;
}

const elements = (tab: Page): Promise<number> => tab.evaluate(() => document.querySelectorAll('*').length);
const shownText = (tab: Page): Promise<string> => tab.$eval('main', (main) => main.innerText.replace(/\s+/g, ' '));

/** A resource whose id one endpoint gives, and three need. */
function resource(index: number): object[] {
  const [path, variable] = [`/area${Math.floor(index / 20)}/things${index}`, `thing${index}Id`];
  const of = (method: string, full: string, more: object): object => ({
    id: `${method} ${full}`,
    method,
    path: full,
    middleware: [],
    source: { file: `src/f${index}.ts`, line: 1 },
    ...more,
  });
  const consumes = [{ variable, producedBy: `POST ${path}`, usedAs: 'path:id' }];
  return [
    of('GET', path, {}),
    of('POST', path, { produces: [{ variable, responseField: 'id' }] }),
    ...['GET', 'PUT', 'DELETE'].map((method) => of(method, `${path}/:id`, { consumes })),
  ];
}

describe('ten thousand endpoints', () => {
  test('the overview is a page, and says how many there are more', async () => {
    const tab = await show({ '.tool/model.json': modelText(Array.from({ length: 2_000 }, (_, index) => resource(index)).flat()) }, false);
    await until(tab, '10,000');
    expect(await shownText(tab)).toMatch(/GET 4,000 POST 2,000 PUT 2,000 DELETE 2,000 Writes without a guard 6,000 .* 5,988 more/);
    expect(await elements(tab)).toBeLessThan(1_500);
  });

  test('the graph begins where names can be read, fits when asked, and narrows to what is typed', async () => {
    const tab = await show({ '.tool/model.json': modelText(Array.from({ length: 2_000 }, (_, index) => resource(index)).flat()) }, false);
    await open(tab, '#/graph');
    await until(tab, '8,000 endpoints, 6,000 links');
    expect(await elements(tab)).toBeLessThan(1_500);
    /** Columns and rows of the picture in which something is drawn, of eight each. */
    const drawn = (): Promise<{ columns: number; rows: number }> =>
      tab.$eval('canvas', async (canvas) => {
        await new Promise((done) => {
          requestAnimationFrame(() => requestAnimationFrame(done));
        });
        const { width, height } = canvas;
        const context = canvas.getContext('2d')!;
        const full = (x: number, y: number, w: number, h: number): boolean =>
          context.getImageData(x, y, w, h).data.some((value, index) => index % 4 === 3 && value > 0);
        const parts = Array.from({ length: 8 }, (_, index) => index);
        return {
          columns: parts.filter((part) => full((part * width) / 8, 0, width / 8, height)).length,
          rows: parts.filter((part) => full(0, (part * height) / 8, width, height / 8)).length,
        };
      });
    expect(await drawn()).toEqual({ columns: 8, rows: 8 });
    await tab.evaluate(() =>
      [...document.querySelectorAll<HTMLButtonElement>('.picture-tools button')].find((button) => button.innerText === 'Fit')!.click(),
    );
    // Groups stand beside each other: all of them fit into a picture, where one below the other they were a line.
    expect((await drawn()).columns).toBeGreaterThan(6);
    await tab.focus('input[type=search]');
    await tab.keyboard.type('things1234/');
    await until(tab, '3 links');
    await open(tab, '#/endpoints?q=things1234');
    await until(tab, '5 of 10,000 endpoints');
  });
});

describe('the tree of routes', () => {
  const manifest = '{ "name": "wide", "main": "server.js", "dependencies": { "express": "5" } }';

  test('three thousand routes on one router come a hundred at a time, and are found by their full paths', async () => {
    const tab = await show(
      {
        'package.json': manifest,
        'rows.json': JSON.stringify(Array.from({ length: 3_000 }, (_, index) => `/row${index}`)),
        'server.js':
          "const express = require('express');\nconst rows = express.Router();\nconst answer = (req, res) => res.end();\nfor (const path of require('./rows.json')) rows.get(path, answer);\nconst app = express();\napp.use('/wide', rows);\napp.listen(1);\n",
      },
      true,
    );
    await open(tab, '#/routes');
    await until(tab, 'mount');
    await tab.click('.tree .tree summary');
    await until(tab, '3,000 registrations');
    expect(await tab.$$eval('.leaf', (all) => all.length)).toBe(100);
    await until(tab, 'Show 100 of 2,900 more');
    expect(await elements(tab)).toBeLessThan(1_500);
    await tab.evaluate(() =>
      [...document.querySelectorAll<HTMLButtonElement>('main button')].find((button) => button.innerText.startsWith('Show'))!.click(),
    );
    await until(tab, 'Show 100 of 2,800 more');
    await tab.focus('input[type=search]');
    await tab.keyboard.type('get wide/row2345');
    await until(tab, '1 registration');
    expect(await shownText(tab)).toMatch(/router app .* mount \/wide .* router rows .* GET \/row2345/);
    expect(await tab.$$eval('.leaf', (all) => all.length)).toBe(1);
    await tab.keyboard.type('zzz');
    await until(tab, 'Nothing is called so.');
  });

  test('what is not shown is said', async () => {
    const { routeTree } = await import('../../runtime/server/route-tree.js');
    const { scanProject } = await import('../../compiler/scan.js');
    const root = makeFolder({
      'package.json': manifest,
      'server.js':
        "const express = require('express');\nconst answer = (req, res) => res.end();\nlet below = express.Router();\nfor (const path of ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h', '/i', '/j']) below.get(path, answer);\nfor (const depth of [1, 2, 3, 4]) { const above = express.Router(); for (const path of ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h', '/i', '/j']) above.use(path, below); below = above; }\nconst app = express();\napp.use(below);\napp.listen(1);\n",
    });
    cleanups.push(() => rmSync(root, { recursive: true, force: true }));
    const text = JSON.stringify(routeTree((await scanProject({ root })).endpointSet));
    expect(text.match(/Only the first 20,000 registrations are shown here/g)).toHaveLength(1);
  });
});
