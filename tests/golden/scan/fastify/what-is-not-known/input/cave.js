const cave = require('fastify')();
const settings = JSON.parse(require('node:fs').readFileSync('/etc/cave.json', 'utf8'));

cave.register(settings.plugin); //~ fastify/unknown-plugin
cave.register(require('fastify-decorators').bootstrap, { directory: process.env.CAVE_ROOMS }); //~ fastify/routes-of-package
cave.register(new (require('apollo-server-fastify').ApolloServer)({}).createHandler({ path: '/graph' })); //~ fastify/routes-of-package
cave.register(42); //~ fastify/plugin-is-no-function
cave.register(async function deep(inner) { //~ project/unknown-path
  inner.get('/unreached', async function unreached() { return {}; });
}, { prefix: settings.prefix });
cave.route({ method: settings.method, url: '/by-method', handler: async function byMethod() { return {}; } }); //~ fastify/dynamic-method
cave.route(settings.route); //~ fastify/unknown-route-options
cave.get('/without', undefined); //~ fastify/missing-handler
cave.addHook(settings.hook, async function unnamed() {}); //~ fastify/dynamic-hook-name
cave.register(require('@fastify/autoload'), { dir: settings.folder }); //~ fastify/dynamic-autoload-folder
cave.register(require('@fastify/autoload'), { dir: `${__dirname}/nowhere` }); //~ fastify/missing-autoload-folder
cave.register(async function bats(inner) {
  inner.addHook('onRequest', async function squeak() {});
  inner.get('wing', async function wing() { return {}; }); //~ fastify/glued-path
}, { prefix: '/bats' });
if (process.env.TORCH) cave.register(async (inner) => { inner.get('/lit', async function lit() { return {}; }); });
cave.get('/known', async function known() { return {}; });
cave.listen({ port: 3000 });
