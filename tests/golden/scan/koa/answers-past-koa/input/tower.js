const { createReadStream } = require('fs');
const Koa = require('koa');
const Router = require('@koa/router');

const router = new Router();

// Streams, heads and texts that are written to Node's own answer.
router.get('/maps', (ctx) => {
  ctx.respond = false;
  ctx.res.setHeader('Content-Type', 'image/png');
  createReadStream('map.png').pipe(ctx.res);
});
router.get('/flags', (ctx) => {
  ctx.respond = false;
  ctx.res.statusCode = 202;
  ctx.res.end(JSON.stringify({ flags: 3 }));
});
router.get('/lights', (ctx) => {
  ctx.respond = false;
  ctx.res.writeHead(200, { 'Content-Type': 'text/event-stream' });
  setInterval(() => ctx.response.res.write('data: on\n\n'), 1000);
});
// One way past Koa, and one with it: what is refused is demanded.
router.get('/messages', (ctx) => {
  if (!ctx.query.tower) {
    ctx.respond = false;
    ctx.res.writeHead(400);
    ctx.res.end();
    return;
  }
  ctx.body = { to: ctx.query.tower };
});
// Koa sets the status anew with the body.
router.get('/wind', (ctx) => {
  ctx.res.statusCode = 418;
  ctx.body = { wind: 'west' };
});

const guard = async (ctx, next) => {
  if (!ctx.get('x-tower-key')) {
    ctx.respond = false;
    ctx.res.statusCode = 401;
    ctx.res.end();
    return;
  }
  await next();
};
router.post('/messages', guard, (ctx) => {
  ctx.status = 201;
  ctx.body = { sent: true };
});

const tower = new Koa();
tower.use(router.routes());
tower.listen(3000);
