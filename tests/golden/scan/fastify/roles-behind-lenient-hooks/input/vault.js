import fastify from 'fastify';
import fastifyGuard from 'fastify-guard';
import jsonwebtoken from 'jsonwebtoken';

const vault = fastify();

// Everybody passes; whoever has a token is known.
vault.addHook('onRequest', async (request) => {
  const { authorization } = request.headers;
  if (!authorization) return;
  try { request.user = jsonwebtoken.verify(authorization.replace('Bearer ', ''), 'tumbler'); } catch { /* a stranger */ }
});
// The guards of the package ask for who was left.
vault.register(fastifyGuard, { requestProperty: 'user', roleProperty: 'ranks' });

vault.register(async (inner) => {
  inner.get('/bars', { preHandler: [inner.guard.role('teller', 'auditor')] }, async () => ({ bars: 12 }));
  inner.delete('/bars/:id', { preHandler: inner.guard.scope(['bars:melt']) }, async () => ({ molten: true }));
  inner.get('/hours', async () => ({ open: 9 }));
}, { prefix: '/vault' });

vault.listen({ port: 3000 });
