const Koa = require('koa');
const Router = require('@koa/router');
const mount = require('koa-mount');
const hit = (name) => { (globalThis.trace ??= []).push(name); };
const gate = (level) => async function (ctx, next) { hit('gate'); ctx.level = level; await next(); };
const build = (register, options) => { const router = new Router(options); register(router); return router; };
const readers = build((router) => {
  router.use('/shelf', async function dust(ctx, next) { hit('dust'); await next(); });
  router.get('/shelf/:book', async function open(ctx) { hit('open'); ctx.body = ''; });
  router.get(['/desk', '/lamp'], async function sit(ctx) { hit('sit'); ctx.body = ''; });
}, { prefix: '/readers' });
const staff = build((router) => {
  router.get('rota', '/rota', gate(2), async function rota(ctx) { hit('rota'); ctx.body = ''; });
  router.register('/keys', ['post', 'patch'], async function keys(ctx) { hit('keys'); ctx.body = ''; });
});
const inner = new Koa();
inner.use(gate(1));
inner.use(staff.routes());
const app = new Koa();
const boot = () => { app.use(readers.routes()); app.use(mount('/staff', inner)); };
boot();
module.exports = app;
if (require.main === module) app.listen(1);
