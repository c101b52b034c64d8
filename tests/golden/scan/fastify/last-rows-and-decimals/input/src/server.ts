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

// Of rows that one stands for each may be the first, or have another in front of it; of a list that is written down only the first is.
chandlery.get('/ropes/changes', async () => {
  const ropes = await store.rope.findMany({ orderBy: { id: 'asc' } });
  return ropes.map((rope, at) => ({ rank: at + 1, first: at === 0, before: at > 0 ? ropes[at - 1].name : null }));
});
chandlery.get('/knots', async () => {
  const knots: any[] = [];
  ['bowline', 'hitch'].forEach((knot, at) => knots.push(at === 0 ? { knot, easy: true } : { knot }));
  return knots;
});

chandlery.listen({ port: 3000 });
