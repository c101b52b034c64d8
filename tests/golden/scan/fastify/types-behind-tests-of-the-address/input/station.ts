import Fastify, { type FastifyRequest } from 'fastify';
import { z } from 'zod';

const station = Fastify();

// What a type or a schema says of a request counts for those that are looked at: of which the test of the address holds.
const filterOf = (request: FastifyRequest): { since: string } | undefined => {
  const { filter } = request.query as { filter: { since: string } };
  return filter;
};
station.addHook('preHandler', async (request) => {
  if (request.url.startsWith('/archive')) request.log.info(filterOf(request));
});
const reading = z.object({ celsius: z.number() });
station.addHook('preHandler', async (request) => {
  if (request.method === 'POST' && request.url.startsWith('/readings')) reading.parse(request.body);
});

station.get('/archive/days', async () => ({ days: [] }));
station.get('/today', async () => ({ today: true }));
station.post('/readings', async () => ({ stored: true }));
station.post('/alarms', async () => ({ rung: true }));
station.listen({ port: 3000 });
