import Koa from 'koa';
import Router from '@koa/router';
import bodyParser from 'koa-bodyparser';
import Joi from 'joi';

const together = (schema) => async (ctx, next) => {
  const { error } = schema.validate({ ...ctx.request.body, ...ctx.query, ...ctx.params });
  if (error) ctx.throw(400, error.message);
  await next();
};
const weir = Joi.object({ weir: Joi.string().guid().required() });

const weirs = new Router({ prefix: '/weirs' });
weirs.del('/:weir', together(weir), (ctx) => { ctx.status = 204; });
weirs.post('/:weir/fill', together(weir.keys({ litres: Joi.number().required() })), (ctx) => { ctx.body = { litres: ctx.request.body.litres }; });

const sluicegate = new Koa();
sluicegate.use(bodyParser());
sluicegate.use(weirs.routes());
sluicegate.listen(7018);
