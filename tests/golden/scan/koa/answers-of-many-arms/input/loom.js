const Koa = require('koa');
const Router = require('@koa/router');
const bodyParser = require('koa-bodyparser');
const mongoose = require('mongoose');

const Weaver = mongoose.model('weaver', new mongoose.Schema({ name: String, rows: Number }));
const loom = new Koa();
const warp = new Router();

// Whoever is not found ends the function: what follows has both.
async function exchange(from, to) {
  try {
    const giver = await Weaver.findOneAndUpdate({ name: from }, { $inc: { rows: -1 } });
    const taker = await Weaver.findOneAndUpdate({ name: to }, { $inc: { rows: 1 } });
    return { giver: { name: giver.name, rows: giver.rows }, taker: { name: taker.name } };
  } catch (error) {
    throw error;
  }
}
warp.post('/exchanges', async (ctx) => {
  try {
    const { from, to } = ctx.request.body;
    ctx.body = { done: true, exchange: await exchange(from, to) };
  } catch (error) {
    ctx.status = 409;
    ctx.body = { tangled: 'x' };
  }
});
warp.get('/patterns/:kind', async (ctx) => {
  const { kind } = ctx.params;
  if (kind === 'a') { ctx.body = { a: 1 }; return; }
  if (kind === 'b') { ctx.body = { b: 1 }; return; }
  if (kind === 'c') { ctx.body = { c: 1 }; return; }
  if (kind === 'd') { ctx.body = { d: 1 }; return; }
  if (kind === 'e') { ctx.body = { e: 1 }; return; }
  if (kind === 'f') { ctx.status = 202; ctx.body = { f: 1 }; return; }
  if (kind === 'g') { ctx.status = 206; ctx.body = { g: 1 }; return; }
  if (kind === 'h') { ctx.status = 402; ctx.body = { h: 1 }; return; }
  if (kind === 'i') { ctx.status = 404; ctx.body = { i: 1 }; return; }
  ctx.status = 410;
  ctx.body = { none: true };
});
loom.use(bodyParser());
loom.use(warp.routes());
loom.listen(8080);
