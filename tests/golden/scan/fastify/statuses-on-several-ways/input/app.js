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

// What a check has found out stands in several variables, or in several members: those of one way belong together.
const checkLabel = async (request, reply) => {
  const found = { fits: true, code: 200, why: '' };
  if (!request.query.label) {
    found.fits = false;
    found.code = 400;
  } else if (request.query.label === 'taken') {
    found.fits = false;
    found.code = 409;
  }
  if (!found.fits) return reply.code(found.code).send({ refused: true });
};
fastify.get('/labels', { preHandler: checkLabel }, async () => ({ labels: [] }));
class Verdict {
  #code = 200;
  open = true;
  close(code) {
    this.open = false;
    this.#code = code;
  }
  get code() {
    return this.#code;
  }
}
fastify.get('/shelves', async (request, reply) => {
  const verdict = new Verdict();
  if (!(await entryOf(request.query.shelf))) verdict.close(404);
  if (verdict.open === false) return reply.code(verdict.code).send(verdict);
  return { shelf: true };
});
fastify.get('/boxes', async (request, reply) => {
  let status = 200;
  let body = { box: 'empty' };
  if (!(await entryOf(request.query.box))) {
    status = 404;
    body = { missing: 'box' };
  }
  if (status !== 200) reply.header('x-refused', 'yes');
  if (status === 200) return body;
  return reply.code(status).send(body);
});
fastify.listen({ port: 3000 });
