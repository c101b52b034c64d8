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
stable.listen(8089);
