const kiln = require('fastify')();

const cracked = (error, request, reply) => reply.code(418).send({ cracked: error.message });
const body = { type: 'object', required: ['clay'], properties: { clay: { type: 'string' } } };

kiln.setErrorHandler((error, request, reply) => reply.code(503).send({ cold: true }));
kiln.addHook('onRequest', async (request) => {
  if (request.headers['x-door'] === 'open') throw new Error('draught');
});

// The handler of the route comes before that of the instance, also for its validation and for hooks.
kiln.post('/pots', { errorHandler: cracked, schema: { body } }, async () => ({ fired: true }));
kiln.route({
  method: 'GET',
  url: '/pots/:id',
  errorHandler: cracked,
  handler: async (request) => {
    if (request.query.hot) throw new Error('too hot');
    return { pot: 1 };
  },
});
// What it throws once more is for the instance.
kiln.delete(
  '/pots/:id',
  {
    errorHandler: (error) => {
      throw error;
    },
  },
  async () => {
    throw new Error('glued');
  },
);
kiln.get('/shards', async () => {
  throw new Error('cut');
});

// What is not found is for the handler of the nearest prefix, whatever status that has.
kiln.setNotFoundHandler((request, reply) => reply.code(404).send({ lost: true }));
kiln.register(
  async (shelf) => {
    shelf.get('/jars/:id', async (request, reply) => (request.query.whole ? { jar: 1 } : reply.callNotFound()));
    shelf.setNotFoundHandler(async () => ({ instead: 'a jug' }));
    shelf.register(async (row) => {
      row.get('/jugs/:id', (request, reply) => {
        reply.callNotFound();
      });
    });
  },
  { prefix: '/shelf' },
);
kiln.get('/bricks/:id', (request, reply) => {
  reply.callNotFound();
});

kiln.listen({ port: 3000 });
