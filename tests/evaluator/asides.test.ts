import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { adapters } from '../../compiler/adapters/registry.js';
import { lower } from '../../compiler/frontend/lower.js';
import { libraries } from '../../compiler/libraries/registry.js';
import { scanProject } from '../../compiler/scan.js';

const root = mkdtempSync(path.join(tmpdir(), 'asides-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Some 40,000 steps that tell nobody anything. */
const TOIL = 'for (const a of sacks) for (const b of sacks) for (const c of sacks) for (const d of sacks) { counts[a] = b + c * d; }';

/** Writes a mill whose start is `program`. */
function write(program: string): void {
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'mill', main: 'mill.js', dependencies: { express: '^5.0.0' } }));
  writeFileSync(
    path.join(root, 'mill.js'),
    `
const https = require('https');
const sacks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const counts = {};
const mill = require('express')();
${program}
`,
  );
  rmSync(path.join(root, 'bins'), { recursive: true, force: true });
  if (program.includes('/bins')) {
    mkdirSync(path.join(root, 'bins'));
    writeFileSync(path.join(root, 'bins/rye.js'), "require('../mill').on.get('/late', (request, response) => response.end());");
  }
  writeFileSync(
    path.join(root, 'tools.mjs'),
    'export let on = null; export const tell = (of) => { on = of; }; export const weigh = (a) => a + 1;',
  );
}

/** The paths that a scan of routes and chains finds. */
async function pathsOf(program: string): Promise<readonly string[]> {
  write(program);
  const { endpointSet } = await scanProject({ root, contracts: false });
  return endpointSet.endpoints.map((endpoint) => endpoint.path).sort();
}

/** How many steps a scan takes. */
function stepsOf(program: string, contracts: boolean): number {
  write(program);
  return lower({ root, adapters, libraries, contracts }).steps;
}

const start = (body: string): string =>
  `(async () => { await null; ${body} mill.get('/flour', (request, response) => response.end()); mill.listen(1); })();`;

describe('what a program does beside its set-up is left early', () => {
  test.each([
    ['that is waited for', `async function fill() { await null; ${TOIL} } ${start('await fill();')}`],
    ['that nobody waits for', `async function fill() { await null; ${TOIL} } ${start('void fill();')}`],
    [
      'that is a method',
      `class Store { async fill() { this.counts = {}; ${TOIL} } } const store = new Store(); ${start('await store.fill();')}`,
    ],
    [
      'that calls others',
      `const one = async (a) => { for (const b of sacks) for (const c of sacks) counts[a + b] = c; };
      const fill = async () => { for (const a of sacks) for (const b of sacks) await one(a * b); }; ${start('await fill();')}`,
    ],
    [
      'that sends requests',
      `const client = () => (counts.plain ? require('http') : https); async function fill() { ${TOIL} client().get('https://mill.example'); } ${start('await fill();')}`,
    ],
    [
      'that uses libraries',
      `const yaml = require('js-yaml'); const _ = require('lodash'); async function fill() { _.map(sacks, (a) => yaml.load('a: ' + a)); ${TOIL} } ${start('await fill();')}`,
    ],
    [
      'that reads one of all that a module exports',
      `import * as tools from './tools.mjs'; tools.tell(mill); async function fill() { tools.weigh(1); ${TOIL} } ${start('await fill();')}`,
    ],
    [
      'that is called again and again',
      `const one = async (a) => { for (const b of sacks) for (const c of sacks) counts[a + b] = c; };
      ${start('for (const a of sacks) for (const b of sacks) { await one(a * b); }')}`,
    ],
  ])('a function %s', async (_name, program) => {
    expect(await pathsOf(program)).toEqual(['/flour']);
    expect(stepsOf(program, false)).toBeLessThan(16_000);
  });

  test('where functions that serve requests are run, it is followed for longer', () => {
    const program = `async function fill() { await null; ${TOIL} } ${start('await fill();')}`;
    expect(stepsOf(program, true)).toBeGreaterThan(stepsOf(program, false) + 5_000);
  });
});

describe('what may be a part of the set-up is no aside', () => {
  const LATE = "mill.get('/late', (request, response) => response.end());";
  test.each([
    ['registers itself', `async function fill() { ${TOIL} ${LATE} } ${start('await fill();')}`],
    [
      'registers on what it is given',
      `async function fill(on) { ${TOIL} on.get('/late', (request, response) => response.end()); } ${start('await fill(mill);')}`,
    ],
    [
      'registers on a field',
      `class Miller { constructor(on) { this.parts = { on }; } async fill() { ${TOIL} this.parts.on.get('/late', (request, response) => response.end()); } }
      const miller = new Miller(mill); ${start('await miller.fill();')}`,
    ],
    [
      'calls a function of a list',
      `const steps = [() => { ${LATE} }]; async function fill() { ${TOIL} for (const step of steps) step(); } ${start('await fill();')}`,
    ],
    ['calls what it is given', `async function fill(then) { ${TOIL} then(); } ${start(`await fill(() => { ${LATE} });`)}`],
    [
      'tells listeners',
      `const bell = new (require('events'))(); bell.on('noon', () => { ${LATE} }); async function fill() { ${TOIL} bell.emit('noon'); } ${start('await fill();')}`,
    ],
    [
      'makes the list of the routes',
      `async function list() { ${TOIL} return ['/late']; } ${start('for (const each of await list()) mill.get(each, (request, response) => response.end());')}`,
    ],
    [
      'tells what a module exports',
      `import * as tools from './tools.mjs'; tools.tell(mill); async function fill() { ${TOIL} tools.on.get('/late', (request, response) => response.end()); } ${start('await fill();')}`,
    ],
    [
      'hands on all that a module exports',
      `import * as tools from './tools.mjs'; tools.tell(mill); const late = ({ on }) => on.get('/late', (request, response) => response.end());
      async function fill() { ${TOIL} late(tools); } ${start('await fill();')}`,
    ],
    [
      'loads a folder',
      `const folder = require('require-all'); async function fill() { ${TOIL} folder(__dirname + '/bins'); } exports.on = mill; ${start('await fill();')}`,
    ],
    [
      'asks a container',
      `const { Container } = require('typedi'); Container.set('on', mill);
      async function fill() { ${TOIL} Container.get('on').get('/late', (request, response) => response.end()); } ${start('await fill();')}`,
    ],
    [
      'requires what registers when it runs',
      `async function fill() { ${TOIL} require('./mill').on.get('/late', (request, response) => response.end()); } exports.on = mill; ${start('await fill();')}`,
    ],
  ])('a function that %s', async (_name, program) => {
    expect(await pathsOf(program)).toEqual(['/flour', '/late']);
  });
});

