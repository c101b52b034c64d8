const http = require('http');
const Koa = require('koa');
const Router = require('@koa/router');
const mount = require('koa-mount');
const route = require('koa-route');

const log = async (ctx, next) => { await next(); };
const guard = async (ctx, next) => { await next(); };

const tower = new Koa();
tower.use(guard);
tower.use(route.get('/beacon/:lens', async (ctx, lens) => { ctx.body = lens; }));
const shafts = new Router();
shafts.post('/shafts', async (ctx) => { ctx.status = 201; });
tower.use(shafts.routes());

const port = new Koa();
port.use(log);
port.use(mount('/tower', tower));
port.use(mount('/plain', shafts.routes()));
port.use(mount('/guarded', guard));
const last = new Router();
last.get('/guarded/door', async (ctx) => { ctx.body = 'open'; });
port.use(mount(last.routes()));
http.createServer(port.callback()).listen(4000);
