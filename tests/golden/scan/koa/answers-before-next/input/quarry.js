const Koa = require('koa');
const Router = require('@koa/router');
const { note } = require('ledger');

const quarry = new Koa();
const router = new Router();
const noted = async (ctx) => {
  await note(ctx.ip);
};

// What is answered before `next()` goes out where nobody behind it answers anything else.
router.post('/blocks', (ctx, next) => {
  ctx.status = 201;
  ctx.body = { cut: true };
  return next();
}, noted);
router.get('/blocks/:id', async (ctx, next) => {
  ctx.body = { tons: 3 };
  await next();
}, async (ctx) => {
  if (ctx.query.weighed) ctx.body = { grams: 3_000_000 };
});
router.get('/dust', async (ctx, next) => {
  if (ctx.query.dry) ctx.body = { blows: true };
  await next();
}, noted);
router.get('/nothing', (ctx, next) => next(), noted);
quarry.use(router.routes());

quarry.listen(3000);
