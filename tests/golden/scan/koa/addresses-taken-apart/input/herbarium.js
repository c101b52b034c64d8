import Koa from 'koa';
import Router from '@koa/router';

const herbarium = new Koa();
const router = new Router();
const sheet = (ctx, genus) => {
  if (!genus) ctx.throw(400, 'which genus?');
  ctx.body = { genus };
};

// What Koa has taken apart, of the context and of its request, and the whole address taken apart by the program.
router.get('/sheets', (ctx) => sheet(ctx, ctx.URL.searchParams.get('genus')));
router.get('/drawers', (ctx) => sheet(ctx, ctx.request.URL.searchParams.get('genus')));
router.get('/cabinets', (ctx) => sheet(ctx, new URL(ctx.href).searchParams.get('genus')));
router.get('/labels', (ctx) => {
  const { genus, species } = Object.fromEntries(ctx.URL.searchParams);
  if (!genus) ctx.throw(400, 'which genus?');
  ctx.body = { genus, species, from: ctx.href };
});

herbarium.use(router.routes());
herbarium.listen(3000);
