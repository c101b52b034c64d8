const Koa = require('koa');
const Router = require('@koa/router');
const generic = require('koa-generic-session');
const mount = require('koa-mount');
const second = require('koa-session2');
const minimal = require('koa-session-minimal');

/** Says no with a 200. */
async function crewOnly(ctx, next) {
  if (!ctx.session.sailor) {
    ctx.body = { ok: false, why: 'ashore' };
    return;
  }
  await next();
}

async function captainOnly(ctx, next) {
  if (!ctx.session || ctx.session.role !== 'captain') ctx.throw(403);
  await next();
}

function quay(session, name) {
  const part = new Koa();
  const ways = new Router();
  part.use(session);
  ways.get('/berths', (ctx) => {
    ctx.body = { berths: 3 };
  });
  ways.get('/logbook', crewOnly, (ctx) => {
    ctx.body = { name, lines: [] };
  });
  ways.delete('/logbook', captainOnly, (ctx) => {
    ctx.status = 204;
  });
  part.use(ways.routes());
  return part;
}

const harbour = new Koa();
harbour.use(mount('/north', quay(generic({ prefix: 'n:' }), 'north')));
harbour.use(mount('/south', quay(generic({ key: 'south.sid' }), 'south')));
harbour.use(mount('/west', quay(second(), 'west')));
harbour.use(mount('/east', quay(minimal({ key: 'east' }), 'east')));
harbour.listen(3000);
