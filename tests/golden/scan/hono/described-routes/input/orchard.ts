import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { ripe } from './ripe.js';

const Apple = z.object({ kind: z.string() });
const pick = createRoute({
  method: 'post', path: '/apples/{apple}/pick', middleware: [ripe] as const,
  request: { params: z.object({ apple: z.string() }), query: z.object({ ladder: z.string().optional() }), body: { content: { 'application/json': { schema: Apple } } } },
  responses: { 200: { description: 'picked', content: { 'application/json': { schema: Apple } } } },
});
const look = createRoute({ method: 'get', path: '/apples', responses: { 200: { description: 'all' } } });

const trees = new OpenAPIHono();
trees.openapi(pick, (c) => c.json({ kind: 'pippin' }, 200)).openapi(look, (c) => c.json([], 200));

const orchard = new OpenAPIHono().basePath('/v1');
orchard.route('/trees', trees);
orchard.doc('/openapi.json', { openapi: '3.0.0', info: { title: 'orchard', version: '1' } });
export default { port: 4000, fetch: orchard.fetch };
