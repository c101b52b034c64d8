const express = require('express');

const depot = express();
depot.use(express.json());

// Each is looked at only where it was sent.
depot.put('/parcels/:number', (req, res) => {
  if (req.body.label) {
    if (req.body.label.length < 7 || req.body.label.length > 20) return res.status(400).json({ error: 'label' });
    if (!req.body.label.match(/^[a-z0-9]+$/)) return res.status(400).json({ error: 'label' });
  }
  if (req.body.secret) {
    if (req.body.secret.length < 6) return res.status(400).json({ error: 'secret' });
    req.body.secret = `hidden ${req.body.secret}`;
  }
  res.json({ label: req.body.label });
});

// More of them than there are ways that could be told apart.
depot.patch('/parcels/:number', (req, res) => {
  const { sender, receiver, street, town, country, weight, kind } = req.body;
  if (sender !== undefined) { if (sender.length < 2) return res.sendStatus(400); }
  if (receiver !== undefined) { if (receiver.length < 2) return res.sendStatus(400); }
  if (street !== undefined) { if (street.length < 4) return res.sendStatus(400); }
  if (town !== undefined) { if (town.length < 3) return res.sendStatus(400); }
  if (country !== undefined) { if (country.length !== 2) return res.sendStatus(400); }
  if (weight !== undefined) {
    if (typeof weight !== 'number') return res.sendStatus(400);
    if (weight < 1) return res.sendStatus(400);
  }
  if (kind) { if (!['letter', 'box'].includes(kind)) return res.sendStatus(400); }
  res.json({ ok: true });
});

// What is looked at only where something else was sent, or said, may look like anything.
depot.post('/parcels', (req, res) => {
  const { label, insured, worth, express: fast, phone } = req.body;
  if (insured) { if (worth < 10) return res.sendStatus(400); }
  if (fast === 'yes') { if (phone.length < 8) return res.sendStatus(400); }
  if (label) { if (label.length < 3) console.log('a short label'); }
  res.status(201).json({ label });
});

depot.listen(3000);
