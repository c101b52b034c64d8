import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify from 'fastify';
import fp from 'fastify-plugin';
import { gauges, sirens } from './procedures.js';

const mast = Fastify({ maxParamLength: 5000 });
mast.register(fastifyTRPCPlugin, { prefix: '/gauges', trpcOptions: { router: gauges, createContext: () => ({}) } });
// The guard is of this instance alone, and runs for what was registered before it too.
mast.register(
  async (keeper) => {
    keeper.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions: { router: sirens } });
    keeper.register(
      fp(async (same) => {
        same.addHook('onRequest', async function keepOut(request, reply) {
          if (request.headers['x-api-key'] !== process.env.MAST_KEY) return reply.code(401).send({ why: 'key' });
        });
      }),
    );
  },
  { prefix: '/keeper' },
);
mast.get('/up', async () => ({ up: true }));
await mast.listen({ port: 3000 });
