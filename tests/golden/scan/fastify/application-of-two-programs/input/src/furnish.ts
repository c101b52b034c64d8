import type { FastifyInstance } from 'fastify';
import cookie from '@fastify/cookie';
import plugin from 'fastify-plugin';

const feed = (of: string) => async () => ({ fed: of });

async function perches(nest: FastifyInstance) {
  nest.addHook('preHandler', async function quiet(request) {
    request.log.info('hush');
  });
  nest.get('/perches', async () => [{ height: 2 }]);
}

const greeting = plugin(async (instance) => {
  instance.addHook('onSend', async function greet(_request, reply) {
    reply.header('x-aviary', 'hello');
  });
});

// Two programs come here, each for a server of its own: what it says is there once.
export default async function furnish(instance: FastifyInstance): Promise<void> {
  instance.addHook('onRequest', async function count(request) {
    if (!request.headers['x-keeper']) throw Object.assign(new Error('Keepers only'), { statusCode: 401 });
  });
  await instance.register(cookie);
  await instance.register(greeting);
  await instance.register(perches, { prefix: '/inside' });
  for (const of of ['owls', 'finches']) instance.post(`/feed/${of}`, feed(of));
  instance.get('/health', async () => 'OK');
}
