const express = require('express');
const { Basket, Crate, Fruit, Stall } = require('./models');

const market = express();
market.use(express.json());

const one = (path, found) =>
  market.get(path, async (req, res) => {
    const basket = await found(req.params.id);
    if (!basket) return res.status(404).json({ error: 'no such basket' });
    res.json(basket);
  });
// Paths below the document's own: in lists, in records, in a schema that stands for a type.
one('/lists/:id', (id) => Basket.findById(id).select('things').populate('things.fruit'));
one('/lean-lists/:id', (id) => Basket.findById(id).select('things').populate('things.fruit', 'sort -_id').lean());
one('/schemas/:id', (id) => Basket.findById(id).select('lines').populate({ path: 'lines.fruit', select: 'price' }));
one('/records/:id', (id) => Basket.findById(id).select('packed').populate(['packed.by']));
// Several of them, and what is put into what was put in.
one('/several/:id', (id) => Basket.findById(id).select('things packed').populate('things.fruit packed.by'));
one('/deep/:id', (id) =>
  Basket.findById(id)
    .select('things')
    .populate({ path: 'things.fruit', populate: { path: 'grower', populate: 'town' } }),
);
one('/deep-in-one/:id', (id) => Fruit.findById(id).populate({ path: 'grower', select: 'name town', populate: [{ path: 'town' }] }));
// What a program takes of them, and what it asks of their types.
market.get('/prices/:id', async (req, res) => {
  const basket = await Basket.findById(req.params.id).populate('things.fruit');
  if (!basket) return res.sendStatus(404);
  res.json(basket.things.map(({ fruit, count }) => ({ sort: fruit.sort, total: fruit.price * count })));
});
market.get('/towns/:id', async (req, res) => {
  const fruit = await Fruit.findById(req.params.id).populate({ path: 'grower', populate: { path: 'town' } });
  if (!fruit) return res.sendStatus(404);
  if (typeof fruit.grower.town !== 'object') return res.status(500).json({ error: 'not there' });
  res.json({ town: fruit.grower.town.name });
});
// Of a document, and of documents that were found.
market.get('/later/:id', async (req, res) => {
  const basket = await Basket.findById(req.params.id).select('packed');
  if (!basket) return res.sendStatus(404);
  await basket.populate({ path: 'packed.by', select: 'name' });
  res.json(basket);
});
market.get('/given', async (_req, res) => {
  const baskets = await Basket.find().select('things');
  res.json(await Basket.populate(baskets, { path: 'things.fruit' }));
});
// No model of that name, no such path, and a path of a document that is not put in itself: ids as they are.
one('/strangers/:id', (id) => Basket.findById(id).select('stranger').populate('stranger.of'));
one('/nothing/:id', (id) => Basket.findById(id).select('packed').populate('packed.at'));
one('/not-put-in/:id', (id) => Fruit.findById(id).populate('grower.town'));
// What is left out of documents is left out where they are put in, unless it is asked for.
one('/stalls/:id', (id) => Stall.findById(id).populate('seller'));
one('/pins/:id', (id) => Stall.findById(id).populate('seller', '+pin').lean());
// What is asked for contains itself.
const inside = { path: 'inside' };
inside.populate = inside;
one('/crates/:id', (id) => Crate.findById(id).populate(inside));
market.listen(1);
