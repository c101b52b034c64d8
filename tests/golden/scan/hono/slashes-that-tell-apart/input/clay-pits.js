import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const pits = new Hono();
const guides = new Hono();

// Two addresses: one leads to the other.
pits.get('/maps/', (c) => c.html('<h1>maps</h1>'));
pits.get('/maps', (c) => c.redirect('/maps/', 308));
pits.get('/maps/:pit/', (c) => c.json({ pit: c.req.param('pit') }));
// A slash that tells nothing apart.
pits.get('/depths/', (c) => c.json({ deepest: 12 }));
guides.post('/tours/', (c) => c.json({ tour: 1 }, 201));
guides.post('/tours', (c) => c.json({ moved: true }, 410));
pits.route('/guides', guides);

// Here it tells nothing apart, so that the second is never reached.
const kilns = new Hono({ strict: false });
kilns.get('/fired', (c) => c.json({ fired: true }));
kilns.get('/fired/', (c) => c.json({ fired: false })); //~ core/duplicate-route
pits.mount('/kilns', kilns.fetch);

const weights = (c) => c.json({ tons: 3 });
pits.get('/weights', weights);
pits.get('/weights/', weights);

serve({ fetch: pits.fetch, port: 3000 });
