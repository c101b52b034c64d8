import { serve } from '@hono/node-server';
import { OpenAPIHono, createRoute } from '@hono/zod-openapi';
import { vValidator } from '@hono/valibot-validator';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as v from 'valibot';
import { z } from 'zod';

const Pot = z.object({ glaze: z.string().min(2), height: z.number() });

// Nobody says how pots are refused: the package answers with zod's own error.
const kiln = new Hono();
kiln.post('/pots', zValidator('json', Pot), (c) => c.json({ fired: c.req.valid('json').height }, 201));
kiln.get('/pots', zValidator('query', z.object({ glaze: z.string() })), (c) => c.json({ pots: 2 }));

// A hook that answers all of them, and one that leaves some to the package.
kiln.put('/pots', zValidator('json', Pot, (result, c) => { if (!result.success) return c.json({ broken: true }, 422); }), (c) => c.json({ fired: 1 }));
kiln.patch('/pots', zValidator('json', Pot, (result, c) => { if (!result.success && c.req.header('x-strict')) return c.json({ broken: true }, 422); }), (c) => c.json({ fired: 1 }));

// Other libraries have errors of their own.
kiln.post('/bowls', vValidator('json', v.object({ glaze: v.string() })), (c) => c.json({ bowls: 2 }));

const described = new OpenAPIHono();
const route = createRoute({
  method: 'post',
  path: '/tiles',
  request: { body: { required: true, content: { 'application/json': { schema: Pot } } } },
  responses: { 200: { description: 'fired', content: { 'application/json': { schema: z.object({ tiles: z.number() }) } } } },
});
described.openapi(route, (c) => c.json({ tiles: 2 }, 200));
kiln.route('/', described);

serve(kiln);
