// Methods that applications and routers do not have: each call is said, and what stands behind it stays.
const Koa = require('koa');
const Router = require('@koa/router');

const buoys = new Koa();
const channel = new Router();
const blink = (ctx) => {
  ctx.body = { blinks: true };
};
for (const [verb, path] of Object.entries({ get: '/red', fetch: '/green', delete: '/yellow' })) channel[verb](path, blink); //~ evaluator/missing-method
channel.gett('/depth', blink); //~ evaluator/missing-method
buoys.mount('/lost', blink); //~ evaluator/missing-method
channel.get('/last', blink);
buoys.use(channel.routes());
buoys.listenerCount('error');
buoys.listen(3000);
