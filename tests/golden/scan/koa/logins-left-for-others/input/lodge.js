const Koa = require('koa');
const Router = require('@koa/router');
const jwt = require('jsonwebtoken');

const lodge = new Koa();
const rooms = new Router({ prefix: '/rooms' });

lodge.use(async (ctx, next) => {
  const header = ctx.get('authorization');
  if (header) try { ctx.state.lodger = jwt.verify(header.slice(7), 'key'); } catch { /* a stranger */ }
  await next();
});

const known = async (ctx, next) => {
  if (!ctx.state.lodger) ctx.throw(401, 'who is there');
  await next();
};
const keeper = async (ctx, next) => {
  if (ctx.state.lodger.role !== 'keeper') { ctx.status = 403; ctx.body = { reason: 'keepers only' }; return; }
  await next();
};

rooms.get('/', async (ctx) => { ctx.body = [{ number: 1 }]; });
rooms.get('/mine', known, async (ctx) => { ctx.body = { number: 2 }; });
rooms.delete('/:number', keeper, async (ctx) => { ctx.status = 204; });

// Whoever shows nothing passes; only a bad key is refused.
const guest = async (ctx, next) => {
  const token = ctx.cookies.get('token');
  if (!token) return next();
  try { ctx.state.guest = jwt.verify(token, 'key'); } catch { ctx.throw(401, 'bad key'); }
  await next();
};
const hall = new Router();
hall.get('/hall', guest, async (ctx) => { ctx.body = { fire: true }; });

lodge.use(rooms.routes());
lodge.use(hall.routes());
lodge.listen(8111);
