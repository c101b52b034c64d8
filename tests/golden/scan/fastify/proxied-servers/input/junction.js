import fastify from 'fastify';
import proxy from '@fastify/http-proxy';

const junction = fastify();
const ticketed = async (request, reply) => { if (!request.headers.authorization) return reply.code(401).send({ error: 'no ticket' }); };

// Below each prefix another server answers.
junction.register(proxy, { upstream: process.env.NORTH ?? '', prefix: '/north', rewritePrefix: '/' });
junction.register(proxy, { upstream: 'http://south.invalid', prefix: '/south', httpMethods: ['GET', 'POST'], preHandler: ticketed });
for (const line of ['east', 'west']) junction.register((await import('@fastify/http-proxy')).default, { upstream: `http://${line}.invalid`, prefix: `/${line}`, httpMethods: ['GET'] });

junction.get('/', async () => ({ lines: 4 }));
junction.listen({ port: 3000 });
