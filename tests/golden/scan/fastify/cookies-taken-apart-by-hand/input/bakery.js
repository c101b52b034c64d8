// Cookies and tokens that are taken out of their headers by hand.
const fastify = require('fastify')();
const jwt = require('jsonwebtoken');

const parsed = (header = '') =>
  header.split(';').reduce((all, pair) => {
    const at = pair.indexOf('=');
    all[pair.slice(0, at).trim()] = pair.slice(at + 1);
    return all;
  }, {});
const guard = async (request, reply) => {
  const { apron } = parsed(request.headers.cookie);
  if (!apron) return reply.code(401).send({ error: 'no apron' });
  request.baker = jwt.verify(apron, 'flour');
};
fastify.get('/guarded', { preHandler: guard }, async (request) => ({ baker: request.baker.sub }));
fastify.get('/failing', async (request) => ({ sub: jwt.verify(request.headers.authorization.split(' ')[1], 'flour').sub }));
fastify.get('/told-400', async (request, reply) => {
  try {
    return { baker: jwt.verify(request.headers['x-apron'], 'flour').sub };
  } catch (error) {
    reply.code(400);
    return { error: error.message };
  }
});
fastify.get('/tongue', async (request) => ({ tongue: parsed(request.headers.cookie).tongue ?? 'en' }));

fastify.listen({ port: 8080 });
