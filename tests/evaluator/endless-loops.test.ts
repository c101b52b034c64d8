import { describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adapters } from '../../compiler/adapters/registry.js';
import { lower } from '../../compiler/frontend/lower.js';
import { libraries } from '../../compiler/libraries/registry.js';
import { scanMini } from '../support/mini-project.js';

/** How many steps the set-up of a program takes, and how many routes it registers. */
function setUp(program: string): { readonly steps: number; readonly routes: number } {
  const root = mkdtempSync(path.join(tmpdir(), 'endless-'));
  try {
    writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'mill', main: 'index.js', dependencies: { express: '^5.0.0' } }));
    writeFileSync(path.join(root, 'index.js'), program);
    const lowered = lower({ root, adapters, libraries, contracts: false });
    const items = lowered.program.routers.flatMap((router) => router.items);
    return { steps: lowered.steps, routes: items.filter((item) => item.kind === 'route').length };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Work whose every step may go either way: each round of a loop around it would double what is left to do. */
const WORK = `
const store = require('some-store');
async function take(key) {
  try { const held = await store.get(key); if (held) return false; await store.set(key, 1); return true; } catch (error) { return false; }
}
async function work() {
  const message = await store.next();
  if (!message) return;
  if (!(await take('a'))) return;
  try {
    for (const one of message) { if (one.old) continue; await store.put(one.id); if (await take(one.id)) await store.drop(one.id); }
  } finally { await store.free('a'); }
}
const pause = () => new Promise((resolve) => { setTimeout(resolve, 1000); });
`;
const SERVER = "const app = require('express')();\napp.get('/before', (req, res) => res.end());\n";

