import Koa from 'koa';
import Router from 'koa-router';
import { planted } from './plots';
import './orchids';

const glasshouse = new Koa();
const router = new Router();

// One layer of the same path after the other: all of them run.
for (const { path, methods, layers } of planted) {
  for (const layer of layers) for (const method of methods) (router as any)[method](path, layer);
}

// A handler that takes what comes next and never calls it answers: what stands behind it does not.
router.get('/thermometer', async (ctx: any, next: any) => { ctx.body = { degrees: 21 }; });
router.get('/thermometer', async (ctx: any) => { ctx.body = { fahrenheit: 70 }; }); //~ core/duplicate-route

// What stands in front runs around every one that follows.
const stamped = async (ctx: any, next: any) => {
  if (!ctx.get('X-Gardener-Token')) { ctx.status = 401; return; }
  await next();
};
router.post('/cuttings/:id', stamped);
router.post('/cuttings/:id', async (ctx: any, next: any) => { ctx.body = { cut: ctx.params.id }; await next(); });

glasshouse.use(router.routes());
glasshouse.listen(4000);
