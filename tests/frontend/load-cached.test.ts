import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, test } from '@jest/globals';
import { importCached } from '../../compiler/typescript/import-cached.js';
import { requireCached } from '../../compiler/typescript/require-cached.js';

const folder = mkdtempSync(join(tmpdir(), 'tool-load-cached-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
let files = 0;
/** Writes files of these contents into a folder of their own, and returns the absolute path of the first. */
const write = (contents: Readonly<Record<string, string>>): string => {
  const own = mkdtempSync(join(folder, `${files++}-`));
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(own, name), text);
  return join(own, Object.keys(contents)[0]!);
};

describe('CommonJS files', () => {
  test('require one another by their place, and packages, and what is given instead', () => {
    const file = write({
      'a.js':
        "'use strict'; const b = require('./b'); module.exports = { b, again: require('./b.js') === b, path: require('node:path').sep, mine: require('node:http2'), data: require('./data.json'), here: __filename };",
      'b.js': 'exports.name = "b"; exports.a = require("./a.js");',
      'data.json': '{"n":1}',
    });
    const exported = requireCached(file, { instead: { 'node:http2': 'nothing' } }) as Record<string, unknown>;
    expect(exported).toMatchObject({ b: { name: 'b' }, again: true, mine: 'nothing', data: { n: 1 }, here: file });
    expect(requireCached(file)).toBe(exported);
  });

  test('what is missing or throws says so, and is tried again', () => {
    expect(() => requireCached(write({ 'a.js': "require('./missing')" }))).toThrow(/Cannot find module '.\/missing'/);
    const file = write({ 'a.js': "require('./b.js')", 'b.js': 'throw new Error("not today")' });
    expect(() => requireCached(file)).toThrow('not today');
    expect(() => requireCached(file)).toThrow('not today');
  });
});

describe('ES modules as bundlers write them', () => {
  test('are what an import gives', async () => {
    const file = write({
      'a.mjs': 'import{n as e,t,d}from"./b.mjs";import{x}from"./c.mjs";const r=new e(t),s="export { a }";export{r as made,t as t,s,x,d};',
      'b.mjs': 'class A{constructor(t){this.t=t}}const b=[1];export { A as n, b as t, $ as d };var $=2;',
      'c.mjs': 'const x=()=>this;export{x}\n',
    });
    // The last two lines of b are not the end: only a module that ends with its exports is one of these.
    expect(() => importCached(file)).toThrow();
    const right = write({
      'a.mjs': 'import{n as e,t}from"./b.mjs";import{x}from"./c.mjs";const r=new e(t),s="export { a }";export{r as made,t as t,s,x};',
      'b.mjs': 'class A{constructor(t){this.t=t}}const b=[1];export { A as n, b as t };',
      'c.mjs': 'const x=()=>this;export{x}\n',
    });
    const [cached, imported] = [importCached(right), (await import(right)) as Record<string, unknown>];
    expect(Object.keys(cached).sort()).toEqual(Object.keys(imported).sort());
    expect(cached).toMatchObject({ made: { t: [1] }, s: 'export { a }' });
    expect((cached['x'] as () => unknown)()).toBeUndefined();
    expect(importCached(right)).toBe(cached);
  });

  test.each([
    'export const a = 1;',
    'import fs from "fs";export{fs};',
    'const a=1;export{a};const b=2;',
    'const a=1;export default a;',
    'const a=1;',
    'import{a}from"./b.mjs";import b from"./b.mjs";export{a,b};',
    'import{readFileSync as r}from"node:fs";export{r};',
  ])('no other module is taken for one: %s', (text) => {
    expect(() => importCached(write({ 'a.mjs': text, 'b.mjs': 'const a=1;export{a};' }))).toThrow();
  });

  test('the generator library is one of them, and gives the same data', async () => {
    const file = createRequire(import.meta.url).resolve('@faker-js/faker/locale/en');
    type Library = {
      readonly faker: { seed(seed: number): void; readonly internet: { email(): string }; readonly person: { fullName(): string } };
    };
    const drawn = ({ faker }: Library): string[] => {
      faker.seed(7);
      return Array.from({ length: 20 }, () => `${faker.internet.email()} ${faker.person.fullName()}`);
    };
    expect(drawn(importCached(file) as unknown as Library)).toEqual(drawn(await import('@faker-js/faker/locale/en')));
  });
});

test('a changed file is not run with the code of the one before', () => {
  const file = write({ 'a.mjs': 'const a=1;export{a};' });
  const program = `import { importCached } from ${JSON.stringify(new URL('../../compiler/typescript/import-cached.js', import.meta.url).href)}; console.log(importCached(${JSON.stringify(file)}).a);`;
  const said = (): string =>
    spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') },
    }).stdout.trim();
  expect([said(), said()]).toEqual(['1', '1']);
  writeFileSync(file, 'const a=2;export{a};');
  utimesSync(file, 2, 2);
  expect(said()).toBe('2');
});
