import Koa from 'koa';
import Router from '@koa/router';
import formidable from 'formidable';

const scans = new Koa();
const router = new Router();

router.post('/scans', async (ctx) => {
  const form = formidable({ multiples: true });
  const [fields, files] = await form.parse(ctx.req);
  if (!files.page) ctx.throw(422, 'no page');
  ctx.status = 201;
  ctx.body = { label: fields.label[0], pages: files.page.length };
});
router.post('/receipts', async (ctx, next) => {
  const form = formidable({});
  await new Promise((resolve, reject) => {
    form.parse(ctx.req, (error, fields, files) => {
      if (error) { reject(error); return; }
      ctx.status = 202;
      ctx.state = { fields, files };
      ctx.body = { shop: fields.shop, first: files.receipt };
      resolve();
    });
  });
  await next();
});

scans.use(router.routes());
export default scans;
scans.listen(3000);
