import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { printPlace } from '@tool/ir';
import { adapters } from '../../compiler/adapters/registry.js';
import { lower } from '../../compiler/frontend/lower.js';
import { libraries } from '../../compiler/libraries/registry.js';

const root = mkdtempSync(path.join(tmpdir(), 'alike-handlers-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The steps of a scan, and the members of what each handler answers with 200. */
function scan(dependency: string, text: string): { readonly steps: number; readonly answers: readonly (readonly string[])[] } {
  writeFileSync(
    path.join(root, 'package.json'),
    JSON.stringify({ name: 'loom', main: 'loom.js', dependencies: { [dependency]: '^5.0.0' } }),
  );
  writeFileSync(path.join(root, 'loom.js'), text);
  const { steps, program } = lower({ root, adapters, libraries });
  return {
    steps,
    answers: program.handlers.map(({ behaviour }) =>
      behaviour!.answers.flatMap(({ shape }) => shape?.properties?.map(({ name }) => name) ?? []),
    ),
  };
}

const threads = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, index) => `thread${index}`));
const WORK = 'let length = 0; for (const a of [1, 2, 3, 4, 5]) for (const b of [1, 2, 3, 4, 5]) length += a * b;';

const express = (count: number, table: string): string => `
const loom = require('express')();
const guard = (member) => (request, response, next) => { request.cloth = member === 'wool' ? { wool: 1 } : { silk: 1 }; next(); };
const threads = ${threads(count)};
${table}
loom.listen(1);
`;

test('of handlers that are made alike for the entries of a table one is run', () => {
  const table = `const weave = (options) => async (request, response) => { ${WORK} response.json({ length, width: options.width }); };
    for (const thread of threads) loom.get('/' + thread, weave({ width: 2 }));`;
  const [few, many] = [scan('express', express(2, table)), scan('express', express(42, table))];
  expect(many.answers).toEqual(Array.from({ length: 42 }, () => ['length', 'width']));
  // Setting up one more costs a few steps, running it some sixty.
  expect(many.steps - few.steps).toBeLessThan(40 * 20);
});

test('the same for Hono', () => {
  const program = (count: number): string => `
const { Hono } = require('hono');
const loom = new Hono();
const weave = () => (c) => { ${WORK} return c.json({ length }); };
for (const thread of ${threads(count)}) loom.get('/' + thread, weave());
module.exports = loom;
`;
  const [few, many] = [scan('hono', program(2)), scan('hono', program(42))];
  expect(many.answers).toEqual(Array.from({ length: 42 }, () => ['length']));
  expect(many.steps - few.steps).toBeLessThan(40 * 20);
});

test.each([
  [
    'a text',
    `const weave = (member) => (request, response) => { response.json({ [member]: 1 }); };
    loom.get('/wool', weave('wool')); loom.get('/silk', weave('silk')); loom.get('/wool-again', weave('wool'));`,
  ],
  [
    'a record',
    `const weave = (record) => (request, response) => { response.json(record); };
    loom.get('/wool', weave({ wool: 1 })); loom.get('/silk', weave({ silk: 1 })); loom.get('/wool-again', weave({ wool: 1 }));`,
  ],
  [
    'a function',
    `const weave = (make) => (request, response) => { response.json(make()); };
    const maker = (member) => () => ({ [member]: 1 });
    loom.get('/wool', weave(maker('wool'))); loom.get('/silk', weave(maker('silk'))); loom.get('/wool-again', weave(maker('wool')));`,
  ],
  [
    'what is bound to it',
    `class Weaver { constructor(member) { this.member = member; } weave(request, response) { response.json({ [this.member]: 1 }); } }
    for (const [at, member] of [['/wool', 'wool'], ['/silk', 'silk'], ['/wool-again', 'wool']]) { const weaver = new Weaver(member); loom.get(at, weaver.weave.bind(weaver)); }`,
  ],
  [
    'what a guard in front of it leaves',
    `const weave = () => (request, response) => { response.json(request.cloth); };
    for (const [at, member] of [['/wool', 'wool'], ['/silk', 'silk'], ['/wool-again', 'wool']]) loom.get(at, guard(member), weave());`,
  ],
])('handlers of one code that differ in %s answer each for itself', (_what, table) => {
  expect(scan('express', express(1, table)).answers).toEqual([['wool'], ['silk'], ['wool']]);
});

