const Koa = require('koa');
const Router = require('koa-router');
const koaBody = require('koa-body');
const checks = require('koa-validate');
const oven = require('oven-of-today');

const bakery = new Koa();
checks(bakery);
bakery.use(koaBody({ multipart: true }));
const shelf = new Router({ prefix: '/loaves' });

// What a method says counts from there on: behind optional() nothing has to be there.
shelf.post('/', async (ctx) => {
  const flour = ctx.checkBody('flour').notEmpty('which flour?').in(['rye', 'spelt']).value;
  ctx.checkBody('mail').optional().isEmail('no address');
  ctx.checkBody('note').empty().len(3, 200);
  const grams = ctx.checkBody('grams').toInt().ge(50).lt(2000).value;
  ctx.checkBody('crust').match(/^[a-z]+$/).optional();
  if (ctx.errors) {
    ctx.status = 400;
    ctx.body = { refused: ctx.errors };
    return;
  }
  ctx.status = 201;
  ctx.body = { flour, grams };
});

// What is missing gets a default; a bound alone refuses nobody who says nothing.
shelf.get('/', async (ctx) => {
  const page = ctx.checkQuery('page').empty().toInt().gt(0).default(1).value;
  ctx.checkQuery('heavier').gt(100);
  ctx.checkHeader('x-shop').notBlank();
  if (ctx.errors) ctx.throw(422, 'not understood');
  ctx.body = { page, loaves: await oven.list(page) };
});

// The check of a parameter, and one that a function of the program makes for others.
const known = (ctx) => ctx.checkParams('loaf').isUUID();
shelf.put('/:loaf', async (ctx) => {
  known(ctx);
  if (ctx.errors && ctx.errors.length) return (ctx.status = 404);
  ctx.body = await oven.change(ctx.params.loaf, ctx.request.body);
});

// A file, and a member that is looked for by a path.
shelf.post('/:loaf/picture', async (ctx) => {
  ctx.checkFile('picture').notEmpty().size(0, 300 * 1024).isImageContentType();
  ctx.checkBody('/frame/0/width', true).first().toInt();
  if (ctx.errors) return ctx.throw(400);
  ctx.status = 204;
});
bakery.use(shelf.routes());

// What the program puts on its context under the same name is its own.
const stall = new Router({ prefix: '/stall' });
stall.use(async (ctx, next) => { ctx.checkBody = (name) => ({ notEmpty: () => ({ name }) }); await next(); });
stall.post('/', async (ctx) => {
  ctx.checkBody('bun').notEmpty();
  ctx.body = { sold: true };
});
bakery.use(stall.routes());
bakery.listen(8080);
