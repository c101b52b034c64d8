import { fromHono } from 'chanfana';
import { Hono } from 'hono';
import { Berths, BerthLet } from './routes/berths';
import { cranes } from './routes/cranes';

const quay = new Hono();
quay.use('/private/*', async (c, next) => {
  if (c.req.header('x-api-key') !== 'tar') return c.text('no', 403);
  await next();
});

const described = fromHono(quay, { docs_url: '/about' });
described.get('/berths', Berths);
described.post('/private/berths/:number', async function weigh(c, next) { await next(); }, BerthLet);
described.on('delete', '/private/berths/:number', BerthLet);
described.get('/tide', (c) => c.json({ metres: 3 }));
described.route('/cranes', cranes);

export default described;
