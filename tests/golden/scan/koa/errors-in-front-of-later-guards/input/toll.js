const Koa = require('koa');
const Router = require('@koa/router');
const mount = require('koa-mount');
const jwt = require('jsonwebtoken');
const carts = require('carts-of-the-town');

// Its 401 is for errors that came from behind: nothing in front of next() fails.
const clerk = async (ctx, next) => {
  try {
    console.log(ctx.method, ctx.url);
    await next();
  } catch (error) {
    if (error.lost) {
      ctx.status = 401;
      ctx.body = { lost: true };
    } else {
      ctx.status = error.status || 500;
      ctx.body = { fault: error.message };
    }
  }
};
const weigh = async (ctx, next) => {
  const { kilos, fault } = await carts.weigh(ctx.request.body.cart);
  if (fault) ctx.throw(400, 'too heavy');
  ctx.state.kilos = kilos;
  await next();
};
// It answers before next() for one reason, and in its catch for another one.
const sealed = async (ctx, next) => {
  const seal = ctx.get('Authorization');
  if (!seal) {
    ctx.status = 401;
    ctx.body = { seal: 'none' };
    return;
  }
  try {
    ctx.state.bearer = jwt.verify(seal.replace('Bearer ', ''), process.env.SEAL);
    await next();
  } catch (error) {
    ctx.status = 403;
    ctx.body = { broken: error.message };
  }
};
const owned = async (ctx, next) => {
  try {
    if (!ctx.state.bearer) throw new Error('nobody');
    await next();
  } catch {
    ctx.status = 403;
    ctx.body = { owner: false };
  }
};

const town = new Koa();
town.use(clerk);

const open = new Router({ prefix: '/carts' });
open.post('/', weigh, (ctx) => { ctx.body = { kilos: ctx.state.kilos }; });
open.post('/visitors', weigh, (ctx) => { ctx.status = 201; ctx.body = { signupToken: `${carts.letter(ctx.request.body.name, ctx.request.body.password)}` }; });
town.use(open.routes());

const bridge = new Router();
bridge.get('/:side', (ctx) => {
  if (ctx.params.side === 'north') ctx.throw(409, 'under repair');
  ctx.body = { side: ctx.params.side };
});
town.use(mount('/bridge', bridge.routes()));

town.use(sealed);
const vault = new Router({ prefix: '/vault' });
vault.get('/', (ctx) => { ctx.body = { coins: 12 }; });
vault.delete('/', owned, async (ctx) => {
  if (!(await carts.empty())) ctx.throw(422, 'carts inside');
  ctx.status = 204;
});
town.use(vault.routes());
town.use((ctx) => { ctx.status = 404; ctx.body = { nothing: ctx.url }; });
town.listen(4040);
