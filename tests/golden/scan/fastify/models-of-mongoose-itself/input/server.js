const app = require('fastify')();
const mongoose = require('mongoose');
const { models } = require('./models');

// One that is made where there is none yet.
const Keeper = mongoose.models.Keeper || mongoose.model('Keeper', new mongoose.Schema({ name: { type: String, required: true } }));

const listOf = (name) => async () => ({ data: await models[name].find() });

app.get('/hives', listOf('Hive'));
app.get('/hives/count', async () => ({ hives: await mongoose.models.Hive.countDocuments() }));
app.get('/keepers', async () => Keeper.find());
app.get('/keepers/again', async () => models.Keeper.find());
// Nobody has made this one.
app.get('/swarms', async () => (mongoose.models.Swarm ? { swarms: true } : { none: true }));

app.listen({ port: 3000 });
