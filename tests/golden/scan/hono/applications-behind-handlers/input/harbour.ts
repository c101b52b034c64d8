import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const harbour = new Hono();

// A handler of every method, with what the platform brings.
const ships = new Hono();
ships.get('/ships/:ship', (c) => c.json({ ship: c.req.param('ship') }));
harbour.all('/ships/*', (c) => ships.fetch(c.req.raw, c.env)); //~ hono/delegated-application

// Routes that the other application has from a third one count as well.
const cranes = new Hono().basePath('/cranes');
const hooks = new Hono();
hooks.post('/', (c) => c.json({ hook: 1 }, 201));
cranes.route('/hooks', hooks);
harbour.use('/cranes/*', async ({ req }, next) => { //~ hono/delegated-application
  const answer = await cranes.fetch(req.raw);
  if (answer.status !== 404) return answer;
  await next();
});

// mount() cuts its own path off.
const nets = new Hono();
nets.get('/mended', (c) => c.text('yes'));
harbour.mount('/nets', (request) => nets.fetch(request)); //~ hono/delegated-application

// Of GET requests only, and this one takes others as well: which of them are reached is not decided by the path alone.
const piers = new Hono(); //~ core/unmounted-router
piers.get('/piers/:pier', (c) => c.text('pier'));
piers.post('/piers', (c) => c.text('built'));
harbour.get('/piers/*', (c) => piers.fetch(c.req.raw));

// Elsewhere than its handler: no request of these reaches it.
const tolls = new Hono(); //~ core/unmounted-router
tolls.get('/fees', (c) => c.text('none'));
harbour.use('/tolls/*', (c) => tolls.fetch(c.req.raw));

serve(harbour);
