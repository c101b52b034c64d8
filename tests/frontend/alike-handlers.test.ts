import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
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
