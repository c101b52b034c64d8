const granary = require('fastify')();
const plugin = require('fastify-plugin');
const createError = require('@fastify/error');
const bins = require('bins-of-the-village');

const EMPTY = createError('EMPTY', 'nothing is left', 410);

class Sack {
  constructor(grain, weight) {
    this.grain = grain;
    this.weight = weight;
  }
}
// With a callback, by the status, and in the plugin that registers it.
const sacked = plugin((scope, options, done) => {
  scope.addHook('preSerialization', (request, reply, payload, next) => {
    if (reply.statusCode >= 400) return next(null, payload);
    if (payload instanceof Sack) return next(null, payload);
    return next(null, new Sack(payload, 50));
  });
  done();
});

// What the framework answers itself is asked for the rest.
const former = granary.errorHandler;
granary.setErrorHandler((error, request, reply) => {
  if (error.code === 'MOULD') return reply.code(451).send({ mould: true });
  return former(error, request, reply);
});

granary.register(async (yard) => {
  yard.register(sacked);
  yard.get('/oats', async () => ({ kind: 'oats' }));
  yard.get('/sacks', async () => new Sack([], 0));
  yard.get('/rye', async (request, reply) => {
    if (!request.query.bin) return reply.code(400).send({ error: 'which bin' });
    if (!(await bins.has(request.query.bin))) throw new EMPTY();
    return { kind: 'rye', bin: request.query.bin };
  });
  yard.delete('/rye', async (request) => {
    await bins.clear(request.query.bin);
  });
  yard.put('/rye', async (request, reply) => {
    reply.raw.end('later');
  });
  yard.register(async (loft) => {
    loft.addHook('preSerialization', async (request, reply, payload) => ({ loft: payload }));
    loft.get('/loft', async () => ({ mice: 2 }));
    loft.get('/note', async () => 'a text is left as it is');
  });
}, { prefix: '/yard' });
granary.get('/plain', async () => ({ kind: 'chaff' }));
granary.listen({ port: 7070 });
