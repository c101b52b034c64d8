// A text that `JSON.stringify` made and that goes out as JSON is data: of a handler, of a middleware around all, beside a body of another kind.
const Koa = require('koa');
const Router = require('@koa/router');

const mill = new Koa();
const stones = new Router();

mill.use(async (ctx, next) => {
  await next();
  if (typeof ctx.body === 'object' && ctx.body?.flour !== undefined) {
    ctx.type = 'json';
    ctx.body = JSON.stringify(ctx.body, undefined, 2);
  }
});

stones.get('/direct', async (ctx) => {
  ctx.type = 'application/json';
  ctx.body = JSON.stringify({ turns: Number(ctx.query.turns), name: ctx.query.name });
});
stones.get('/all-known', async (ctx) => {
  ctx.type = 'json';
  ctx.body = JSON.stringify({ turns: 3 });
});
stones.get('/around', async (ctx) => {
  ctx.body = { flour: { kilos: 3 } };
});
stones.get('/either', async (ctx) => {
  if (!ctx.query.grain) {
    ctx.body = { idle: true };
    return;
  }
  ctx.body = { flour: { kilos: 3 } };
});
// No type says that it is JSON: it goes out as a text.
stones.get('/as-text', async (ctx) => {
  ctx.body = JSON.stringify({ turns: 3 });
});
// It is called JSON, and is none.
stones.get('/no-json', async (ctx) => {
  ctx.type = 'json';
  ctx.body = 'turning';
});

mill.use(stones.routes());
mill.listen(3000);
