// What has gone out is the answer: to end it adds nothing.
const express = require('express');

const belfry = express();
belfry.get('/bells', (req, res) => {
  if (!req.query.tone) return res.status(404).json({ error: 'no such bell' }).end();
  res.json({ tone: req.query.tone }).end();
});
belfry.get('/ropes', (req, res) => {
  res.json({ length: 3 });
  res.end();
});
belfry.get('/chimes', (req, res) => {
  res.write('ding');
  res.end();
});
// Another status, or a failure in front of the answer, is another answer.
belfry.get('/owls', (req, res) => {
  if (req.query.all) res.json({ owls: 2 });
  else res.status(204).end();
});
belfry.get('/ladders', async (req, res) => {
  try {
    res.json({ rungs: await fetch('http://ladders') });
  } catch {
    res.end();
  }
});
belfry.use((error, req, res, next) => res.status(error.status || 500).json({ error: error.message }).end());

belfry.listen(3000);
