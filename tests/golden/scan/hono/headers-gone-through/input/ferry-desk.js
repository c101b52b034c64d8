import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const desk = new Hono();

// Headers are gone through as a Map is: by themselves, by their entries, by a function.
desk.get('/crossings', (c) => {
  const given = Object.fromEntries(c.req.raw.headers);
  if (!given['x-harbour']) return c.json({ fault: 'which harbour?' }, 400);
  return c.json({ harbour: given['x-harbour'] });
});
desk.get('/berths', (c) => {
  const given = {};
  c.req.raw.headers.forEach((value, name) => {
    given[name] = value;
  });
  if (!given['x-harbour']) return c.json({ fault: 'which harbour?' }, 400);
  return c.json({ berths: 4 });
});
desk.get('/tides', (c) => {
  const given = {};
  for (const [name, value] of c.req.raw.headers.entries()) given[name] = value;
  if (!given['x-harbour']) return c.json({ fault: 'which harbour?' }, 400);
  return c.json({ high: true });
});
// A copy of a record of headers, and a form.
desk.get('/fares', (c) => {
  const given = Object.fromEntries(Object.entries(c.req.header()));
  if (!given['x-currency']) return c.json({ fault: 'which currency?' }, 400);
  return c.json({ fare: 12 });
});
desk.post('/bookings', async (c) => {
  const { passenger } = Object.fromEntries(await c.req.formData());
  if (!passenger) return c.json({ fault: 'who?' }, 400);
  return c.json({ booked: true }, 201);
});

serve({ fetch: desk.fetch, port: 3000 });
