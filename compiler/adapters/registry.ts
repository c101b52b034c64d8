import type { Adapter } from '@tool/scanner-sdk';
import { controllersAdapter } from './controllers/adapter.js';
import { expressAdapter } from './express/adapter.js';
import { fastifyAdapter } from './fastify/adapter.js';
import { honoAdapter } from './hono/adapter.js';
import { koaAdapter } from './koa/adapter.js';
import { nestAdapter } from './nest/adapter.js';
import { nodeHttpAdapter } from './node-http/adapter.js';
import { trpcAdapter } from './trpc/adapter.js';

/** The first-party adapters, in the order in which `tool adapter list` shows them. A module belongs to the first that names it. */
export const adapters: readonly Adapter[] = [
  expressAdapter,
  controllersAdapter,
  fastifyAdapter,
  koaAdapter,
  honoAdapter,
  nestAdapter,
  trpcAdapter,
  nodeHttpAdapter,
];
