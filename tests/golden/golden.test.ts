import { describe, expect, test } from '@jest/globals';
import { ALL_INVARIANTS } from '@tool/ir';
import { existsSync } from 'node:fs';
import { allCases } from './cases.js';
import { orphans } from './orphans.js';
import { pipelinePasses } from './pass-cases.js';
import { foldersIn, goldenFolder, read } from './project.js';
import { brokenInvariants } from './verify-cases.js';

const cases = allCases();

describe('golden', () => {
  // Only `npm run golden:update` writes: a run of the tests shows what is, in CI and elsewhere.
  test.each(cases.map((each) => [each.name, each] as const))('%s', async (_name, { run, problems }) => {
    for (const { file, text } of await run()) {
      const shown = file.slice(goldenFolder.length + 1);
      expect(existsSync(file) ? shown : `${shown} is missing: npm run golden:update -- <part of the case's name>`).toBe(shown);
      expect(read(file)).toBe(text);
      // A place outside the project depends on where the project lies.
      expect(text).not.toMatch(/"file": ?"(?:\.\.|\/)/);
    }
    expect((await problems?.()) ?? []).toEqual([]);
  });
});

describe('golden files', () => {
  test('there are cases of each kind', () => {
    for (const kind of ['passes/', 'verify/', 'scan/', 'sdk/', 'third-party/'])
      expect(cases.filter((each) => each.name.startsWith(kind)).length).toBeGreaterThan(0);
  });

  test('no file is an orphan', async () => {
    expect(orphans((await pipelinePasses()).map((pass) => pass.name))).toEqual([]);
  });

  test('every pass has a case', async () => {
    const folders = foldersIn(`${goldenFolder}/passes`);
    expect((await pipelinePasses()).map((pass) => pass.name).filter((name) => !folders.includes(name))).toEqual([]);
  });

  test('every invariant is broken by a case that names it', () => {
    const broken = brokenInvariants();
    expect(ALL_INVARIANTS.filter((rule) => !broken.has(rule))).toEqual([]);
  });
});
