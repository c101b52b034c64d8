const express = require('express');
const { z } = require('zod');

const till = express();
till.use(express.json());

// Without the header the request is refused, too: the refusal gives back what is missing, and JSON leaves that out.
till.get('/drawer', (req, res) => {
  const key = req.get('x-key');
  if (key === 'brass') return res.json({ open: true, key });
  res.status(404).json({ error: 'no such key', key });
});
till.post('/coins', (req, res) => {
  const { coin } = req.body;
  if (coin !== 'penny') return res.status(400).json({ error: 'no such coin', coin });
  res.status(201).json({ coin });
});
// Here it is there: what is missing has been refused before.
till.post('/notes', (req, res) => {
  const { note } = req.body;
  if (!note) return res.status(400).json({ error: 'note is missing' });
  if (note !== 'fiver') return res.status(422).json({ error: 'no such note', note });
  res.status(201).json({ note });
});
// Nor can it be missing behind a check of another function.
const receipt = z.object({ number: z.string() });
const checked = (req, res, next) => (receipt.safeParse(req.body).success ? next() : res.status(400).json({ error: 'no receipt' }));
till.post('/receipts', checked, (req, res) => {
  const { number } = req.body;
  if (number !== '1') return res.status(404).json({ error: 'no such receipt', number });
  res.json({ number });
});

till.listen(3000);
