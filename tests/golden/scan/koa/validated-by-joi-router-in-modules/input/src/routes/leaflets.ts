import Router, { type Spec } from 'koa-joi-router';

const { Joi } = Router;
const output = { '200,206': { body: Joi.object({ leaflet: Joi.string().required() }) }, '400-499': { body: Joi.object({ why: Joi.string() }) } };

export const leafletRoutes: Spec[] = [
  { method: 'get head', path: '/:leaflet', validate: { params: { leaflet: Joi.string().pattern(/^\d+$/) }, output }, handler: (ctx) => { ctx.body = { leaflet: ctx.request.params.leaflet }; } },
  { method: ['put'], path: '/:leaflet/scan', validate: { type: 'multipart', maxBody: '1mb' }, handler: async (ctx) => { for await (const part of ctx.request.parts) part.resume(); ctx.status = 202; } },
];