describe('what a request leaves alone', () => {
  const SLOW = "const { sail } = require('sails'); const hoist = async (from) => { await sail(from); ";
  /** Steps beyond those of a request that does nothing beside. */
  const extra = (beside: string, serve: string): number => {
    const steps = (body: string): number =>
      stepsOf(`${SLOW} ${beside} }; mill.get('/flour', (request, response) => { ${body} response.json({}); }); mill.listen(1);`, true);
    return steps(serve) - steps('');
  };

  test('is followed for a while only', () => {
    expect(extra(TOIL, 'hoist(1);')).toBeLessThan(400);
    expect(extra(TOIL, 'void hoist(1);')).toBeLessThan(400);
  });

  test('is followed once for each that it is given', () => {
    const shade = 'for (const a of sacks) counts[a] = from;';
    const once = extra(shade, 'hoist(sail());');
    expect(once).toBeGreaterThan(10);
    expect(extra(shade, 'hoist(sail()); hoist(sail()); hoist(sail());')).toBeLessThan(once + 30);
    expect(extra(shade, "hoist('a'); hoist('b'); hoist('c');")).toBeGreaterThan(once * 2);
  });

  test('is followed once when it does not wait for anything either', () => {
    const plain = (beside: string, serve: string): number =>
      extra(`}; const lift = (from) => { ${beside}`, serve.replaceAll('hoist', 'lift'));
    const silent = 'let sum = 0; for (const a of sacks) for (const b of sacks) sum += a * b; sail(sum, from);';
    const shade = `${silent} const seen = Object.create(null); seen.sum = sum;`;
    const once = plain(shade, 'hoist(1);');
    // By its text nothing is left of it.
    expect(plain(silent, 'hoist(1); hoist(2); hoist(3);')).toBeLessThan(30);
    expect(plain(`${silent} sail(sum).inZone(from).print(1);`, 'hoist(1); hoist(2); hoist(3);')).toBeLessThan(30);
    expect(plain(`${silent} counts.of(sum).inZone(from).print(1);`, 'hoist(1); hoist(2); hoist(3);')).toBeGreaterThan(once * 2.5);
    expect(plain(silent, 'hoist(request); hoist(request); hoist(request);')).toBeGreaterThan(once * 2.5);
    expect(once).toBeGreaterThan(200);
    expect(plain(shade, 'hoist(1); hoist(1); if (sail()) hoist(1); else hoist(1);')).toBeLessThan(once + 60);
    expect(plain(shade, 'hoist(1); hoist(2); hoist(3);')).toBeGreaterThan(once * 2.5);
    // Somebody takes what it gives.
    expect(plain(shade, 'const a = hoist(1), b = hoist(1), c = hoist(1);')).toBeGreaterThan(once * 2.5);
    // It leaves something behind, ends with an error, or knows the request.
    expect(plain(`${shade} counts.told = sum;`, 'hoist(1); hoist(1); hoist(1);')).toBeGreaterThan(once * 2.5);
    expect(plain(`${shade} if (sail()) throw new Error('no wind');`, 'hoist(1); hoist(1); hoist(1);')).toBeGreaterThan(once * 2.5);
    expect(plain(shade, 'hoist(request); hoist(request); hoist(request);')).toBeGreaterThan(once * 2.5);
  });

  test.each([
    [
      'what it waits for',
      `${SLOW} ${TOIL} return 1; }; mill.get('/flour', async (request, response) => { await hoist(1); response.json({}); });`,
    ],
    ['what knows the request', `${SLOW} ${TOIL} from.end(); }; mill.get('/flour', (request, response) => { hoist(response); });`],
    [
      'what the request says',
      `${SLOW} ${TOIL} return from; }; mill.get('/flour', (request, response) => { hoist({ of: [request.body] }); response.json({}); });`,
    ],
    [
      'what was made for the request',
      `${SLOW} }; mill.get('/flour', (request, response) => { const grind = async () => { await hoist(1); ${TOIL} response.end(); }; grind(); });`,
    ],
  ])('is not %s', (_name, program) => {
    expect(stepsOf(program, true)).toBeGreaterThan(stepsOf(program.replace(TOIL, ''), true) + 4_000);
  });
});
