// What a middleware puts on the response or the request is found by those behind it; a function there answers the request that it is called for.
const Koa = require('koa');
const Router = require('@koa/router');

const post = new Koa();
const letters = new Router();

const helpers = (response) => {
  response.deliver = function (data, status = 200) {
    this.body = { data, late: false };
    this.status = status;
  };
  response.refuse = function (reason) {
    this.body = { reason };
    this.status = 422;
  };
};
post.use(async (ctx, next) => {
  helpers(ctx.response);
  ctx.response.stamp = (data) => {
    ctx.body = { data };
    ctx.status = 201;
  };
  Object.assign(ctx.response, {
    frank(data) {
      this.body = { franked: data };
      this.status = 202;
    },
  });
  ctx.request.weight = () => Number(ctx.query.grams);
  await next();
});

letters.get('/taken-out', async ({ response }) => response.deliver({ pages: 1 }));
letters.get('/with-status', async (ctx) => {
  ctx.response.deliver({ pages: 1 }, 206);
});
letters.get('/refused', async ({ query, response }) => {
  if (!query.to) return response.refuse('to whom?');
  response.deliver({ pages: 2 });
});
letters.get('/closed-over', async (ctx) => {
  ctx.response.stamp({ pages: 3 });
});
letters.get('/assigned', async (ctx) => {
  ctx.response.frank(true);
});
letters.get('/of-the-request', async (ctx) => {
  ctx.body = { grams: ctx.request.weight() };
});

post.use(letters.routes());
post.listen(3000);
