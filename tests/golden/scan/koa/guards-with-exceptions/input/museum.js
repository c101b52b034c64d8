const Koa = require('koa');
const Router = require('@koa/router');
const jwt = require('koa-jwt');

const museum = new Koa();
const halls = new Router();
museum.use(jwt({ secret: 'amber' }).unless({ path: [/^\/open/, '/tickets'] }));
halls.get('/open/:day', async (ctx) => { ctx.body = { from: 9 }; });
halls.post('/tickets', async (ctx) => { ctx.status = 201; });
halls.get('/tickets/:ticket', async (ctx) => { ctx.body = { seat: 3 }; });
halls.get('/vault', async (ctx) => { ctx.body = { amber: 1 }; });
museum.use(halls.routes());
museum.listen(4001);
