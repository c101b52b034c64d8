// Hooks that run when the answer is decided answer nobody: `send` throws in onError, and what the others send and throw comes too late.
const fastify = require('fastify');
const kiosk = fastify();
const shut = async (request, reply) => {
  reply.code(503).send({ shut: true });
};
kiosk.addHook('onError', async (request, reply, error) => {
  reply.code(500).send({ hook: error.message });
});
kiosk.addHook('onResponse', async () => {
  throw Object.assign(new Error('too late'), { statusCode: 418 });
});
kiosk.addHook('onTimeout', (request, reply, done) => {
  reply.code(504).send({ late: true });
  done();
});
kiosk.get('/papers', async (request) => {
  if (!request.query.title) throw Object.assign(new Error('which one?'), { statusCode: 400 });
  return { paper: 1 };
});
// In front of a handler it does answer.
kiosk.get('/maps', { onRequest: shut }, async () => ({ map: 1 }));
kiosk.get('/pens', { onRequestAbort: async (request) => { throw Object.assign(new Error(request.id), { statusCode: 410 }); } }, async () => ({ pen: 1 }));
kiosk.listen({ port: 4600 });
