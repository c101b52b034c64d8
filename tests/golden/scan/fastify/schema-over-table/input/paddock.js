const fastify = require('fastify')();
const knex = require('knex')({ client: 'pg', connection: process.env.PADDOCK });

const horse = { type: 'object', properties: { name: { type: 'string', minLength: 1 }, hands: { type: 'integer' } } };

// A schema says which fields there are: a column beside them is none of the request.
fastify.patch('/horses/:id', { schema: { body: horse } }, async (request, reply) => {
  const changed = await knex('horses').where({ id: request.params.id }).update(request.body);
  if (changed === 0) return reply.code(404).send({ message: 'no such horse' });
  return { changed };
});

// Without one the table says it.
fastify.post('/horses', async (request, reply) => {
  const [id] = await knex('horses').insert(request.body);
  return reply.code(201).send({ id });
});

fastify.listen({ port: 3000 });
