// An asynchronous handler that gives nothing and sends nothing answers nothing, with the status that it has set.
const attic = require('fastify')();
attic.put('/boxes/:box', async (request, reply) => {
  if (!request.query.label) return reply.code(422).send({ error: 'no label' });
  reply.status(204);
});
attic.delete('/boxes/:box', async (request, reply) => {
  reply.code(request.query.all ? 204 : 202);
});
attic.post('/boxes', (request, reply) => {
  reply.status(204);
});
attic.listen({ port: 1 });
