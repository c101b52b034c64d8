import { serve } from '@hono/node-server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { Hono, type Context } from 'hono';
import { createOpenApiFetchHandler } from 'trpc-to-openapi';
import { contextOf } from './context.js';
import { crossings, tickets } from './procedures.js';

const ferry = new Hono();
// What it leaves is there when the context of procedures is made.
ferry.use('*', async (c, next) => {
  c.set('weather', { wind: 4 });
  await next();
});

// All of its requests are answered by the procedures, each at its own address.
ferry.all('/crossings/*', (c) => fetchRequestHandler({ endpoint: '/crossings', router: crossings, req: c.req.raw, createContext: () => contextOf(c) }));

// A middleware that nothing is reached behind; the endpoint says more than its path.
ferry.use('/booth/*', async (c) => {
  const endpoint = '/booth/v1';
  return fetchRequestHandler({ endpoint, router: tickets, req: c.req.raw, createContext: async () => contextOf(c) });
});

// Below an application of its own; it refuses some before it hands them on.
const crew = new Hono();
crew.get('/rota', (c) => c.json({ today: 'nobody' }));
crew.all('/rest/*', (c) => {
  if (c.req.header('x-crew-key') !== process.env.CREW_KEY) return c.json({ why: 'not of the crew' }, 401);
  return asRest(c);
});
ferry.route('/crew', crew);
const asRest = async (c: Context) => createOpenApiFetchHandler({ endpoint: '/crew/rest', router: tickets, req: c.req.raw, createContext: async () => contextOf(c) });

// Only what is posted: the queries of the router are not reached.
ferry.post('/only/:path', (c) => fetchRequestHandler({ endpoint: '/only', router: tickets, req: c.req.raw, createContext: () => ({ holder: null }) }));

serve(ferry);
