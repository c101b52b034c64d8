import Koa from 'koa';
import Router from '@koa/router';
import { withBodyParsers } from '@koa/body-parsers';

const mast = withBodyParsers(new Koa());
const router = new Router();

router.post('/readings', async (ctx) => {
  const { sensor, value } = await ctx.request.json('10kb');
  if (typeof sensor !== 'string' || typeof value !== 'number') ctx.throw(400, 'sensor and value');
  ctx.body = { sensor };
});
router.post('/sensors', async (ctx) => {
  const form = await ctx.request.urlencoded();
  if (!form.name) ctx.throw(400, 'name');
  ctx.status = 201;
  ctx.body = { name: form.name };
});
router.post('/alarms', async (ctx) => {
  const { level } = JSON.parse(await ctx.request.text());
  if (!level) ctx.throw(400, 'level');
  ctx.status = 204;
});

mast.use(router.routes());
mast.listen(3000);
