import { Hono } from 'hono';

const ferry = new Hono();
ferry.post('/tickets', async (c) => {
  const form = new URLSearchParams(await c.req.text());
  const deck = form.get('deck');
  if (!deck) return c.json({ error: 'deck' }, 400);
  return c.json({ deck, meal: form.get('meal') });
});
ferry.post('/cars', async (c) => {
  const { plate } = Object.fromEntries(new URLSearchParams(await c.req.raw.text()));
  return c.json({ plate });
});
ferry.post('/bikes', async (c) => {
  const bike = JSON.parse(await c.req.text());
  return c.json({ gears: bike.gears });
});
ferry.post('/notes', async (c) => c.text((await c.req.text()).trim()));
ferry.get('/piers', (c) => c.json({ pier: new URL(c.req.url).searchParams.get('pier') }));
export default ferry;
