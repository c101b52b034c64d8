// A field that is parsed as JSON is a text, unless the program asks what it is.
const express = require('express');
const brewery = express();
brewery.use(express.urlencoded({ extended: true }), express.json());
brewery.post('/batches', (req, res) => {
  const { malt } = JSON.parse(req.body.recipe);
  const notes = JSON.parse(req.body.notes || '[]');
  res.status(201).json({ malt, notes: notes.length });
});
brewery.post('/casks', (req, res) => {
  const hoops = typeof req.body.hoops === 'string' ? JSON.parse(req.body.hoops) : req.body.hoops;
  const staves = Array.isArray(req.body.staves) ? req.body.staves : JSON.parse(req.body.staves);
  res.status(201).json({ hoops, staves });
});
brewery.post('/whole', (req, res) => { const all = JSON.parse(req.body); res.status(201).json({ all }); });
brewery.listen(4730);
