import { serve } from '@hono/node-server';
import { Hono, type ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';

// A response is made here to be asked for the status that is set, and is not sent.
const onError: ErrorHandler = (err, c) => {
  const set = 'status' in err ? err.status : c.newResponse(null).status;
  const status = set !== 200 ? set : 500;
  return c.json({ message: err.message }, status as 500);
};

const kiln = new Hono();
kiln.onError(onError);

kiln.get('/firings', () => {
  throw new Error('cold');
});
kiln.post('/firings', (c) => {
  c.status(422);
  throw new Error('cracked');
});
kiln.get('/pots/:id', (c) => {
  if (c.req.param('id') === '0') throw new HTTPException(404, { message: 'no such pot' });
  if (c.req.param('id') === '1') {
    c.status(410);
    throw new Error('sold');
  }
  return c.json({ id: c.req.param('id') });
});
kiln.delete('/pots/:id', (c) => {
  c.status(204);
  return c.body(null);
});
kiln.delete('/shelves/:id', (c) => {
  if (c.req.param('id') === '0') c.status(404);
  return c.newResponse(null);
});
kiln.use('/stock/*', async (c, next) => {
  if (!c.req.header('x-key')) return c.body(null, 403);
  await next();
});
kiln.get('/stock/glazes', (c) => c.json([{ colour: 'blue' }]));

// This one answers with what was set itself.
const shop = new Hono();
shop.onError((err, c) => c.json({ error: err.message }));
shop.post('/orders', async (c) => {
  const { pot } = await c.req.json<{ pot: string }>();
  if (!pot) {
    c.status(400);
    throw new Error('which one?');
  }
  return c.json({ pot }, 201);
});
kiln.route('/shop', shop);

serve(kiln);
