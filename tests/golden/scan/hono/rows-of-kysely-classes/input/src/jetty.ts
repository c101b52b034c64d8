import { Hono } from 'hono';
import { serve } from '@hono/node-server';
import { Boats } from './boats.js';
import { Store } from './store.js';

const boats = new Boats(new Store());
const jetty = new Hono();
jetty.get('/boats', async (c) => c.json(await boats.list(c.req.query('afloat') === 'yes')));
jetty.get('/boats/biggest', async (c) => c.json(await boats.biggest()));
jetty.post('/boats', async (c) => { const { name, berth } = await c.req.json(); return c.json(await boats.moor(name, berth), 201); });
jetty.get('/berths', async (c) => c.json({ berths: await boats.berths() }));
jetty.delete('/boats/:hull', async (c) => {
  const gone = await boats.remove(Number(c.req.param('hull')));
  return gone ? c.json(gone) : c.json({ lost: true }, 404);
});
serve({ fetch: jetty.fetch, port: 8080 });
