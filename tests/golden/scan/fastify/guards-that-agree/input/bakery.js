import Fastify from 'fastify';
import auth from '@fastify/auth';

class Closed extends Error {}
class Unknown extends Error {}
class Gone extends Error {}

const bakery = Fastify();
await bakery.register(auth);

const known = async (request) => { if (!request.headers.authorization) throw new Unknown('who?'); };
const baker = (roles) => async (request) => { if (!roles.includes(request.headers['x-role'])) throw new Closed('not you'); };

bakery.setErrorHandler((error, request, reply) => {
  if (error instanceof Unknown) return reply.code(401).send({ who: error.message });
  if (error instanceof Closed) return reply.code(403).send({ shut: error.message });
  // What is not there is deleted already.
  if (error instanceof Gone) {
    if (request.method === 'DELETE') return reply.code(204).send();
    return reply.code(404).send({ gone: true });
  }
  return reply.code(500).send({ burnt: true });
});
bakery.get('/loaves/:id', { preHandler: bakery.auth([known, baker(['baker'])], { relation: 'and' }) }, async (request) => { if (request.params.id === '0') throw new Gone('x'); return { loaf: 1 }; });
bakery.delete('/loaves/:id', { preHandler: bakery.auth([known, baker(['owner'])], { relation: 'and' }) }, async (request) => { if (request.params.id === '0') throw new Gone('x'); return { loaf: 1 }; });
await bakery.listen({ port: 8080 });
