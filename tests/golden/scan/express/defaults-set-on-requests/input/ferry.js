// What the program sets on the request itself where that lacks it is its default.
const express = require('express');

const ferry = express();
ferry.use(express.json());
ferry.post('/crossings', (req, res) => {
  if (!req.body.bank) req.body.bank = 'north';
  if (req.body.seats === undefined) {
    req.body.seats = 1;
  }
  res.status(201).json({ bank: req.body.bank, seats: req.body.seats });
});
ferry.get('/crossings', (req, res) => {
  const { query } = req;
  if (query.order == null) query.order = 'time';
  res.json({ order: query.order });
});
// Nothing of this is a default: of another member, of nobody who is served, or what no constant is.
ferry.put('/crossings', (req, res) => {
  if (!req.body.horse) req.body.cart = 'none';
  if (!req.body.master) return res.status(400).json({ why: 'master' });
  if (!req.body.at) req.body.at = Date.now();
  if (req.body.toll) req.body.toll = 4;
  res.json({ master: req.body.master });
});
ferry.listen(5300);
