const Koa = require('koa');
const Router = require('@koa/router');
const compose = require('koa-compose');

const stamp = async (ctx, next) => { await next(); };
const horn = async (ctx, next) => { await next(); };
async function customs(ctx, next) {
  if (!ctx.get('authorization')) { ctx.status = 401; return; }
  await next();
}
const lookUpCrate = (id, ctx, next) => { ctx.crate = id; return next(); };
const answer = async (ctx) => { ctx.body = {}; };

const crates = new Router({ prefix: '/crates' });
crates.param('crate', lookUpCrate);
crates.get('/', answer);
crates.use(customs);
crates.get('/:crate', answer);
crates.put('/:crate/weight', compose([stamp, horn]), answer);

const buoys = new Router();
buoys.get('/buoys', answer);

// Nested routers are copied: the middleware of the first runs for the second where its path matches.
const lamps = new Router();
lamps.use(stamp);
lamps.get('/lamps', answer);
const ropes = new Router();
ropes.get('/ropes', answer);
const stores = new Router();
stores.use('/stores', lamps.routes());
stores.use('/stores', ropes.routes());

const port = new Koa();
port.use(compose([horn, stamp]));
port.use(crates.routes());
port.use(buoys.routes());
port.use(stores.routes());
port.use(customs);
module.exports = port;
port.listen(4000);
