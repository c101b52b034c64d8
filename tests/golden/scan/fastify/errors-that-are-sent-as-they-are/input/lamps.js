const lamps = require('fastify')();
const store = require('lamp-store')();

const body = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const done = async () => ({ done: true });
class Gone extends Error {
  constructor() {
    super('gone');
    this.statusCode = 410;
  }
}

// Handlers that hand errors back to the framework: it answers with what it makes of errors.
lamps.register(async (scope) => {
  scope.setErrorHandler((error, request, reply) => {
    request.log.error(error);
    error.message = 'Something is wrong.';
    reply.send(error);
  });
  scope.post('/sent', { schema: { body } }, done);
});
lamps.register(async (scope) => {
  scope.setErrorHandler((error, request, reply) => {
    reply.code(error.statusCode || 500).send(error);
  });
  scope.post('/sent-with-status', { schema: { body } }, done);
});
lamps.register(async (scope) => {
  scope.setErrorHandler(async (error, request, reply) => {
    if (error.validation) return reply.code(422).send({ issues: error.validation });
    throw error;
  });
  scope.post('/told-apart', { schema: { body } }, done);
  scope.get('/thrown-again', async () => {
    throw new Gone();
  });
});

// Nobody handles them.
lamps.post('/', { schema: { body } }, done);
lamps.get('/lost', async (request, reply) => reply.code(404).send(new Error('lost')));
lamps.get('/caught', async (request, reply) => {
  try {
    return await store.find(request.query.name);
  } catch (error) {
    return reply.code(409).send(error);
  }
});

// What a schema says of it is left.
lamps.put('/', { schema: { body, response: { '4xx': { type: 'object', properties: { message: { type: 'string' } } } } } }, done);

// What is no error is sent as it is.
lamps.get('/record', async () => {
  throw { statusCode: 418, note: 'short' };
});
lamps.get('/text', async () => {
  throw 'a text';
});
lamps.register(async (scope) => {
  await scope.register(require('@fastify/rate-limit'), { max: 9, timeWindow: 60000, errorResponseBuilder: (request, { after }) => ({ statusCode: 429, wait: after }) });
  scope.get('/limited', done);
});

lamps.listen({ port: 3000 });
