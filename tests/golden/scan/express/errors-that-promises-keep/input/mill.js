// What catches a promise and only keeps the error is no end: the program goes on without what it waited for. What answers there is one.
const express = require('express');
const { grind } = require('mill-stones');
const mill = express();

async function miller(req) {
  if (!req.headers['x-miller']) throw Object.assign(new Error('no miller'), { status: 401 });
  return { id: 7 };
}

mill.get('/kept', async (req, res) => {
  let failed;
  const found = await miller(req).catch((error) => {
    failed = error;
  });
  if (!found) return res.status(401).json({ why: failed.message });
  res.json(found);
});
mill.get('/thrown', async (req, res) => {
  let failed = new Error('nobody');
  const found = await Promise.resolve(miller(req)).catch((error) => {
    failed = error;
  });
  if (found) return res.json({ id: found.id });
  throw failed;
});
mill.get('/sacks', async (req, res) => {
  let isLeft = false;
  const sacks = await grind(req.query.grain).catch(() => {
    isLeft = true;
  });
  res.json(isLeft ? { sacks: [] } : { sacks: sacks.length });
});
// It has answered.
mill.get('/answered', async (req, res) => {
  const found = await miller(req).catch((error) => {
    res.status(403).json({ why: error.message });
  });
  res.json({ found });
});

mill.use((error, req, res, next) => res.status(error.status ?? 500).json({ error: error.message }));
mill.listen(4200);
