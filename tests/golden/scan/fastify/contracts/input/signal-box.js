const fastify = require('fastify');

class Blocked extends Error { constructor(line) { super(`line ${line} is blocked`); this.statusCode = 423; } }

const box = fastify();
box.addHook('onRequest', async (request, reply) => { if (request.headers['x-closed']) { reply.code(503); return reply.send({ closed: true }); } });
// What is thrown demands the header; the answer is what the handler gives back.
box.get('/signals', async (request) => {
  if (!request.headers['x-keeper']) throw Object.assign(new Error('no keeper'), { statusCode: 401 });
  return [{ line: 4, red: true }];
});
box.get('/lines/:line', async (request, reply) => {
  if (request.query.missing) return reply.code(404).send({ fault: 'no line' });
  if (request.query.blocked) throw new Blocked(request.params.line);
  return { line: request.params.line, trains: 2 };
});
box.post('/lines', { schema: { body: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 2 }, tracks: { type: 'integer' } } } } }, async (request, reply) => {
  reply.code(201);
  return { name: request.body.name, open: false };
});
box.delete('/lines/:line', async (request, reply) => { reply.code(204).send(); });
box.get('/bell', (request, reply) => { reply.type('text/plain').send('ding'); });
box.get('/depot', (request, reply) => { reply.redirect('/lines/4', 307); });
// What gives the reply back has answered already.
box.get('/detour', async (request, reply) => reply.redirect('/lines/4'));
box.get('/yard', async (request, reply) => { await reply.code(202).send({ shunting: true }); return reply; });
// A record of which not everything is known is no error that is sent, and none of an error's members is asked of the request.
box.put('/lines/:line', async (request) => ({ ...request.body, stored: true }));
box.setErrorHandler((error, request, reply) => {
  const status = error.statusCode ?? 500;
  reply.code(status).send({ fault: error.message });
});
module.exports = box;
