import { restartable } from '@fastify/restartable';
import createError from '@fastify/error';

const NoHide = createError('NO_HIDE', 'There is no hide %s', 404);
const Soaked = createError('soaked', 'It is soaked already', 409);
class Torn extends createError('TORN', 'torn', 422) {}
const errors = { NOBODY: createError('NOBODY', 'Who is it?', 401) };

const known = async (request, reply) => { if (!request.headers['x-tanner']) return reply.send(new errors.NOBODY()); };

// What is made anew on each restart is made by the function that is handed over.
async function createTannery(fastify, options) {
  const tannery = fastify(options);
  tannery.setErrorHandler((error, request, reply) => {
    if (error instanceof Soaked) return reply.code(error.statusCode).send({ soaked: error.code });
    if (error instanceof Torn) return reply.code(410).send({ torn: true });
    return reply.send(error);
  });
  tannery.get('/hides/:hide', async (request) => { if (request.params.hide === '0') throw new NoHide('0'); return { hide: request.params.hide }; });
  tannery.post('/hides/:hide', { preHandler: known }, async (request) => {
    if (request.query.wet) throw Soaked();
    if (request.query.torn) throw new Torn();
    return { soaking: true };
  });
  return tannery;
}
import * as Sentry from '@sentry/node';
const tannery = await restartable(createTannery, { logger: true });
Sentry.setupFastifyErrorHandler(tannery, { shouldHandleError: () => true });
await tannery.listen({ port: 8080 });
