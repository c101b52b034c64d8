import Koa from 'koa';
import Router from '@koa/router';
import bodyParser from 'koa-bodyparser';
import { knex } from 'knex';

const db = knex({ client: 'mysql2', connection: { database: 'tannery' } });
const router = new Router();

router.param('hide', async (id, ctx, next) => {
  const hide = await db('hides').first().where({ id });
  ctx.assert(hide, 404);
  hide.sold = false;
  ctx.params.found = hide;
  await next();
});
router.get('/hides', async (ctx) => {
  const page = Number(ctx.query.page) || 1;
  const [{ total }] = await db('hides').count({ total: '*' });
  ctx.body = { hides: await db('hides').select('id', 'colour').limit(20).offset((page - 1) * 20), total, page };
});
router.get('/hides/:hide', async (ctx) => { ctx.body = { hide: ctx.params.found }; });
router.post('/hides', async (ctx) => {
  const [id] = await db('hides').insert(ctx.request.body);
  ctx.status = 201;
  ctx.body = { id };
});

const app = new Koa();
app.use(bodyParser()).use(router.routes());
app.listen(3000);
