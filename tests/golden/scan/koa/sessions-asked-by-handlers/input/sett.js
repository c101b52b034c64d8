const Koa = require('koa');
const session = require('koa-session');
const Router = require('@koa/router');

const sett = new Koa();
sett.keys = ['roots'];
sett.use(session({ key: 'sett.sess' }, sett));

const rooms = new Router({ prefix: '/rooms' });
rooms.get('/', (ctx) => {
  if (!ctx.session.userId) ctx.throw(401, 'who is there?');
  ctx.body = { rooms: [] };
});
rooms.post('/', (ctx) => {
  if (ctx.session.isAdmin !== true) {
    ctx.status = 403;
    ctx.body = { error: 'not yours' };
    return;
  }
  ctx.status = 201;
  ctx.body = { made: true };
});
rooms.get('/mine', (ctx) => {
  if (!ctx.session.user) return ctx.redirect('/login');
  ctx.body = { mine: true };
});
rooms.get('/count', (ctx) => {
  ctx.session.views = (ctx.session.views || 0) + 1;
  ctx.body = { views: ctx.session.views };
});
sett.use(rooms.routes());
sett.listen(3000);
