const Koa = require('koa');
const Router = require('@koa/router');
const jwt = require('jsonwebtoken');
const stamps = require('stamp-reader');

const pier = new Koa();
const gates = new Router();

const answer = (ctx) => {
  ctx.body = { gate: true };
};

/** Around everything: who brings a ticket has to bring a good one, and who brings none goes on. Errors of what follows are answered here, too. */
gates.get('/around', async (ctx, next) => {
  try {
    const ticket = ctx.header.authorization;
    if (ticket) ctx.state.guest = jwt.verify(ticket.split(' ')[1], 'sea');
    await next();
  } catch (error) {
    if (error.status !== 401) throw error;
    ctx.status = 401;
    ctx.body = { why: error.message };
  }
}, answer);

gates.get('/before', async (ctx, next) => {
  try {
    const ticket = ctx.get('authorization');
    if (ticket) ctx.state.guest = jwt.verify(ticket, 'sea');
  } catch {
    ctx.throw(401, 'bad ticket');
  }
  await next();
}, answer);

/** What nobody knows may fail for those who have no ticket. */
gates.get('/unknown', async (ctx, next) => {
  try {
    ctx.state.guest = await stamps.read(ctx.get('authorization'));
  } catch {
    ctx.throw(401, 'no stamp');
  }
  await next();
}, answer);

gates.get('/verified', async (ctx, next) => {
  try {
    ctx.state.guest = jwt.verify(ctx.get('authorization'), 'sea');
    await next();
  } catch {
    ctx.throw(401, 'no ticket');
  }
}, answer);

/** Takes it apart, which fails where there is none. */
gates.get('/parts', async (ctx, next) => {
  try {
    const [, ticket] = ctx.headers.authorization.split(' ');
    ctx.state.guest = jwt.verify(ticket, 'sea');
  } catch {
    ctx.throw(401, 'no ticket');
  }
  await next();
}, answer);

pier.use(gates.routes());
pier.listen(3000);
