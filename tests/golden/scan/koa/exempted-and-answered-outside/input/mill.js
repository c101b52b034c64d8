const Koa = require('koa');
const Router = require('@koa/router');
const tokens = require('koa-jwt');

const mill = new Koa();
const ways = new Router();

/** Answers every error with 200, and writes down for whom: what the guard below it refuses it refuses all the same. */
mill.use(async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    console.error(`${ctx.method} ${ctx.originalUrl}: ${error.message}`);
    ctx.body = { code: -1 };
  }
});
mill.use(tokens({ secret: 'wheel' }).unless({ path: [/^\/mill\/open/, '/mill/door'] }));

ways.get('/mill/open', (ctx) => {
  ctx.body = { open: true };
});
ways.get('/mill/door', (ctx) => {
  ctx.body = { open: true };
});
ways.get('/mill/stones', (ctx) => {
  ctx.body = { stones: 2 };
});

mill.use(ways.routes());
mill.listen(3000);
