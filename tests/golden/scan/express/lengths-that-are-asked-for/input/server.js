const express = require('express');

const app = express();
app.use(express.json());

app.post('/bundles', (req, res) => {
  const { sticks } = req.body;
  if (!sticks?.length) return res.status(400).json({ error: 'no sticks' });
  res.status(201).json({ count: sticks.length });
});
app.post('/stacks', (req, res) => {
  if (!(req.body.logs?.length > 0)) return res.status(400).json({ error: 'no logs' });
  res.status(201).json({ ok: true });
});
app.post('/piles', (req, res) => {
  if (req.body.stones.length < 1) return res.status(400).json({ error: 'no stones' });
  res.status(201).json({ ok: true });
});
app.post('/heaps', (req, res) => {
  if (!req.body.label.length) return res.status(400).json({ error: 'no label' });
  res.status(201).json({ ok: true });
});

// Nothing has no length of zero: only an empty one is refused.
app.put('/bundles/:id', (req, res) => {
  if (req.body.sticks?.length === 0) return res.status(400).json({ error: 'no sticks' });
  res.json({ sticks: req.body.sticks?.length });
});
app.put('/stacks/:id', (req, res) => {
  if (req.body.logs?.length < 2) return res.status(400).json({ error: 'one log' });
  res.json({ ok: true });
});

app.listen(3000);
