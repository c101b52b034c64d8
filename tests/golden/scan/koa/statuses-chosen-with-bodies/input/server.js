const Koa = require('koa');
const Router = require('@koa/router');
const bodyParser = require('koa-bodyparser');

const router = new Router();
const lamps = new Map();

router.post('/lamps', (ctx) => {
  const { name } = ctx.request.body;
  ctx.status = name ? 201 : 400;
  ctx.body = name ? { name } : { error: 'name' };
});
router.get('/lamps/:id', (ctx) => {
  const lamp = lamps.get(ctx.params.id);
  [ctx.status, ctx.body] = [lamp ? 200 : 404, lamp ? { lit: true } : { error: 'no lamp' }];
});
router.put('/lamps/:id', (ctx) => {
  ctx.status = lamps.has(ctx.params.id) ? 200 : 201;
  ctx.body = ctx.request.body.wick ? { lit: true } : { reason: 'no wick' };
});

const app = new Koa();
app.use(bodyParser());
app.use(router.routes());
app.listen(3000);