test('a handler that is reached past a guard as well finds more than one that never is', () => {
  const table = `const weave = () => (request, response) => { response.json(request.query.cloth); };
    const set = (request, response, next) => { request.query.cloth = { wool: 1 }; next(); };
    const [always, sometimes] = [weave(), weave()];
    loom.get('/wool', set, always); loom.get('/silk', set, sometimes); loom.get('/plain', sometimes);`;
  expect(scan('express', express(1, table)).answers).toEqual([['wool'], []]);
});

const scopes = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, index) => `/cloth${index}`));

test('of hooks that a plugin of Fastify adds anew in each scope one is run, also where it counts something', () => {
  const program = (count: number): string => `
const loom = require('fastify')();
const fp = require('fastify-plugin');
let woven = 0;
const spools = new Map();
const thread = fp(async (scope) => {
  scope.addHook('preHandler', async (request) => { ${WORK} woven++; spools.set(request.id, length); request.thread = { length }; });
});
const weave = async (request) => ({ length: request.thread.length });
for (const at of ${scopes(count)})
  loom.register(async (scope) => { await scope.register(thread); await scope.register(async (inner) => { inner.get('/', weave); }, { prefix: '/inner' }); }, { prefix: at });
loom.listen({ port: 1 });
`;
  const [few, many] = [scan('fastify', program(2)), scan('fastify', program(42))];
  expect(many.answers).toEqual([['length']]);
  // Setting up two scopes costs some thirty steps, a run of the hook seventy and a handler twenty.
  expect(many.steps - few.steps).toBeLessThan(40 * 60);
});

test.each([
  ['this', `function (request, reply) { reply.code(200).send({ [this.cloth]: 1 }); return reply; }`],
  ['the server of the request', `async (request, reply) => reply.code(200).send({ [request.server.cloth]: 1 })`],
])('hooks of Fastify that read %s are run for each instance that has members of its own', (_what, hook) => {
  const text = `
const loom = require('fastify')();
const fp = require('fastify-plugin');
const thread = fp(async (scope) => { scope.addHook('onRequest', ${hook}); });
for (const cloth of ['wool', 'silk', 'wool'])
  loom.register(async (scope) => { scope.decorate('cloth', cloth); await scope.register(thread); scope.get('/' + cloth, async () => ({})); });
loom.listen({ port: 1 });
`;
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'loom', main: 'loom.js', dependencies: { fastify: '^5.0.0' } }));
  writeFileSync(path.join(root, 'loom.js'), text);
  const { program } = lower({ root, adapters, libraries });
  const given = program.middlewares.map(({ behaviour }) =>
    behaviour?.answers.flatMap(({ shape }) => shape?.properties?.map(({ name }) => name)),
  );
  expect(given).toEqual([['wool'], ['silk'], ['wool']]);
});

test('what one function leaves in places of its own the other one leaves in others', () => {
  scan(
    'express',
    express(
      1,
      `const pair = (of) => { const kept = []; return [(request, response) => { kept.push({ wool: 1 }); response.end(); }, (request, response) => { response.json({ [of]: kept }); }]; };
    for (const at of ['/one', '/two']) { const [put, get] = pair(at); loom.put(at, put); loom.get(at, get); }`,
    ),
  );
  const answers = lower({ root, adapters, libraries }).program.handlers.map(({ behaviour }) => JSON.stringify(behaviour!.answers));
  expect(answers.map((answer) => answer.includes('"wool"'))).toEqual([false, true, false, true]);
});

test('of guards that are made in each route one is run, and each asks for the caller where it is registered itself', () => {
  const program = (count: number): string =>
    express(
      1,
      `const known = ({ user }) => user !== undefined;
    loom.use((request, response, next) => { if (request.headers.authorization) request.user = { id: request.headers.authorization }; next(); });
    const demand = () => (request, response, next) => { ${WORK} if (known(request)) next(); else response.sendStatus(401); };
    ${Array.from({ length: count }, (_, index) => `loom.get('/cloth${index}', demand(), (request, response) => response.json({ cloth: 1 }));`).join('\n')}`,
    );
  const [few, many] = [scan('express', program(2)), scan('express', program(32))];
  // Setting up a route takes some ten steps, a run of what stands in it sixty, and it is run more than once.
  expect(many.steps - few.steps).toBeLessThan(30 * 30);
  const { middlewares } = lower({ root, adapters, libraries }).program;
  const asked = middlewares.flatMap(({ behaviour }) =>
    (behaviour?.reads ?? []).flatMap(({ part, path: [name], place }) => (part === 'context' && name === 'user' ? [printPlace(place)] : [])),
  );
  const registered = readFileSync(path.join(root, 'loom.js'), 'utf8').split('\n');
  const lines = registered.flatMap((line, index) => (line.includes('demand()') ? [index + 1] : []));
  expect(asked.map((place) => Number(place.split(':')[1]))).toEqual(lines);
});

