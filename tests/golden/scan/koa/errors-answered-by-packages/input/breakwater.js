const Koa = require('koa');
const Router = require('@koa/router');
const jsonError = require('koa-json-error');

const breakwater = new Koa();
// What is thrown inside never comes here: the next one answers it, with its own status.
breakwater.use(async (ctx, next) => {
  try { await next(); } catch (error) { console.error(error); }
});
breakwater.use(jsonError({ postFormat: (error, shown) => ({ ...shown, stack: undefined }) }));
const stones = new Router({ prefix: '/stones' });
const mason = async (ctx, next) => {
  if (!ctx.get('x-mason')) ctx.throw(401, 'masons only');
  await next();
};
stones.get('/:stone', (ctx) => {
  if (ctx.params.stone === '0') ctx.throw(404, 'no such stone');
  ctx.body = { stone: ctx.params.stone };
});
stones.post('/', mason, (ctx) => { ctx.status = 201; ctx.body = { laid: true }; });
breakwater.use(stones.routes());
breakwater.listen(4113);
