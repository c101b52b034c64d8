const makePlant = require('fastify');
const shared = require('fastify-plugin');

const plant = makePlant({ logger: false });

// Queued: loaded after everything below, when the program listens.
plant.register(async function greenhouse(bed) {
  bed.get('/', async function listBeds() { return []; });
  bed.register(import('./pots.js'), { prefix: 'pots' });
  await bed.register(require('./tools'), { prefix: '/tools/' });
  bed.get('/:bedId/rows/:row(^\\d+$)', { handler: async function showRow() { return {}; } });
}, { prefix: '/greenhouse' });

plant.register(shared(function watering(whole, settings, done) {
  whole.decorate('sprinkle', async function sprinkle() {});
  whole.post('/water', { preHandler: whole.sprinkle }, async function water() { return {}; });
  done();
}), { prefix: '/is-ignored' });

plant.register((leaf, settings, done) => {
  leaf.all('/any', async function anything() { return {}; });
  leaf.route({ method: ['PUT', 'PATCH'], url: '/replace', handler: async function replace() { return {}; } });
  done();
}, () => ({ prefix: '/not-seen' }));

plant.get('/health', async function health() { return {}; });
plant.listen({ port: 3000 });