test('who is refused is refused early: of a handler that serves strangers after long work only its beginning is run again', () => {
  const program = (rounds: number): string =>
    express(
      1,
      `loom.use((request, response, next) => { if (request.headers.authorization) request.user = { id: request.headers.authorization }; next(); });
    loom.get('/cloth', (request, response) => { ${WORK.replace('[1, 2, 3, 4, 5]', JSON.stringify(Array.from({ length: rounds }, (_, index) => index)))}
      if (request.user === undefined) response.json({ plain: length }); else response.json({ length });
    });`,
    );
  const [some, more] = [scan('express', program(400)), scan('express', program(900))];
  expect(more.answers).toEqual([['plain', 'length']]);
  // 500 rounds more of twelve steps, once.
  expect(more.steps - some.steps).toBeLessThan(500 * 12 + 100);
});

test('what is followed less far for strangers is followed as far as before for all others', () => {
  const rounds = JSON.stringify(Array.from({ length: 250 }, (_, index) => index));
  const text = `loom.use((request, response, next) => { if (request.headers.authorization) request.user = { id: request.headers.authorization }; next(); });
    const weave = () => { ${WORK.replace('[1, 2, 3, 4, 5]', rounds)} return { wool: 1 }; };
    ${Array.from({ length: 10 }, (_, index) => `loom.get('/cloth${index}', (request, response) => { response.set('x-cloth', '${index}'); if (request.user === undefined) response.json(weave()); else response.json(weave()); });`).join('\n')}`;
  expect(scan('express', express(1, text)).answers).toEqual(Array.from({ length: 10 }, () => ['wool']));
});

test('an error that reaches a promise on many ways is there once', () => {
  const program = (count: number): string => `
const loom = require('express')();
const load = async (id) => { if (id === 'lost') throw Object.assign(new Error('lost'), { status: 404 }); return { id }; };
const twice = (waiting) => new Promise((resolve, reject) => { waiting.then(resolve, reject); waiting.then(resolve, reject); });
loom.get('/thread', async (request, response, next) => {
  try {
    ${'let waiting = load(request.query.id);' + 'waiting = twice(waiting);'.repeat(count)}
    response.json(await waiting);
  } catch (error) { response.status(404).json({ lost: 1 }); }
});
loom.listen(1);
`;
  const [some, more, most] = [4, 8, 12].map((count) => scan('express', program(count)));
  expect(most!.answers).toEqual([['id', 'lost']]);
  expect(most!.steps - more!.steps).toBeLessThan(2 * (more!.steps - some!.steps));
});

test('of servers that are made by the same calls again and again the handlers of the first are run', () => {
  const program = (count: number): string => `
const express = require('express');
const start = (port) => {
  const loom = express();
  const orders = {};
  loom.use((request, response, next) => { if (!request.headers['x-loom']) return response.sendStatus(401); ${WORK} next(); });
  loom.get('/cloth', async (request, response) => { ${WORK} orders[request.query.id] = port; response.json({ length, open: orders[0] }); });
  loom.listen(port);
};
for (const port of ${JSON.stringify(Array.from({ length: count }, (_, index) => 4000 + index))}) start(port);
`;
  const [few, many] = [scan('express', program(2)), scan('express', program(32))];
  expect(many.answers).toEqual(Array.from({ length: 32 }, () => ['length', 'open']));
  expect(many.steps - few.steps).toBeLessThan(30 * 40);
});

test('a server of the same calls that has more of its own is run for that', () => {
  const { answers } = scan(
    'express',
    `
const express = require('express');
const start = (port, more) => {
  const loom = express();
  loom.get('/cloth', (request, response) => response.json({ cloth: port }));
  if (more) loom.get('/silk', (request, response) => response.json({ silk: port }));
  loom.listen(port);
};
start(4000, false);
start(4001, true);
`,
  );
  expect(answers).toEqual([['cloth'], ['cloth'], ['silk']]);
});
