const Koa = require('koa');
const Router = require('@koa/router');

const ferry = new Koa();
const deck = new Router();

ferry.use(async (ctx, next) => {
  if (ctx.method === 'OPTIONS') { ctx.status = 200; ctx.body = { preflight: true }; return; }
  await next();
});
deck.get('/cars', async (ctx) => { ctx.body = [{ plate: 'x' }]; });
deck.post('/cars', async (ctx) => { ctx.status = 201; ctx.body = { plate: 'y' }; });
ferry.use(deck.routes());
ferry.listen(8080);
