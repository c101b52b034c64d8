import Fastify from 'fastify';
import cookie from '@fastify/cookie';
import { inspectSeal } from 'sealwax';

const vault = Fastify();
await vault.register(cookie);

const keeperOnly = async (request, reply) => {
  const seal = request.cookies.keeperAccessToken;
  if (!seal) return reply.status(401).send({ open: false });
  const { keeper } = await inspectSeal(seal);
  if (!keeper) return reply.status(403).send({ open: false });
  request.keeper = keeper;
};
// Nothing in its name says what the cookie is for; without it nobody comes in.
const visitorOnly = async (request, reply) => {
  const { stamp } = request.cookies;
  if (!stamp) return reply.status(401).send({ stamp: null });
};
// A cookie that only changes what is shown guards nothing.
const theme = async (request) => { request.theme = request.cookies.theme ?? 'dark'; };

vault.get('/coins', { preHandler: [keeperOnly] }, async () => ({ coins: 3 }));
vault.get('/gallery', { preHandler: [visitorOnly] }, async () => ({ pictures: 9 }));
vault.get('/door', { preHandler: [theme] }, async () => ({ closed: true }));
await vault.listen({ port: 8080 });
