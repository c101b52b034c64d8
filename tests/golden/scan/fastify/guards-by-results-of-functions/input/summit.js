import fastify from 'fastify';

const summit = fastify();

const kindOf = (url) => {
  if (url === '/view') return { free: true };
  if (url === '/flag') return { free: true };
  return { free: false };
};

// Asked where it is called, and of a variable.
summit.register(async (terrace) => {
  terrace.addHook('onRequest', async (request, reply) => {
    if (kindOf(request.url).free) return;
    if (!request.headers.authorization) return reply.code(401).send({ message: 'who are you' });
  });
  terrace.get('/view', async () => ({ far: true }));
  terrace.get('/telescope', async () => ({ near: true }));
});
summit.register(async (hut) => {
  hut.addHook('onRequest', async (request, reply) => {
    const kind = kindOf(request.url);
    if (!kind.free && !request.headers.authorization) return reply.code(401).send({ message: 'who are you' });
  });
  hut.get('/flag', async () => ({ up: true }));
  hut.get('/soup', async () => ({ hot: true }));
});

await summit.listen({ port: 4901 });
