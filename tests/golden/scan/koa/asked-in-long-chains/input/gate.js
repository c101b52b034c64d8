const Koa = require('koa');
const Router = require('@koa/router');

const gate = new Koa();
const ways = new Router();

// Twenty-four questions one after the other.
async function keeper(ctx, next) {
  if (ctx.path === '/oak' || ctx.path.startsWith('/oak/')) return next();
  if (ctx.path === '/elm' || ctx.path.startsWith('/elm/')) return next();
  if (ctx.path === '/ash' || ctx.path.startsWith('/ash/')) return next();
  if (ctx.path === '/fir' || ctx.path.startsWith('/fir/')) return next();
  if (ctx.path === '/yew' || ctx.path.startsWith('/yew/')) return next();
  if (ctx.path === '/bay' || ctx.path.startsWith('/bay/')) return next();
  if (ctx.path === '/box' || ctx.path.startsWith('/box/')) return next();
  if (ctx.path === '/fig' || ctx.path.startsWith('/fig/')) return next();
  if (ctx.path === '/gum' || ctx.path.startsWith('/gum/')) return next();
  if (ctx.path === '/ivy' || ctx.path.startsWith('/ivy/')) return next();
  if (ctx.path === '/koa' || ctx.path.startsWith('/koa/')) return next();
  if (ctx.path === '/pea' || ctx.path.startsWith('/pea/')) return next();
  if (ctx.path === '/rye' || ctx.path.startsWith('/rye/')) return next();
  if (ctx.path === '/sal' || ctx.path.startsWith('/sal/')) return next();
  if (ctx.path === '/tea' || ctx.path.startsWith('/tea/')) return next();
  if (ctx.path === '/ule' || ctx.path.startsWith('/ule/')) return next();
  if (ctx.path === '/wax' || ctx.path.startsWith('/wax/')) return next();
  if (ctx.path === '/yam' || ctx.path.startsWith('/yam/')) return next();
  if (ctx.path === '/zea' || ctx.path.startsWith('/zea/')) return next();
  if (ctx.path === '/asp' || ctx.path.startsWith('/asp/')) return next();
  if (ctx.path === '/cam' || ctx.path.startsWith('/cam/')) return next();
  if (ctx.path === '/dal' || ctx.path.startsWith('/dal/')) return next();
  if (ctx.path === '/fan' || ctx.path.startsWith('/fan/')) return next();
  if (ctx.path === '/gor' || ctx.path.startsWith('/gor/')) return next();
  if (!ctx.headers.authorization) { ctx.status = 401; ctx.body = { error: 'no key' }; return; }
  await next();
}

// The same as a ladder that writes down a name and goes on.
async function usher(ctx, next) {
  let note;
  if (ctx.path === '/oak') note = 'oak';
  else if (ctx.path === '/elm') note = 'elm';
  else if (ctx.path === '/ash') note = 'ash';
  else if (ctx.path === '/fir') note = 'fir';
  else if (ctx.path === '/yew') note = 'yew';
  else if (ctx.path === '/bay') note = 'bay';
  else if (ctx.path === '/box') note = 'box';
  else if (ctx.path === '/fig') note = 'fig';
  else if (ctx.path === '/gum') note = 'gum';
  else if (ctx.path === '/ivy') note = 'ivy';
  else if (ctx.path === '/koa') note = 'koa';
  else if (ctx.path === '/pea') note = 'pea';
  else if (ctx.path === '/rye') note = 'rye';
  else if (ctx.path === '/sal') note = 'sal';
  else if (ctx.path === '/tea') note = 'tea';
  else if (ctx.path === '/ule') note = 'ule';
  else if (ctx.path === '/wax') note = 'wax';
  else if (ctx.path === '/yam') note = 'yam';
  else if (ctx.path === '/zea') note = 'zea';
  else if (ctx.path === '/asp') note = 'asp';
  else if (ctx.path === '/cam') note = 'cam';
  else if (ctx.path === '/dal') note = 'dal';
  else if (ctx.path === '/fan') note = 'fan';
  else if (ctx.path === '/gor') note = 'gor';
  else { await next(); return; }
  ctx.note = note;
  await next();
}

gate.use(usher);
gate.use(keeper);
ways.get('/oak', (ctx) => { ctx.body = { rings: 90 }; });
ways.get('/gor/:id', (ctx) => { ctx.body = { rings: 7 }; });
ways.get('/gorse', (ctx) => { ctx.body = { rings: 1 }; });
gate.use(ways.routes());
gate.listen(3901);
