import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { jwt } from 'hono/jwt';
import { basicAuth } from 'hono/basic-auth';
import { bearerAuth } from 'hono/bearer-auth';

const orchard = new Hono<{ Bindings: { SAP: string; CIDER: string } }>();

// The secret is known with the request only, so the guard of the package is made and run for each.
orchard.use('/pears/*', (c, next) => {
  const gate = jwt({ secret: c.env.SAP });
  return gate(c, next);
});
orchard.use('/plums/*', createMiddleware(async (c, next) => jwt({ secret: c.env.SAP, cookie: 'plum_pass' })(c, next)));
orchard.use('/cider/*', async (c, next) => {
  const auth = basicAuth({ username: 'miller', password: c.env.CIDER });
  return auth(c, next);
});
// One that is refused is told so by the program.
orchard.use('/apples/*', async (c, next) => {
  try {
    await bearerAuth({ token: c.env.SAP })(c, next);
  } catch {
    return c.json({ error: 'not your apples' }, 401);
  }
});
// The package's own, with its token in a cookie.
orchard.use('/quinces/*', jwt({ secret: 'seed', cookie: 'quince' }));

orchard.get('/pears/ripe', (c) => c.json({ ripe: 12 }));
orchard.get('/plums/ripe', (c) => c.json({ ripe: 3 }));
orchard.get('/cider/barrels', (c) => c.json({ barrels: 2 }));
orchard.get('/apples/ripe', (c) => c.json({ ripe: 40 }));
orchard.get('/quinces/ripe', (c) => c.json({ ripe: 1 }));
orchard.get('/', (c) => c.text('open'));

export default orchard;
