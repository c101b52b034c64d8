import Fastify from 'fastify';
import { initServer } from '@ts-rest/fastify';
import { lamps, stars } from './contract.js';

const s = initServer();
const dome = Fastify();

// Registered with a prefix of Fastify's; hooks of the options are of this plugin alone.
const sky = s.router(stars, {
  list: async ({ query }) => ({ status: 200, body: [{ name: 'Vega', magnitude: query.brighterThan ?? 0 }] }),
  show: async ({ params: { name } }) => {
    if (name === 'Sun') return { status: 404, body: { why: 'it is day' } };
    return { status: 200, body: { name, magnitude: 1 } };
  },
  add: {
    hooks: {
      preHandler: async (request, reply) => {
        if (request.headers['x-observer-key'] !== process.env.OBSERVER_KEY) return reply.code(403).send({ why: 'no observer' });
      },
    },
    handler: async ({ body }) => ({ status: 201, body }),
  },
  chart: async () => ({ status: 200, body: '<svg/>' }),
  forget: async ({ reply }) => {
    reply.header('x-forgotten', 'yes');
    return { status: 204, body: undefined };
  },
});
dome.register(s.plugin(sky), {
  prefix: '/sky',
  hooks: {
    onRequest: [
      async (request, reply) => {
        if (request.headers.authorization !== `Bearer ${process.env.SKY_TOKEN}`) return reply.code(401).send();
      },
    ],
  },
});

const light = s.route(lamps.dome.light, async ({ body, request }) => ({ status: 200, body: { on: body.on, from: request.ip } }));
s.registerRouter(lamps, { dome: { light } }, dome, { logInitialization: false });
dome.listen({ port: 3000 });
