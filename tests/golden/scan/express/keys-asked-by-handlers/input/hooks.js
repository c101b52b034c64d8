// Handlers that compare a header or parameter with a secret of the configuration themselves ask for a key; one that only some of the answers depend on is none.
const express = require('express');
const crypto = require('crypto');
const app = express();
app.use(express.json());
app.post('/env', (req, res) => {
  if (req.headers['x-hook'] !== process.env.HOOK_SECRET) return res.status(403).json({ error: "no" });
  res.json({ ok: true });
});
app.post('/safe', (req, res) => {
  const given = req.get('x-hook-safe') || '';
  const wanted = process.env.HOOK_SECRET || '';
  if (given.length !== wanted.length || !crypto.timingSafeEqual(Buffer.from(given), Buffer.from(wanted))) return res.sendStatus(401);
  res.json({ ok: true });
});
app.post('/safe-plain', (req, res) => {
  const given = req.get('x-hook-plain');
  if (!crypto.timingSafeEqual(Buffer.from(given), Buffer.from(process.env.HOOK_SECRET))) return res.sendStatus(401);
  res.json({ ok: true });
});
app.post('/bearer', (req, res) => {
  if (req.headers.authorization !== `Bearer ${process.env.CRON_SECRET}`) return res.status(401).end();
  res.json({ ok: true });
});
app.post('/thrown', (req, res) => {
  if (req.query.token !== process.env.QUERY_TOKEN) { const e = new Error('x'); e.status = 401; throw e; }
  res.json({ ok: true });
});
app.post('/optional', (req, res) => {
  const admin = req.headers['x-hook'] === process.env.HOOK_SECRET;
  if (!admin && req.body.all) return res.status(403).end();
  res.json({ ok: admin });
});
app.listen(1);
