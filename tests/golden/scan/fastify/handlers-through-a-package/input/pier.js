const pier = require('fastify')();
const { watched } = require('harbour-kit');

const porter = (request, reply, done) => (request.headers['x-porter'] ? done() : reply.code(401).send({ error: 'who is there?' }));

pier.get('/berths', { preHandler: watched(porter) }, watched(async (request, reply) => {
  if (!request.query.length) return reply.code(400).send({ error: 'how long?' });
  return { berth: 7 };
}));
pier.get('/tides', watched(async (moon) => ({ high: moon }))); //~ project/unseen-handler
pier.listen({ port: 3000 });
