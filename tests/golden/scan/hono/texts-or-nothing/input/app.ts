import { Hono } from 'hono';

const app = new Hono<{ Variables: { reader: { card: string | undefined } | null } }>();

app.use('*', async (c, next) => {
  c.set('reader', c.req.header('x-card') ? { card: c.req.header('x-card') } : null);
  await next();
});
app.get('/reader', (c) => c.json({ card: c.get('reader')?.card ?? null }));
app.get('/shelves/:shelf', (c) => c.json({ shelf: c.req.param('shelf') || null, order: c.req.query('order') ?? 'title' }));
// What stands beside it is no text.
app.get('/pages', (c) => c.json({ page: c.req.query('page') ?? 1, tags: c.req.queries('tag') ?? [] }));
// Of a body nobody knows.
app.post('/notes', async (c) => {
  const body = await c.req.json();
  return c.json({ note: body.note ?? null }, 201);
});

export default app;
