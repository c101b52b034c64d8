import express from 'express';

/** As deep as it goes: the length of a list is no member. */
function cleaned(value) {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value.trim() : value;
  if (Array.isArray(value)) return value.length > 0 ? value.map(cleaned) : value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cleaned(member)]));
}
const scullery = express();
scullery.use(express.json());
scullery.use((req, res, next) => {
  if (req.body && Object.keys(req.body).length > 0) req.body = cleaned(req.body);
  if (req.query && Object.keys(req.query).length > 0) Object.assign(req.query, cleaned(req.query));
  next();
});
scullery.post('/pans', (req, res) => res.status(201).json({ pan: req.body.pan, hung: req.query.hung }));
scullery.post('/ropes', (req, res) => res.status(201).json({ long: req.body.length > 3 }));

// What was cleaned is a text where somebody has asked, and no list then.
const isName = (input) => typeof input === 'string' && !cleaned(input).includes('..');
const isShelf = (input) => {
  if (!input || typeof input !== 'string') return false;
  return cleaned(input) ? true : false;
};
scullery.get('/hooks', (req, res) => {
  const { hook, shelf } = cleaned(req.query);
  if (!isName(hook)) return res.status(400).json({ error: 'no hook' });
  if (!isShelf(shelf)) return res.status(404).json({ error: 'no shelf' });
  res.json({ hook });
});
scullery.listen(8082);
