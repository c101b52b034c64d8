const Koa = require('koa');
const Router = require('koa-router');
const bodyParser = require('koa-bodyparser');

const ferry = new Koa();
const router = new Router();
ferry.use(async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    ctx.status = error.status || 500;
    ctx.body = { reason: error.message };
  }
});
ferry.use(bodyParser());

router.post('/crossings', (ctx) => {
  const { from, seats, kind, note } = ctx.request.body;
  ctx.assert(from && from.length <= 40, 400, 'from where?');
  ctx.assert(typeof seats === 'number', 400, 'how many?');
  ctx.assert(kind === 'day' || kind === 'night', 422, 'when?');
  ctx.status = 201;
  ctx.body = { from, seats, kind, note };
});
// Comparisons, and what is asserted only of some requests.
router.put('/crossings/:id', (ctx) => {
  const { seats, wagon } = ctx.request.body;
  ctx.assert.equal(ctx.params.id.length, 8, 404);
  if (wagon) ctx.assert(seats, 409, 'nobody drives it');
  ctx.body = { seats, wagon };
});
// An error that is made for it gets the status that stands beside it.
class Adrift extends Error {}
router.delete('/crossings/:id', (ctx) => {
  ctx.assert(ctx.query.sure === 'yes', 409, new Adrift('say that you are sure'));
  ctx.status = 204;
});
// An error that was caught is no status: it has one of its own, or none.
router.post('/moorings', async (ctx) => {
  try {
    await require('some-berths').take(ctx.request.body.berth);
  } catch (error) {
    ctx.assert(error.code === 'TAKEN', error);
  }
  ctx.status = 204;
});
ferry.use(router.routes());
ferry.listen(3000);
