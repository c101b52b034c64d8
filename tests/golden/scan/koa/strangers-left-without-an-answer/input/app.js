// Guards that answer nobody: whoever has no credential is not handed on, which Koa answers with 404. Some look at the address first.
const Koa = require('koa');
const Router = require('koa-router');
const jwt = require('jsonwebtoken');

const app = new Koa();
const verify = (token) => jwt.verify(token, process.env.SECRET);
const shelf = (name) => (ctx) => {
  ctx.body = { shelf: name, reader: ctx.state.reader };
};

/** Registers routes behind a guard of all of them: one that everybody may read, and one that is for readers. */
function wing(prefix, guard) {
  const router = new Router({ prefix });
  router.use(guard);
  router.get('/hours', shelf('hours'));
  router.get('/loans', shelf('loans'));
  app.use(router.routes());
}

// Left at once.
wing('/east', async (ctx, next) => {
  if (ctx.path === '/east/hours') return next();
  const token = ctx.get('authorization').split(' ')[1];
  if (!token) return;
  ctx.state.reader = verify(token);
  await next();
});

// The address is asked for in a variable, beside something else, and the function goes on behind what waits.
wing('/west', async (ctx, next) => {
  const isPublic = ['/west/hours', /^\/west\/news/].some((each) => (typeof each === 'string' ? each === ctx.path : each.test(ctx.path)));
  const token = ctx.headers.authorization?.split(' ')[1];
  if (isPublic && !token) {
    await next();
    return;
  }
  try {
    if (!token) throw new Error('no token');
    ctx.state.reader = verify(token);
  } catch (error) {
    if (error.name === 'TokenExpiredError') ctx.throw(401, 'expired');
    return;
  }
  await next();
});

// One of two credentials.
wing('/north', async (ctx, next) => {
  const isPublic = ctx.path.endsWith('/hours');
  const token = ctx.headers.authorization;
  const key = ctx.headers['x-api-key'];
  if (isPublic && !token && !key) return next();
  if (key) {
    ctx.state.reader = { key };
    return next();
  }
  if (!token) return;
  ctx.state.reader = verify(token);
  return next();
});

// The same that answers 401, and tells the address in a variable that is asked for twice.
wing('/south', async (ctx, next) => {
  const isPublic = ctx.path === '/south/hours';
  if (isPublic) ctx.set('cache-control', 'public');
  if (isPublic && !ctx.headers.authorization) {
    await next();
    return;
  }
  if (!ctx.headers.authorization) {
    ctx.status = 401;
    return;
  }
  ctx.state.reader = verify(ctx.headers.authorization);
  await next();
});

// Everybody is handed on: a language is no credential, and the key changes what is counted.
wing('/cellar', async (ctx, next) => {
  if (ctx.path === '/cellar/hours') return next();
  const key = ctx.headers['x-api-key'];
  ctx.state.language = ctx.headers['accept-language'] || 'en';
  if (key) ctx.state.reader = { key };
  await next();
});

app.listen(3000);
