import Fastify from 'fastify';
import auth from '@fastify/auth';
import jwt from 'jsonwebtoken';

const aviary = Fastify();
await aviary.register(auth);

const byToken = async (request) => {
  const token = request.headers.authorization?.split(' ')[1];
  if (!token) throw Object.assign(new Error('no token'), { statusCode: 401 });
  request.keeper = jwt.verify(token, process.env.SECRET);
};
const byKey = (request, reply, done) => (request.headers['x-aviary-key'] === process.env.KEY ? done() : done(new Error('bad key')));
const looking = async (request) => { if (request.method !== 'GET') throw new Error('only looking'); };
const fed = async (request) => { if (!request.query.fed) throw Object.assign(new Error('hungry'), { statusCode: 400 }); };

// One of both suffices; the last refusal is answered with 401.
aviary.get('/birds', { preHandler: aviary.auth([byToken, byKey]) }, async () => [{ bird: 'wren' }]);
// Both, or anybody who only looks.
aviary.get('/birds/:bird', { preHandler: aviary.auth([[byToken, fed], looking]) }, async (request) => ({ bird: request.params.bird }));
// One of two, and another one.
aviary.delete('/birds/:bird', { preHandler: aviary.auth([[byToken, byKey], fed], { relation: 'and' }) }, async () => ({ flown: true }));
aviary.register(async (cage) => {
  cage.addHook('preHandler', cage.auth([looking, byToken]));
  cage.get('/', async () => []);
  cage.post('/', async (request, reply) => reply.code(201).send({ eggs: request.body.eggs }));
}, { prefix: '/eggs' });
// Who comes with a token is asked for a good one; without one GET is open to everybody.
const passing = async (request) => {
  if (request.headers.authorization) throw new Error('to be looked at');
  if (request.method === 'GET') return;
  throw new Error('not open');
};
aviary.register(async (cage) => {
  cage.addHook('preHandler', cage.auth([passing, byToken]));
  cage.get('/', async () => []);
  cage.post('/', async () => ({ built: true }));
}, { prefix: '/nests' });
// A list of hooks for the whole instance.
aviary.register(async (cage) => {
  cage.addHook('preHandler', cage.auth([byToken, fed], { relation: 'and' }));
  cage.put('/', async () => ({ full: true }));
}, { prefix: '/troughs' });
await aviary.listen({ port: 8080 });
