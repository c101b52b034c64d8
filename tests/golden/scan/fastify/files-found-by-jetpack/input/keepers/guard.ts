import type { FastifyReply, FastifyRequest } from 'fastify';

export default async (request: FastifyRequest, reply: FastifyReply) => {
  if (!request.headers['x-lodge-key']) return reply.code(401).send({ error: 'no key' });
};
