const app = require('fastify')();
const mongoose = require('mongoose');
const softDelete = require('mongoose-delete');

const plants = new mongoose.Schema({ name: { type: String, required: true } });
plants.plugin(softDelete, { deletedAt: true, deletedBy: true, deletedByType: String, overrideMethods: 'all' });
const Plant = mongoose.model('Plant', plants);

const pots = new mongoose.Schema({ size: { type: Number, required: true } });
pots.plugin(softDelete);
const Pot = mongoose.model('Pot', pots);

// Without the plugin there is no such method.
const Tool = mongoose.model('Tool', new mongoose.Schema({ kind: String }));

app.get('/plants', async () => Plant.find());
app.get('/plants/deleted', async () => ({ plants: await Plant.findDeleted({}).limit(5), count: await Plant.countDocumentsDeleted() }));
app.get('/plants/:id/any', async (request) => Plant.findOneWithDeleted({ _id: request.params.id }));
app.delete('/plants/:id', async (request) => Plant.delete({ _id: request.params.id }));
app.get('/pots', async () => Pot.find());
app.get('/tools/deleted', async () => ({ tools: await Tool.findDeleted() }));

app.listen({ port: 3000 });
