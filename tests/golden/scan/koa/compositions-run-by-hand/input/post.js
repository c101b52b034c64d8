const Koa = require('koa');
const Router = require('@koa/router');
const compose = require('koa-compose');
const route = require('koa-route');

const timed = async (ctx, next) => { const at = Date.now(); await next(); ctx.set('x-took', `${Date.now() - at}`); };
const franked = async (ctx, next) => {
  if (!ctx.query.stamp) ctx.throw(402, 'no stamp');
  return next();
};
const letter = async (ctx) => { ctx.body = { from: 'Anna', words: 12 }; };
const show = compose([timed, letter]);

const office = new Router();
// By itself, and behind others: what it answers is what the handler answers.
office.get('/letters/first', async (ctx) => { await show(ctx); });
office.post('/letters', async (ctx) => { await show(ctx); ctx.status = 201; });
office.put('/letters/:id', (ctx, next) => compose([franked, show])(ctx, next));
office.delete('/letters/:id', (ctx) => franked(ctx, async () => { ctx.status = 204; }));
// The next of the last part is the one that is given, or nothing.
office.get('/stamps', (ctx, next) => compose([timed, franked])(ctx, next), (ctx) => { ctx.body = [{ price: 85 }]; });
office.get('/boxes', async (ctx) => { await compose([timed])(ctx); ctx.body = { boxes: 3 }; });
// A part that does not call next ends it: the letter is not shown.
const closed = async (ctx) => { ctx.status = 503; };
office.get('/night', (ctx, next) => compose([closed, letter])(ctx, next));
// A list that was never made one function is none.
office.get('/list', async (ctx) => { const parts = [letter]; ctx.body = { parts: parts.length }; });

const post = new Koa();
post.use(route.get('/window', compose([franked, letter])));
post.use(route.get('/counter', async (ctx) => { await show(ctx); }));
post.use(office.routes());
post.listen(3000);
