import { serve } from '@hono/node-server';
import { trpcServer } from '@hono/trpc-server';
import { Hono } from 'hono';
import { logger } from 'hono/logger';
import { routes } from './procedures/index';

const house = new Hono().basePath('/api');
house.use(logger());
house.use('/trpc/*', trpcServer({ router: routes, endpoint: '/api/trpc' }));
// Registered for everything, or in an application below a path, it answers where its endpoint says.
house.use('*', trpcServer({ router: routes, endpoint: '/api/all' })); //~ core/served-elsewhere
house.route('/annex', new Hono().use('/*', trpcServer({ router: routes, endpoint: '/api/annex/rpc' }))); //~ core/served-elsewhere
house.get('/hello', (c) => c.json({ hello: 1 }));
serve({ fetch: house.fetch, port: 4000 });
