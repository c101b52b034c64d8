import Router, { type Spec } from 'koa-joi-router';

const { Joi } = Router;
const mossBody = Joi.object({ colour: Joi.string().required(), patches: Joi.array().items(Joi.number().integer()).max(5) });

export const mossRoutes: Spec[] = ['moss', 'lichen'].map((kind) => ({
  method: 'post',
  path: `/${kind}`,
  validate: { type: 'json', body: mossBody, header: Joi.object({ 'x-season': Joi.string().valid('wet', 'dry').required() }).unknown(true) },
  handler: async (ctx) => { ctx.body = { kind, colour: ctx.request.body.colour }; },
}));
