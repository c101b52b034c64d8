// A token that `jwtVerify` takes out of the header, or a key: which of them, in which order, and however each says no.
import Fastify from 'fastify';
import auth from '@fastify/auth';
import jwt from '@fastify/jwt';

const harbour = Fastify();
await harbour.register(auth);
await harbour.register(jwt, { secret: process.env.SECRET });

const verifies = async (request) => {
  request.sailor = await request.jwtVerify();
};
const forbidden = () => Object.assign(new Error('wrong key'), { statusCode: 403 });
const compares = async (request) => {
  if (request.headers['x-api-key'] !== process.env.API_KEY) throw forbidden();
};
const calls = (request, reply, done) => done(request.headers['x-api-key'] === process.env.API_KEY ? undefined : new Error('wrong key'));
const throws = (request, reply, done) => {
  if (request.headers['x-api-key'] !== process.env.API_KEY) throw forbidden();
  done();
};

harbour.get('/quay', { preHandler: harbour.auth([verifies, compares]) }, async () => ({ berths: 4 }));
harbour.get('/pier', { preHandler: harbour.auth([compares, verifies]) }, async () => ({ berths: 2 }));
harbour.get('/dock', { onRequest: harbour.auth([verifies, calls]) }, async () => ({ berths: 1 }));
harbour.get('/slip', { onRequest: harbour.auth([verifies, throws]) }, async () => ({ berths: 9 }));
// Both, or one alone.
harbour.get('/vault', { preHandler: harbour.auth([verifies, compares], { relation: 'and' }) }, async () => ({ gold: true }));
harbour.get('/tower', { preHandler: harbour.auth([verifies]) }, async (request) => ({ of: request.user.name }));
harbour.get('/beacon', { preHandler: verifies }, async (request) => ({ of: request.user.name }));
// It fails for some, and whoever has no token is let in.
harbour.get('/beach', { preHandler: async (request) => { await request.jwtVerify().catch(() => undefined); } }, async () => ({ sand: true }));

// Without Fastify's own way to do it.
const either = async (request, reply) => {
  try {
    await verifies(request);
  } catch {
    if (request.headers['x-api-key'] !== process.env.API_KEY) return reply.code(401).send({ reason: 'neither' });
  }
};
harbour.get('/lock', { preHandler: either }, async () => ({ gates: 2 }));

harbour.listen({ port: 3000 });