describe('loops that nothing in them ends', () => {
  test.each([
    ['while (true)', 'async function keep() { while (true) { await work(); await pause(); } }\nkeep();'],
    [
      'for (;;)',
      'async function keep() { for (;;) { try { await work(); } catch (error) { console.error(error); } await pause(); } }\nkeep();',
    ],
    [
      'a flag that somebody else sets',
      'class Keeper {\n  running = false;\n  async start() { this.running = true; while (this.running) { await work(); await pause(); } }\n  stop() { this.running = false; }\n}\nnew Keeper().start();',
    ],
    ['do … while', 'async function keep() { do { await work(); } while (1); }\nkeep();'],
    [
      'a flag that says the opposite, and that a round only looks at',
      'class Keeper {\n  stopping = false;\n  async start() { while (!this.stopping) { if (!this.stopping) await work(); await pause(); } }\n  stop() { this.stopping = true; }\n}\nnew Keeper().start();',
    ],
    [
      'a condition of a round',
      'async function keep() { let count = 0; while (true) { await work(); if (++count >= 5) { await work(); count = 0; } if (await store.isOver()) break; } }\nkeep();',
    ],
  ])('%s', async (_name, loop) => {
    const { routes, diagnostics } = await scanMini({
      'index.js': `${WORK}${SERVER}${loop}\napp.get('/after', (req, res) => res.end());\napp.listen(1);\n`,
    });
    expect(routes).toEqual(['GET /after []', 'GET /before []']);
    expect(diagnostics).toEqual([]);
  });

  /** Work that takes a hundred thousand steps, could tell the application something, and tells it nothing. */
  const LONG = `
const sacks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const counts = {};
async function grind() { for (const a of sacks) for (const b of sacks) counts[a] = b; await store.put(counts); }
async function drain() { for (let taken = 0; taken < 400; taken += 1) await grind(); }
`;
  test.each([
    ['while (!this.stopping)', 'while (!this.stopping) { await drain(); await pause(); }'],
    ['do … while (!this.stopping)', 'do { await drain(); await pause(); } while (!this.stopping);'],
    ['for (; !this.stopping;)', 'for (; !this.stopping; ) { await drain(); await pause(); }'],
  ])('rounds of %s are left when they have been seen to tell nobody anything', (_name, loop) => {
    const mill = `class Mill { stopping = false; async run() { ${loop} } stop() { this.stopping = true; app.emit('stop'); } }`;
    const { steps, routes } = setUp(
      `${WORK}${SERVER}${LONG}${mill}\n(async () => { await null; await new Mill().run(); app.get('/behind', (req, res) => res.end()); app.listen(1); })();\n`,
    );
    expect(routes).toBe(2);
    expect(steps).toBeLessThan(20_000);
  });

  test.each([
    ['--left', 'while (left) { await grind(); --left; }'],
    ['left--', 'while (left) { await grind(); left--; }'],
    ['a flag that a round sets', 'let isOver = false; while (!isOver) { await grind(); left -= 1; isOver = !left; }'],
    ['a flag that a pattern sets', 'let isOver = false; while (!isOver) { await grind(); left -= 1; [isOver] = [!left]; }'],
  ])('rounds that count run to their end, long as they are: %s', (_name, loop) => {
    const { routes } = setUp(
      `${WORK}${SERVER}${LONG}(async () => { await null; let left = 30; ${loop} for (const at of left ? [] : [1, 2]) app.get('/behind/' + at, (req, res) => res.end()); app.listen(1); })();\n`,
    );
    expect(routes).toBe(3);
  });

  test('whoever waits for such a loop goes on', async () => {
    const { routes } = await scanMini({
      'index.js': `${WORK}${SERVER}async function keep() { while (true) { await work(); } }\n(async () => { await keep(); app.get('/behind', (req, res) => res.end()); app.listen(1); })();\n`,
    });
    expect(routes).toEqual(['GET /before []', 'GET /behind []']);
  });

  test('a loop that ends runs to its end: counted, emptied, left', async () => {
    const { routes } = await scanMini({
      'index.js': `${SERVER}const pause = () => new Promise((resolve) => { setTimeout(resolve, 1); });
(async () => {
  let count = 0;
  while (count < 6) { await pause(); count++; }
  app.get('/counted/' + count, (req, res) => res.end());
  const names = ['', '', '', '', 'emptied'];
  while (names.length) { await pause(); const name = names.shift(); if (name) app.get('/' + name, (req, res) => res.end()); }
  let left = 0;
  while (true) { await pause(); if (++left === 7) break; }
  app.get('/left/' + left, (req, res) => res.end());
  const state = { isDone: false };
  while (!state.isDone) { await pause(); left--; state.isDone = left === 1; }
  app.get('/done/' + left, (req, res) => res.end());
  app.listen(1);
})();
`,
    });
    expect(routes).toEqual(['GET /before []', 'GET /counted/6 []', 'GET /done/1 []', 'GET /emptied []', 'GET /left/7 []']);
  });

  test.each([
    [
      'a condition that nothing in the program changes',
      "const parts = {};\nwhile (!['a', 'b'].every((name) => Object.keys(parts).includes(name))) { console.log('waiting for %s', Object.keys(parts).length); }",
    ],
    ['nothing at all in it', 'const ready = () => false;\nwhile (!ready());'],
    ['do … while', "const ready = () => [1, 2, 3].length > 3;\ndo { console.log('waiting'); } while (!ready());"],
    ['for', 'const ready = () => [1, 2, 3].length > 3;\nfor (; !ready();) { const now = [Date.now()]; now.push(1); }'],
  ])('a loop whose rounds change nothing is left: %s', async (_name, loop) => {
    const { routes, diagnostics } = await scanMini({
      'index.js': `${SERVER}${loop}\napp.get('/after', (req, res) => res.end());\napp.listen(1);\n`,
    });
    expect(routes).toEqual(['GET /after []', 'GET /before []']);
    expect(diagnostics).toEqual([]);
  });

  test('a loop whose rounds change something, wherever that is, runs to its end', async () => {
    const { routes } = await scanMini({
      'index.js': `${SERVER}
let count = 0;
const counted = () => ++count > 400;
while (!counted()) console.log('waiting');
app.get('/counted/' + count, (req, res) => res.end());
const held = { in: { list: [] }, map: new Map() };
while (held.in.list.length < 300) held.in.list.push(1);
while (held.map.size < 200) held.map.set(held.map.size, 1);
app.get('/held/' + held.in.list.length + '/' + held.map.size, (req, res) => res.end());
const numbers = (function* () { for (let each = 0; each < 150; each++) yield each; })();
let last = numbers.next();
while (!last.done) { app.set('last', last.value); last = numbers.next(); }
app.get('/generated/' + last.done, (req, res) => res.end());
app.listen(1);
`,
    });
    expect(routes).toEqual(['GET /before []', 'GET /counted/401 []', 'GET /generated/true []', 'GET /held/300/200 []']);
  });

  test('what a loop in an arm changed is taken back with the arm', async () => {
    const { routes } = await scanMini({
      'index.js': `${SERVER}
let place = 'mill';
const held = { name: 'flour' };
if (process.env.ELSEWHERE) {
  let rounds = 0;
  while (rounds < 500) { rounds++; place = 'barn'; held.name = 'straw'; }
}
app.get('/' + place + '/' + held.name, (req, res) => res.end());
app.listen(1);
`,
    });
    expect(routes).toEqual(['GET /before []', 'GET /mill/flour []']);
  });
});

test('what a loop gathers under keys that nobody knows does not make it the dearer the longer it runs', () => {
  const gather = (count: number): ReturnType<typeof setUp> =>
    setUp(
      `const store = require('some-store');\n${SERVER}const found = new Map();\nfor (let n = 0; n < ${count}; n++) { const name = store.name(n); if (!found.has(name)) found.set(name, '/found/' + n); }\napp.get('/behind', (req, res) => res.json([...found.values()]));\napp.listen(1);\n`,
    );
  const spent = (count: number): number => {
    const { user } = process.cpuUsage();
    expect(gather(count).routes).toBe(2);
    return process.cpuUsage().user - user;
  };
  spent(100);
  const short = spent(500);
  expect(spent(5_000) / short).toBeLessThan(12);
});
