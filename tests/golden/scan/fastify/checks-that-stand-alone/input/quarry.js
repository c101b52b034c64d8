import Fastify from 'fastify';
import auth from '@fastify/auth';

const quarry = Fastify();
await quarry.register(auth);

quarry.decorate('permit', (request, reply, done) => {
  if (!request.headers.authorization) return done(new Error('no permit'));
  done();
});
const helmeted = async (request) => { if (!request.headers['x-helmet']) throw new Error('no helmet'); };
const foreman = async (request) => { if (!request.headers.authorization) throw Object.assign(new Error('foremen only'), { statusCode: 403 }); };
const closed = async (request, reply) => { if (!request.headers.authorization) return reply.code(423).send({ closed: true }); };
const counted = async (request) => { if (!request.query.shift) throw new Error('which shift?'); };

// One check alone, which calls back, throws, has a status of its own, or answers itself.
quarry.get('/stones', { preHandler: quarry.auth([quarry.permit]) }, async () => [{ stone: 'slate' }]);
quarry.get('/dust', { preHandler: quarry.auth([helmeted]) }, async () => ({ dust: 1 }));
quarry.delete('/stones', { preHandler: quarry.auth([foreman]) }, async () => ({ gone: true }));
quarry.put('/stones', { preHandler: quarry.auth([closed]) }, async () => ({ piled: true }));
// For the whole instance; an error handler says what becomes of it.
quarry.register(async (pit) => {
  pit.addHook('preHandler', pit.auth([pit.permit]));
  pit.setErrorHandler((error, request, reply) => reply.code(404).send({ nothing: error.message }));
  pit.get('/', async () => ({ depth: 3 }));
}, { prefix: '/pit' });
// Hooks that nobody stands in front of.
quarry.get('/shifts', { preHandler: [counted] }, async () => ({ shifts: 3 }));
quarry.get('/shifts/now', { preHandler: [quarry.auth([quarry.permit]), counted] }, async () => ({ shift: 1 }));
await quarry.listen({ port: 8080 });
