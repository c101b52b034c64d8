// A guard that is registered for one method, below a wildcard: it stands in front of the later routes of that method, and of no other.
import { Hono, type Context, type Next } from 'hono';

const kilns = new Hono();

const withKey = async (c: Context, next: Next) => {
  if (c.req.header('x-kiln-key') !== process.env.KILN_KEY) return c.json({ error: 'no key' }, 401);
  await next();
};

kilns.get('/shelves/:shelf', (c) => c.json({ shelf: c.req.param('shelf') }));

kilns.put('/pots/*', withKey);
kilns.get('/stock/*', withKey);
kilns.on(['POST', 'DELETE'], '/glazes/*', withKey);
kilns.all('/firings/*', withKey, async (c, next) => {
  c.header('x-firing', 'now');
  await next();
});

kilns.put('/pots/:pot', (c) => c.json({ put: true }));
kilns.get('/pots/:pot', (c) => c.json({ pot: c.req.param('pot') }));
kilns.get('/stock/clay', (c) => c.json({ clay: 12 }));
kilns.get('/stocks', (c) => c.json({ stocks: 1 }));
kilns.post('/glazes/:glaze', (c) => c.json({ mixed: true }));
kilns.delete('/glazes/:glaze', (c) => c.json({ gone: true }));
kilns.get('/glazes/:glaze', (c) => c.json({ glaze: c.req.param('glaze') }));
kilns.get('/firings/:firing', (c) => c.text('hot'));

export default kilns;
