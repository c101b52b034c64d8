import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { validator } from 'hono/validator';

const Crossing = z.object({ from: z.string().min(2), seats: z.number().int().max(40), dog: z.boolean().optional() });

const pass = async (c, next) => {
  const token = c.req.header('X-Pass');
  if (!token) throw new HTTPException(401, { message: 'No pass' });
  c.set('holder', { pass: 'p' });
  await next();
};

const quays = new Hono();
quays.get('/', (c) => c.json({ near: c.req.query('near') ?? 'north', quays: ['north', 'south'] }));
quays.get('/:quay', (c) => {
  const quay = c.req.param('quay');
  if (c.req.query('closed') === 'yes') return c.notFound();
  if (c.req.query('moved') === 'yes') return c.redirect('/quays', 301);
  return c.json({ quay }, 203);
});
quays.post('/', async (c) => {
  const body = await c.req.json();
  if (!body.name) return c.json({ fault: 'name' }, 422);
  return c.json({ name: body.name.trim(), depth: 3 }, 201);
});
// Errors of these routes are answered here, not by the ferry.
quays.get('/:quay/storm', () => { throw new HTTPException(503, { message: 'storm' }); });
quays.onError((error, c) => c.json({ quayFault: error.message }, error instanceof HTTPException ? error.status : 500));

const ferry = new OpenAPIHono();
ferry.route('/quays', quays);
ferry.post('/crossings', zValidator('json', Crossing), (c) => { const crossing = c.req.valid('json'); return c.json({ from: crossing.from, seats: crossing.seats }, 201); });
ferry.get('/crossings', zValidator('query', z.object({ day: z.string().length(3) }), (result, c) => { if (!result.success) return c.json({ wrong: 'day' }, 406); }), (c) => c.json([{ day: c.req.valid('query').day }]));
ferry.put('/crossings', validator('json', (value, c) => { if (!value.seats) return c.text('seats?', 400); return { seats: 4 }; }), (c) => c.json(c.req.valid('json')));
ferry.get('/pass', pass, (c) => c.json({ holder: c.get('holder'), again: c.var.holder }));
ferry.get('/text', (c) => c.text('full steam'));
ferry.get('/page', (c) => c.html('<h1>ferry</h1>'));
ferry.get('/late', (c) => { c.status(202); return c.json({ late: true }); });
ferry.openapi(createRoute({
  method: 'get', path: '/tides/{tide}', request: { params: z.object({ tide: z.string() }) },
  responses: { 200: { description: 'The tide', content: { 'application/json': { schema: z.object({ tide: z.string(), height: z.number() }) } } } },
}), (c) => c.json({ tide: c.req.valid('param').tide, height: 2 }, 200));
export default ferry;
