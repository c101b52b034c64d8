const Koa = require('koa');
const Router = require('@koa/router');

class Blocked extends Error {
  constructor(gate) { super(`${gate} is blocked`); this.gate = gate; this.status = 423; }
}
const GATES = [{ gate: 'east', height: 3 }, { gate: 'west', height: 5 }];

const keeper = async (ctx, next) => {
  const token = ctx.get('Authorization').replace('Bearer ', '');
  if (!token) ctx.throw(401, 'who are you?');
  if (token !== 'miller') { ctx.status = 403; ctx.type = 'application/problem+json'; ctx.body = { title: 'not a keeper' }; return; }
  ctx.state.keeper = { name: token };
  await next();
};
const patient = async (ctx, next) => {
  try { await next(); } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    ctx.status = error.status;
    ctx.body = { gate: error.gate, later: true };
  }
};

const gates = new Router();
gates.use(async (ctx, next) => {
  try { await next(); } catch (error) { ctx.status = error.status || 500; ctx.body = { weir: error.message }; }
});
gates.get('/', (ctx) => {
  const page = Number(ctx.query.page || 1);
  ctx.body = { gates: GATES.slice(page - 1, page), total: GATES.length };
});
gates.get('/:gate', (ctx) => {
  const found = GATES.find(({ gate }) => gate === ctx.params.gate);
  ctx.assert(found, 404, 'no such gate');
  ctx.body = found;
});
gates.put('/:gate', keeper, patient, (ctx) => {
  if (ctx.params.gate === 'west') throw new Blocked(ctx.params.gate);
  if (ctx.query.height === 'high') ctx.throw(409, 'too high');
  ctx.body = { gate: ctx.params.gate, by: ctx.state.keeper.name };
});

const weir = new Koa();
const papers = new Router({ prefix: '/papers' });
papers.get('/map.svg', (ctx) => { ctx.type = 'svg'; ctx.body = '<svg></svg>'; });
papers.get('/rules', (ctx) => { ctx.body = ctx.query.form === 'page' ? '<p>no swimming</p>' : 'no swimming'; });
papers.get('/levels', (ctx) => { ctx.set('Content-Type', 'text/csv'); ctx.body = 'gate,height'; });
papers.get('/old', (ctx) => { ctx.redirect('/papers/rules'); });
papers.delete('/levels', (ctx) => { ctx.body = null; });
papers.post('/levels', () => { throw new Blocked('paper'); });

const all = new Router({ prefix: '/weir' });
all.use('/gates', gates.routes());
weir.use(all.routes()).use(papers.routes()).use(papers.allowedMethods());
module.exports = weir;
if (require.main === module) weir.listen(3000);
