// What is checked behind a row that may be missing is checked of every request, whichever way it came there.
import { Hono } from 'hono';
import { findVisit, rateVisit } from './rows.ts';
import { rate, Refusal } from './service.ts';

const app = new Hono();

app.onError((error, c) => (error instanceof Refusal ? c.json({ error: error.message }, error.status) : c.json({ error: 'Broken' }, 500)));

app.post('/visits/:id/rate', async (c) => {
  const { stars } = await c.req.json();
  return c.json(await rate(c.req.param('id'), stars));
});

// Nobody asks whether it was found.
app.put('/visits/:id/stars', async (c) => {
  const body = await c.req.json();
  const visit = await findVisit(c.req.param('id'));
  if (body.stars < 1 || body.stars > 5) return c.json({ error: 'One to five stars' }, 422);
  return c.json({ before: visit?.stars ?? null, after: body.stars });
});

app.put('/visits/:id/note', async (c) => {
  const body = await c.req.json();
  const visit = await findVisit(c.req.param('id'));
  if (!visit) return c.json({ error: 'No such visit' }, 404);
  if (typeof body.note !== 'string' || body.note.length < 3) return c.json({ error: 'Too short' }, 422);
  if (!['praise', 'blame'].includes(body.kind)) return c.json({ error: 'Praise or blame' }, 422);
  return c.json({ note: body.note, kind: body.kind });
});

// Each arm has a check of its own that says the same.
app.post('/visits', async (c) => {
  const body = await c.req.json();
  if (body.kind === 'group') {
    if (body.guests < 2 || body.guests > 40) return c.json({ error: 'Two to forty' }, 422);
    return c.json({ rooms: 4 }, 201);
  }
  if (body.guests < 2 || body.guests > 40) return c.json({ error: 'Two to forty' }, 422);
  return c.json({ rooms: 1 }, 201);
});

// Of a visit that is not there nothing is asked.
app.put('/visits/:id/guest', async (c) => {
  const body = await c.req.json();
  const visit = await findVisit(c.req.param('id'));
  if (visit) {
    if (body.guest.length < 3) return c.json({ error: 'Who?' }, 422);
    await rateVisit(visit.id, 0);
  }
  return c.json({ guest: body.guest });
});

// One arm asks for more.
app.post('/tables', async (c) => {
  const body = await c.req.json();
  if (body.kind === 'terrace') {
    if (body.seats < 2 || body.seats > 8) return c.json({ error: 'Two to eight' }, 422);
    return c.json({ table: 4 }, 201);
  }
  if (body.seats < 2) return c.json({ error: 'Two at least' }, 422);
  return c.json({ table: 1 }, 201);
});

export default app;
