import path from 'node:path';
import { writeProgram } from '../fuzz.js';
import { scanProject } from '../scanner.js';
import { honoRows } from './hono-oracle.js';
import { koaRows } from './koa-oracle.js';
import { differences, type Row } from './row.js';

export type Framework = 'koa-12' | 'koa-15' | 'hono';

const DEPENDENCIES: Readonly<Record<Framework, Readonly<Record<string, string>>>> = {
  'koa-12': { koa: '^2.15.0', '@koa/router': '^12.0.0', 'koa-mount': '^4.0.0', 'koa-compose': '^4.0.0' },
  'koa-15': { koa: '^3.0.0', '@koa/router': '^15.0.0', 'koa-mount': '^4.0.0', 'koa-compose': '^4.0.0' },
  hono: { hono: '^4.9.0', '@hono/node-server': '^1.19.0' },
};

/** The router's own middleware, which does not say that it ran. */
const REPORTS_NOTHING = 'allowedMethods';

async function modelled(root: string): Promise<Row[]> {
  const { endpointSet } = await scanProject(root);
  const names = new Map(endpointSet.program.middlewares.map((middleware) => [middleware.id, middleware.name]));
  return endpointSet.endpoints.map((endpoint) => ({
    key: `${endpoint.method} ${endpoint.path}${endpoint.conditional ? ' conditional' : ''}`,
    chain: endpoint.shadowedBy
      ? null
      : endpoint.chain
          .map((entry) => `${names.get(entry.middleware)}${entry.conditional ? '?' : ''}`)
          .filter((name) => name !== REPORTS_NOTHING),
  }));
}

/** Runs a program in the real framework and scans it. `real` is null when the program itself fails. */
export async function compareProgram(
  framework: Framework,
  source: string,
  folder: string,
): Promise<{ readonly real: readonly Row[] | null; readonly found: readonly string[] }> {
  let real: readonly Row[];
  try {
    real = framework === 'hono' ? await honoRows(source) : await koaRows(source, framework === 'koa-12' ? 12 : 15);
  } catch (error) {
    return { real: null, found: [`the program fails: ${String(error)}`] };
  }
  const root = path.join(folder, 'program');
  writeProgram(
    root,
    new Map([
      ['package.json', JSON.stringify({ name: 'program', main: 'main.js', dependencies: DEPENDENCIES[framework] })],
      ['main.js', source],
    ]),
  );
  return { real, found: differences(real, await modelled(root)) };
}
