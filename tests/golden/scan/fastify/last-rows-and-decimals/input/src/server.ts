import { PrismaClient } from '@prisma/client';
import Fastify from 'fastify';

const store = new PrismaClient();
const chandlery = Fastify();

// The cursor of the next page, of whichever list it is.
chandlery.get('/ropes', async (request: any) => {
  const found = await store.rope.findMany({ take: 11, cursor: { id: Number(request.query.after) } });
  const more = found.length > 10;
  const ropes = more ? found.slice(0, 10) : found;
  return { ropes, next: more ? ropes[ropes.length - 1].id : null };
});

// Decimals become numbers when they are told to, and texts when they are sent.
chandlery.get('/ropes/:id/price', async (request: any, reply) => {
  const rope = await store.rope.findUnique({ where: { id: Number(request.params.id) } });
  if (!rope) return reply.code(404).send({ error: 'No such rope' });
  return { price: rope.price, net: rope.price.toNumber(), gross: rope.price.times(1.2), shown: rope.price.plus(1).toFixed(2) };
});

// A list or a record, as the request has it.
chandlery.get('/shelves/:shelf', async (request: any) => {
  const shelves: any = request.query.flat ? ['top', 'floor'] : { top: 1 };
  return { shelf: shelves[request.params.shelf] };
});

chandlery.listen({ port: 3000 });
