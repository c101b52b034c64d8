import { Hono } from 'hono';
import { serve } from '@hono/node-server';
import { clerkMiddleware, getAuth } from '@hono/clerk-auth';

const pergola = new Hono();
pergola.use('*', clerkMiddleware());

const demandGuest = async (c, next) => {
  const auth = getAuth(c);
  if (!auth?.userId) return c.json({ reason: 'nobody known' }, 401);
  c.set('guest', auth.userId);
  await next();
};
pergola.get('/vines', demandGuest, (c) => c.json({ by: c.get('guest') }));
pergola.get('/posts', (c) => c.json({ open: true }));

serve({ fetch: pergola.fetch, port: 7013 });
