import Koa from 'koa';
import Router from 'koa-router';
import combineRouters from 'koa-combine-routers';

const carts = new Router({ prefix: '/carts' });
carts.use(async function count(ctx, next) {
  await next();
});
carts.get('/', (ctx) => {
  ctx.body = [];
});
const gates = new Router();
gates.post('/gates/:side', (ctx) => {
  ctx.body = { side: ctx.params.side };
});
const sheds = new Router();
sheds.get('/sheds', (ctx) => {
  ctx.body = [];
});

const yard = new Koa();
const both = combineRouters(carts, gates);
yard.use(both());
yard.use(combineRouters([sheds])());
yard.listen(4300);
