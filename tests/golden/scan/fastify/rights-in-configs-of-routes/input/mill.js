const fastify = require('fastify');
const jwt = require('jsonwebtoken');

const mill = fastify();

// What the route states, or what is needed elsewhere.
mill.addHook('preHandler', async (request, reply) => {
  const { roles } = jwt.verify(request.headers.authorization, process.env.SECRET);
  const needed = request.routeOptions.config.role ?? 'miller';
  if (!roles.includes(needed)) return reply.code(403).send({ message: `not a ${needed}` });
});

// Several, of which one is enough.
const permitted = async (request, reply) => {
  const { permissions } = request.routeOptions.config;
  const held = jwt.verify(request.headers.authorization, process.env.SECRET).permissions;
  if (permissions && !permissions.some((each) => held.includes(each))) return reply.code(403).send({ message: 'no' });
};

// What it reads there is none of somebody's rights, and what is read there refuses nobody.
const weighed = async (request, reply) => {
  if (request.headers['x-scale'] !== process.env.SCALE_KEY) return reply.code(401).send({ message: 'who?' });
  request.unit = request.routeOptions.config.unit;
};
const noted = async (request) => {
  request.log.info(request.routeOptions.config.scope);
};

const answer = async () => ({ ground: true });
mill.get('/flour', answer);
mill.post('/flour', { config: { role: 'owner' } }, answer);
mill.delete('/flour', { preHandler: permitted, config: { permissions: ['flour:burn', 'flour:drown'] } }, answer);
mill.put('/flour', { preHandler: permitted, config: { role: 'baker', permissions: process.env.PERMISSIONS?.split(',') } }, answer);
mill.get('/scale', { preHandler: weighed, config: { unit: 'stone' } }, answer);
mill.get('/book', { preHandler: noted, config: { scope: 'book:read' } }, answer);

mill.listen({ port: 1 });
