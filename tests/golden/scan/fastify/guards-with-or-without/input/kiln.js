const fastify = require('fastify');
const jwt = require('jsonwebtoken');

const kiln = fastify();
const fire = async () => ({ fired: true });

// Whoever shows nothing passes; only a bad credential is refused.
const politely = async (request, reply) => {
  const token = request.headers.authorization?.split(' ')[1];
  if (!token) return;
  try { request.potter = jwt.verify(token, 'glaze'); } catch { return reply.code(401).send({ reason: 'bad' }); }
};
const strictly = async (request, reply) => {
  const token = request.headers.authorization?.split(' ')[1];
  if (!token) return reply.code(401).send({ reason: 'none' });
  request.potter = jwt.verify(token, 'glaze');
};
const byCallback = (request, reply, done) => {
  const { authorization } = request.headers;
  if (!authorization) { done(); return; }
  jwt.verify(authorization.slice(7), 'glaze', (failure, potter) => {
    if (failure) { reply.code(401).send({ reason: 'bad' }); return; }
    request.potter = potter;
    done();
  });
};
// What verifies it throws an error of its own.
const verified = (token) => { try { return jwt.verify(token, 'glaze'); } catch { throw new Error('cracked'); } };
const carefully = async (request, reply) => {
  const header = request.headers.authorization;
  if (!header?.startsWith('Bearer ')) return reply.code(401).send({ reason: 'none' });
  let potter;
  try { potter = verified(header.slice(7)); } catch { return reply.code(401).send({ reason: 'bad' }); }
  request.potter = potter;
};
const ownWheel = async (request, reply) => {
  if (!request.potter) return reply.code(403).send({ reason: 'potters only' });
};

kiln.get('/politely', { preHandler: politely }, fire);
kiln.get('/strictly', { preHandler: strictly }, fire);
kiln.get('/carefully', { preHandler: carefully }, fire);
kiln.get('/callback', { onRequest: byCallback }, fire);
kiln.get('/wheel', { onRequest: byCallback, preHandler: ownWheel }, fire);

// A caught error is answered as an error, whatever it is.
kiln.get('/sent', { preHandler: async (request, reply) => { try { request.potter = await globalThis.store.find(request.headers.authorization); } catch (failure) { reply.send(failure); } } }, fire);
kiln.get('/returned', async (request, reply) => { try { return await globalThis.store.fire(); } catch (failure) { return reply.send(failure); } });

kiln.listen({ port: 8113 });
