import { describe, expect, test } from '@jest/globals';
import { scanMini } from '../support/mini-project.js';

const koa = { dependencies: { koa: '^3.0.0', '@koa/router': '^15.0.0' } };
const hono = { type: 'module', main: 'index.ts', dependencies: { hono: '^4.9.0', '@hono/zod-openapi': '^1.0.0' } };

/** A Koa application `pier` with some functions to register. */
const onKoa = (body: string): Promise<Awaited<ReturnType<typeof scanMini>>> =>
  scanMini(
    {
      'index.js': `
const Koa = require('koa');
const Router = require('@koa/router');
const pier = new Koa();
async function first(ctx, next) { await next(); }
async function second(ctx, next) { await next(); }
async function answer(ctx) { ctx.body = ''; }
${body}
pier.listen(1);
`,
    },
    koa,
  );

/** A Hono application `plum`, exported by default. */
const onHono = (body: string, files: Readonly<Record<string, string>> = {}): Promise<Awaited<ReturnType<typeof scanMini>>> =>
  scanMini(
    {
      'index.ts': `
import { Hono } from 'hono';
async function first(c, next) { await next(); }
async function second(c, next) { await next(); }
function answer(c) { return c.text(''); }
const plum = new Hono();
${body}
`,
      ...files,
    },
    hono,
  );

describe('Koa', () => {
  test('a route of a router is named, listed, registered or redirected', async () => {
    const { routes } = await onKoa(`
      const r = new Router();
      r.get('name', '/a', first, answer).del(['/b', '/c'], answer);
      r.register('/d', ['get', 'post'], [second, answer]);
      r.redirect('name', '/b');
      pier.use(r.routes());`);
    expect(routes).toEqual([
      'ALL /a [] redirect',
      'GET /a [first] answer',
      'DELETE /b [] answer',
      'DELETE /c [] answer',
      'GET /d [second] answer',
      'POST /d [second] answer',
    ]);
  });
  test('compositions are what they are made of, in applications and in routes', async () => {
    const { routes } = await onKoa(`
      const compose = require('koa-compose');
      const r = new Router();
      r.get('/a', compose([first, second]), answer);
      pier.use(compose([second, compose([r.routes()])]));`);
    expect(routes).toEqual(['GET /a [second first second] answer']);
  });
  test('koa-route and koa-mount', async () => {
    const { routes } = await onKoa(`
      const route = require('koa-route');
      const mount = require('koa-mount');
      const inner = new Koa();
      inner.use(first).use(route.put('/b', answer));
      pier.use(route.get('/a', answer)).use(mount('/m', inner));`);
    expect(routes).toEqual(['GET /a [] answer', 'PUT /m/b [first] answer']);
  });
  test('the middleware of a router stays with its routes, that of a nested router does not', async () => {
    const { routes } = await onKoa(`
      const one = new Router(); one.use(first); one.get('/a', answer);
      const two = new Router(); two.get('/b', answer);
      const whole = new Router(); whole.use(one.routes(), two.routes());
      const three = new Router(); three.get('/c', answer);
      pier.use(whole.routes()).use(three.routes());`);
    expect(routes).toEqual(['GET /a [first] answer', 'GET /b [first] answer', 'GET /c [] answer']);
  });
  test('each kind of router can make the prefix', async () => {
    const { routes } = await onKoa(`
      class Wares extends Router { constructor() { super({ prefix: '/wares' }); this.get('/', answer); } }
      pier.use(new Wares().routes());
      for (const at of ['/x', '/y']) { const r = Router(); r.prefix(at); r.get('/:id', answer); pier.use(r.middleware()); }`);
    expect(routes).toEqual(['GET /wares [] answer', 'GET /x/:id [] answer', 'GET /y/:id [] answer']);
  });
  test('a path without a slash is found below a slash', async () => {
    const { routes, diagnostics } = await onKoa(`
      const inner = new Router(); inner.post('a.list', answer);
      const outer = new Router(); outer.use('/', inner.routes());
      pier.use(outer.routes());`);
    expect(routes).toEqual(['POST /a.list [] answer']);
    expect(diagnostics).toEqual([]);
  });
  test('a callback of the application makes it a root', async () => {
    const { routes } = await scanMini(
      {
        'index.js': `
      const Koa = require('koa'); const Router = require('@koa/router');
      const r = new Router(); r.get('/a', async (ctx) => {});
      const pier = new Koa(); pier.use(r.routes());
      require('http').createServer(pier.callback()).listen(1);`,
      },
      koa,
    );
    expect(routes).toEqual(['GET /a []']);
  });
});

