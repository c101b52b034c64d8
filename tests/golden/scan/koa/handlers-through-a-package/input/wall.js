const Koa = require('koa');
const Router = require('@koa/router');
const { watched } = require('harbour-kit');

const wall = new Koa();
const gates = new Router();
const guard = async (ctx, next) => {
  if (!ctx.get('x-guard')) ctx.throw(401, 'who is there?');
  await next();
};

wall.use(watched(guard));
gates.get(
  '/gates',
  watched(async (ctx) => {
    ctx.body = { open: ctx.query.open };
  }),
);
gates.get('/tides', watched({ handle: (ctx) => ctx.moon })); //~ project/unseen-handler
wall.use(gates.routes());
wall.listen(3000);
