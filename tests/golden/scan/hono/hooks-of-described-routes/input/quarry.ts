import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';

const Stone = z.object({ sort: z.string(), weight: z.number().max(90) });
const hew = createRoute({ method: 'post', path: '/stones', request: { body: { content: { 'application/json': { schema: Stone } } } }, responses: { 201: { description: 'hewn' } } });
const haul = createRoute({ method: 'post', path: '/hauls', request: { query: z.object({ carts: z.coerce.number() }) }, responses: { 202: { description: 'under way' } } });
const plain = createRoute({ method: 'post', path: '/blasts', request: { query: z.object({ kilos: z.coerce.number() }) }, responses: { 202: { description: 'heard' } } });

// One hook for all routes of an application, one for a single route, and none.
const quarry = new OpenAPIHono({ defaultHook: (result, c) => (result.success ? undefined : c.json({ refused: result.error.issues.length }, 422)) });
quarry.openapi(hew, (c) => c.json({ stone: c.req.valid('json') }, 201));
quarry.openapi(haul, (c) => c.json({ carts: c.req.valid('query').carts }, 202), (result, c) => { if (!result.success) return c.json({ name: result.error.name }, 409); });

const pit = new OpenAPIHono();
pit.openapi(plain, (c) => c.json({ kilos: c.req.valid('query').kilos }, 202));
quarry.route('/pit', pit);

export default quarry;
