import passport from '@fastify/passport';
import session from '@fastify/secure-session';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';

const apiary = Fastify();
apiary.register(session, { cookieName: 'smoker', key: Buffer.alloc(32) });
apiary.register(passport.initialize());
apiary.register(passport.secureSession());

// Whatever strangers are answered, nobody else is handed on.
async function keepersOnly(request: FastifyRequest, reply: FastifyReply) {
  if (request.isUnauthenticated()) {
    reply.code(400).send({ error: 'Sign in first' });
  }
}
async function known(request: FastifyRequest, reply: FastifyReply) {
  if (!request.isAuthenticated()) return reply.code(401).send({ error: 'Who are you?' });
}

apiary.get('/hives', { preValidation: (request, reply) => keepersOnly(request, reply) }, async () => [{ hive: 'north' }]);
apiary.delete('/hives/:hive', { preHandler: known }, async (request: any) => ({ by: String(request.user.name) }));
// Strangers are told something else, and served.
apiary.get('/weather', async (request) => ({ sunny: true, hello: request.isAuthenticated() ? 'keeper' : 'stranger' }));

apiary.listen({ port: 3000 });
