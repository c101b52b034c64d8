const Koa = require('koa');
const Router = require('@koa/router');

const apiary = new Koa();
const hives = new Router({ prefix: '/hives' });

// Helpers that a middleware leaves hold its own context: what they answer is the answer of the route that calls them.
apiary.use(async (ctx, next) => {
  ctx.yields = (honey = null, status = 200) => {
    ctx.status = status;
    ctx.body = { sealed: true, honey };
  };
  ctx.stings = (reason) => {
    ctx.response.status = 422;
    ctx.response.body = { sealed: false, reason };
  };
  await next();
});

// Those of the prototype have the context as `this`.
apiary.context.swarms = function (bees) {
  this.body = { bees };
};
apiary.context.refuses = function (why) {
  this.throw(409, why);
};

hives.get('/', async (ctx) => ctx.yields([{ hive: 1, frames: 10 }]));
hives.post('/', async (ctx) => {
  if (!ctx.query.frames) return ctx.stings('no frames');
  ctx.yields({ hive: 7 }, 201);
});
hives.get('/:id/bees', async (ctx) => { ctx.swarms(40000); });
hives.delete('/:id', async (ctx) => {
  if (ctx.params.id === 'queen') ctx.refuses('the queen stays');
  ctx.yields();
});

apiary.use(hives.routes());
apiary.listen(3000);
