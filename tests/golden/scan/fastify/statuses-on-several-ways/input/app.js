const fastify = require('fastify')();
const knex = require('knex')({ client: 'pg' });

const entryOf = async (id) => {
  const entry = await knex('entries').select('id').where('id', id).first();
  if (!entry) return null;
  await knex('entries').where('id', id).del();
  return entry;
};

// The same text is returned on both ways, each with a status of its own; one of them has sent something.
fastify.delete('/entries/:id', async (request, reply) => {
  const entry = await entryOf(request.params.id);
  if (!entry) {
    reply.code(404).send({ message: 'no such entry' });
  } else {
    reply.code(204);
  }
  return '';
});

// Neither has.
fastify.get('/entries/:id', async (request, reply) => {
  const entry = await entryOf(request.params.id);
  if (!entry) reply.code(410);
  else reply.code(203);
  return 'see the status';
});

// Two of three ways share what they return.
const BODY = { done: true };
fastify.put('/entries/:id', async (request, reply) => {
  const entry = await entryOf(request.params.id);
  if (!entry) {
    reply.code(201);
    return BODY;
  }
  if (entry.id > 7) return { done: false };
  reply.code(202);
  return BODY;
});

// Handed on by others it keeps its status.
const answered = async (run, reply) => {
  const made = await run();
  reply.header('x-answered', 'yes');
  return made;
};
fastify.post('/entries', async (request, reply) =>
  answered(async () => {
    const entry = await entryOf(request.body.id);
    if (entry) {
      reply.code(409);
      return BODY;
    }
    reply.code(201);
    return BODY;
  }, reply),
);
fastify.listen({ port: 3000 });
