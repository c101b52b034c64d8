import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { LOWERED, parseProgram, type InvariantId, type Program } from '@tool/ir';
import { coreDiagnostics } from '../../compiler/passes/diagnostics.js';
import { PassFailure, passes, runPipeline } from '../../compiler/pipeline.js';
import { deepFreeze } from '../support/deep-freeze.js';

const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

const program = (): Program =>
  deepFreeze(
    parseProgram(`program
roots r0

router r0 express "gate" path-to-regexp@0 @gate.js:1:1 {
  i0 use "/" m0 @gate.js:2:6
  i1 mount "/api" -> r1 inherit @gate.js:3:6
}

router r1 express "inner" path-to-regexp@0 @inner.js:1:1 {
  i2 route GET "/items/:id?" [] -> h0 @inner.js:2:6
}

handler h0 "show" @inner.js:9:1
middleware m0 "first" @gate.js:9:1
`),
  );

describe('the list of passes', () => {
  test('each has what it requires when its turn comes', () => {
    const established = new Set<InvariantId>(LOWERED);
    let stage = 'program';
    for (const pass of passes) {
      expect(pass.from).toBe(stage);
      expect(pass.requires.filter((rule) => !established.has(rule))).toEqual([]);
      pass.establishes.forEach((rule) => established.add(rule));
      stage = pass.to;
    }
    expect(stage).toBe('endpoint-set');
  });

  test.each(passes.map((pass) => pass.name))('%s has a file and a page with its four headings', (name) => {
    expect(existsSync(path.join(project, 'compiler/passes', `${name}.ts`))).toBe(true);
    const page = readFileSync(path.join(project, 'compiler/passes', `${name}.md`), 'utf8');
    expect([...page.matchAll(/^## (.+)$/gm)].map((match) => match[1])).toEqual(['Needs', 'Guarantees', 'Algorithm', 'Not handled']);
  });
});

test.each(Object.keys(coreDiagnostics))('core/%s has a section', (code) => {
  expect(readFileSync(path.join(project, 'docs/diagnostics/core.md'), 'utf8')).toMatch(`\n## core/${code}\n`);
});

describe('the runner', () => {
  test('runs all passes on frozen input and sorts at the end', () => {
    expect(runPipeline(program()).set.endpoints.map((endpoint) => endpoint.key)).toEqual(['GET /api/items', 'GET /api/items/:id']);
  });

  test('stops where it is told, and has no set before there is one', () => {
    const result = runPipeline(program(), { stopAfter: 'resolve-mounts' });
    expect(result.ir.kind).toBe('program');
    expect(() => result.set).toThrow('stopped after resolve-mounts');
  });

  test('dumps what trace names', () => {
    expect(runPipeline(program(), { trace: 'all' }).dumps.map((dump) => dump.pass)).toEqual(['lower', ...passes.map((pass) => pass.name)]);
    const [dump] = runPipeline(program(), { trace: ['infer-links'] }).dumps;
    expect(dump).toMatchObject({ pass: 'infer-links', changed: false });
  });

  test('names an unknown pass', () => {
    expect(() => runPipeline(program(), { stopAfter: 'flatten' })).toThrow('there is no pass "flatten"');
  });

  test('a violation names the invariant and keeps the last good dump', () => {
    const broken = { ...program(), roots: ['r9'] } as unknown as Program;
    expect(() => runPipeline(broken)).toThrow(/^T1: after lower/);
    const failure = fail(() => runPipeline(broken));
    expect(failure.pass).toBe('lower');
    expect(failure.dump).toBeNull();
  });

  test('routers that multiply are cut off and reported, and the scan goes on', () => {
    const levels = 30;
    const routers = Array.from(
      { length: levels },
      (_, level) => `router r${level} express "level${level}" path-to-regexp@0 @gate.js:${level + 1}:1 {
  i${4 * level} route GET "/here" [] -> h0 @gate.js:${level + 1}:2
${
  level + 1 === levels
    ? ''
    : `  i${4 * level + 1} mount "/a" -> r${level + 1} inherit @gate.js:${level + 1}:3
  i${4 * level + 2} mount "/b" -> r${level + 1} inherit @gate.js:${level + 1}:4
`
}}`,
    ).join('\n\n');
    const multiplied = deepFreeze(parseProgram(`program\nroots r0\n\n${routers}\n\nhandler h0 "show" @gate.js:99:1\n`));
    const { set } = runPipeline(multiplied, { stopAfter: 'flatten-prefixes' });
    expect(set.diagnostics.map((diagnostic) => diagnostic.code)).toContain('core/too-many-mounts');
    expect(set.endpoints.length).toBeLessThanOrEqual(1000 * levels);
  });

  test('the same input gives the same output', () => {
    expect(runPipeline(program(), { trace: 'all' }).dumps).toEqual(runPipeline(program(), { trace: 'all' }).dumps);
  });
});

function fail(run: () => void): PassFailure {
  try {
    run();
  } catch (error) {
    if (error instanceof PassFailure) return error;
    throw error;
  }
  throw new Error('did not fail');
}
