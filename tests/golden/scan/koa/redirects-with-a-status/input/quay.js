import Koa from 'koa';
import Router from '@koa/router';

const app = new Koa();
const router = new Router();

router.get('/before', (ctx) => {
  ctx.status = 301;
  ctx.redirect('/berths');
});
router.get('/behind', (ctx) => {
  ctx.redirect('/berths');
  ctx.status = 308;
});
router.get('/plain', (ctx) => {
  ctx.redirect('/berths');
});
// No status of a redirect: Koa sets its own.
router.get('/other', (ctx) => {
  ctx.status = 404;
  ctx.redirect('/berths');
});
router.get('/berths', (ctx) => {
  ctx.body = { berths: 4 };
});

app.use(router.routes());
app.listen(3000);
