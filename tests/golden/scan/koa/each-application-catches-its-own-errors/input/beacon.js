const Koa = require('koa');
const Router = require('@koa/router');
const mount = require('koa-mount');

class Fog extends Error {
  constructor(message) {
    super(message);
    this.name = 'Fog';
  }
}

// The application that ships see, with an error handler of its own.
const shore = new Koa();
shore.context.flash = function (lamp) {
  this.body = { lamp };
};
shore.use(async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    ctx.status = error.name === 'Fog' ? 418 : error.status || 500;
    ctx.body = { sunk: false, message: error.message };
  }
});

const lamps = new Router({ prefix: '/lamps' });
lamps.use(async (ctx, next) => {
  if (!ctx.get('x-keeper')) throw new Fog('no keeper');
  await next();
});
lamps.get('/:lamp', async (ctx) => {
  if (ctx.params.lamp === 'none') ctx.throw(404, 'no lamp');
  ctx.flash(ctx.params.lamp);
});
shore.use(lamps.routes());

// Mounted: what it lets pass comes to the application around it.
const horns = new Koa();
const horn = new Router();
horn.post('/blow', async (ctx) => {
  if (!ctx.query.times) ctx.throw(400, 'how often?');
  ctx.status = 204;
});
horns.use(horn.routes());
shore.use(mount('/horns', horns));

// Another server of the program, which answers errors in its own way.
const gauges = new Koa();
gauges.use(async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    ctx.status = 503;
    ctx.body = `# ${error.message}`;
  }
});
gauges.context.flash = function (value) {
  this.body = `gauge ${value}`;
};
const gauge = new Router();
gauge.get('/gauges/:name', async (ctx) => {
  if (ctx.params.name === 'broken') throw new Fog('broken');
  ctx.flash(ctx.params.name);
});
gauges.use(gauge.routes());

shore.listen(8080);
gauges.listen(9090);
