// A router of koa-joi-router keeps another one inside, which is all that a router asks for.
const Koa = require('koa');
const Router = require('koa-router');
const joiRouter = require('koa-joi-router');

const { Joi } = joiRouter;
const loaves = joiRouter();
loaves.get('/', (ctx) => {
  ctx.body = [];
});
loaves.post('/', { validate: { type: 'json', body: { flour: Joi.string().required() } } }, (ctx) => {
  ctx.status = 201;
});
const rolls = new Router(); //~ core/unmounted-router
rolls.get('/', (ctx) => {
  ctx.body = [];
});

const counter = new Router();
counter.use('/loaves', loaves);
// It is refused: it has none inside.
counter.use('/rolls', rolls); //~ koa/router-without-routes

const bakery = new Koa();
bakery.use(counter.routes());
bakery.listen(5600);
