const express = require('express');
const mongoose = require('mongoose');

const orchard = express();
const far = mongoose.createConnection(process.env.FAR);
far.model('Plum', new mongoose.Schema({ weight: { type: Number, required: true } }));
// The models of a connection are its own: this one has the same name.
mongoose.model('Plum', new mongoose.Schema({ colour: { type: String, required: true } }));
const baskets = far.model('Basket', new mongoose.Schema({ size: Number }), 'basket-store');
far.on('error', () => process.exit(1));

for (const [at, owner] of [['far', far], ['near', mongoose]])
  orchard.get(`/${at}/plums`, async (req, res) => res.json(await owner.model('Plum').find({})));
orchard.get(`/${baskets.collection.name}/${baskets.modelName}`, async (req, res) => res.json(await baskets.countDocuments({})));

orchard.listen(4131);
