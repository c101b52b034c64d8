import Fastify from 'fastify';
import { partial, pipe } from 'rambda';
import * as R from 'ramda';

// Functions of a service are given what they need in front of what a request brings.
class Missing extends Error {
  constructor(message) {
    super(message);
    this.statusCode = 404;
  }
}

const findOne = async ({ store }, id) => {
  const dog = await store.find(id);
  if (!dog) throw new Missing(`No dog ${id}`);
  return { id, name: 'Rex' };
};
const walk = async ({ store }, id, { metres }) => {
  await store.walk(id, metres);
  return { id, walked: metres > 0 };
};
const shown = (dog) => ({ ...dog, seen: true });

const queries = (deps) => ({ findOne: partial(findOne, [deps]), walk: partial(walk, deps), feed: R.partial(walk, [deps]) });

const kennel = Fastify();
kennel.setErrorHandler((error, request, reply) => reply.code(error.statusCode ?? 500).send({ reason: error.message }));
kennel.register(async (dogs) => {
  const { findOne: find, walk: walkOne, feed } = queries({ store: dogs.store });
  dogs.get('/:id', async (request) => find(request.params.id));
  dogs.get('/:id/shown', async (request) => pipe(await find(request.params.id), shown));
  dogs.put('/:id/walks', async (request) => walkOne(request.params.id, request.body));
  dogs.put('/:id/meals', async (request) => feed(request.params.id, request.body));
}, { prefix: '/dogs' });
await kennel.listen({ port: 3000 });
