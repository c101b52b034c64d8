const Koa = require('koa');
const Router = require('@koa/router');

const app = new Koa();
app.use(async (ctx, next) => {
  try { await next(); } catch (error) {
    ctx.status = error.status || 500;
    ctx.body = { fault: error.message };
  }
});
const router = new Router({ prefix: '/trees' });
router.get('/', (ctx) => { ctx.body = [{ kind: 'pear', shade: ctx.query.shade }]; });
router.get('/:tree', (ctx) => {
  if (ctx.query.felled === 'yes') { ctx.status = 410; ctx.body = { gone: ctx.params.tree }; return; }
  ctx.body = { tree: ctx.params.tree, apples: 3 };
});
router.put('/:tree', (ctx) => {
  if (!ctx.get('X-Ladder')) ctx.throw(403, 'no ladder', { rungs: 0 });
  ctx.body = { pruned: true };
  ctx.status = 202;
});
router.delete('/:tree', (ctx) => { ctx.status = 204; });
// What a handler returns is no answer: where it sets nothing there is none.
router.get('/:tree/nests', async () => [{ birds: 2 }]);
router.get('/:tree/leaves', (ctx) => { if (ctx.query.season === 'summer') ctx.body = { leaves: 900 }; });
module.exports = app;
app.use(router.routes());
if (require.main === module) app.listen(3000);
