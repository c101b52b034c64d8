const Koa = require('koa');
const Router = require('koa-router');
const jwt = require('jsonwebtoken');

const desk = new Koa();
const hall = new Router();
const open = ['/sign-in', '/sign-up'];
const patterns = [/^\/notices/];

desk.use(async (ctx, next) => {
  ctx.told = (data) => { ctx.body = { code: 0, data }; };
  await next();
});
// Answers 200 to everybody; whom it refuses the body says.
desk.use(async (ctx, next) => {
  if (open.includes(ctx.path) || patterns.some((pattern) => pattern.test(ctx.path))) return next();
  const token = ctx.get('Authorization');
  if (!token) {
    ctx.body = { code: 401, why: 'nobody' };
    return;
  }
  try {
    ctx.state.guest = jwt.verify(token, process.env.SEAL);
  } catch {
    ctx.body = { code: 401, why: 'forged' };
    return;
  }
  await next();
});
const captain = async (ctx, next) => {
  if (ctx.state.guest.rank !== 'captain') ctx.body = { code: 403, why: 'rank' };
  else await next();
};
hall.post('/sign-in', (ctx) => ctx.told({ token: jwt.sign({ id: 1 }, process.env.SEAL) }));
hall.post('/sign-up', (ctx) => { ctx.body = { code: 12, why: 'closed' }; });
hall.get('/notices/:notice', (ctx) => ctx.told([{ title: 'fog' }]));
hall.get('/cabins', (ctx) => ctx.told({ guest: ctx.state.guest.id }));
hall.delete('/cabins/:cabin', captain, (ctx) => ctx.told(true));
desk.use(hall.routes());
desk.listen(8080);
