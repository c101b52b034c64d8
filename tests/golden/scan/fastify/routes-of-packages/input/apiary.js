const fastify = require('fastify');
const mercurius = require('mercurius');
const pressure = require('@fastify/under-pressure');
const metrics = require('fastify-metrics');
const oauth = require('@fastify/oauth2');

const apiary = fastify();
apiary.addHook('onRequest', async function smoke() {});

// The default path, and hooks of the instance around it.
apiary.register(mercurius, { schema: 'type Query { hives: Int }', graphiql: true });
apiary.register(async (meadow) => {
  meadow.addHook('preHandler', async function beeSuit() {});
  // A prefix of the plugin's own, below that of the instance.
  meadow.register(mercurius, { schema: 'type Query { bees: Int }', path: '/ask', prefix: '/swarm' });
  meadow.register(pressure, { exposeStatusRoute: { url: '/pulse' } });
}, { prefix: '/meadow' });
// Without routes it only decorates.
apiary.register(async (cellar) => { cellar.register(mercurius, { schema: 'type Query { jars: Int }', routes: false }); }, { prefix: '/cellar' });
apiary.register(pressure, { exposeStatusRoute: true });
apiary.register(metrics, { endpoint: process.env.METRICS_AT || '/numbers' });
// The options of a route in place of its URL.
apiary.register(metrics, { endpoint: { method: 'GET', url: '/numbers/of/hives', preHandler: async (request, reply) => { if (request.headers['x-hive'] !== process.env.HIVE) return reply.code(401).send({ who: 'no hive' }); } } });
apiary.register(oauth, { name: 'keeper', startRedirectPath: '/login/keeper', callbackUri: 'http://localhost/back' });
apiary.register(require('@fastify/swagger-ui'), { routePrefix: '/pages' });
apiary.listen({ port: 4050 });
