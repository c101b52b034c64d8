const Koa = require('koa');
const Router = require('koa-router');
const convert = require('koa-convert');
const body = require('koa-better-body');

const ferry = new Koa();
const router = new Router();

// What came in has a name of its own.
router.post('/crossings', async (ctx) => {
  const { quay, cars } = ctx.request.fields;
  if (!quay) ctx.throw(422, 'which quay?');
  ctx.status = 201;
  ctx.body = { quay, cars: Number(cars) };
});
router.put('/crossings/:crossing', async (ctx) => {
  const fields = ctx.request.fields;
  ctx.body = { crossing: ctx.params.crossing, late: fields.late === true };
});

// A name of that kind that the program itself has set.
router.post('/quays', async (ctx) => {
  ctx.request.fields = { name: 'north' };
  ctx.body = ctx.request.fields;
});

ferry.use(convert(body()));
ferry.use(router.routes());
ferry.listen(8600);
