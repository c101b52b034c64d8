import { serve } from '@hono/node-server';
import { Hono, type Context, type Next } from 'hono';
import { registry } from 'bird-registry';

type Place = { from: 'query' | 'header' | 'ring'; name: string };

/** Which aviary is meant is looked for in several places: who is found in one need not say it in the next. */
const aviaryFrom = (places: Place[]) => async (c: Context, next: Next) => {
  let aviary: string | null = null;
  for (const place of places) {
    if (place.from === 'query') aviary = c.req.query(place.name) || null;
    else if (place.from === 'header') aviary = c.req.header(place.name) || null;
    else {
      const ring = c.req.param(place.name);
      if (ring) aviary = await registry.aviaryOf(ring);
    }
    if (aviary) break;
  }
  if (!aviary) return c.json({ error: 'Which aviary?' }, 400);
  c.set('aviary', aviary);
  await next();
};

const app = new Hono();
const birds = (c: Context) => c.json({ birds: 3 });

app.get('/rings/:ring', aviaryFrom([{ from: 'ring', name: 'ring' }, { from: 'query', name: 'aviary' }]), birds);
app.get('/either', aviaryFrom([{ from: 'header', name: 'x-aviary' }, { from: 'query', name: 'aviary' }]), birds);
app.get('/three', aviaryFrom([{ from: 'query', name: 'cage' }, { from: 'query', name: 'net' }, { from: 'query', name: 'perch' }]), birds);
app.get('/one', aviaryFrom([{ from: 'query', name: 'aviary' }]), birds);

/** Without anything to wait for, and what was found last is what is taken. */
app.get('/names', (c) => {
  let name: string | undefined;
  for (const key of ['latin', 'english']) {
    name = c.req.query(key);
    if (name) break;
  }
  return name ? c.json({ name }) : c.json({ error: 'Which bird?' }, 400);
});

/** What comes out of the loop is what either round has left. */
app.get('/kinds', (c) => {
  let kind: { from: string; of?: number } = { from: 'nobody' };
  for (const key of ['song', 'plumage']) {
    kind = key === 'song' ? { from: 'ear' } : { from: 'eye', of: 2 };
    if (c.req.query(key)) break;
  }
  return c.json(kind);
});

/** A later round answers, and fails. */
app.get('/answers', (c) => {
  let found: string | null = null;
  for (const key of ['net', 'cage']) {
    if (key === 'cage') return c.json({ error: 'In no net' }, 404);
    found = c.req.query(key) ?? null;
    if (found) break;
  }
  return c.json({ found });
});
app.get('/fails', async (c) => {
  let found: string | null = null;
  for (const key of ['net', 'cage']) {
    if (key === 'cage') throw new Error('In no net');
    found = await registry.inNet(c.req.query(key));
    if (found) break;
  }
  return c.json({ inNet: found });
});

/** All of them have to be there: rounds are left for what is missing. */
app.post('/all', async (c) => {
  const body = await c.req.json();
  for (const key of ['name', 'ring']) if (!body[key]) return c.json({ error: key }, 400);
  return c.json({ kept: true }, 201);
});
app.post('/all-told', async (c) => {
  const body = await c.req.json();
  const missing: string[] = [];
  for (const key of ['name', 'ring']) {
    if (body[key]) continue;
    missing.push(key);
  }
  if (missing.length > 0) return c.json({ missing }, 400);
  return c.json({ kept: true }, 201);
});
app.post('/all-until', async (c) => {
  const body = await c.req.json();
  let missing: string | null = null;
  for (const key of ['name', 'ring', 'hatched']) {
    if (!body[key]) {
      missing = key;
      break;
    }
  }
  if (missing) return c.json({ missing }, 400);
  return c.json({ kept: true }, 201);
});

serve(app);
