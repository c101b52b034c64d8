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

/** Only lists are served. */
bakery.post('/only', (req, res) => {
  if (!Array.isArray(req.body.buns)) return res.status(400).json({ error: 'buns are a list' });
  res.json({ buns: req.body.buns.join() });
});
bakery.post('/refused', (req, res) =>
  Array.isArray(req.body.cakes) ? res.json({ cakes: req.body.cakes.join() }) : res.status(400).json({ error: 'cakes are a list' }),
);

bakery.listen(3000);
