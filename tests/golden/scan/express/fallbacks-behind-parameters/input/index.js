const express = require('express');

const orchard = express();
orchard.use(express.json());

/** Behind a parameter of the path, which is there, nothing is looked for. */
orchard.delete('/trees/:id', (req, res) => {
  const id = req.params.id || req.body.id;
  res.json({ felled: id });
});
orchard.post('/trees/:id/water', (req, res) => {
  const id = req?.params?.id || req?.body?.id;
  res.json({ watered: id });
});
orchard.get('/fruit/:kind', (req, res) => {
  const kind = req.params.kind ?? req.query.kind;
  res.json({ kind });
});

/** One function for addresses with the parameter and without it. */
const named = (req, res, next) => {
  const row = req.params.row || req.query.row || req.get('x-row');
  if (!row) return res.status(400).end();
  req.row = row;
  next();
};
orchard.get('/rows/:row', named, (req, res) => res.json({ row: req.row }));
orchard.get('/rows', named, (req, res) => res.json({ row: req.row }));

/** The same with one place behind it, which has to hold it where there is no parameter. */
const barrel = (req, res, next) => {
  const id = req.params.id || req.body.id;
  if (!id) return res.status(400).end();
  req.barrel = id;
  next();
};
orchard.put('/barrels/:id', barrel, (req, res) => res.json({ barrel: req.barrel }));
orchard.post('/barrels', barrel, (req, res) => res.json({ barrel: req.barrel }));

/** What is asked for first may be missing. */
orchard.get('/baskets/:id', (req, res) => res.json({ basket: req.query.id || req.params.id }));

/** One function for addresses that call the same thing by different names: each has the one that it has. */
const ladder = (req, res, next) => {
  const number = req.params.ladder || req.params.ladderId || req.params.number;
  if (!number) return res.status(400).end();
  req.ladder = Number(number);
  next();
};
orchard.get('/ladders/:ladder', ladder, (req, res) => res.json({ ladder: req.ladder }));
orchard.get('/trees/:tree/ladders/:ladderId', ladder, (req, res) => res.json({ ladder: req.ladder }));
orchard.get('/sheds/:shed/ladders/:number', ladder, (req, res) => res.json({ ladder: req.ladder }));
orchard.get('/ladders', ladder, (req, res) => res.json({ ladder: req.ladder }));

/** The same with what is only not stated, of four names, and with a place behind all of them. */
const crate = (req, res, next) => {
  const id = req.params.crate ?? req.params.box ?? req.params.barrow ?? req.params.cart;
  if (id === undefined) return res.status(422).end();
  req.crate = id;
  next();
};
orchard.get('/carts/:cart', crate, (req, res) => res.json({ crate: req.crate }));
orchard.get('/wheels/:wheel', crate, (req, res) => res.json({ crate: req.crate }));
const sack = (req, res, next) => {
  const id = req.params.sack || req.params.bag || req.body.sack;
  if (!id) return res.status(400).end();
  req.sack = id;
  next();
};
orchard.put('/bags/:bag', sack, (req, res) => res.json({ sack: req.sack }));
orchard.post('/sacks', sack, (req, res) => res.json({ sack: req.sack }));

orchard.listen(3000);
