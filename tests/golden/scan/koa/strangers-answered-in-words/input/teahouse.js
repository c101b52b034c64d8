const Koa = require('koa');
const Router = require('koa-router');
const bodyParser = require('koa-bodyparser');
const jwt = require('jsonwebtoken');
const guests = require('some-guests');

const app = new Koa();
app.use(bodyParser());
// Everybody is answered with 200: whether he is refused, the words say.

const tables = new Router({ prefix: '/tables' });
tables.use(async (ctx, next) => {
  if (!ctx.headers.authorization) {
    ctx.body = { code: -1, msg: '请先登录' };
    return;
  }
  await next();
});
tables.get('/', (ctx) => { ctx.body = { code: 0, tables: [4, 6] }; });

const teas = new Router({ prefix: '/teas' });
teas.use(async (ctx, next) => {
  try {
    ctx.state.guest = jwt.verify(ctx.get('x-token'), process.env.SECRET);
  } catch (error) {
    ctx.body = { errno: 1001, errmsg: 'token已过期，请重试' };
    return;
  }
  await next();
});
teas.get('/', (ctx) => { ctx.body = { errno: 0, name: 'oolong' }; });

const orders = new Router({ prefix: '/orders' });
orders.use(async (ctx, next) => {
  const guest = await guests.ofVisit(ctx.cookies.get('token'));
  if (!guest) {
    ctx.body = { code: 7, message: 'Please log in first' };
    return;
  }
  ctx.state.guest = guest;
  await next();
});
orders.post('/', (ctx) => { ctx.body = { code: 0, order: ctx.request.body.tea }; });

// Nothing of the kind: whoever names no branch has made a mistake.
const branches = new Router({ prefix: '/branches' });
branches.use(async (ctx, next) => {
  if (!ctx.headers['x-branch']) {
    ctx.body = { code: 2, msg: '参数错误: 令牌数量' };
    return;
  }
  await next();
});
branches.get('/', (ctx) => { ctx.body = { code: 0, branch: 'north' }; });

for (const router of [tables, teas, orders, branches]) app.use(router.routes());
app.listen(8300);
