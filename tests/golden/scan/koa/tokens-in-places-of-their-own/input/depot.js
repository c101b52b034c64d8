const Koa = require('koa');
const Router = require('@koa/router');
const jwt = require('koa-jwt');

const depot = new Koa();
const gates = new Router();
const secret = process.env.DEPOT_SECRET;

// Each of them takes the header `authorization` as well.
gates.get('/plain', jwt({ secret }), (ctx) => { ctx.body = { plain: true }; });
gates.get('/cookie', jwt({ secret, cookie: 'depot' }), (ctx) => { ctx.body = { cookie: true }; });
gates.get('/header', jwt({ secret, getToken: (ctx) => ctx.get('x-driver') }), (ctx) => { ctx.body = { header: true }; });
gates.get('/query', jwt({ secret, passthrough: true, getToken: ({ query }) => query.driver }), (ctx) => { ctx.body = { query: true }; });
depot.use(gates.routes());
depot.listen(3000);
