import express from 'express';

const ponies = [{ id: 1, name: 'Ada', brown: true }, { id: 2, name: 'Bo', brown: false }, { id: 3, name: 'Cy', brown: true }];
const page = (results, total, limit) => ({ results, total, limit });
const stable = express();
stable.get('/ponies', async (req, res) => {
  const offset = Number(req.query.offset) || 0, limit = Number(req.query.limit) || 10;
  const [found, count] = await Promise.all([new Promise((resolve) => resolve(ponies.slice(offset, offset + limit))), ponies.length]);
  res.json(page(found, count, limit));
});
stable.delete('/ponies/:id', (req, res) => { const at = ponies.findIndex((pony) => pony.id === Number(req.params.id)); if (at < 0) return res.status(404).end(); res.json(ponies.splice(at, 1)); });
// Requests add to it: a piece of it has elements like all.
const foals = [{ id: 0, name: 'Di' }];
stable.use(express.json());
stable.post('/foals', (req, res) => {
  const foal = { id: foals.length, name: String(req.body.name) };
  foals.push(foal);
  res.status(201).json(foal);
});
stable.get('/foals', (req, res) => {
  const { page = 1, limit = 5 } = req.query;
  const from = (page - 1) * limit;
  res.json({ data: foals.slice(from, from + Number(limit)), total: foals.length });
});
stable.get('/foals/last', (req, res) => res.json(foals.filter((foal) => foal.name !== 'Di').slice(-Number(req.query.most))));
stable.get('/foals/names', (req, res) => res.json([...foals].sort().slice(Number(req.query.from)).map((foal) => ({ called: foal.name }))));
stable.listen(8089);
