import Fastify from 'fastify';

const tides = Fastify();

// The refusal is returned with the status that was set on its way: what it is refused for is demanded.
tides.get('/tides', async (request, reply) => {
  const { harbour, day } = request.query;
  if (!harbour) {
    reply.code(400);
    return { reason: 'which harbour?' };
  }
  return { harbour, day: day ?? 'today' };
});

// A helper's refusal is returned under the condition of who calls it.
const refused = (reply, reason) => {
  reply.status(422);
  return { reason };
};
tides.post('/tides', async (request, reply) => {
  const { harbour, height } = request.body;
  if (!harbour) return refused(reply, 'which harbour?');
  if (typeof height !== 'number') return refused(reply, 'how high?');
  reply.code(201);
  return { harbour, height };
});

// Served either way: nothing is demanded.
tides.get('/moons', async (request) => {
  if (!request.query.month) return { moons: [] };
  return { phase: 'full' };
});

// The same for hooks that answer.
async function wardenOnly(request, reply) {
  if (!request.headers['x-warden']) {
    reply.code(401);
    return reply.send({ reason: 'wardens only' });
  }
}
tides.delete('/tides/:id', { preHandler: wardenOnly }, async () => ({ gone: true }));

tides.listen({ port: 3000 });
