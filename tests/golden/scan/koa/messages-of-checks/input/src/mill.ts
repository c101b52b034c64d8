import Koa from 'koa';
import Router from '@koa/router';
import bodyParser from 'koa-bodyparser';
import { checkGrain, isComplete } from './checks.js';

const router = new Router();
router.post('/wheels', async (ctx) => {
  const { stone, teeth } = ctx.request.body as any;
  let problem: string | null = null;
  if (!stone) problem = 'Which stone?';
  else if (!teeth) problem = 'How many teeth?';
  if (problem !== null) { ctx.status = 400; ctx.body = { problem }; return; }
  ctx.body = { stone, teeth };
});
router.post('/grain', async (ctx) => {
  const verdict = checkGrain(ctx.request.body);
  if (!verdict.valid) { ctx.throw(400, verdict.message); }
  ctx.body = { kind: (ctx.request.body as any).kind };
});
router.post('/orders', async (ctx) => {
  const order = ctx.request.body as any;
  if (!isComplete(order)) { ctx.status = 400; return; }
  ctx.status = 201;
  ctx.body = { customer: order.customer, note: order.note };
});
new Koa().use(bodyParser()).use(router.routes()).listen(4000);
