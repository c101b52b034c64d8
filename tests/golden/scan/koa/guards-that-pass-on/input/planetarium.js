const Koa = require('koa');
const Router = require('@koa/router');
const jwt = require('koa-jwt');

const planetarium = new Koa();
const shows = new Router({ prefix: '/shows' });

// It lets everybody pass, and says who it is; the handlers refuse.
planetarium.use(jwt({ secret: process.env.STARS, passthrough: true }).unless({ path: [/^\/shows\/open/] }));
shows.get('/', (ctx) => { ctx.body = [{ show: 'saturn' }]; });
shows.get('/open', (ctx) => { ctx.body = { open: true }; });
shows.post('/', (ctx) => {
  if (!ctx.state.user) ctx.throw(401, 'who are you');
  ctx.status = 201;
  ctx.body = { booked: true };
});
planetarium.use(shows.routes());
planetarium.listen(8080);
