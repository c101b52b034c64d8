// Cookies and tokens that are taken out of their headers by hand.
import { serve } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { verify } from 'hono/jwt';
import { bakers } from './bakers.js';

const app = new Hono<{ Variables: { baker: { sub: string } } }>();

const guard: MiddlewareHandler = async (c, next) => {
  const match = (c.req.header('Cookie') ?? '').match(/apron=([^;]+)/);
  if (!match) throw new HTTPException(401, { message: 'no apron' });
  c.set('baker', await verify(match[1], 'flour'));
  await next();
};
app.get('/guarded', guard, (c) => c.json({ baker: c.get('baker').sub }));
app.get('/entries', async (c) => {
  const header = c.req.raw.headers.get('cookie') ?? '';
  const cookies = Object.fromEntries(header.split(';').map((pair) => pair.trim().split('=')));
  if (!cookies.badge) return c.json({ error: 'no badge' }, 401);
  return c.json({ baker: await bakers.find(cookies.badge) });
});
// It fails without the header, and says so nowhere.
app.get('/failing', async (c) => {
  const token = c.req.header('authorization')!.split(' ')[1];
  const { sub } = await verify(token, 'flour');
  return c.json({ sub });
});
app.get('/visitors', async (c) => {
  const token = c.req.header('authorization')?.split(' ')[1];
  return c.json({ sub: token ? (await verify(token, 'flour')).sub : 'visitor' });
});

serve(app);
