import Fastify from 'fastify';
import { clerkPlugin, getAuth } from '@clerk/fastify';

const cloister = Fastify();
cloister.register(clerkPlugin);

const demandGuest = async (request, reply) => {
  if (!getAuth(request).userId) return reply.code(401).send({ reason: 'nobody known' });
};
cloister.get('/cells', { preHandler: demandGuest }, async (request) => ({ by: getAuth(request).userId }));
cloister.get('/walks', async () => ({ open: true }));

await cloister.listen({ port: 7012 });
