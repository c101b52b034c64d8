const Koa = require('koa');
const Router = require('@koa/router');
const compose = require('koa-compose');

const ford = new Koa();

const stones = new Router({ prefix: '/stones' });
stones.get('/flat', (ctx) => {
  ctx.body = 'flat';
});
ford.use((ctx, next) => stones.routes()(ctx, next)); //~ koa/delegated-router

const reeds = new Router();
reeds.get('/reeds', (ctx) => {
  ctx.body = 'reeds';
});
ford.use(async (ctx, next) => { //~ koa/delegated-router
  await compose([reeds.routes(), reeds.allowedMethods()])(ctx, next);
});

const otters = new Router();
otters.post('/otters', (ctx) => {
  ctx.status = 201;
});
const swim = otters.routes();
ford.use((ctx, next) => (ctx.hostname === 'river' ? swim(ctx, next) : next())); //~ koa/delegated-router

ford.listen(3000);
