const Koa = require('koa');
const Router = require('koa-router');

const lock = new Koa();
const canal = new Router();

lock.use(async (ctx, next) => {
  try { await next(); } catch (failure) { ctx.status = failure.status || 500; ctx.body = { reason: failure.message }; }
});
// Passes on in two arms: what throws behind it does so in both.
lock.use((ctx, next) => {
  if (ctx.method !== 'GET') return next();
  ctx.page = Number(ctx.query.page) || 1;
  return next();
});
// Passes on in one arm only.
const forWriters = (ctx, next) => {
  if (ctx.method === 'GET') return next();
  ctx.assert(ctx.get('x-api-key'), 403);
  return next();
};
const forBoats = (ctx, next) => { ctx.assert(ctx.headers.authorization, 401); return next(); };

canal.get('/gates', forBoats, (ctx) => { ctx.body = { open: true }; });
canal.put('/gates', forBoats, (ctx) => { ctx.body = { open: false }; });
canal.get('/sluices', forWriters, (ctx) => { ctx.body = { open: true }; });
canal.put('/sluices', forWriters, (ctx) => { ctx.body = { open: false }; });
lock.use(canal.routes());
lock.listen(3000);
