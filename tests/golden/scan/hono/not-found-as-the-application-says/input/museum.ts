import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';

const app = new Hono();
app.notFound((c) => {
  if (c.req.header('accept') === 'text/plain') return c.notFound();
  return c.json({ missing: c.req.path, in: 'museum' }, 404);
});

const open = createMiddleware(async (c, next) => {
  if (c.req.query('night') === '1') return c.notFound();
  await next();
});

app.get('/vases/:id', async (c) => {
  const vase = await findVase(c.req.param('id'));
  if (!vase) return c.notFound();
  return c.json({ vase: vase.name });
});
app.get('/halls', open, (c) => c.json({ halls: 3 }));

// What an application says that has only routes for another one is asked by nobody.
const shop = new Hono();
shop.notFound((c) => c.json({ sold: true }, 410));
shop.get('/cards/:id', (c) => (c.req.param('id') === '0' ? c.notFound() : c.json({ card: c.req.param('id') })));
app.route('/shop', shop);

// Others answer as they like.
app.get('/coats', (c) => c.json({ lost: true }, 404));

export default app;

declare function findVase(id: string): Promise<{ name: string } | null>;
