import { serve } from '@hono/node-server';
import { trpcServer } from '@hono/trpc-server';
import { Hono } from 'hono';
import { logger } from 'hono/logger';
import { routes } from './procedures/index';

const house = new Hono().basePath('/api');
house.use(logger());
house.use('/trpc/*', trpcServer({ router: routes, endpoint: '/api/trpc' }));
house.get('/hello', (c) => c.json({ hello: 1 }));
serve({ fetch: house.fetch, port: 4000 });
