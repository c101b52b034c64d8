import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { EndpointSet } from '@tool/ir';
import { adapters } from '../../compiler/adapters/registry.js';
import { lower } from '../../compiler/frontend/lower.js';
import { libraries } from '../../compiler/libraries/registry.js';
import { resolveShadowing } from '../../compiler/passes/resolve-shadowing.js';
import { resourceLinks } from '../../compiler/passes/links/resources.js';
import { scanProject } from '../../compiler/scan.js';
import { securityReview } from '../../runtime/agents/security-review.js';
import { validateModel } from '../../runtime/review/validate/validate-model.js';
import { parseJson } from '../../runtime/store/index.js';
import type { Model } from '../../schemas/index.js';
import { repository } from '../support/tool-process.js';

// What grows with the square of a project is seen in what it does, not in how long that takes. The times are for `npm run bench`.
jest.setTimeout(300_000);

const scratch = mkdtempSync(join(tmpdir(), 'tool-scale-'));
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});
const { generateProject } = (await import(pathToFileURL(join(repository, 'bench/generate.mjs')).href)) as {
  generateProject(folder: string, size: { routers: number; routes: number }): number;
};

/** Four times the routers may cost four times the work, and a little. */
const FACTOR = 4;
const LINEAR = FACTOR * 1.15;
const [few, many] = [25, 25 * FACTOR];
const folderOf = (routers: number): string => join(scratch, String(routers));

/** The members of a list, each of which counts how often anything of it is read. */
function counting<Member extends object>(members: readonly Member[]): { readonly members: Member[]; readonly reads: () => number } {
  let reads = 0;
  return {
    reads: () => reads,
    members: members.map(
      (member) =>
        new Proxy(member, {
          get: (target, key, self): unknown => {
            reads++;
            return Reflect.get(target, key, self);
          },
        }),
    ),
  };
}

describe('work grows with the project, not with its square', () => {
  let sets: Readonly<Record<number, EndpointSet>>;
  beforeAll(async () => {
    const found: Record<number, EndpointSet> = {};
    for (const routers of [few, many]) {
      const endpoints = generateProject(folderOf(routers), { routers, routes: 4 });
      found[routers] = (await scanProject({ root: folderOf(routers) })).endpointSet;
      expect(found[routers].endpoints).toHaveLength(endpoints);
    }
    sets = found;
  });

  test('the evaluator', () => {
    const [one, four] = [few, many].map((routers) => lower({ root: folderOf(routers), adapters, libraries }));
    expect(one!.steps).toBeGreaterThan(1_000);
    expect(four!.steps).toBeLessThan(one!.steps * LINEAR);
    expect(four!.files.parsed).toBeLessThan(one!.files.parsed * LINEAR);
  });

  test('nothing of a scan is kept that nobody asks for: the trees of all files are most of its memory', () => {
    const options = { root: folderOf(few), adapters, libraries };
    expect(lower(options).again([])).toBeNull();
    expect(lower({ ...options, keep: true }).again([])).not.toBeNull();
  });

  test('links between endpoints', () => {
    const [one, four] = [few, many].map((routers) => {
      const endpoints = counting(sets[routers]!.endpoints);
      const handlers = counting(sets[routers]!.program.handlers);
      resourceLinks({
        ...sets[routers]!,
        endpoints: endpoints.members,
        program: { ...sets[routers]!.program, handlers: handlers.members },
      });
      return endpoints.reads() + handlers.reads();
    });
    expect(one).toBeGreaterThan(100);
    expect(four).toBeLessThan(one! * LINEAR);
  });

  test('routes of which one answers for another', async () => {
    const reads: number[] = [];
    for (const pairs of [40, 40 * FACTOR]) {
      const root = join(scratch, `pairs-${pairs}`);
      mkdirSync(root, { recursive: true });
      writeFileSync(
        join(root, 'package.json'),
        JSON.stringify({ name: 'ferries', main: 'ferries.js', dependencies: { express: '^5.0.0' } }),
      );
      const route = (path: string): string => `ferries.get('${path}', (request, response) => { response.json({ at: 1 }); });`;
      const routes = Array.from({ length: pairs }, (_, index) => [route(`/at${index}/:from`), route(`/at${index}/:to`)]).flat();
      writeFileSync(join(root, 'ferries.js'), `const ferries = require('express')();\n${routes.join('\n')}\nferries.listen(1);`);
      const { endpointSet } = await scanProject({ root, stopAfter: 'attach-middleware' });
      const endpoints = counting(endpointSet.endpoints);
      const { diagnostics } = resolveShadowing.run({ ...endpointSet, endpoints: endpoints.members });
      expect(diagnostics.filter(({ code }) => code === 'core/same-requests')).toHaveLength(pairs);
      reads.push(endpoints.reads());
    }
    expect(reads[0]).toBeGreaterThan(100);
    expect(reads[1]).toBeLessThan(reads[0]! * LINEAR);
  });

  const model = (count: number): Model =>
    ({
      version: '0.3',
      generatedAt: '2026-01-31T12:00:00.000Z',
      project: { name: 'large', language: 'typescript', framework: 'express' },
      environments: [],
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
      endpoints: Array.from({ length: count }, (_, index) => ({
        id: `POST /ferry${index}/:id`,
        method: 'POST',
        path: `/ferry${index}/:id`,
        source: { file: `src/ferry${Math.floor(index / 10)}.ts`, line: 3 + (index % 10) },
        middleware: [],
        ...(index % 2 === 0 && { security: [{ scheme: 'bearerAuth' }] }),
      })),
    }) as unknown as Model;

  test.each<[string, (of: Model) => unknown]>([
    ['the security review', (of) => securityReview.run({ model: of } as Parameters<typeof securityReview.run>[0])],
    ['the checks of a model', (of) => validateModel(of, { linesOf: () => null })],
  ])('%s', async (_name, run) => {
    const counts: number[] = [];
    for (const size of [200, 200 * FACTOR]) {
      const made = model(size);
      const endpoints = counting(made.endpoints);
      await run({ ...made, endpoints: endpoints.members });
      counts.push(endpoints.reads());
    }
    expect(counts[0]).toBeGreaterThan(200);
    expect(counts[1]).toBeLessThan(counts[0]! * LINEAR);
  });

  test('a place in a large file is found without reading the file again', () => {
    const text = JSON.stringify(model(20_000), null, 2);
    const { locate } = parseJson(text);
    expect(locate('/endpoints/19999/path')).toEqual({
      line: text.slice(0, text.indexOf('"path": "/ferry19999')).split('\n').length,
      column: expect.any(Number) as unknown as number,
    });
    const before = process.cpuUsage().user;
    for (let index = 0; index < 20_000; index++) locate(`/endpoints/${index}/path`);
    // Reading it from its beginning each time takes minutes.
    expect(process.cpuUsage().user - before).toBeLessThan(5e6);
  });
});
