// The functions of a context know it: who takes them out of it answers as whoever calls them on it.
import { serve } from '@hono/node-server';
import { Hono, type Context, type Next } from 'hono';

type Variables = { crew: string };
const harbour = new Hono<{ Variables: Variables }>();

const boarding = async ({ req, json, set }: Context<{ Variables: Variables }>, next: Next) => {
  if (req.header('x-pass') !== process.env.PASS) return json({ refused: 'no pass' }, 401);
  set('crew', 'aft');
  await next();
};

harbour.get('/tides', ({ json }) => json({ high: 4.2, low: 0.3 }));
harbour.get('/tides/:day', async ({ req, json, notFound }) => {
  const day = req.param('day');
  if (day === 'never') return notFound();
  return json({ day }, 203);
});
harbour.post('/logs', boarding, async (c) => {
  const { req, json, get } = c;
  const { entry } = await req.json<{ entry: string }>();
  return json({ entry, by: get('crew') }, 201);
});
harbour.get('/old', ({ redirect }) => redirect('/tides', 301));
harbour.get('/sign', (c) => {
  const write = c.text;
  c.status(202);
  return write('harbour');
});
harbour.get('/plain', (c) => c.json({ plain: true }));
harbour.onError((error, { json, status }) => {
  status(502);
  return json({ failed: error.message });
});
harbour.get('/storm', () => {
  throw new Error('storm');
});

serve(harbour);
