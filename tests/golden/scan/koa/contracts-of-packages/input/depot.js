const Koa = require('koa');
const Router = require('@koa/router');
const jwt = require('koa-jwt');
const limit = require('koa-ratelimit');
const passport = require('koa-passport');
const basic = require('koa-basic-auth');

const depot = new Koa();
// What the guards below throw is answered here.
depot.use(async (ctx, next) => {
  try { await next(); } catch (error) { ctx.status = error.status || 500; ctx.body = { fault: error.message }; }
});
const counter = limit({ driver: 'memory', db: new Map(), duration: 60000, max: 30, errorMessage: { fault: 'too often' } });
const trams = new Router({ prefix: '/trams' });
trams.get('/', counter, async (ctx) => { ctx.body = [{ line: 4 }]; });
trams.post('/', jwt({ secret: 'rails' }), async (ctx) => { ctx.status = 201; ctx.body = { line: 5 }; });
trams.get('/map', jwt({ secret: 'rails', passthrough: true }), async (ctx) => { ctx.body = { stops: 9 }; });
trams.delete('/:tram', basic({ name: 'driver', pass: 'p' }), async (ctx) => { ctx.status = 204; });
trams.post('/login', passport.authenticate('local'), async (ctx) => { ctx.body = { ok: true }; });
trams.put('/:tram', limit({ driver: 'memory', db: new Map(), duration: 1000, max: 1, throw: true }), async (ctx) => { ctx.body = { moved: true }; });
depot.use(passport.initialize());
depot.use(trams.routes());
depot.listen(4000);
