const Koa = require('koa');
const Router = require('@koa/router');
const people = require('people-of-the-village');

// It lets everybody pass; the villager is there only for those with a cookie.
async function withVisit(ctx, next) {
  const token = ctx.cookies.get('shed_token');
  ctx.state.visit = { account: token ? await people.find(token) : null, at: 'noon' };
  await next();
}
async function visitNeeded(ctx, next) {
  if (!ctx.state.visit) ctx.throw(401, 'no visit');
  await next();
}
async function villagerNeeded(ctx, next) {
  if (!ctx.state.visit.account) ctx.throw(401, 'villagers only');
  await next();
}

const router = new Router();
router.get('/hours', visitNeeded, (ctx) => {
  ctx.body = { from: 8 };
});
router.get('/keys', villagerNeeded, (ctx) => {
  ctx.body = { keys: 2 };
});
// It stands in front of routes that are registered before it.
const shed = new Koa();
shed.use(withVisit);
shed.use(router.routes());
shed.listen(3000);
