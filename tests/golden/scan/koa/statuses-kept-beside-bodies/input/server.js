const Koa = require('koa');
const Router = require('@koa/router');
const router = new Router();

// What a chain of conditions leaves in two variables goes out in pairs, whatever the number of its arms.
router.get('/pots', (ctx) => {
  let status = 200;
  let body = { pots: ['jug'] };
  if (!ctx.query.kiln) {
    status = 404;
    body = { reason: 'no kiln' };
  } else if (ctx.query.hot) {
    status = 409;
    body = { wait: 30 };
  }
  ctx.status = status;
  ctx.body = body;
});
const found = (colour) => {
  const result = { code: 404, data: { reason: 'no such colour' } };
  if (colour === 'blue') { result.code = 200; result.data = { glaze: 'cobalt' }; }
  if (colour === 'red') { result.code = 202; result.data = { ordered: true }; }
  return result;
};
router.get('/glazes', (ctx) => {
  const { code, data } = found(ctx.query.colour);
  ctx.status = code;
  ctx.body = data;
});
// Two conditions that know nothing of each other: each status goes with each body.
router.get('/shelves', (ctx) => {
  let status = 200;
  let body = { shelves: 3 };
  if (ctx.query.partial) status = 206;
  else if (ctx.query.none) status = 410;
  if (ctx.query.brief) body = { brief: true };
  ctx.status = status;
  ctx.body = body;
});
const app = new Koa();
app.use(router.routes());
app.listen(3000);
