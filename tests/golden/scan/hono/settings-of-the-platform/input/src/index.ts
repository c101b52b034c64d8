import { Hono } from 'hono';
import { env } from 'hono/adapter';
import { createMiddleware } from 'hono/factory';

type Bindings = { KITE_TOKEN: string; WIND_KEY: string; DB: D1Database };
const app = new Hono<{ Bindings: Bindings }>();

const forFlyers = createMiddleware<{ Bindings: Bindings }>(async (c, next) => {
  if (c.req.header('x-kite') !== c.env.KITE_TOKEN) return c.json({ error: 'not yours' }, 403);
  await next();
});
const forWind = createMiddleware<{ Bindings: Bindings }>(async (c, next) => {
  const { WIND_KEY } = env<Bindings>(c);
  const given = c.req.header('x-wind');
  if (!given || given !== WIND_KEY) return c.text('who are you', 401);
  await next();
});
const same = (a: string, b: string) => {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
};
// It looks at who asks to count how often, and refuses nobody for who they are.
const slowly = createMiddleware<{ Bindings: Bindings }>(async (c, next) => {
  const who = c.req.header('authorization') ?? c.req.header('cf-connecting-ip') ?? 'somebody';
  const asked = Number(await c.env.CACHE.get(who));
  if (asked > 30) return c.json({ error: 'not so fast' }, 429);
  await next();
});
app.use('*', slowly);
app.get('/kites', forFlyers, (c) => c.json({ kites: [] }));
app.get('/wind', forWind, (c) => c.json({ speed: 3 }));
app.post('/strings', async (c) => {
  if (!c.env.KITE_TOKEN) return c.json({ error: 'not set up' }, 503);
  if (!same(c.req.header('x-string')!, c.env.KITE_TOKEN)) return c.json({ error: 'no' }, 403);
  const rows = await c.env.DB.prepare('select id, name from strings').all<{ id: number; name: string }>();
  return c.json({ rows: rows.results });
});
app.delete('/strings/:id', async (c) => {
  if (c.req.query('key') !== c.env.KITE_TOKEN) return c.json({ error: 'no' }, 401);
  return c.body(null, 204);
});
app.get('/strings/:id', async (c) => {
  const row = await c.env.DB.prepare('SELECT id, name, sold_at FROM strings WHERE id = ?').bind(c.req.param('id')).first();
  if (!row) return c.json({ error: 'no such string' }, 404);
  return c.json(row);
});
app.post('/strings/new', async (c) => {
  const { name, length } = await c.req.json();
  const { meta } = await c.env.DB.prepare('INSERT INTO strings (name, length) VALUES (?, ?)').bind(name, length).run();
  return c.json({ id: meta.last_row_id }, 201);
});
type Flight = { height: number; kite: string };
app.get('/flights', async (c) => {
  const { results } = await c.env.DB.prepare(c.env.FLIGHTS_SQL).all<Flight>();
  const count = await c.env.DB.prepare('select count(*) as total from strings').first('total');
  return c.json({ flights: results, count });
});
export default app;
