// Sessions and caches of a program: entries that one request makes and another one asks for, changes, goes through or takes out.
const Koa = require('koa');
const Router = require('@koa/router');
const cellar = new Koa();
const racks = new Router();
const sessions = new Map([['house', { who: 'house', bottles: 2 }]]);
const cache = { byYear: {}, hits: 0 };

racks.post('/sessions', (ctx) => {
  const id = String(Math.random());
  sessions.set(id, { who: 'guest', bottles: 1, since: Date.now() });
  ctx.status = 201;
  ctx.body = { id };
});
racks.get('/sessions/:id', (ctx) => {
  const session = sessions.get(ctx.params.id);
  ctx.assert(session, 404);
  ctx.body = session;
});
racks.delete('/sessions/:id', (ctx) => {
  ctx.status = sessions.delete(ctx.params.id) ? 204 : 404;
});
racks.get('/sessions', (ctx) => {
  const found = [];
  for (const [id, session] of sessions) found.push({ id, bottles: session.bottles });
  ctx.body = found;
});
racks.get('/years/:year', (ctx) => {
  const { year } = ctx.params;
  if (cache.byYear[year]) {
    cache.hits++;
    ctx.body = { from: 'cache', ...cache.byYear[year] };
    return;
  }
  const made = { year: Number(year), good: true };
  cache.byYear[year] = made;
  ctx.body = { from: 'maker', ...made };
});
racks.get('/hits', (ctx) => {
  ctx.body = { hits: cache.hits, years: Object.keys(cache.byYear).length };
});
cellar.use(racks.routes());
cellar.listen(1);
