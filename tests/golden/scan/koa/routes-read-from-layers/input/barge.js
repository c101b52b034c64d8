const Koa = require('koa');
const Router = require('koa-router');
const fs = require('fs');
const path = require('path');

const barge = new Koa();

// Every file's router again, below a prefix of its own.
fs.readdirSync(path.join(__dirname, 'paths')).forEach((file) => {
  const found = require(`./paths/${file}`);
  const below = new Router({ prefix: '/v3' });
  found.stack.forEach((layer) => {
    layer.methods.forEach((method) => { below[method.toLowerCase()](layer.path, ...layer.stack); });
  });
  barge.use(below.routes());
});

// The layers of nested routers, with `register`.
const inner = new Router();
inner.use(async function weigh(ctx, next) { await next(); });
inner.put('/load', async function load(ctx) { ctx.body = { tons: 1 }; });
const outer = new Router({ prefix: '/hold' });
outer.use('/deep', inner.routes());
outer.prefix('/ship'); //~ core/served-elsewhere
const copy = new Router();
for (const { path: at, methods, stack } of outer.stack) if (methods.length > 0) copy.register(at, methods, stack);
barge.use(copy.routes());

// A list for people: nothing is registered.
console.log(copy.stack.map((layer) => `${layer.methods.join('/')} ${layer.path}`));

barge.listen(3900);
