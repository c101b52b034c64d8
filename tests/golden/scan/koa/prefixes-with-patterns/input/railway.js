const Koa = require('koa');
const Router = require('@koa/router');

const conductor = async (ctx, next) => {
  if (!ctx.get('authorization')) ctx.throw(401, 'ticket please');
  await next();
};
const train = () => {
  const carriages = new Router();
  carriages.use(conductor);
  carriages.get('/seats', (ctx) => { ctx.body = [{ row: 1 }]; });
  return carriages;
};

const line = new Router();
// Below a group without a name, a parameter with a pattern within a segment, and one that is a segment.
line.use('/track(\\d+)', train().routes());
line.use('/gauge:width(\\d+)', train().routes());
line.use('/:year(\\d{4})', train().routes());
// A prefix of the router itself.
const depot = new Router({ prefix: '/depot-(north|south)' });
depot.use(conductor);
depot.get('/keys', (ctx) => { ctx.body = { keys: 4 }; });

// What is registered under a pattern applies where everything matches it: to a word, and to the same pattern.
const station = new Router();
station.use('/hall(\\d+)', conductor);
station.get('/hall7/clock', (ctx) => { ctx.body = { time: '7:07' }; });
station.get('/hall(\\d+)/doors', (ctx) => { ctx.body = { doors: 2 }; });
// Not where only some of what comes does, nor below another word.
station.get('/hall:name/bells', (ctx) => { ctx.body = { bells: 1 }; });
station.get('/hall(\\w+)/flags', (ctx) => { ctx.body = { flags: 1 }; });
station.get('/hallway/mats', (ctx) => { ctx.body = { mats: 1 }; });

const railway = new Koa();
railway.use(line.routes()).use(depot.routes()).use(station.routes());
railway.listen(3000);
