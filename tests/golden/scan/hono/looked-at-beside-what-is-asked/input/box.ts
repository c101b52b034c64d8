import { Hono, type Context } from 'hono';
import { jwt, verify } from 'hono/jwt';

// A token that is looked at is none that is asked for, whatever its header is called.
const box = new Hono<any>();
const notesRank = async (c: Context) => {
  const token = c.req.header('x-access-token');
  if (!token) return;
  try {
    c.set('rank', (await verify(token, c.env.KEY)).rank);
  } catch {
    console.warn('no rank');
  }
};
box.use('/levers/*', async (c, next) => {
  await notesRank(c);
  return jwt({ secret: c.env.KEY, alg: 'HS256' })(c, next);
});
box.use('/tracks/*', async (c, next) => {
  const token = c.req.header('x-user-token');
  if (!token) return c.text('who is it', 401);
  try {
    await verify(token, c.env.KEY);
  } catch {
    return c.text('who is it', 401);
  }
  if (c.req.path.startsWith('/tracks/main')) await notesRank(c);
  await next();
});
// Here both are asked for.
box.use('/points/*', async (c, next) => {
  const token = c.req.header('x-user-token');
  if (!token) return c.text('who is it', 401);
  const key = c.req.header('x-api-key');
  if (!key || key !== (await keyOf(token))) return c.text('no key', 401);
  await next();
});
// One address is open, and the rest needs the token that the package verifies.
box.use('/signals/*', async (c, next) => {
  if (c.req.path.startsWith('/signals/legend')) {
    await next();
    return;
  }
  await notesRank(c);
  try {
    return await jwt({ secret: c.env.KEY, alg: 'HS256' })(c, next);
  } catch {
    return c.text('who is it', 401);
  }
});
const keyOf = async (token: string) => (await fetch(`http://keys.test/${token}`)).text();
box.get('/levers/:id', (c) => c.json({ pulled: c.get('rank') === 'chief' }));
box.get('/tracks/:id', (c) => c.json({ free: true }));
box.get('/points/:id', (c) => c.json({ set: true }));
box.get('/signals/legend', (c) => c.json({ red: 'stop' }));
box.get('/signals/:id', (c) => c.json({ red: c.get('rank') !== 'chief' }));
export default box;
