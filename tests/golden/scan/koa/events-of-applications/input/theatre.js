const Koa = require('koa');
const Router = require('@koa/router');
const bodyParser = require('koa-bodyparser');

const theatre = new Koa();
const stage = new Router();

// What is refused is told to the application; a listener answers.
const REASONS = { 1: 'too loud', 2: 'sold out' };
theatre.on('refused', (code, ctx) => {
  ctx.status = 422;
  ctx.body = { code, reason: REASONS[code] || 'unknown' };
});
theatre.on('applause', (ctx) => { console.log(ctx.path); });

stage.post('/seats', (ctx) => {
  const { row } = ctx.request.body;
  if (!row) { ctx.app.emit('refused', 2, ctx); return; }
  ctx.app.emit('applause', ctx);
  ctx.body = { row, seat: 4 };
});
// Nobody listens to this.
stage.post('/encores', (ctx) => {
  ctx.app.emit('unheard', 1, ctx);
  ctx.body = { played: true };
});

// The list of who may come in without a ticket is a pattern.
const open = /^\/(seats|lobby)|posters\/old/;
theatre.use(async (ctx, next) => {
  const free = open.test(ctx.request.path);
  if (free) { await next(); return; }
  if (!ctx.headers.authorization) { ctx.status = 401; ctx.body = 'Tickets, please'; return; }
  await next();
});
theatre.use(bodyParser());
theatre.use(stage.routes());
theatre.listen(8080);
