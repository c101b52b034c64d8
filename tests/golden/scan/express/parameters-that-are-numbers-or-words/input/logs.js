const express = require('express');

const logs = express();
const isMark = (text) => /^m-[0-9a-f]+$/.test(text);
const pageOf = (text) => {
  const page = Number(text);
  if (!Number.isInteger(page)) throw Object.assign(new Error('no page'), { status: 400 });
  return page;
};

// It is served as a number on one way, and as another text on the others.
logs.get('/pages/:page', (req, res) => {
  const { page } = req.params;
  if (isMark(page) && page.length === 12) return res.json({ mark: page });
  res.json({ page: pageOf(page) });
});
logs.get('/days/:day', (req, res) => {
  if (req.params.day === 'today') return res.json({ day: 0 });
  const day = parseInt(req.params.day, 10);
  if (isNaN(day)) return res.status(400).json({ error: 'which day' });
  res.json({ day });
});
// Whatever is no number is refused.
logs.get('/ships/:ship', (req, res) => {
  if (!/^\d+$/.test(req.params.ship)) return res.status(400).json({ error: 'which ship' });
  res.json({ ship: Number(req.params.ship) });
});
// Another condition says nothing of what it is.
logs.get('/crews/:crew', (req, res) => {
  if (req.query.short) return res.json({ crew: 'short' });
  res.json({ crew: Number(req.params.crew) });
});
logs.use((err, req, res, next) => res.status(err.status || 500).json({ message: err.message }));
logs.listen(3000);
