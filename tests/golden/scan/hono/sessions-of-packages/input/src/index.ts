import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { betterAuth } from 'better-auth';
import { Lucia } from 'lucia';
import { parse } from 'cookie';
import { crewOf, shelf } from './crew';

const gangway = betterAuth({
  database: shelf,
  advanced: { cookiePrefix: 'ferry' },
  user: { additionalFields: { rank: { type: 'string' }, cabin: { type: 'number', required: false } } },
});
const keeper = new Lucia(shelf, { sessionCookie: { name: 'deck_pass' } });

const ferry = new Hono();
ferry.on(['GET', 'POST'], '/gangway/*', (c) => gangway.handler(c.req.raw));

// The session of the web's headers is demanded at once.
const aboard = createMiddleware(async (c, next) => {
  const found = await gangway.api.getSession({ headers: c.req.raw.headers });
  if (!found) return c.json({ error: 'not aboard' }, 401);
  c.set('traveller', found.user);
  await next();
});
ferry.get('/cabins', aboard, (c) => c.json(c.get('traveller')));
// Plugins add members to the whole as well.
ferry.get('/deck', async (c) => {
  const found = await gangway.api.getSession({ headers: c.req.raw.headers });
  if (!found) return c.json({ error: 'not aboard' }, 401);
  if (!found.deck?.open) return c.json({ error: 'closed' }, 409);
  return c.json({ steps: 12 });
});

// A session that is left, and demanded by others.
const pier = new Hono();
pier.use(async (c, next) => {
  const id = keeper.readSessionCookie(c.req.header('Cookie') ?? '');
  if (!id) {
    c.set('account', null);
    return next();
  }
  const { user } = await keeper.validateSession(id);
  c.set('account', user);
  return next();
});
const known = () => createMiddleware(async (c, next) => {
  if (!c.get('account')) return c.json({ error: 'unknown' }, 401);
  await next();
});
pier.get('/', (c) => c.json({ open: true }));
pier.post('/tickets', known(), (c) => c.json({ sold: true }, 201));
ferry.route('/pier', pier);

// The header taken apart by hand.
ferry.get('/galley', async (c, next) => {
  const { galley_token: token } = parse(c.req.header('cookie') ?? '');
  if (!token || !(await crewOf(token))) return c.text('crew only', 401);
  await next();
}, (c) => c.json({ soup: 'hot' }));

// Either a session or a key.
ferry.get('/holds', async (c, next) => {
  if (await gangway.api.getSession({ headers: c.req.raw.headers })) return next();
  const key = c.req.header('x-hold-key');
  if (!key || !(await crewOf(key))) return c.text('crew only', 401);
  await next();
}, (c) => c.json({ barrels: 40 }));

export default ferry;
