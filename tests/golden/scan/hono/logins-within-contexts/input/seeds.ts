import { Hono, type Context, type Next } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { gardeners } from './gardeners';

// It lets everybody pass, and leaves one thing that is always there, with the gardener in it who may not be.
async function withVisit(c: Context, next: Next) {
  const header = c.req.header('Authorization');
  const user = header?.startsWith('Bearer ') ? await gardeners.byKey(header.slice(7)) : null;
  c.set('visit', { user, season: 'spring' });
  await next();
}

// What is always there refuses nobody.
async function visitNeeded(c: Context, next: Next) {
  if (!c.get('visit')) throw new HTTPException(401, { message: 'no visit' });
  await next();
}
async function seasonNeeded(c: Context, next: Next) {
  if (!c.get('visit').season) return c.json({ reason: 'no season' }, 403);
  await next();
}
async function gardenerNeeded(c: Context, next: Next) {
  const { user } = c.get('visit');
  if (!user) return c.json({ reason: 'gardeners only' }, 401);
  await next();
}

const seeds = new Hono();
seeds.use(withVisit);
seeds.get('/open', (c) => c.json({ open: true }));
seeds.get('/catalogue', visitNeeded, (c) => c.json({ seeds: 12 }));
seeds.get('/season', seasonNeeded, (c) => c.json({ season: 'spring' }));
seeds.get('/loans', gardenerNeeded, (c) => c.json({ loans: [] as string[] }));
// A handler that asks for what is always there.
seeds.get('/shelves', (c) => {
  if (!c.get('visit')) return c.json({ reason: 'no visit' }, 401);
  return c.json({ shelves: 3 });
});
// Served either way.
seeds.get('/greeting', (c) => c.json({ hello: c.get('visit').user?.name ?? 'stranger' }));

export default seeds;
