const Koa = require('koa');
const Router = require('koa-router');
const compose = require('koa-compose');
const jwt = require('jsonwebtoken');

const known = async (ctx, next) => {
  const token = ctx.get('Authorization').replace('Bearer ', '');
  if (!token) ctx.throw(401, 'who are you?');
  ctx.state.sailor = jwt.verify(token, process.env.KEY);
  await next();
};
// A call that makes one of several functions is given the roles for the one that looks at them.
const only = (...ranks) =>
  compose([
    known,
    async (ctx, next) => {
      if (!ranks.includes(ctx.state.sailor.rank)) ctx.throw(403, 'not your rank');
      await next();
    },
  ]);
const router = new Router({ prefix: '/berths' });
router.get('/', only('captain', 'mate'), (ctx) => { ctx.body = { free: 3 }; });
router.delete('/:id', only('captain'), (ctx) => { ctx.status = 204; });
router.get('/mine', known, (ctx) => { ctx.body = { rank: ctx.state.sailor.rank }; });
const app = new Koa();
app.use(router.routes());
app.listen(3000);
