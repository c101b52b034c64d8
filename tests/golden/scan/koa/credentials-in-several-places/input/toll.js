import Koa from 'koa';
import Router from '@koa/router';
import jwt from 'jsonwebtoken';

const toll = new Koa();

const passOf = (ctx) => {
  if (ctx.header.authorization) return ctx.header.authorization.substr(7);
  if (ctx.query.access_token) return ctx.query.access_token;
  if (ctx.params.token) return ctx.params.token;
  return false;
};
const known = (pass, ctx) => {
  try {
    return jwt.verify(pass, 'salt');
  } catch (error) {
    ctx.throw(401, error.message);
  }
};

// Found by a function of the program at one of three places; without it everybody passes.
const bridge = new Router({ prefix: '/bridge' });
bridge.use(async (ctx, next) => {
  const pass = passOf(ctx);
  if (!pass) return next();
  ctx.state.driver = known(pass, ctx);
  return next();
});
bridge.get('/queue', (ctx) => {
  ctx.body = { cars: 3 };
});

// In one expression.
const tunnel = new Router({ prefix: '/tunnel' });
tunnel.use(async (ctx, next) => {
  const pass = ctx.header.authorization || ctx.query.access_token;
  if (!pass) return next();
  ctx.state.driver = known(pass, ctx);
  return next();
});
tunnel.get('/queue', (ctx) => {
  ctx.body = { cars: 4 };
});

// The same places, and nobody passes without.
const ferry = new Router({ prefix: '/ferry' });
ferry.use(async (ctx, next) => {
  const pass = passOf(ctx);
  if (!pass) ctx.throw(401, 'no pass');
  ctx.state.driver = known(pass, ctx);
  return next();
});
ferry.get('/queue', (ctx) => {
  ctx.body = { cars: 5 };
});

// Without a pass somebody who comes from outside is refused all the same.
const pier = new Router({ prefix: '/pier' });
pier.use(async (ctx, next) => {
  const pass = passOf(ctx);
  if (pass) ctx.state.driver = known(pass, ctx);
  else if (!ctx.ip.startsWith('10.')) ctx.throw(401, 'from outside');
  return next();
});
pier.get('/queue', (ctx) => {
  ctx.body = { cars: 6 };
});

for (const router of [bridge, tunnel, ferry, pier]) toll.use(router.routes());
toll.listen(8080);
