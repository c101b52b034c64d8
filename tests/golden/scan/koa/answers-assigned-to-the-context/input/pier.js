const Koa = require('koa');
const Router = require('@koa/router');
const bodyParser = require('koa-bodyparser');
const store = require('some-store');

const pier = new Koa();
const router = new Router();
pier.use(bodyParser());

const boats = (harbour) =>
  store
    .boats(harbour)
    .then((found) => ({ status: 200, body: { boats: found } }))
    .catch(() => ({ status: 502, body: { sunk: true } }));

router.get('/boats', async (ctx) => {
  const { status, body } = await boats(ctx.query.harbour);
  Object.assign(ctx, { status, body });
});
router.get('/boats/all', async (ctx) => {
  Object.assign(ctx, await boats('all'));
});
router.post('/boats', (ctx) => {
  Object.assign(ctx.response, { body: { name: ctx.request.body.name } }, { status: 201 });
});
router.get('/boats/:id', async (ctx) => {
  const boat = await store.boat(ctx.params.id);
  Object.assign(ctx, boat ? { body: { name: 'Gull' } } : { status: 404, body: { missing: ctx.params.id } });
});
router.delete('/boats/:id', async (ctx) => {
  const boat = await store.boat(ctx.params.id);
  Object.assign(ctx, { body: { gone: true } }, boat && { status: 202 });
});

// What has no setter stands there as before.
class Mooring {
  set length(given) {
    this.metres = given;
  }
}
router.post('/moorings', (ctx) => {
  const mooring = Object.assign(new Mooring(), ctx.request.body, { length: 12 });
  Object.assign(ctx.state, { mooring });
  ctx.body = { metres: mooring.metres, berth: mooring.berth, same: ctx.state.mooring.metres };
});

pier.use(router.routes());
pier.listen(3000);
