const fastify = require('fastify');

const desk = fastify();

const known = async (token) => (await fetch(`http://readers/${token}`)).json();

async function demand(request, reply) {
  if (!request.headers.authorization) return reply.code(401).send({ refused: 'nobody' });
  request.reader = await known(request.headers.authorization);
  if (!request.reader) return reply.code(401).send({ refused: 'unknown' });
}

// What a route states is found for each route by itself, under whatever name this version of Fastify has it.
desk.register(async function shelves(inner) {
  inner.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.anyone) return demand(request, reply);
  });
  inner.get('/shelves', async () => ({ shelves: 3 }));
  inner.get('/shelves/:shelf', { config: { anyone: true } }, async () => ({ books: 3 }));
  inner.put('/shelves/:shelf', { config: { anyone: false } }, async () => ({ books: 3 }));
});

const stated = async (request, reply) => {
  const { access = 'readers' } = reply.routeOptions.config;
  if (access === 'all') return;
  return demand(request, reply);
};
desk.get('/hours', { config: { access: 'all' }, preHandler: stated }, async () => ({ open: 9 }));
desk.get('/fines', { config: { access: 'readers' }, preHandler: stated }, async () => ({ fines: 1 }));
desk.get('/loans', { preHandler: stated }, async () => ({ loans: 1 }));

// Members inside, lists, and errors that are thrown.
const inside = async (request) => {
  const config = request.routeConfig;
  if (config.guard?.skip || config.tags?.includes('public')) return;
  if (!request.headers.authorization) throw Object.assign(new Error('nobody'), { statusCode: 401 });
};
desk.get('/map', { config: { guard: { skip: true } }, onRequest: inside }, async () => ({ floors: 2 }));
desk.get('/news', { config: { tags: ['site', 'public'] }, onRequest: inside }, async () => ({ news: 2 }));
desk.get('/notes', { config: { guard: { skip: false }, tags: ['own'] }, onRequest: inside }, async () => ({ notes: 2 }));

// What nobody knows exempts nobody, nor does the address that Fastify adds.
desk.get('/trial', { config: { access: process.env.TRIAL_ACCESS }, preHandler: stated }, async () => ({ trial: 1 }));
desk.get('/lent', { config: { ...JSON.parse(process.env.LENT), seen: 1 }, preHandler: stated }, async () => ({ lent: 1 }));
const byAddress = async (request, reply) => {
  if (request.routeOptions.config.method !== 'DELETE') return demand(request, reply);
};
desk.delete('/lent', { preHandler: byAddress }, async () => ({ lent: 0 }));
desk.post('/lent', { preHandler: byAddress }, async () => ({ lent: 2 }));

// A function that is told of each route may state something for it.
desk.register(async function branches(inner) {
  inner.addHook('onRoute', (route) => {
    if (route.url.startsWith('/branches')) route.config = { ...route.config, access: 'all' };
  });
  inner.addHook('preHandler', stated);
  inner.get('/branches', async () => ({ branches: 4 }));
  inner.get('/staff', async () => ({ staff: 4 }));
});

desk.listen({ port: 3000 });
