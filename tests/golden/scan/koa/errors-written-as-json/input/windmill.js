const Koa = require('koa');
const Router = require('@koa/router');
const jsonError = require('koa-json-error');
const pageOfError = require('koa-error');
const mongoose = require('mongoose');

const Sail = mongoose.model('Sail', new mongoose.Schema({ cloth: { type: String, required: true, unique: true } }));

/** A server with its own way to write errors. */
const serve = (name, port, ...middlewares) => {
  const app = new Koa();
  middlewares.forEach((each) => app.use(each));
  const router = new Router({ prefix: `/${name}` });
  router.get('/sails/:id', async (ctx) => {
    const sail = await Sail.findById(ctx.params.id);
    if (!sail) ctx.throw(404, 'no such sail', { id: ctx.params.id });
    ctx.body = { cloth: sail.cloth };
  });
  router.post('/sails', async (ctx) => {
    if (!ctx.get('x-miller')) throw Object.assign(new TypeError('millers only'), { status: 401, type: 'login' });
    ctx.status = 201;
    ctx.body = await Sail.create({ cloth: ctx.get('x-cloth') });
  });
  app.use(router.routes());
  app.listen(port);
};

serve('plain', 4201, jsonError());
// What is sent is made over, last or at once.
serve('short', 4202, jsonError({ postFormat: (error, { stack, ...rest }) => (process.env.NODE_ENV === 'production' ? rest : { stack, ...rest }) }));
serve('own', 4203, jsonError((error) => ({ code: error.status, reason: error.message })));
serve('both', 4204, jsonError({ preFormat: null, format: (error, before) => ({ ...before, text: error.message, ok: false }) }));
// Around it answers are wrapped.
serve(
  'wrapped',
  4205,
  async (ctx, next) => {
    await next();
    ctx.body = { result: ctx.body };
  },
  jsonError(() => ({ failed: true })),
);
// Who writes a page says nothing of members.
serve('page', 4206, pageOfError());
