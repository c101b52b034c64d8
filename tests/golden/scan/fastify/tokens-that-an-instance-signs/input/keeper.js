import jwt from '@fastify/jwt';
import Fastify from 'fastify';

const keeper = Fastify();
keeper.register(jwt, { secret: 'sluice' });
keeper.register(jwt, { secret: 'weir', namespace: 'renewal' });

const guard = async (request) => { await request.jwtVerify(); };

keeper.post('/keys', async (request) => ({ key: keeper.jwt.sign({ boat: request.body.boat }), renewal: keeper.jwt.renewal.sign({}) }));
keeper.register(async (gate) => {
  gate.post('/passes', async function (request) {
    const { jwt: own } = request.server;
    return { ticket: this.jwt.sign({}, { expiresIn: '1h' }), other: own.sign({}) };
  });
  gate.get('/passes', { onRequest: guard }, async () => ({ valid: true }));
});

/** What the program calls so is its own. */
const other = Fastify();
other.decorate('jwt', { sign: (load) => ({ load, signed: 1 }) });
other.post('/seals', async () => ({ seal: other.jwt.sign(7) }));
keeper.listen({ port: 4100 });
other.listen({ port: 4101 });
