// One key that comes in at one of several places: each place does as well, whoever looks the key up.
const Koa = require('koa');
const Router = require('@koa/router');
const jwt = require('jsonwebtoken');
const { farmerOf } = require('farmers');

const granary = new Koa();
const bins = new Router();
const list = (ctx) => {
  ctx.body = [];
};
const bearerOf = (ctx) => {
  const header = ctx.get('authorization');
  return header.startsWith('Bearer ') ? header.slice(7) : null;
};

bins.get(
  '/wheat',
  async (ctx, next) => {
    const bearer = bearerOf(ctx);
    const apiKey = ctx.get('x-api-key');
    const key = bearer || apiKey;
    try {
      ctx.state.farmer = await farmerOf(key);
    } catch {
      ctx.throw(401);
    }
    await next();
  },
  list,
);
bins.get(
  '/rye',
  async (ctx, next) => {
    const token = ctx.cookies.get('token') ?? ctx.headers.authorization?.split(' ')[1];
    try {
      jwt.verify(token, process.env.SECRET);
    } catch {
      ctx.status = 401;
      return;
    }
    await next();
  },
  list,
);
bins.get(
  '/oats',
  async (ctx, next) => {
    const key = ctx.get('x-api-key') || ctx.query.api_key;
    if (key !== process.env.BIN_KEY) ctx.throw(401, 'no key');
    await next();
  },
  list,
);
granary.use(bins.routes());
granary.listen(3000);
