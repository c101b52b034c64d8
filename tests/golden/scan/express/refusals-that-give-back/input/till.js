const express = require('express');

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

till.listen(3000);
