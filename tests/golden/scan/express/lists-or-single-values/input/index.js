const express = require('express');

const bakery = express();
bakery.use(express.json());

/** A list, or one: each serves. */
bakery.post('/joined', (req, res) => {
  const { loaves } = req.body;
  res.json({ loaves: Array.isArray(loaves) ? loaves.join(', ') : String(loaves) });
});
bakery.post('/gathered', (req, res) => {
  const found = Array.isArray(req.body.rolls) ? req.body.rolls : [req.body.rolls];
  res.json({ count: found.length });
});
bakery.post('/each', (req, res) => {
  const words = [];
  for (const [name, value] of Object.entries({ rye: req.body.rye, oats: req.body.oats })) {
    if (Array.isArray(value)) words.push(name, value.join());
    else words.push(name, String(value));
  }
  res.json({ words });
});

/** A record, or anything else: what is taken of records alone is nobody's field. */
function note(entry) {
  if (entry.what && typeof entry.what === 'object' && entry.what.message && entry.what.stack.text) console.log(entry.what.message);
  else console.log(typeof entry.what === 'string' ? entry.what : JSON.stringify(entry.what));
}
bakery.post('/noted', (req, res) => {
  const { crumb, crust } = req.body;
  note({ what: crumb });
  res.json({ crust });
});
bakery.post('/named', (req, res) => res.json({ name: typeof req.body.cook === 'object' ? req.body.cook.name : req.body.cook }));
// Where nothing is done with anything else it is a record.
bakery.post('/placed', (req, res) => {
  if (typeof req.body.oven === 'object') console.log(req.body.oven.shelf);
  res.json({ shop: typeof req.body.shop === 'object' ? req.body.shop.street : null });
});

/** Only lists are served. */
bakery.post('/only', (req, res) => {
  if (!Array.isArray(req.body.buns)) return res.status(400).json({ error: 'buns are a list' });
  res.json({ buns: req.body.buns.join() });
});
bakery.post('/refused', (req, res) =>
  Array.isArray(req.body.cakes) ? res.json({ cakes: req.body.cakes.join() }) : res.status(400).json({ error: 'cakes are a list' }),
);

bakery.listen(3000);
