import { beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { scanProject } from '../../compiler/scan.js';
import { repository } from '../golden/project.js';

/** The same sources in the real framework and in the scan: routes in their order of registration, and what runs for a request of each. */
const sources = path.join(repository, 'tests/differential/nest');
const projects = readdirSync(sources, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();
const compiled = path.join(repository, '.build/nest');

function compile(project: string): string {
  const folder = path.join(compiled, project);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"type":"commonjs"}');
  for (const name of readdirSync(path.join(sources, project))) {
    const file = path.join(sources, project, name);
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { fileName: file, compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, experimentalDecorators: true, emitDecoratorMetadata: true, esModuleInterop: true, useDefineForClassFields: false } });
    writeFileSync(path.join(folder, name.replace(/ts$/, 'js')), outputText);
  }
  return folder;
}

async function modelled(project: string): Promise<string[]> {
  const { endpointSet } = await scanProject({ root: path.join(sources, project) });
  const names = new Map(endpointSet.program.middlewares.map((middleware) => [middleware.id, middleware.name]));
  return endpointSet.endpoints.filter((endpoint) => !endpoint.shadowedBy && !endpoint.conditional)
    .map((endpoint) => `${endpoint.method} ${endpoint.path} [${endpoint.chain.map((entry) => names.get(entry.middleware)).join(' ')}]`);
}

describe('NestJS', () => {
  let real: Readonly<Record<string, readonly string[]>> = {};
  beforeAll(() => {
    rmSync(compiled, { recursive: true, force: true });
    const folders = projects.map(compile);
    real = JSON.parse(execFileSync(process.execPath, [path.join(repository, 'dist/tests/differential/nest-child.js'), ...folders], { encoding: 'utf8' })) as typeof real;
  }, 60_000);

  test('there are projects', () => { expect(projects.length).toBeGreaterThan(3); });

  test.each(projects)('%s', async (project) => {
    expect((await modelled(project)).sort()).toEqual([...new Set(real[project])].sort());
  });
});
