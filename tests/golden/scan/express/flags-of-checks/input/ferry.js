const express = require('express');
const ferry = express();
ferry.use(express.json());

ferry.post('/tickets', (req, res) => {
  let ok = true;
  if (!req.body.passenger) ok = false;
  if (req.body.deck === undefined || req.body.berth === undefined) ok = false;
  if (!ok) return res.status(400).json({ error: 'incomplete' });
  res.status(201).json({ passenger: req.body.passenger, deck: req.body.deck, berth: req.body.berth, meal: req.body.meal });
});
// How they look, too; and the opposite flag.
ferry.post('/freight', (req, res) => {
  const { kilos, label } = req.body;
  let refused = false;
  if (!label || label.length > 30) { refused = true; }
  if (typeof kilos !== 'number') refused = true;
  if (refused === true) { res.status(422).end(); return; }
  res.json({ label, kilos });
});
// A flag that something else sets right again says nothing.
ferry.post('/dogs', (req, res) => {
  let ok = true;
  if (!req.body.leash) ok = false;
  if (req.body.small) ok = true;
  if (!ok) return res.status(400).json({ error: 'on a leash' });
  res.json({ leash: req.body.leash });
});
// Only those with a car have to say its plate.
ferry.post('/crossings', (req, res) => {
  let ok = true;
  if (req.body.car) { if (!req.body.plate) ok = false; }
  if (!req.body.port) ok = false;
  if (ok) res.json({ port: req.body.port, plate: req.body.plate });
  else res.status(400).json({ error: 'where from?' });
});
ferry.listen(3000);
