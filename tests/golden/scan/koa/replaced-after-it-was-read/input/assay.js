// What is decrypted in place and checked then came in encrypted.
import Koa from 'koa';
import Router from '@koa/router';
import bodyParser from 'koa-bodyparser';
import Joi from 'joi';
import NodeRSA from 'node-rsa';

const vault = new NodeRSA({ b: 512 });
const desk = new Router({ prefix: '/desk' });

desk.post('/open', async (ctx) => {
  const given = ctx.request.body;
  given.phrase = vault.decrypt(given.phrase, 'utf8');
  const checked = Joi.object({ alias: Joi.string().required(), phrase: Joi.string().min(8).required() }).validate({ alias: given.alias, phrase: given.phrase });
  if (checked.error) ctx.throw(422, checked.error.message);
  ctx.body = { alias: given.alias };
});
desk.post('/close', async (ctx) => {
  ctx.request.body.closedBy = ctx.get('x-clerk');
  ctx.body = { by: ctx.request.body.closedBy, note: ctx.request.body.note };
});
// A record in place of the body: what the program puts into it nobody sends.
const weighed = async (ctx, next) => {
  ctx.request.body = { ...ctx.request.body, scale: 'brass' };
  await next();
};
desk.post('/weigh', weighed, async (ctx) => {
  const { grams, scale } = ctx.request.body;
  ctx.body = { grams, scale };
});

const assay = new Koa();
assay.use(bodyParser());
assay.use(desk.routes());
assay.listen(7010);
