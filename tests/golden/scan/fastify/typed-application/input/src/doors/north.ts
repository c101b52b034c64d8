import type { FastifyPluginAsync } from 'fastify';

export const north: FastifyPluginAsync = async (door) => {
  door.get<{ Params: { guest: string } }>('/:guest', { onRequest: [door.challenge] }, async (request) => request.params);
  door.route({
    method: 'POST',
    url: '/',
    preHandler: door.auth([door.challenge]),
    handler: knock,
  });
};

async function knock() { return {}; }
