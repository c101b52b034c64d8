import { apiBuilder, makeApi, makeErrors, makeParameters, mergeApis } from '@zodios/core';
import { z } from 'zod';

const Star = z.object({ id: z.string().uuid(), magnitude: z.number() });
const errors = makeErrors([
  { status: 404, schema: z.object({ lost: z.boolean() }), description: 'Behind a cloud' },
  { status: 'default', schema: z.object({ oops: z.string() }) },
]);

const stars = makeApi([
  {
    method: 'get',
    path: '/:star',
    alias: 'findStar',
    parameters: makeParameters([
      { name: 'star', type: 'Path', schema: z.string().uuid() },
      { name: 'zoom', type: 'Query', schema: z.number().min(2).optional() },
      { name: 'X-Lens', type: 'Header', schema: z.enum(['wide', 'long']) },
    ]),
    response: Star,
    errors,
  },
  {
    method: 'post',
    path: '/',
    parameters: [{ name: 'body', type: 'Body', schema: Star.omit({ id: true }) }],
    status: 201,
    response: Star,
  },
  // Nothing is said of its requests: nothing is checked.
  { method: 'delete', path: '/:star', response: z.void(), status: 204 },
]);
export const sky = mergeApis({ '/stars': stars });
export const tides = apiBuilder({ method: 'put', path: '/tide', parameters: [{ name: 'body', type: 'Body', schema: z.object({ height: z.number() }) }], response: z.object({ at: z.string() }) }).build();
export const loose = makeApi([
  { method: 'post', path: '/notes', parameters: [{ name: 'body', type: 'Body', schema: z.object({ text: z.string() }) }], response: z.object({ no: z.number() }) },
]);
