import { Hono } from 'hono';

type Bindings = { PIT: D1Database };
const quarry = new Hono<{ Bindings: Bindings }>();

// Every column of the table is there, whatever its default.
quarry.get('/stones/:id', async (c) => {
  const stone: any = await c.env.PIT.prepare('SELECT * FROM stones WHERE id = ?').bind(c.req.param('id')).first();
  if (!stone) return c.json({ error: 'no such stone' }, 404);
  if (!stone.split) return c.json({ error: 'still whole' }, 409);
  return c.json(stone);
});

// A column that no file of the project makes is not known: it may be there, and be true.
quarry.get('/stones/:id/seal', async (c) => {
  const stone: any = await c.env.PIT.prepare('SELECT * FROM stones WHERE id = ?').bind(c.req.param('id')).first();
  if (!stone) return c.json({ error: 'no such stone' }, 404);
  if (!stone.sealed) return c.json({ error: 'without a seal' }, 403);
  return c.json({ sealed: stone.sealed, tons: stone.tons });
});

// Of columns that a statement names there are no others.
quarry.get('/stones', async (c) => {
  const { results } = await c.env.PIT.prepare('SELECT id, tons FROM stones').all();
  return c.json(results.map((stone: any) => ({ id: stone.id, tons: stone.tons, ...(stone.sold && { sold: true }) })));
});

export default quarry;
