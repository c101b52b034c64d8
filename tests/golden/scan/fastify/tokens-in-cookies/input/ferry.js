import Fastify from 'fastify';
import cookie from '@fastify/cookie';
import jwt from '@fastify/jwt';

const ferry = Fastify();
await ferry.register(cookie);
// The token comes in by the header `authorization` or by the cookie: each is enough.
await ferry.register(jwt, { secret: 'tide', cookie: { cookieName: 'boarding', signed: false } });
await ferry.register(jwt, { namespace: 'crew', secret: 'rope', cookie: { cookieName: 'crew_pass' } });
// A function of the program takes it from a header of its own, and 400 is answered without it.
await ferry.register(jwt, { namespace: 'cargo', secret: 'crane', verify: { extractToken: (request) => request.headers['x-cargo-token'] } });

ferry.decorate('aboard', async (request, reply) => {
  try {
    await request.jwtVerify();
  } catch {
    return reply.code(401).send({ message: 'ashore' });
  }
});
ferry.get('/deck', { preHandler: [ferry.aboard] }, async (request) => ({ id: request.user.sub }));
ferry.get('/bridge', { onRequest: (request) => request.crewJwtVerify() }, async () => ({ steering: true }));
// The call says that it is the cookie and nothing else.
ferry.get('/cabin', { onRequest: async (request) => { await request.jwtVerify({ onlyCookie: true }); } }, async () => ({ bed: 2 }));
ferry.put('/hold', { onRequest: (request) => request.cargoJwtVerify() }, async () => ({ loaded: true }));
// The body does as well as the cookie: neither is needed by itself.
ferry.post('/renewal', async (request, reply) => {
  const ticket = request.cookies.refresh_token ?? request.body?.refresh_token;
  if (!ticket) return reply.code(401).send({ message: 'nothing to renew' });
  return { boarding: ferry.jwt.sign({ ticket }) };
});

await ferry.listen({ port: 3000 });
