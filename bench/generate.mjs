// Writes an Express project of a given size: nested mounts, table-driven mounts, shared middleware, a barrel, services.
//   node bench/generate.mjs <folder> [--routers 100] [--routes 10]
// The number of endpoints is exactly routers × routes, so a run that finds fewer is seen.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Routers of one area share a parent router and a table of mounts. */
const AREA = 10;

/** @returns the number of endpoints the project serves */
export function generateProject(folder, { routers = 100, routes = 10 } = {}) {
  rmSync(folder, { recursive: true, force: true });
  const write = (file, text) => {
    const absolute = path.join(folder, file);
    mkdirSync(path.dirname(absolute), { recursive: true });
    writeFileSync(absolute, text);
  };
  write(
    'package.json',
    JSON.stringify(
      { name: 'generated', private: true, main: 'src/server.ts', dependencies: { express: '^5.1.0', jsonwebtoken: '^9.0.0' } },
      null,
      2,
    ),
  );
  write(
    'tsconfig.json',
    JSON.stringify(
      {
        compilerOptions: {
          target: 'ES2022',
          module: 'NodeNext',
          moduleResolution: 'NodeNext',
          strict: false,
          baseUrl: '.',
          paths: { '#shared/*': ['src/shared/*'] },
        },
        include: ['src'],
      },
      null,
      2,
    ),
  );
  write(
    'src/shared/guard.ts',
    `import type { RequestHandler } from 'express';
import jwt from 'jsonwebtoken';
export const guard: RequestHandler = (req, res, next) => {
  try { (req as any).user = jwt.verify((req.headers.authorization ?? '').slice(7), 'k'); next(); } catch { res.status(401).end(); }
};
export const audit = (area: string): RequestHandler => (req, res, next) => { res.setHeader('x-area', area); next(); };
export const wrap = (fn: Function): RequestHandler => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next);
`,
  );
  const areas = Math.ceil(routers / AREA);
  for (let area = 0; area < areas; area++) {
    const members = Array.from({ length: Math.min(AREA, routers - area * AREA) }, (_, index) => area * AREA + index);
    for (const router of members) {
      write(`src/area${area}/resource${router}/service.ts`, serviceText(router, routes));
      write(`src/area${area}/resource${router}/routes.ts`, routesText(router, routes));
    }
    write(
      `src/area${area}/index.ts`,
      `import { Router } from 'express';
import { guard, audit } from '#shared/guard.js';
${members.map((router) => `import { endpoints as resource${router} } from './resource${router}/routes.js';`).join('\n')}
const table = [
${members.map((router) => `  { at: '/resource${router}', target: resource${router} },`).join('\n')}
];
export function area${area}(): Router {
  const parent = Router();
  parent.use(audit('area${area}'));
  ${area % 2 === 0 ? 'parent.use(guard);' : ''}
  table.forEach(({ at, target }) => parent.use(at, target));
  return parent;
}
`,
    );
  }
  write(
    'src/areas.ts',
    `${Array.from({ length: areas }, (_, area) => `export { area${area} } from './area${area}/index.js';`).join('\n')}\n`,
  );
  write(
    'src/server.ts',
    `import express from 'express';
import * as areas from './areas.js';
const app = express();
app.use(express.json());
const api = express.Router();
for (const [name, create] of Object.entries(areas)) api.use(\`/\${name}\`, create());
app.use(process.env.PREFIX || '/api', api);
app.listen(3000);
`,
  );
  return routers * routes;
}

function serviceText(router, routes) {
  const functions = Array.from(
    { length: routes },
    (_, route) => `
/** Reads, checks and answers; the text is here because real handlers are longer than their routes. */
export async function action${route}(req: any, res: any) {
  const { page = 1, limit = 20, filter } = req.query;
  const rows = Array.from({ length: Number(limit) }, (_, index) => ({ id: index, page: Number(page), filter, owner: req.user?.id }));
  if (rows.length > 100) { res.status(400).json({ error: 'limit is at most 100', router: ${router} }); return; }
  const total = rows.reduce((sum, row) => sum + row.id, 0);
  res.status(${route % 5 === 1 ? 201 : 200}).json({ items: rows, total, page: Number(page) });
}`,
  );
  return `${functions.join('\n')}\n`;
}

function routesText(router, routes) {
  const lines = Array.from({ length: routes }, (_, route) => {
    const method = METHODS[route % METHODS.length];
    const suffix = Math.floor(route / METHODS.length);
    const at = `/items${suffix}${route % 2 === 0 ? '' : '/:id'}`;
    return `endpoints.${method}(\`\${base}${at}\`, ${route % 3 === 0 ? 'guard, ' : ''}wrap(service.action${route}));`;
  });
  return `import { Router } from 'express';
import { guard, wrap } from '#shared/guard.js';
import * as service from './service.js';
const base = '/v' + ${1 + (router % 3)};
export const endpoints = Router();
${lines.join('\n')}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...rest] = process.argv.slice(2);
  if (!folder || folder.startsWith('--')) {
    console.error('usage: generate.mjs <folder> [--routers 100] [--routes 10]');
    process.exit(2);
  }
  const option = (name, fallback) => {
    const at = rest.indexOf(name);
    return at < 0 ? fallback : Number(rest[at + 1]);
  };
  const endpoints = generateProject(folder, { routers: option('--routers', 100), routes: option('--routes', 10) });
  console.log(`${endpoints} endpoints in ${folder}`);
}
