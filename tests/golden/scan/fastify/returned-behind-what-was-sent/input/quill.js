const quill = require('fastify')();

// What is returned behind what was sent is sent to nobody.
quill.get('/old', async (request, reply) => {
  reply.redirect('/new');
  return null;
});
quill.post('/letters', async (request, reply) => {
  reply.code(201).send({ sealed: true });
  return { draft: 1 };
});
// On one of two ways only something was sent before.
quill.get('/new', async (request, reply) => {
  if (request.query.torn) {
    reply.code(410).send({ torn: true });
    return null;
  }
  return { pages: 2 };
});

quill.listen({ port: 3000 });
