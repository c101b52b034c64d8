import { Hono } from 'hono';
import type { Context, MiddlewareHandler, Next } from 'hono';
import { verify } from 'hono/jwt';

class Sting extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const keeper: MiddlewareHandler = async (c, next) => {
  const shown = c.req.header('Authorization');
  if (!shown?.startsWith('Bearer ')) throw new Sting(401, 'no veil');
  const claims = await verify(shown.slice(7), 'smoke');
  c.set('user', { id: claims.sub, role: claims.role });
  return next();
};

// Of the context nothing is used that no other framework has: `get` is where the keeper has left the user.
const only =
  (...roles: string[]) =>
  async (c: Context, next: Next) => {
    const user = c.get('user');
    if (!user) throw new Sting(401, 'no keeper');
    if (!roles.includes(user.role)) throw new Sting(403, 'not your hive');
    await next();
  };

// The same with a name of two words.
const within =
  (field: string) =>
  async (c: Context, next: Next) => {
    const who = c.get('user');
    if (who.field !== field) throw new Sting(403, 'not your field');
    await next();
  };

const hives = new Hono();
hives.onError((error, c) => (error instanceof Sting ? c.json({ reason: error.message }, error.status as 401) : c.json({ reason: 'bees' }, 500)));
hives.use('/hives/*', keeper);
hives.get('/hives', only('master', 'helper'), (c) => c.json({ hives: 4 }));
hives.delete('/hives/:hive', only('master'), within('north'), (c) => c.json({ gone: c.req.param('hive') }));
hives.get('/hives/:hive', (c) => c.json({ frames: 10 }));
hives.get('/honey', (c) => c.json({ jars: 40 }));

export default hives;
