const den = require('fastify')();

den.register(require('@fastify/cookie'));
den.register(require('@fastify/session'), { secret: 'a secret with more than 32 letters in it', cookieName: 'den' });

den.get('/hoard', async (request, reply) => {
  if (!request.session.badger) return reply.code(401).send({ error: 'who is there?' });
  return { hoard: 3 };
});
den.get('/tunnel', async (request, reply) => {
  const account = request.session.get('account');
  if (!account) return reply.redirect('/door');
  return { tunnel: 'long' };
});
den.delete('/hoard', async (request, reply) => {
  if (!request.session.get('badger')) return reply.code(403).send({ error: 'not yours' });
  request.session.set('emptied', true);
  return reply.code(204).send();
});
// Nobody has to have been here before.
den.get('/door', async (request) => ({ knocks: request.session.get('knocks') ?? 0 }));
den.post('/logout', async (request, reply) => {
  await request.session.destroy();
  return reply.redirect('/door');
});

den.listen({ port: 3000 });
