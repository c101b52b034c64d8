const Koa = require('koa');
const Router = require('koa-router');
const session = require('koa-session');
const locale = require('koa-locale');

const room = new Koa();
const desks = new Router();
room.keys = ['ink'];

// What adds members to the contexts of the application registers nothing on it.
locale(room);
room.use(session({ key: 'room.reader', maxAge: 86400000 }, room));

const seated = async (ctx, next) => {
  if (!ctx.session.user) {
    ctx.status = 401;
    ctx.body = { error: 'take a seat' };
    return;
  }
  await next();
};
desks.get('/catalogue', async (ctx) => { ctx.body = { books: 9000n.toString() }; });
desks.get('/desk', seated, async (ctx) => { ctx.body = { lamp: true }; });
desks.get(`/shelf-${BigInt(255).toString(16)}`, seated, async (ctx) => { ctx.body = { shelf: 'ff' }; });

room.use(desks.routes());
room.listen(8080);
