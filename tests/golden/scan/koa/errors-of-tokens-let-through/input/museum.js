const Koa = require('koa');
const Router = require('koa-router');
const jwt = require('koa-jwt');

const museum = new Koa();
// Whoever has no token gets on, with the error beside.
museum.use(jwt({ secret: process.env.SECRET, passthrough: true }));

const known = async (ctx, next) => {
  if (ctx.state.jwtOriginalError) ctx.throw(401, 'who are you?');
  await next();
};
const member = async (ctx, next) => {
  if (!ctx.state.user) ctx.throw(401, 'members only');
  await next();
};

const router = new Router();
router.get('/halls', (ctx) => { ctx.body = { halls: 9 }; });
router.get('/archive', known, (ctx) => { ctx.body = { boxes: 400 }; });
router.post('/loans', member, (ctx) => { ctx.body = { lent: true }; });
// Tells who has failed, and refuses nobody.
router.get('/whoami', (ctx) => {
  ctx.body = { known: !ctx.state.jwtOriginalError };
});

museum.use(router.routes()).listen(8700);
