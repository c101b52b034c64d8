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
scullery.listen(8082);
