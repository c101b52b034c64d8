import { beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { scanProject } from '../../compiler/scan.js';
import { repository } from '../golden/project.js';
import { compileNest } from './nest-compile.js';

/** The same sources in the real framework and in the scan: routes in their order of registration, and what runs for a request of each. */
const sources = path.join(repository, 'tests/differential/nest');
const projects = readdirSync(sources, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();
const compiled = path.join(repository, '.build/nest');

async function modelled(project: string): Promise<string[]> {
  const { endpointSet } = await scanProject({ root: path.join(sources, project) });
  const names = new Map(endpointSet.program.middlewares.map((middleware) => [middleware.id, middleware.name]));
  return endpointSet.endpoints
    .filter((endpoint) => !endpoint.shadowedBy && !endpoint.conditional)
    .map((endpoint) => `${endpoint.method} ${endpoint.path} [${endpoint.chain.map((entry) => names.get(entry.middleware)).join(' ')}]`);
}

describe('NestJS', () => {
  let real: Readonly<Record<string, readonly string[]>> = {};
  beforeAll(() => {
    rmSync(compiled, { recursive: true, force: true });
    const folders = projects.map((project) => compileNest(path.join(sources, project), path.join(compiled, project)));
    real = JSON.parse(
      execFileSync(process.execPath, [path.join(repository, 'dist/tests/differential/nest-child.js'), ...folders], { encoding: 'utf8' }),
    ) as typeof real;
  }, 60_000);

  test('there are projects', () => {
    expect(projects.length).toBeGreaterThan(3);
  });

  test.each(projects)('%s', async (project) => {
    expect((await modelled(project)).sort()).toEqual([...new Set(real[project])].sort());
  });
});
