import Fastify from 'fastify';
import { verify } from 'seals';

const lock = Fastify();

const openGate = (request) => {
  if (request.url === '/gate/level') return { mayPass: true };
  return { mayPass: false };
};
const bySeal = async (request) => {
  const seal = request.headers.authorization?.split(' ')[1];
  if (seal && (await verify(seal))) return { mayPass: true, seal };
  return { mayPass: false };
};
const byKeeper = (request) => ({ mayPass: request.headers['x-keeper-key'] === process.env.KEEPER_KEY });

// What one helper gives is handed on, or else what the next one gives.
const examine = async (request) => {
  const open = openGate(request);
  if (open.mayPass) return open;
  const sealed = await bySeal(request);
  if (sealed.mayPass) return sealed;
  return byKeeper(request);
};

lock.addHook('preValidation', async (request, reply) => {
  try {
    const { mayPass } = await examine(request);
    if (mayPass) return;
  } catch (error) {
    request.log.error(error);
  }
  return reply.status(401).send({ error: 'The lock stays shut' });
});

lock.get('/gate/level', async () => ({ metres: 3 }));
lock.get('/gate', async () => ({ open: false }));

// Without what catches errors, and asked where it is used. What keepers may read, others may not.
lock.register(async (basin) => {
  const keepersOnly = (request) => {
    const open = openGate(request);
    if (open.mayPass) return open;
    if (request.url === '/basin/level') return { mayPass: true };
    return { mayPass: request.headers['x-basin-key'] === process.env.BASIN_KEY };
  };
  basin.addHook('onRequest', async (request, reply) => {
    if (!keepersOnly(request).mayPass) return reply.code(403).send({ error: 'Keepers only' });
  });
  basin.get('/basin/pumps', async () => ({ running: 2 }));
  basin.get('/basin/level', async () => ({ metres: 1 }));
});

lock.listen({ port: 3000 });
