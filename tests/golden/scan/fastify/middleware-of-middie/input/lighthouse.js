const fastify = require('fastify');

const tower = fastify();

// Functions of Node's kind in front of what Fastify does: what they answer, read and hand on counts as that of hooks.
const onlyFromShips = (incoming, outgoing, next) => {
  if (!['POST', 'DELETE'].includes(incoming.method)) return next();
  if (!incoming.headers['x-ship']) {
    outgoing.writeHead(403);
    return outgoing.end();
  }
  return next();
};
const onlyByDay = (incoming, outgoing, next) => next(incoming.headers['x-hour'] ? undefined : Object.assign(new Error('dark'), { statusCode: 423 }));
function onlyKeepers(incoming, outgoing, next) {
  if (!incoming.headers.authorization) {
    outgoing.statusCode = 401;
    outgoing.end('no keeper');
    return;
  }
  next();
}

async function start() {
  await tower.register(require('@fastify/middie'));
  tower.use(onlyFromShips);
  tower.use('/lamps', onlyByDay);
  tower.get('/signals', async () => ({ signals: [] }));
  tower.post('/signals', async () => ({ sent: true }));
  tower.get('/lamps', async () => ({ lamps: 1 }));
  tower.register(async (room) => {
    room.use(onlyKeepers);
    room.get('/logs', async () => ({ logs: [] }));
  });
  await tower.listen({ port: 3000 });
}
start();
