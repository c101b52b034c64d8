const Koa = require('koa');
const Router = require('@koa/router');

const router = new Router();
// What the callback of a parameter puts into the parameters and the state is there for routes with that parameter.
router.param('sack', async (sack, ctx, next) => {
  ctx.assert(sack.length < 9, 404, 'no such sack');
  ctx.params.found = { mark: sack, kilos: 50 };
  ctx.state.weighed = true;
  await next();
});
router.get('/sacks/:sack', async (ctx) => { ctx.body = { sack: ctx.params.found, weighed: ctx.state.weighed }; });
router.get('/bins/:bin', async (ctx) => { ctx.body = { bin: ctx.params.bin }; });

const app = new Koa();
app.use(router.routes());
app.listen(3000);
