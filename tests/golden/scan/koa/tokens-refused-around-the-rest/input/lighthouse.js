const Koa = require('koa');
const Router = require('@koa/router');
const jwt = require('jsonwebtoken');

const app = new Koa();
const lamps = new Router();
const lit = (ctx) => {
  ctx.body = { lit: true };
};

// The catch is around everything behind it as well: what it answers to a bad token is its own.
const around = async (ctx, next) => {
  try {
    ctx.state.keeper = jwt.verify(ctx.get('authorization'), process.env.LAMP);
    await next();
  } catch (error) {
    ctx.status = 400;
    ctx.body = { error: 'bad token' };
  }
};
const toldApart = async (ctx, next) => {
  try {
    ctx.state.keeper = jwt.verify(ctx.get('authorization'), process.env.LAMP);
    await next();
  } catch (error) {
    ctx.status = error.name === 'TokenExpiredError' ? 419 : 401;
    ctx.body = { error: error.message };
  }
};
// The token comes in the query.
const ofQuery = async (ctx, next) => {
  const { token } = ctx.query;
  try {
    ctx.state.keeper = jwt.verify(token, process.env.LAMP);
  } catch {
    ctx.throw(403, 'bad token');
  }
  await next();
};
// In the query where there is no header.
const ofEither = async (ctx, next) => {
  const token = ctx.headers.authorization || ctx.query.token;
  try {
    ctx.state.keeper = jwt.verify(token, process.env.LAMP);
  } catch {
    ctx.throw(401, 'bad token');
  }
  await next();
};
// It may fail of what nobody knows: that says nothing of who comes.
const noting = async (ctx, next) => {
  try {
    ctx.state.weather = await ctx.app.weather.now(ctx.ip);
    await next();
  } catch (error) {
    ctx.status = 400;
    ctx.body = { error: error.message };
  }
};

lamps.get('/around', around, lit);
lamps.get('/told-apart', toldApart, lit);
lamps.get('/of-query', ofQuery, lit);
lamps.get('/of-either', ofEither, lit);
lamps.get('/noting', noting, lit);
app.use(lamps.routes());
app.listen(3000);
