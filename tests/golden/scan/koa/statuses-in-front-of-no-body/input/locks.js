const Koa = require('koa');
const Router = require('@koa/router');
const store = require('some-store');

const router = new Router({ prefix: '/locks' });
const answer = (ctx, status, body) => {
  ctx.status = status;
  ctx.body = body;
};

// Setting no body makes any status 204 that has one.
router.post('/', async (ctx) => {
  await store.add('lock');
  ctx.status = 201;
  ctx.body = null;
});
router.put('/:lock', (ctx) => { answer(ctx, 202); });
router.get('/:lock', async (ctx) => {
  const found = await store.find(ctx.params.lock);
  ctx.status = 200;
  ctx.body = found ? { lock: ctx.params.lock } : null;
});

// A status that is set behind it stays, as does one of answers without a body.
router.delete('/:lock', (ctx) => {
  ctx.body = null;
  ctx.status = 202;
});
router.patch('/:lock', (ctx) => {
  ctx.status = 205;
  ctx.body = undefined;
});
router.get('/', (ctx) => { answer(ctx, 203, { locks: 7 }); });

new Koa().use(router.routes()).listen(8400);
