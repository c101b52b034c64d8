const Koa = require('koa');
const Router = require('@koa/router');
const bodyParser = require('koa-bodyparser');
const _ = require('lodash');
const humps = require('humps');
const yup = require('yup');

const bakery = new Koa();
bakery.recipes = { bread: yup.object({ grain: yup.string().required().oneOf(['rye', 'wheat']), grams: yup.number().min(100) }) };
class Burnt extends Error { constructor() { super('burnt'); this.statusCode = 409; } }

bakery.use(async (ctx, next) => {
  try { await next(); } catch (error) {
    const status = error.name === 'ValidationError' ? 422 : error.status || error.statusCode;
    ctx.status = _.defaultTo(status, 500);
    ctx.body = { error_text: error.message, oven: { heat_now: 200 } };
  }
});
bakery.use(bodyParser());

const counter = new Router();
// What the application holds is reached through the context.
counter.post('/breads', async (ctx) => {
  const bread = await ctx.app.recipes.bread.validate(ctx.request.body);
  ctx.status = 201;
  ctx.body = humps.camelizeKeys({ bread, baked_at: 'noon', made_of: [{ kilo_grams: 1 }] });
});
// What is asserted has to be there.
counter.post('/orders', async (ctx) => {
  const { customer, note } = ctx.request.body;
  ctx.assert(customer, 400, 'who?');
  ctx.body = { order_for: customer, note };
});
counter.delete('/breads/:id', async (ctx) => { ctx.assert(ctx.query.sure, new Burnt()); ctx.status = 204; });
bakery.use(counter.routes());
bakery.listen(3000);