describe('Hono', () => {
  test('an application that another one serves beside is none', async () => {
    const { routes, diagnostics } = await onHono(`plum.get('/a', answer); new Hono().get('/b', answer); export default plum;`);
    expect(routes).toEqual(['GET /a [] answer']);
    expect(diagnostics).toEqual(['core/unmounted-router 7']);
  });
  test('without a word about it every application serves', async () => {
    expect((await onHono(`plum.get('/a', answer); new Hono().get('/b', answer);`)).routes).toEqual([
      'GET /a [] answer',
      'GET /b [] answer',
    ]);
  });
  test('what a platform is given: fetch, an object, a function that hands requests on', async () => {
    for (const given of [
      'plum',
      'plum.fetch',
      '{ port: 1, fetch: plum.fetch }',
      '{ fetch(request, env) { return plum.fetch(request, env); } }',
      '(request) => plum.fetch(request)',
    ]) {
      expect((await onHono(`plum.get('/a', answer); new Hono().get('/b', answer); export default ${given};`)).routes).toEqual([
        'GET /a [] answer',
      ]);
      expect(
        (await onHono(`import { serve } from '@hono/node-server'; plum.get('/a', answer); new Hono().get('/b', answer); serve(${given});`))
          .routes,
      ).toEqual(['GET /a [] answer']);
    }
    expect(
      (
        await onHono(
          `import { handle } from 'hono/vercel'; plum.get('/a', answer); new Hono().get('/b', answer); export const GET = handle(plum);`,
        )
      ).routes,
    ).toEqual(['GET /a [] answer']);
  });
  test('paths of middleware are exact without a wildcard', async () => {
    const { routes } = await onHono(`
      plum.use('/a', first).use('/a/*', second);
      plum.get('/a', answer).get('/a/b', answer).all('/c/*', answer);
      export default plum;`);
    expect(routes).toEqual(['GET /a [first second] answer', 'GET /a/b [second] answer', 'ALL /c/* [] answer']);
  });
  test('a copy has what was there', async () => {
    const { routes } = await onHono(`
      const inner = new Hono().get('/a', answer);
      plum.route('/x', inner);
      inner.get('/late', answer);
      plum.route('/y', inner);
      export default plum;`);
    expect(routes).toEqual(['GET /x/a [] answer', 'GET /y/a [] answer', 'GET /y/late [] answer']);
  });
  test('middleware for one method and path is in the chain of the route behind it', async () => {
    expect((await onHono(`plum.on('POST', '/a', first); plum.post('/a', second, answer); export default plum;`)).routes).toEqual([
      'POST /a [first second] answer',
    ]);
  });
  test('described routes have their middleware and a validator for each part of the request', async () => {
    const { routes } = await onHono(`
      import { OpenAPIHono, createRoute, z } from '@hono/zod-openapi';
      const described = new OpenAPIHono();
      const pick = createRoute({ method: 'post', path: '/p/{id}', middleware: first, request: { params: z.object({}), body: { content: { 'application/json': { schema: z.object({}) } } } }, responses: {} });
      described.openapi(pick, answer);
      described.openapi({ ...pick, method: 'put' }, answer);
      plum.route('/v', described);
      export default plum;`);
    expect(routes).toEqual(['POST /v/p/:id [first zValidator zValidator] answer', 'PUT /v/p/:id [first zValidator zValidator] answer']);
  });
});
