import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const c = initContract();
const star = z.object({ name: z.string(), magnitude: z.number() });
export const stars = c.router({
  list: { method: 'GET', path: '/stars', query: z.object({ brighterThan: z.coerce.number().optional() }), responses: { 200: z.array(star) } },
  show: { method: 'GET', path: '/stars/:name', pathParams: z.object({ name: z.string().min(2) }), responses: { 200: star, 404: z.object({ why: z.string() }) } },
  add: { method: 'POST', path: '/stars', body: star, responses: { 201: star } },
  chart: { method: 'GET', path: '/chart', responses: { 200: c.otherResponse({ contentType: 'image/svg+xml', body: z.string() }) } },
  forget: { method: 'DELETE', path: '/stars/:name', body: c.noBody(), responses: { 204: c.noBody() } },
});
export const lamps = c.router({ dome: c.router({ light: { method: 'PUT', path: '/lamp', body: z.object({ on: z.boolean() }), responses: { 200: z.object({ on: z.boolean() }) } } }) }, { pathPrefix: '/dome' });
