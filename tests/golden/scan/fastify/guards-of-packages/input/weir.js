const weir = require('fastify')();
const bearer = require('@fastify/bearer-auth');
const basic = require('@fastify/basic-auth');

const open = async () => ({ open: true });
const validate = async (name) => {
  if (name !== 'heron') throw new Error('no');
};

weir.setErrorHandler((error, request, reply) => reply.code(error.statusCode ?? 500).send({ kept: error.message }));

// The hook of the plugin answers by itself, with what its options make of the error, and not by the handler of errors.
weir.register(
  async (sluice) => {
    sluice.register(bearer, { keys: new Set(['reed']) });
    sluice.get('/gate', open);
  },
  { prefix: '/plain' },
);
weir.register(
  async (sluice) => {
    sluice.register(bearer, { auth: async (key) => key === 'reed', errorResponse: (error) => ({ closed: error.message }) });
    sluice.get('/gate', open);
  },
  { prefix: '/shaped' },
);
// Without its hook the check gives the error to the program's handler.
weir.register(
  async (sluice) => {
    await sluice.register(bearer, { keys: new Set(['reed']), addHook: false });
    sluice.addHook('onRequest', sluice.verifyBearerAuth);
    sluice.get('/gate', open);
  },
  { prefix: '/checked' },
);
weir.register(
  async (sluice) => {
    await sluice.register(basic, { validate });
    sluice.get('/gate', { onRequest: sluice.basicAuth }, open);
  },
  { prefix: '/basic' },
);
// @fastify/auth with one check of a package is that check.
weir.register(
  async (sluice) => {
    await sluice.register(basic, { validate });
    await sluice.register(require('@fastify/auth'));
    sluice.get('/gate', { preHandler: sluice.auth([sluice.basicAuth]) }, open);
  },
  { prefix: '/asked' },
);
// Whoever goes on asking is banned.
weir.register(
  async (sluice) => {
    await sluice.register(require('@fastify/rate-limit'), { max: 2, ban: 1 });
    sluice.get('/gate', open);
  },
  { prefix: '/limited' },
);

weir.listen({ port: 3000 });
