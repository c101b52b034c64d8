import { Hono, type Context, type Next } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { gates } from './gates';

const locks = new Hono();

/** A helper makes the refusal: the condition is its caller's. */
const refusal = (status: number, reason: string) =>
  new Response(JSON.stringify({ reason }), { status, headers: { 'content-type': 'application/json' } });

async function keeperOnly(c: Context, next: Next) {
  if (!c.req.header('X-Keeper')) return refusal(401, 'keepers only');
  await next();
}

async function sluiceKey(c: Context, next: Next) {
  const key = c.req.header('X-Sluice');
  if (!key) return Response.json({ reason: 'no key' }, { status: 401 });
  return next();
}

/** The answer is set, not returned. */
async function tollPaid(c: Context, next: Next) {
  if (!c.req.header('X-Toll')) {
    c.res = new Response('pay first', { status: 401 });
    return;
  }
  await next();
}

/** What is set behind `next` is the answer of the route in other clothes. */
async function stamped(c: Context, next: Next) {
  await next();
  c.res = new Response(c.res.body, { status: 203, headers: c.res.headers });
}

async function harbourOnly(c: Context, next: Next) {
  if (!c.req.header('X-Harbour')) throw new HTTPException(401, { res: refusal(401, 'harbour only') });
  await next();
}

/** It refuses nobody for a missing header: whoever shows none goes on. */
async function notBanned(c: Context, next: Next) {
  const vessel = c.req.header('X-Vessel');
  if (vessel && (await gates.isBanned(vessel))) return new Response('banned', { status: 403 });
  await next();
}

locks.get('/gates', keeperOnly, (c) => c.json({ open: true }));
locks.get('/sluices', sluiceKey, (c) => c.json({ open: true }));
locks.get('/tolls', tollPaid, (c) => c.json({ open: true }));
locks.get('/stamps', stamped, (c) => c.json({ open: true }));
locks.get('/berths', harbourOnly, (c) => c.json({ open: true }));
locks.get('/queue', notBanned, (c) => c.json({ open: true }));

// Handlers that answer with responses of their own: what is refused where it is missing is demanded.
locks.get('/passages', (c) => {
  const { vessel, at } = c.req.query();
  if (!vessel) return new Response('which vessel?', { status: 400 });
  return Response.json({ vessel, at: at ?? 'now' });
});
locks.post('/passages', async (c) => {
  const { vessel, length } = await c.req.json();
  if (!vessel) return refusal(422, 'which vessel?');
  if (typeof length !== 'number') return refusal(422, 'how long?');
  return Response.json({ vessel, length }, { status: 201 });
});
// One that is served either way demands nothing.
locks.get('/levels', (c) => {
  const lock = c.req.query('lock');
  if (!lock) return Response.json({ levels: gates.all() });
  return Response.json({ level: 3 });
});

export default locks;
