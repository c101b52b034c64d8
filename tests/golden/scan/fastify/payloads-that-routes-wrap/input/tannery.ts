import Fastify, { type preSerializationAsyncHookHandler } from 'fastify';

const boxed: preSerializationAsyncHookHandler = async (_request, _reply, payload) => ({ hide: payload });
const stamped = (_request, _reply, payload, done) => done(null, { ...payload, stamped: true });
const load = async () => ({ weight: 4 });

const tannery = Fastify();
// One handler, with and without a hook of the route; one hook, and a list of them behind that of the instance.
tannery.get('/hides', load);
tannery.get('/hides/boxed', { preSerialization: boxed }, load);
tannery.register(async (yard) => {
  yard.addHook('preSerialization', async (_request, _reply, payload) => ({ yard: payload }));
  yard.route({ method: 'GET', url: '/yard/hides', preSerialization: [stamped, boxed], handler: load });
  yard.get('/yard/notes', { preSerialization: stamped }, async (_request, reply) => reply.code(418).send({ note: 'dry' }));
});
tannery.listen({ port: 3000 });
