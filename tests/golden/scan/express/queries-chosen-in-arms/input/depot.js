// A query of one of several models, waited for where it is made, comes to what each of them gives.
const express = require('express');
const mongoose = require('mongoose');

const Crate = mongoose.model('Crate', new mongoose.Schema({ label: { type: String, required: true }, nails: Number }));
const Barrel = mongoose.model('Barrel', new mongoose.Schema({ label: { type: String, required: true }, hoops: Number }));
const Sack = mongoose.model('Sack', new mongoose.Schema({ label: { type: String, required: true } }));

const depot = express();
depot.use(express.json());

depot.get('/goods/:id', async (request, response) => {
  let Goods = Crate;
  if (request.query.kind === 'barrel') Goods = Barrel;
  const found = await Goods.findById(request.params.id);
  if (!found) return response.status(404).json({ message: 'not here' });
  response.json(found);
});

depot.get('/goods', async (request, response) => {
  let Goods;
  switch (request.query.kind) {
    case 'sack':
      Goods = Sack;
      break;
    default:
      Goods = Barrel;
  }
  response.json({ goods: await Goods.find({}).sort('label') });
});

// One of the arms has a list already.
depot.get('/shelf', async (request, response) => {
  let stock = [{ label: 'empty', hoops: 0 }];
  if (request.query.full) stock = Barrel.find({});
  response.json(await stock);
});

// What is waited for in a function of its own, and what nobody waits for.
const first = async (kind) => {
  let Goods = Crate;
  if (kind) Goods = Barrel;
  return (await Goods.findOne({ label: kind })) ?? { label: 'none' };
};
depot.get('/first', async (request, response) => {
  Crate.findOne({ label: 'x' });
  response.json(await first(request.query.kind));
});

// Values that nobody has to wait for are themselves.
depot.get('/plain', async (request, response) => {
  let plain = { label: 'plain' };
  if (request.query.full) plain = { label: 'plain', nails: 3 };
  response.json(await plain);
});

depot.listen(3000);
