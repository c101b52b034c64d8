const vault = require('fastify')();
const share = require('fastify-plugin');

vault.register(share(async function locks(whole) {
  whole.register(require('@fastify/jwt'), { secret: 'not-a-secret' });
  whole.decorate('unlocked', async function (request, reply) {
    try { await request.jwtVerify(); } catch (problem) { reply.send(problem); }
  });
  whole.decorate('optionallyUnlocked', async function (request) {
    try { await request.jwtVerify(); } catch { /* a guest */ }
  });
}));

vault.register(async function drawers(inner) {
  inner.addHook('onRequest', (request) => request.jwtVerify());
  inner.get('/gold', async function gold() { return {}; });
}, { prefix: '/drawers' });

vault.register(async function doors(inner) {
  inner.get('/front', { onRequest: [inner.optionallyUnlocked] }, async function front() { return {}; });
  inner.get('/back', { preHandler: inner.unlocked }, async function back() { return {}; });
});
vault.get('/hours', async function hours() { return {}; });
vault.listen({ port: 3000 });
