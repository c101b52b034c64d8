import Fastify from 'fastify';
import { counted, parsedFields, trimmed, withoutBlanks } from './copies';

const exchange = Fastify();

exchange.post('/offers', async (request, reply) => {
  const offer = parsedFields(request.body as Record<string, any>);
  if (!offer.variety || !offer.grams) return reply.code(400).send({ error: 'What is offered?' });
  return { variety: String(offer.variety), grams: Number(offer.grams), year: offer.year };
});

exchange.post('/wishes', async (request, reply) => {
  const { variety, note = '' } = trimmed(request.body as Record<string, any>);
  if (typeof variety !== 'string') return reply.code(400).send({ error: 'Which variety?' });
  return { variety, note };
});

exchange.patch('/offers/:offer', async (request) => {
  const changes = withoutBlanks(request.body as Record<string, any>);
  return { grams: Number(changes.grams), asked: new Date() };
});

exchange.post('/tallies', async (request) => {
  const seen = counted(request.body as Record<string, any>);
  return { peas: seen.peas === 1 };
});

exchange.listen({ port: 3000 });
