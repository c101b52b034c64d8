import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { adapters } from '../../compiler/adapters/registry.js';
import { lower } from '../../compiler/frontend/lower.js';
import { libraries } from '../../compiler/libraries/registry.js';

const root = mkdtempSync(path.join(tmpdir(), 'handler-fuel-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const steps = (body: string, before = ''): { readonly steps: number; readonly routes: number } => {
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'mill', main: 'mill.js', dependencies: { express: '^5.0.0' } }));
  writeFileSync(
    path.join(root, 'mill.js'),
    `
const mill = require('express')();
const sacks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const grind = async (sack) => { await null; return sack; };
${before}
mill.get('/flour', async (request, response) => { ${body} response.json({ done: true }); });
mill.get('/bran', (request, response) => { response.json({ bran: 1 }); });
mill.listen(1);
`,
  );
  const lowered = lower({ root, adapters, libraries });
  return {
    steps: lowered.steps,
    routes: lowered.program.routers.flatMap((router) => router.items).filter((item) => item.kind === 'route').length,
  };
};

test.each([
  // It has answered when its steps are spent, so it is left there; one that has not goes on, with more of them.
  ['that answers first', 'response.write("");  response.json({ begun: true });', 13_000],
  ['that answers in the end', '', 83_000],
])(
  'a handler %s, and does much by itself and by callbacks, costs what the scan allows, and no other handler suffers',
  (_when, first, most) => {
    const idle = steps('');
    const busy = steps(`${first} await Promise.all(sacks.map((a) => Promise.all(sacks.map((b) => Promise.all(sacks.map(async (c) => {
    for (const d of sacks) for (const e of sacks) await grind(a + b + c + d + e);
  }))))));`);
    expect(busy.routes).toBe(2);
    expect(busy.steps).toBeGreaterThan(idle.steps + 1_000);
    expect(busy.steps).toBeLessThan(idle.steps + most);
  },
);

test.each([
  ['registered at the top', (routes: string) => `${routes} mill.listen(1);`],
  [
    'registered by the asynchronous function that starts the program',
    (routes: string) => `(async () => { await null; ${routes} mill.listen(1); await new Promise(() => {}); })();`,
  ],
  [
    'registered below functions that wait for one another',
    (routes: string) => `const wheels = async () => { await null; ${routes} await new Promise(() => {}); };
    const start = async () => { const turning = wheels(); mill.listen(1); await turning; }; start();`,
  ],
])('each of many handlers is followed to its end, whatever those before it took: %s', (_where, program) => {
  const routes = Array.from(
    { length: 60 },
    (_, index) => `
mill.get('/sacks/${index}', async (request, response) => { let sum = 0; for (const sack of sacks) for (const other of sacks) sum += sack * other; response.json({ sum: await grind(sum) }); });`,
  ).join('');
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'mill', main: 'mill.js', dependencies: { express: '^5.0.0' } }));
  writeFileSync(
    path.join(root, 'mill.js'),
    `
const mill = require('express')();
const sacks = [1, 2, 3, 4, 5, 6];
const grind = async (sack) => { await null; return sack; };
${program(routes)}
`,
  );
  const { handlers } = lower({ root, adapters, libraries }).program;
  const shapes = handlers.flatMap(({ behaviour }) => behaviour?.answers ?? []).map(({ shape }) => shape);
  expect(shapes).toEqual(
    Array.from({ length: 60 }, () => ({ kind: 'object', properties: [{ name: 'sum', shape: { kind: 'number' }, required: true }] })),
  );
});

// A service that looks again later is started once by each of its kinds and in each arm; what comes of it nobody who asked waits for.
test.each([
  ['a function of its own', 'this.look = () => { this.turn(); this.turn(); return this.ask(); };', 'setTimeout(this.look, 10)'],
  ['a function that is made each time', '', 'setTimeout(() => { this.turn(); this.turn(); this.ask(); }, 10)'],
  ['a bound method', '', 'setTimeout(this.ask.bind(this), 10)'],
])('services that are looked after by timers cost a handler little: %s', (_what, made, later) => {
  const scan = (kinds: number): number =>
    steps(
      `
  const wind = winds[Number(request.query.wind)];
  if (!wind) return response.status(404).end();
  await wind.ask();
`,
      `
class Wind {
  constructor() { this.force = 0; ${made} }
  turn() { if (this.force > 0) this.force -= 1; else this.force = 0; ${later}; }
  ask() { return fetch('http://wind').then((answer) => { this.turn(); return answer; }, (error) => { this.turn(); this.turn(); return null; }); }
}
const winds = [${'new Wind(), '.repeat(kinds)}];
`,
    ).steps;
  expect(scan(8) - scan(0)).toBeLessThan(3_000);
});

const statuses = (program: string): readonly number[] => {
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'mill', main: 'mill.js', dependencies: { express: '^5.0.0' } }));
  writeFileSync(
    path.join(root, 'mill.js'),
    `
const mill = require('express')();
const grind = async (sacks) => { let sum = 0; await null; for (let sack = 0; sack < sacks; sack++) sum += sack; return sum; };
const toil = async (request, response) => {
  for (const sack of request.query.sacks) { await grind(700); if (sack.wet) await grind(700); }
  for (const sack of request.query.more) if (sack.dry) { await grind(700); await grind(700); } else await grind(700);
  if (request.query.dusty) return response.status(409).end();
  response.status(202).json({ done: true });
};
${program}
mill.listen(1);
`,
  );
  const { handlers } = lower({ root, adapters, libraries }).program;
  return handlers.flatMap(({ behaviour }) => behaviour?.answers ?? []).map(({ status }) => status as number);
};

test.each([
  ['by itself', `mill.get('/flour', toil);`],
  [
    'behind a wrapper',
    `const safely = (fn) => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next); mill.get('/flour', safely(toil));`,
  ],
  [
    'behind a wrapper that does more',
    `const safely = (fn) => async (req, res, next) => { const since = Date.now(); console.log(since, req.path); try { await fn(req, res, next); } catch (error) { next(error); } };
     mill.get('/flour', safely(toil));`,
  ],
  [
    'as a method of a controller',
    `class Controller { toil(req, res) { return toil(req, res); } } const one = new Controller(); mill.get('/flour', (req, res) => one.toil(req, res));`,
  ],
])('a handler that toils before it answers is followed to its answers: %s', (_how, program) => {
  expect(statuses(program)).toEqual([409, 202]);
});

test('of a handler that spends all its steps by itself, what it answers behind is seen all the same', () => {
  const heavy = Array.from(
    { length: 40 },
    (_, index) => `await grind(request.query.n${index}.map((one) => sift(one) + grind(650)).length);`,
  ).join('\n');
  const seen = statuses(`
const sift = (one) => { let left = 0; for (let at = 0; at < 2600; at++) left += at; return left + one; };
mill.get('/flour', async (request, response) => {
  if (!request.query.miller) return response.status(401).end();
  ${heavy}
  if (request.query.late) return response.status(503).end();
  response.status(201).json({ flour: request.query.late });
});`);
  expect(seen).toEqual([401, 503, 201]);
});
