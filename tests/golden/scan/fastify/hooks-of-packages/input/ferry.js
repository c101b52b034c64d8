'use strict';
const Fastify = require('fastify');
const plugin = require('fastify-plugin');
const { fastifyAwilixPlugin } = require('@fastify/awilix');

// Registered, not awaited: the routes below are announced before the limiter listens.
const harbour = Fastify();
harbour.register(require('@fastify/rate-limit'), { max: 50, timeWindow: 60000 });
harbour.register(require('@fastify/multipart'), { attachFieldsToBody: true });
harbour.get('/tide', async () => ({ metres: 3 }));
harbour.register(async (berths) => {
  berths.addHook('onRequest', async function countBoats() {});
  berths.get('/', async () => []);
  berths.get('/free', { config: { rateLimit: false } }, async () => []);
  berths.post('/', { onRequest: async function checkFlag() {}, config: { rateLimit: { max: 3 } } }, async () => ({ berth: 1 }));
}, { prefix: '/berths' });
harbour.listen({ port: 4000 });

// Awaited: every route after it has the hooks, where it does not say otherwise.
async function quay() {
  const app = Fastify();
  await app.register(require('@fastify/compress'));
  await app.register(require('@fastify/rate-limit'), { global: false, hook: 'preHandler' });
  await app.register(require('@fastify/under-pressure'), { exposeStatusRoute: false });
  await app.register(fastifyAwilixPlugin, { disposeOnClose: true, disposeOnResponse: false });
  app.get('/ropes', async () => []);
  app.get('/ropes/raw', { compress: false }, async () => []);
  app.post('/ropes', { config: { rateLimit: { max: 5 } }, decompress: false }, async () => ({ id: 1 }));
  await app.listen({ port: 4001 });
}
quay();

// A plugin that is shared through fastify-plugin, one that is not, and the body as it came.
const dock = Fastify();
dock.register(plugin(async (inner) => { await inner.register(require('@fastify/request-context')); }));
dock.register(async (inner) => {
  await inner.register(require('@fastify/rate-limit'), { max: 9 });
  inner.get('/cranes', async () => []);
});
dock.register(async (inner) => { inner.get('/pallets', async () => []); });
dock.register(async (inner) => {
  await inner.register(require('fastify-raw-body'));
  inner.get('/bills', async () => []);
  inner.post('/bills', async () => ({ id: 1 }));
});
dock.listen({ port: 4002 });
