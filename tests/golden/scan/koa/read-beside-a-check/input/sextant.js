import Koa from 'koa';
import Router from '@koa/router';
import { bodyParser } from '@koa/bodyparser';
import { z } from 'zod';

const window = z.object({ from: z.string().datetime(), to: z.string().datetime().optional() });
const sights = new Router();
sights.get('/sights', async (ctx) => {
  window.parse(ctx.query);
  ctx.body = { from: ctx.query.from, star: String(ctx.query.star) };
});
sights.post('/sights', async (ctx) => {
  window.parse(ctx.request.body);
  ctx.status = 201;
  ctx.body = { from: ctx.request.body.from, star: ctx.request.body.star };
});

const sextant = new Koa();
sextant.use(bodyParser());
sextant.use(sights.routes());
sextant.listen(7016);
