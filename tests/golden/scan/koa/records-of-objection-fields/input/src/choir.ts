import Koa from 'koa';
import Router from '@koa/router';
import bodyParser from 'koa-bodyparser';
import { Choir, Singer } from './singers.js';

const router = new Router({ prefix: '/choirs' });
router.get('/', async (ctx) => { ctx.body = await Choir.query().withGraphFetched('singers'); });
router.get('/:id', async (ctx) => {
  const choir = await Choir.query().findById(Number(ctx.params.id));
  if (!choir) ctx.throw(404, 'no such choir');
  const singers = await choir.$relatedQuery('singers').select('name', 'voice');
  ctx.body = { title: choir.title, singers };
});
router.post('/:id/singers', async (ctx) => {
  const { name, voice } = ctx.request.body as any;
  ctx.status = 201;
  ctx.body = await Singer.query().insertAndFetch({ name, voice, choir_id: Number(ctx.params.id) });
});
new Koa().use(bodyParser()).use(router.routes()).listen(4000);
