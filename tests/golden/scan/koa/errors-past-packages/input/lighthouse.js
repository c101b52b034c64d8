const Koa = require('koa');
const Router = require('@koa/router');
const compress = require('koa-compress');
const jwt = require('koa-jwt');

const lighthouse = new Koa();
// Around everything: what is thrown inside is answered here.
lighthouse.use(async (ctx, next) => {
  try { await next(); } catch (error) { ctx.status = error.status || 500; ctx.body = { wreck: error.message }; }
});
// Nobody sees what these do; errors pass them.
lighthouse.use(compress());
const shore = new Router();
shore.get('/tide', (ctx) => { ctx.body = { high: true }; });
lighthouse.use(shore.routes()).use(shore.allowedMethods());
// One that never goes on catches nothing that is thrown inside.
lighthouse.use(jwt({ secret: 'oil' }).unless({ path: [/^\/fog/] }));
const lamp = new Router();
lamp.get('/lamp', (ctx) => { ctx.body = { lit: true }; });
lamp.get('/fog', (ctx) => { ctx.throw(418, 'thick'); });
lighthouse.use(lamp.routes()).use(lamp.allowedMethods());
require('@sentry/node').setupKoaErrorHandler(lighthouse);
lighthouse.listen(4112);
