const express = require('express');

const app = express();
app.use(express.json());
const refuse = (res) => res.status(400).json({ error: 'Numbers only' });

// Of what is missing no number can be made: whoever sends none is refused.
app.get('/number', (req, res) => {
  const grams = Number(req.query.grams);
  if (Number.isNaN(grams)) return refuse(res);
  res.json({ grams });
});
app.get('/both', (req, res) => {
  const grams = parseFloat(req.query.grams);
  const pieces = parseInt(req.query.pieces, 10);
  if (isNaN(grams) || isNaN(pieces)) return refuse(res);
  res.json({ grams, pieces });
});
app.get('/integer', (req, res) => {
  const pieces = Number(req.query.pieces);
  if (!Number.isInteger(pieces) || pieces < 1) return refuse(res);
  res.json({ pieces });
});
app.post('/raw', (req, res) => {
  const { grams, pieces } = req.body;
  if (isNaN(grams)) return refuse(res);
  if (pieces != null && !Number.isFinite(+pieces)) return refuse(res);
  res.json({ ok: true });
});
app.get('/list', (req, res) => {
  const [from, to] = [parseFloat(req.query.from), parseFloat(req.query.to)];
  if ([from, to].some(Number.isNaN)) return refuse(res);
  res.json({ between: to - from });
});

// Nobody is refused for want of what something stands in for, or of what is only looked at where it is there.
app.get('/default', (req, res) => {
  const { tare = 4 } = req.query;
  const grams = parseInt(req.query.grams || '5', 10);
  const pieces = Number(req.query.pieces ?? 1);
  if (isNaN(tare) || isNaN(grams) || !Number.isSafeInteger(pieces)) return refuse(res);
  res.json({ grams, pieces });
});
app.get('/instead', (req, res) => {
  let grams = parseInt(req.query.grams, 10);
  if (isNaN(grams)) grams = 1;
  res.json({ grams });
});
app.get('/where-it-is-there', (req, res) => {
  const { grams, pieces } = req.query;
  if (grams && isNaN(grams)) return refuse(res);
  if (pieces !== undefined && !Number.isInteger(Number(pieces))) return refuse(res);
  res.json({ ok: true });
});
app.get('/filter', (req, res) => {
  const grams = Number(req.query.grams);
  const filter = {};
  if (!isNaN(grams)) filter.grams = grams;
  res.json(filter);
});

// What is calculated with is a number; what is added to something may be a text, and so may what has been taken for one.
const skipped = (page, size) => (page - 1) * size;
app.get('/calculated', (req, res) => {
  const { page, size, from, tag } = req.query;
  if (page <= 0) return refuse(res);
  res.json({ skip: skipped(page, size), next: from + 1, tag: tag.trim() ? tag - 1 : 0 });
});
app.post('/calculated', (req, res) => {
  const { grams, price, share, extra, pieces } = req.body;
  let sum = grams * price;
  sum -= share;
  res.json({ sum, rest: pieces % 12, with: sum + extra, days: new Date(req.body.to) - new Date(req.body.from) });
});

app.listen(3000);
