// Guards that let strangers come to some paths, and to others neither answer them nor hand them on.
const Koa = require('koa');
const Router = require('@koa/router');
const { jwtVerify } = require('jose');

const open = ['/door', /^\/window\/./];
const isOpen = (path) => open.some((each) => (typeof each === 'string' ? each === path : each.test(path)));

async function byCatching(ctx, next) {
  const token = ctx.headers.authorization?.split(' ')[1];
  if (isOpen(ctx.path) && !token) {
    await next();
    return;
  }
  try {
    if (!token) throw new Error('no token');
    ctx.state.keeper = await jwtVerify(token, ctx.secret);
  } catch (error) {
    if (error instanceof TypeError) ctx.throw(401, 'bad token');
    return;
  }
  await next();
}
async function bySilence(ctx, next) {
  const token = ctx.get('authorization');
  if (!token && !isOpen(ctx.path)) return;
  if (token) await verified(ctx, token);
  await next();
}
// Whoever has no token comes to everything.
async function byNothing(ctx, next) {
  const token = ctx.headers.authorization;
  if (token) await verified(ctx, token);
  await next();
}
async function verified(ctx, token) {
  try {
    ctx.state.keeper = await jwtVerify(token, ctx.secret);
  } catch {
    ctx.throw(401, 'bad token');
  }
}

const vault = new Koa();
for (const [prefix, guard] of [['', byCatching], ['/old', bySilence], ['/free', byNothing]]) {
  const room = new Router({ prefix });
  room.use(guard);
  room.post('/door', (ctx) => {
    ctx.body = { knocked: true };
  });
  room.get('/window/:pane', (ctx) => {
    ctx.body = { pane: ctx.params.pane };
  });
  room.get('/gold', (ctx) => {
    ctx.body = { bars: 3 };
  });
  vault.use(room.routes());
}
vault.listen(3000);
