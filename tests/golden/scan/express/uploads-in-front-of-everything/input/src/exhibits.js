const express = require('express');
const json = express.json();
const exhibits = express.Router();

// A parser of its own, and a text that is called like the file.
exhibits.post('/forget', json, (req, res) => {
  if (!req.body.scan.endsWith('.tif')) return res.sendStatus(403);
  res.json({ forgotten: req.body.scan });
});
exhibits.post('/order', json, (req, res) => {
  if (!Array.isArray(req.body.ids)) return res.sendStatus(400);
  res.json({ ordered: req.body.ids.length });
});
exhibits.post('/count', json, (req, res) => res.json({ count: 0 }));

// It looks at the file.
exhibits.post('/', json, (req, res) => {
  if (!req.file) return res.sendStatus(400);
  res.status(201).json({ file: req.file.filename, title: req.body.title });
});
module.exports = exhibits;
