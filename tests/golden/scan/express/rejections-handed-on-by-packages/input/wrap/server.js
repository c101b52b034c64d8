// One handler is wrapped.
const express = require('express');
class Cracked extends Error {}
const smithy = express();
const { wrap } = require('async-middleware');
smithy.put('/wrapped', wrap(async (req, res) => {
  if (req.body.cold) throw new Cracked('cold');
  res.json({ forged: true });
}));
smithy.use((error, req, res, next) => res.status(error instanceof Cracked ? 422 : 500).json({ reason: error.message }));
smithy.listen(3000);
