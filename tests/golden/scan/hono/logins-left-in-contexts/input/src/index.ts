import { Hono, type MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { getCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { verify } from 'hono/jwt';
import parchment from '@tsndr/cloudflare-worker-jwt';
import { bucketOf, findBerth, memberOf } from './registry';

const quay = new Hono();

// Looks at the credential only to count by it: nobody is asked for one.
quay.use('*', async (c, next) => {
  if (await bucketOf(c.req.raw.headers.get('Authorization') ?? 'anonymous') > 100) return c.json({ error: 'busy' }, 429);
  await next();
});

// Lets everybody pass and leaves who it is; others refuse those whom it does not know.
const whoMoored: MiddlewareHandler = async (c, next) => {
  const seal = c.req.header('X-Mooring-Seal');
  if (seal) {
    const member = await memberOf(seal);
    if (member) {
      c.set('memberId', member.id);
      return next();
    }
  }
  c.set('memberId', null);
  await next();
};
const mustBeMoored = () => createMiddleware(async (c, next) => {
  const found = c.get('memberId');
  if (!found) throw new HTTPException(401, { message: 'moor first' });
  await next();
});

const berths = new Hono();
berths.use('*', whoMoored);
berths.get('/', (c) => c.json({ free: 3 }));
berths.post('/', mustBeMoored(), (c) => c.json({ taken: true }, 201));
quay.route('/berths', berths);

// The same without a middleware that refuses: the handlers do.
const lanterns = new Hono();
lanterns.use('*', async (c, next) => {
  const token = getCookie(c, 'lantern_token');
  c.set('user', token ? await memberOf(token) : null);
  await next();
});
lanterns.get('/', (c) => c.json({ lit: true }));
lanterns.delete('/:id', (c) => {
  const user = c.get('user');
  if (!user) return c.json({ error: 'who are you' }, 401);
  return c.json({ out: true });
});
quay.route('/lanterns', lanterns);

// A session that the program finds for itself is left only where there is one.
const lofts = new Hono();
lofts.use('*', async (c, next) => {
  const token = getCookie(c, 'loft_session');
  if (token) {
    const member = await memberOf(token);
    if (member) c.set('session', { member: member.id });
  }
  await next();
});
lofts.get('/', (c) => c.json({ free: 1 }));
lofts.post('/', async (c) => {
  const session = c.get('session');
  if (!session) throw new HTTPException(401, { message: 'who are you' });
  return c.json({ by: session.member }, 201);
});
quay.route('/lofts', lofts);

// A key of the program's own, and tokens that packages verify.
const harbourKey: MiddlewareHandler = async (c, next) => {
  if (c.req.header('X-Harbour-Key') !== process.env.HARBOUR_KEY) return c.json({ error: 'no key' }, 401);
  await next();
};
quay.get('/ledger', harbourKey, async (c) => c.json(await findBerth()));
quay.get('/tides', async (c, next) => {
  const credentials = c.req.raw.headers.get('Authorization');
  if (!credentials || !(await parchment.verify(credentials.split(' ')[1]!, 'salt'))) return c.json({ error: 'no' }, 401);
  await next();
}, (c) => c.json({ high: true }));
quay.get('/logbook', async (c, next) => {
  const page = getCookie(c, process.env.NODE_ENV === 'production' ? '__Secure-logbook' : 'logbook');
  if (!page || !(await verify(page, 'ink'))) return c.text('closed', 401);
  await next();
}, (c) => c.json({ page: 1 }));

// One takes the token, another one finds by it who that is, a third one refuses those who are nobody.
const cranes = new Hono();
cranes.use('*', async (c, next) => {
  const token = getCookie(c, 'crane_token');
  if (token) c.set('token', token);
  await next();
});
cranes.use('*', async (c, next) => {
  const token = c.get('token');
  const driver = token && (await memberOf(token));
  if (driver) c.set('user', driver);
  await next();
});
const drives = createMiddleware(async (c, next) => (c.get('user') ? await next() : c.json({ error: 'no driver' }, 401)));
cranes.get('/', (c) => c.json({ idle: 2 }));
cranes.post('/', drives, (c) => c.json({ lifted: true }));
quay.route('/cranes', cranes);

export default quay;
