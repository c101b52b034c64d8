import { authHandler, initAuthConfig, verifyAuth } from '@hono/auth-js';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { MongoClient } from 'mongodb';
import { getServerSession } from 'next-auth';

const growers = new MongoClient(process.env.MONGO_URL!).db().collection('growers');
const options = { providers: [] };
const orchard = new Hono();

// The session is found by the request that is served.
orchard.get('/me', async (c) => {
  const session = await getServerSession(options);
  if (!session) return c.json({ error: 'log in' }, 401);
  return c.json({ email: session.user.email });
});
// The cookie is called otherwise; a token does as well.
orchard.post('/trees', async (c, next) => {
  const header = c.req.header('authorization');
  const grower = header?.startsWith('Bearer ') ? await growers.findOne({ token: header.slice(7) }) : null;
  const session = grower ? null : await getServerSession({ ...options, cookies: { sessionToken: { name: 'grower' } } });
  if (!grower && !session) return c.json({ error: 'who is it?' }, 401);
  await next();
}, (c) => c.json({ planted: true }, 201));

orchard.use('/harvest/*', initAuthConfig(() => ({ secret: process.env.AUTH_SECRET, providers: [] })));
orchard.use('/harvest/auth/*', authHandler());
orchard.use('/harvest/*', verifyAuth());
orchard.get('/harvest/apples', (c) => c.json({ apples: 40 }));
serve({ fetch: orchard.fetch, port: 3000 });
