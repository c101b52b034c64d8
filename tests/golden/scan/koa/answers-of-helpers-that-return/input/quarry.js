import Koa from 'koa';
import Router from '@koa/router';

const quarry = new Koa();
const router = new Router();

// A helper that answers and says whether to go on.
function allowed(ctx) {
  if (!ctx.get('x-helmet')) {
    ctx.status = 403;
    ctx.body = { error: 'no helmet' };
    return false;
  }
  return true;
}
router.post('/stones', (ctx) => {
  if (!allowed(ctx)) return;
  ctx.status = 201;
  ctx.body = { stone: 1 };
});
router.get('/stones', (ctx) => {
  if (!allowed(ctx)) return;
  ctx.body = { stones: 3 };
});
router.get('/stones/:stone', (ctx) => {
  if (!allowed(ctx)) return;
  if (ctx.query.grade) {
    ctx.body = 'not graded';
    ctx.status = 404;
    return;
  } else {
    ctx.body = { stone: ctx.params.stone };
  }
});
const allowedLater = async (ctx) => {
  const helmet = await fetch('http://helmets');
  if (!helmet.ok) {
    ctx.status = 403;
    ctx.body = { error: 'broken helmet' };
    return false;
  }
  return true;
};
router.delete('/stones/:stone', async (ctx) => {
  if (!(await allowedLater(ctx))) return;
  ctx.status = 204;
});

// What is answered in front of a return in a `try` is answered, whatever its `catch` would answer.
router.get('/carts', async (ctx) => {
  try {
    ctx.body = { carts: await fetch('http://carts').then((found) => found.status) };
    return;
  } catch (error) {
    ctx.status = 502;
    ctx.body = { error: 'no carts' };
  }
});
router.get('/carts/:cart', (ctx) => {
  try {
    return (ctx.body = { cart: Number(ctx.params.cart) });
  } catch (error) {
    ctx.status = 500;
    ctx.body = { error: 'broken' };
  }
});

quarry.use(router.routes());
quarry.listen(3000);
