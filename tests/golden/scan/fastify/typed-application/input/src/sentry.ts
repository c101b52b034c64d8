import fp from 'fastify-plugin';
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance { challenge(request: FastifyRequest, reply: FastifyReply): Promise<void> }
}

export default fp(async (castle) => {
  castle.decorate('challenge', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.headers.authorization) return reply.code(401).send();
  });
});
