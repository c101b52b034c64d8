const Koa = require('koa');
const Router = require('koa-router');
const bodyParser = require('koa-bodyparser');
const Redis = require('ioredis');

const sessions = new Redis();
const depot = new Koa();
const open = ['/sign-in', '/sign-up'];

class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

depot.use(bodyParser());
// Answers 200 to everybody, with a code of its own.
depot.use(async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    ctx.body = { code: error.code, message: error.message };
  }
});

// Whoever has no token gets to some addresses only.
async function known(ctx, next) {
  const token = ctx.header.token;
  if (open.indexOf(ctx.path) < 0) {
    if (!token) throw new Refusal(10001, 'Which token?');
    const held = await sessions.get(`session ${token}`);
    if (!held) throw new Refusal(10002, 'Too old');
    ctx.state.keeper = JSON.parse(held);
  }
  await next();
}
// Nobody gets to the cellar, whatever he shows.
async function closed(ctx, next) {
  const token = ctx.header['x-cellar-token'];
  console.log(token);
  if (ctx.path.startsWith('/cellar')) throw new Refusal(10003, 'Closed');
  await next();
}

const outside = new Router();
outside.get('/cellar/:box', (ctx) => { ctx.body = { code: 0 }; });
outside.get('/street', (ctx) => { ctx.body = { code: 0, street: 'Long' }; });
depot.use(closed);
depot.use(outside.routes());
depot.use(known);

const inside = new Router();
inside.post('/sign-in', (ctx) => { ctx.body = { code: 0, token: 'made' }; });
inside.post('/sign-up', (ctx) => { ctx.body = { code: 0 }; });
inside.get('/boxes', (ctx) => { ctx.body = { code: 0, boxes: [{ box: 1 }] }; });
inside.delete('/boxes/:box', (ctx) => { ctx.body = { code: 0 }; });
depot.use(inside.routes());
depot.listen(8700);
