const Koa = require('koa');
const Router = require('koa-router');
const pathToRegexp = require('path-to-regexp');
const jwt = require('jsonwebtoken');

const observatory = new Koa();
const open = ['/sign-in', '/stars/:star', '/pictures/(.*)'];
const notices = pathToRegexp(['/notices', '/notices/:notice']);
// Which paths this takes nobody knows.
const doubtful = pathToRegexp(process.env.OPEN_PATHS || '/odd{/:one}');

observatory.use(async (ctx, next) => {
  if (open.some((each) => pathToRegexp(each).test(ctx.path)) || notices.test(ctx.path)) return next();
  const token = ctx.get('Authorization');
  if (!token) ctx.throw(401, 'who');
  ctx.state.watcher = jwt.verify(token, process.env.SEAL);
  if (doubtful.test(ctx.path)) ctx.state.odd = true;
  await next();
});

const dome = new Router();
dome.post('/sign-in', (ctx) => { ctx.body = { token: jwt.sign({ id: 1 }, process.env.SEAL) }; });
dome.get('/stars', (ctx) => { ctx.body = [{ star: 'Vega' }]; });
dome.get('/stars/:star', (ctx) => { ctx.body = { star: ctx.params.star }; });
dome.get('/stars/:star/planets', (ctx) => { ctx.body = []; });
dome.get('/pictures/:year/:night', (ctx) => { ctx.body = { year: ctx.params.year }; });
dome.get('/notices/:notice', (ctx) => { ctx.body = { notice: ctx.params.notice }; });
observatory.use(dome.routes());
observatory.listen(8800);
