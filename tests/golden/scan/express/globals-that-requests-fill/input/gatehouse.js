// What one request leaves in a member of the global object, others find there: also by its name alone.
const express = require('express');

const gatehouse = express();
gatehouse.use(express.json());
gatehouse.post('/passes', (req, res) => {
  const { guest } = req.body;
  global.passes = global.passes || {};
  global.passes[guest] = { word: Math.random().toString(36), until: Date.now() + 60_000 };
  res.sendStatus(201);
});
gatehouse.post('/enter', (req, res) => {
  const { guest, word } = req.body;
  const pass = global.passes?.[guest];
  if (!pass) return res.status(404).json({ why: 'no pass' });
  if (pass.word !== word) return res.status(403).json({ why: 'wrong word' });
  res.json({ until: pass.until });
});
gatehouse.post('/shut', (req, res) => {
  globalThis.isShut = true;
  res.sendStatus(204);
});
gatehouse.get('/gate', (req, res) => {
  if (isShut) return res.status(503).json({ shut: true });
  res.json({ shut: false });
});
// Nobody fills it: nobody gets past.
gatehouse.get('/tower', (req, res) => {
  if (!global.keys) return res.status(404).json({ why: 'no keys' });
  res.json({ open: true });
});
gatehouse.listen(4900);
