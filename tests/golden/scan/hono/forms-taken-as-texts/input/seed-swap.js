import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const swap = new Hono();

// A text of a field that is not there is not there: the field has to come.
swap.post('/offers', async (c) => {
  const form = await c.req.formData();
  const plant = form.get('plant')?.toString();
  const grams = String(form.get('grams'));
  if (plant == null) return c.json({ fault: 'which plant?' }, 400);
  return c.json({ plant, grams }, 201);
});
swap.post('/wishes', async (c) => {
  const form = await c.req.formData();
  const plant = form.get('plant')?.toString().trim();
  if (!plant) return c.json({ fault: 'which plant?' }, 400);
  return c.json({ noted: true }, 201);
});
// Of a field of JSON it may be a number of which the text is made.
swap.post('/counts', async (c) => {
  const { bed } = await c.req.json();
  const text = bed?.toString();
  if (!text) return c.json({ fault: 'which bed?' }, 400);
  return c.json({ noted: text }, 201);
});

serve({ fetch: swap.fetch, port: 3000 });
