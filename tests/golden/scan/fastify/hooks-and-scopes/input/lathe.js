const build = require('fastify');
const share = require('fastify-plugin');

const lathe = build();

lathe.register(async function spindle(inner) {
  inner.addHook('preHandler', async function onlyInside() {});
  inner.get('/turn', {
    onRequest: async function ownFirst() {},
    preHandler: [async function ownBefore() {}, async function ownSecond() {}],
    preValidation: inner.guardOfShop,
    onSend: async function ownLast(request, reply, payload) { return payload; },
  }, async function turn() { return {}; });
}, { prefix: '/spindle' });

// Fastify adds it behind the plugin above, to the instances inside as well.
lathe.addHook('preHandler', async function addedLater() {});

lathe.register(share(async function shop(whole) {
  whole.addHook('onRequest', async function everywhere() {});
  whole.decorate('guardOfShop', async function guardOfShop(request, reply) {
    if (!request.headers.authorization) reply.code(401).send();
  });
}));

lathe.register(async function guarded(inner) {
  inner.addHook('onRequest', inner.guardOfShop);
  inner.get('/secret', async function secret() { return {}; });
}, { prefix: '/guarded' });

lathe.addHook('onRoute', function document(route) {
  if (route.url.startsWith('/reports')) route.preValidation = async function fromListener() {};
});
lathe.get('/reports', async function reports() { return {}; });
lathe.get('/open', async function open() { return {}; });

lathe.ready();
