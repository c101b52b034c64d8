const Koa = require('koa');
const Router = require('@koa/router');
const { PIERS, berth } = require('./piers');

const quay = new Router({ prefix: '/quay' });
quay.get('list-of-ships', '/ships', async (ctx) => { ctx.body = []; });
quay.register('/ships/:ship', ['PUT', 'PATCH'], async (ctx) => { ctx.body = {}; });
quay.del('/ships/:ship', async (ctx) => { ctx.status = 204; });

const yard = Router();
yard.prefix('/yard/');
for (const pier of PIERS) yard.use(`/${pier.code}`, berth(pier).routes());
yard.all(['/crane', '/winch'], async (ctx) => { ctx.body = 'up'; });
yard.redirect('/', '/yard/crane');

const whole = new Router();
whole.use(quay.routes(), quay.allowedMethods());
whole.use(['/north', '/south'], yard.middleware());

const port = new Koa();
port.use(whole.routes()).use(whole.allowedMethods());
port.listen(4000);
