// A loop goes over one of several lists that were found, whichever it is.
const express = require('express');
const mongoose = require('mongoose');

const quarry = express();
const Stone = mongoose.model('Stone', new mongoose.Schema({ kind: String, tons: Number }));
const Slab = mongoose.model('Slab', new mongoose.Schema({ kind: String, width: Number }));

quarry.get('/stones', async (req, res) => {
  let found;
  if (req.query.kind) found = await Stone.find({ kind: req.query.kind });
  else if (req.query.heavy) found = await Stone.find().sort('-tons');
  else found = await Stone.find();
  const stones = [];
  for (const stone of found) stones.push({ kind: stone.kind, kilos: stone.tons });
  res.json({ stones });
});
quarry.get('/pieces', async (req, res) => {
  const found = req.query.flat ? await Slab.find().lean() : await Stone.find().lean();
  const pieces = [];
  for (const piece of found) pieces.push(piece.kind);
  res.json([...pieces, 'rubble']);
});
quarry.get('/copies', async (req, res) => {
  const copies = [...(req.query.flat ? await Slab.find() : await Stone.find())];
  res.json(copies.map(({ kind }) => ({ kind })));
});

// Of one of these lists nothing is known.
quarry.get('/dust', async (req, res) => {
  const found = req.query.sieve ? await fetch('http://sieve').then((sieve) => sieve.json()) : await Stone.find();
  const dust = [];
  for (const grain of found) dust.push({ kind: grain.kind });
  res.json({ dust });
});
// Lists that are known, each of a length of its own.
quarry.get('/tools', (req, res) => {
  const tools = [];
  for (const name of req.query.big ? ['drill', 'saw', 'wedge'] : ['chisel']) tools.push({ name });
  res.json({ tools });
});

quarry.listen(3000);
