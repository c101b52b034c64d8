import Fastify from 'fastify';

declare const combs: { find(id: string): Promise<{ honey: number } | null> };
const filled = async (id: string) => ((await combs.find(id)) ? { honey: 3 } : null);
const made = async (name: string) => ({ name });

const apiary = Fastify();
// One of two results of the program, and one that nobody knows.
apiary.get('/combs/:id', async (request, reply) => {
  const comb = await filled(request.params.id);
  if (!comb) return reply.code(404).send({ problem: 'no such comb' });
  return { honey: comb.honey };
});
apiary.get('/frames/:id', async (request, reply) => {
  const comb = await filled(request.params.id);
  if (!comb) {
    reply.code(410);
    return { problem: 'it is gone' };
  }
  return { honey: comb.honey };
});
apiary.get('/hives/:id', async (request, reply) => {
  const hive = await combs.find(request.params.id);
  if (!hive) {
    reply.status(422);
    return { problem: 'no such hive' };
  }
  reply.status(203);
  return { honey: hive.honey };
});
// The result itself goes on, with a status of its own.
apiary.post('/combs', async (request, reply) => {
  const comb = await filled(request.body.id);
  if (!comb) return reply.code(404).send({ problem: 'no such comb' });
  reply.code(201);
  return comb;
});
// What was begun before the status was set, and after it.
apiary.post('/queens', (request, reply) => {
  if (!request.body.name) {
    reply.code(400);
    return { problem: 'what is she called' };
  }
  const queen = made(request.body.name);
  reply.code(201);
  return queen;
});
apiary.post('/drones', (request, reply) => {
  reply.code(202);
  return made(request.body.name);
});
// A list of which the schema says no more than that it is one goes out as it is.
declare const weigh: (comb: string) => unknown;
apiary.get('/stores', { schema: { response: { 200: { type: 'object', properties: { combs: { type: 'array' } } } } } }, async () => ({
  combs: ['a', 'b'].map((comb) => ({ comb, honey: weigh(comb) })),
}));
apiary.listen({ port: 3000 });
