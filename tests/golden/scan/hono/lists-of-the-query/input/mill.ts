import { Hono, type Context } from 'hono';

const app = new Hono();

async function wanted(c: Context): Promise<string[] | undefined> {
  const sacks = c.req.queries('sacks[]') ?? c.req.queries('sacks');
  if (sacks != null) return sacks;
  const body = await c.req.json();
  return body.sacks;
}

app.post('/grind', async (c) => {
  const sacks = await wanted(c);
  if (!sacks) return c.json({ error: 'nothing to grind' }, 400);
  return c.json({ ground: sacks.length });
});
app.get('/sacks', (c) => {
  const names = c.req.queries('name');
  if (!names) return c.json({ error: 'no names' }, 400);
  return c.json({ first: names[0], all: names.map((name) => name.toUpperCase()) });
});
app.get('/stones', (c) => {
  const sizes = c.req.queries('size') ?? [];
  return c.json({ sizes });
});
// A response whose headers the program sets afterwards.
app.get('/flour', () => {
  const response = new Response('<p>flour</p>');
  response.headers.set('Content-Type', 'text/html');
  return response;
});

export default app;
