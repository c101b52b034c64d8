// Whoever has no id in the session is answered with 200, and not handed on: that is a login all the same.
const Koa = require('koa');
const Router = require('koa-router');
const session = require('koa-session');
const bodyParser = require('koa-bodyparser');
const { weaver, note } = require('./books');

const app = new Koa();
app.keys = ['for the tests'];
app.use(session({ key: 'loom.sid' }, app));
app.use(bodyParser());

const idle = process.env.LOOM_IDLE === 'true';

async function weaving(ctx, next) {
  if (!idle && (!ctx.session || !ctx.session.id)) {
    ctx.body = { done: false, reason: 'no weaver' };
  } else {
    await next();
  }
}
// Notes the id, and answers for another reason.
async function counted(ctx, next) {
  note(ctx.session.id);
  if (ctx.query.thread === 'none') {
    ctx.body = { done: false, reason: 'no thread' };
    return;
  }
  await next();
}
// Answers whoever has none, and hands on all the same.
async function greeted(ctx, next) {
  if (!ctx.session.id) ctx.body = { hello: 'stranger' };
  await next();
}

const router = new Router();
router.get('/cloths', weaving, (ctx) => {
  ctx.body = { cloths: 3 };
});
router.get('/threads', counted, (ctx) => {
  ctx.body = { threads: 40 };
});
router.get('/hello', greeted, (ctx) => {
  ctx.body = { hello: 'weaver' };
});
router.post('/login', async (ctx) => {
  const found = await weaver(ctx.request.body.name);
  if (found) ctx.session.id = found.id;
  ctx.body = { done: Boolean(found) };
});

app.use(router.routes());
app.listen(3000);
