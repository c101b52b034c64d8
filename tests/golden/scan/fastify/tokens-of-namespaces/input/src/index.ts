import fastify, { type FastifyRequest } from 'fastify';
import cookie from '@fastify/cookie';
import jwt from '@fastify/jwt';

const box = fastify();
await box.register(cookie);
// Three tokens: one by a namespace, one whose methods are named one by one, one that a cookie alone carries.
await box.register(jwt, { namespace: 'driver', secret: 'steam' });
await box.register(jwt, { namespace: 'porter', jwtVerify: 'checkPorter', jwtSign: 'signPorter', decoratorName: 'porter', secret: 'trolley' });
await box.register(jwt, { namespace: 'night', secret: 'lamp', cookie: { cookieName: 'night_pass', signed: false }, verify: { onlyCookie: true } });

const driving = (lines?: string[]) => async (request: FastifyRequest) => {
  await request.driverJwtVerify();
  if (lines && !lines.includes(request.user.line)) throw Object.assign(new Error('not your line'), { statusCode: 403 });
};

box.get('/points', { onRequest: driving() }, async () => ({ set: true }));
box.put('/points/:id', { onRequest: driving(['coast']) }, async () => ({ set: false }));
box.post('/luggage', { preHandler: async (request) => { await request.checkPorter(); } }, async (request) => ({ by: request.porter }));
box.get('/lamps', { preHandler: (request) => request.nightJwtVerify() }, async () => ({ lit: 4 }));
box.post('/tokens', async (_request, reply) => ({ driver: await reply.driverJwtSign({ line: 'coast' }), porter: await reply.signPorter({}) }));

await box.listen({ port: 3000 });
