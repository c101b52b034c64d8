import { createHmac, timingSafeEqual } from 'node:crypto';
import { Hono, type Context, type Next } from 'hono';

const relay = new Hono();

async function signed(c: Context, next: Next) {
  const given = c.req.header('x-relay-signature-256');
  const wanted = 'sha256=' + createHmac('sha256', process.env.RELAY_SECRET!).update(await c.req.text()).digest('hex');
  if (!given || !timingSafeEqual(Buffer.from(given), Buffer.from(wanted))) return new Response('not signed', { status: 401 });
  await next();
}

relay.post('/hooks/horses', signed, (c) => c.json({ taken: true }));
relay.post('/hooks/riders', async (c) => {
  const wanted = createHmac('sha256', process.env.RELAY_SECRET!).update(await c.req.text()).digest('hex');
  if (c.req.header('x-rider-signature') !== wanted) return c.json({ reason: 'not signed' }, 400);
  return c.json({ taken: true });
});
// Without a refusal there is no guard.
relay.post('/hooks/guests', async (c) => {
  const wanted = createHmac('sha256', process.env.RELAY_SECRET!).update(await c.req.text()).digest('hex');
  return c.json({ isKnown: c.req.header('x-guest-signature') === wanted });
});

export default relay;
